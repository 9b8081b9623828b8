/** The report of demand as money: units wanted at each price, and what a restock is expected to bring. */
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { optional, productKey, productKeyOut, requiredText } from '../wire/fields.ts'
import { demandValueNames } from '../wire/names.ts'
import { wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'

const conversionRate = resource(demandValueNames, { share: z.number(), low: z.number(), high: z.number() })

export const conversion = resource(demandValueNames, {
  told: z.int(),
  bought: z.int(),
  rate: conversionRate.wire.strict().nullable(),
  needed: z.int(),
})

export const pricePoint = resource(demandValueNames, {
  price: z.number(),
  waiting: z.number(),
  saved: z.number(),
  units: z.number(),
})

const demandWeek = resource(demandValueNames, { week: z.string(), market: z.string().nullable(), units: z.number() })

export const expectedSale = resource(demandValueNames, { units: z.number(), revenue: z.number().nullable() })

export const expectation = resource(demandValueNames, {
  restock: z.int(),
  expected: expectedSale.wire.strict(),
  low: expectedSale.wire.strict(),
  high: expectedSale.wire.strict(),
})

export const demandValue = resource(demandValueNames, {
  variantId: productKeyOut,
  productId: productKeyOut.nullable(),
  title: z.string(),
  variantInfo: z.string().nullable(),
  sku: z.string().nullable(),
  stock: z.int().nullable(),
  price: z.number().nullable(),
  currency: z.string().nullable(),
  waiting: z.number(),
  saved: z.number(),
  prices: z.array(pricePoint.wire.strict()),
  weeks: z.array(demandWeek.wire.strict()),
  expectation: expectation.wire.strict().nullable(),
})

export const demandValuePage = resource(demandValueNames, {
  conversion: conversion.wire.strict(),
  variants: z.array(demandValue.wire.strict()),
  cursor: z.string().nullable(),
})

export const fetchDemandValue = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/reports/demand-value',
  auth: 'store',
  tag: 'Reports',
  summary:
    'Fetch the demand as money: units wanted at each price and by week, and the expected sale of a restock, by variant',
  fields: resource(demandValueNames, {
    variantId: optional(productKey),
    restock: optional(wholeNumber(1, 1_000_000)),
    cursor: optional(requiredText(1000)),
    limit: optional(wholeNumber(1, 250)),
  }),
  inQuery: ['variantId', 'restock', 'cursor', 'limit'],
  answer: demandValuePage.wire.strict(),
  refusals: [[400, 'invalid-cursor']],
})
