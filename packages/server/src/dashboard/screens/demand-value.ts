/** Demand as money, and the list that a buyer orders from. */
import type { FastifyInstance } from 'fastify'
import { type DemandValue, expectSale, readConversion, readDemandValue } from '../../domain/reports/demand-value.ts'
import { bindStore } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import { bindTable } from '../plumbing/tables.ts'

type Named = Pick<DemandValue, 'title' | 'variantInfo' | 'sku' | 'variantId' | 'stock' | 'price' | 'currency'>

const productColumns = [
  ['product', ({ title }: Named) => title],
  ['variant', ({ variantInfo }: Named) => variantInfo],
  ['SKU', ({ sku }: Named) => sku],
  ['variant id', ({ variantId }: Named) => variantId],
  ['in stock', ({ stock }: Named) => stock],
  ['price', ({ price }: Named) => price],
  ['currency', ({ currency }: Named) => currency],
] as const

export function demandValueRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context

  bindStore(scope, context, 'GET /analytics/conversion', { needs: 'viewer' }, ({ store }) => readConversion(sql, store))

  bindTable(
    scope,
    context,
    'GET /analytics/demand-value',
    {
      needs: 'viewer',
      columns: [
        ...productColumns,
        ['units waiting', ({ waiting }) => waiting],
        ['units saved', ({ saved }) => saved],
        ['units at each price', ({ prices }) => prices.map(({ price, units }) => `${price}: ${units}`).join(' | ')],
        ['restock', ({ expectation }) => expectation?.restock],
        ['expected units', ({ expectation }) => expectation?.expected.units],
        ['expected revenue', ({ expectation }) => expectation?.expected.revenue],
        ['at least', ({ expectation }) => expectation?.low.revenue],
        ['at most', ({ expectation }) => expectation?.high.revenue],
      ],
    },
    async ({ store, fields }, { after: cursor, limit }) => {
      const [page, conversion] = await Promise.all([
        readDemandValue(sql, store, { cursor, limit }),
        readConversion(sql, store),
      ])
      const rows = page.variants.map(({ weeks: _, ...one }) => ({
        ...one,
        expectation: expectSale(one, conversion, fields.restock),
      }))
      return { rows, next: page.cursor }
    },
  )

  bindTable(
    scope,
    context,
    'GET /analytics/order-list',
    {
      needs: 'viewer',
      columns: [
        ...productColumns,
        ['market', ({ market }) => market],
        ['week', ({ week }) => week],
        ['units wanted', ({ units }) => units],
        ['units waiting in all', ({ waiting }) => waiting],
        ['units saved in all', ({ saved }) => saved],
      ],
    },
    async ({ store }, { after: cursor, limit }) => {
      const page = await readDemandValue(sql, store, { cursor, limit })
      const rows = page.variants.flatMap(({ weeks, prices: _, ...one }) => weeks.map((week) => ({ ...one, ...week })))
      return { rows, next: page.cursor }
    },
  )
}
