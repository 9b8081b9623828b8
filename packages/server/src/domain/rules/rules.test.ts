import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { isRestock } from './back-in-stock.ts'
import { isCheapEnough } from './price-drop.ts'
import type { RuleName, VariantChange } from './rule.ts'
import { pacingOf, rules, settingsOf } from './rules.ts'
import { topicNamed } from './standard-topics.ts'

const settings = readSettings({})
const topic = topicNamed([], 'any')

const change = (more: Partial<VariantChange>): VariantChange => ({
  ...{ variantId: '1', stockBefore: 0, stockAfter: 0, move: 1, wasDeleted: false, isCounted: true },
  ...{ priceBefore: null, priceAfter: null, tagsGone: [], ...more },
})

const causeOf = (rule: RuleName, more: Partial<VariantChange>, tag: string | null = null) =>
  rules[rule].causeOf(change(more), { ...topic, tag }, settings)?.cause ?? null

const figure = fc.option(fc.integer({ min: -3, max: 12 }))

test('a restock is a rise from below min-stock to min-stock or more; a fall is never a restock', () => {
  fc.assert(
    fc.property(figure, figure, fc.integer({ min: 1, max: 6 }), (stockBefore, stockAfter, minStock) => {
      const is = isRestock(change({ stockBefore, stockAfter }), minStock)
      if (stockBefore !== null && stockAfter !== null && stockAfter <= stockBefore) expect(is).toBe(false)
      expect(is).toBe(stockAfter !== null && stockAfter >= minStock && (stockBefore ?? -Infinity) < minStock)
      expect(isRestock(change({ stockBefore, stockAfter, isCounted: false }), minStock)).toBe(false)
    }),
  )
})

test('a product that returns to the catalog is restocked if it has stock', () => {
  expect(isRestock(change({ stockBefore: 5, stockAfter: 5, wasDeleted: true }), 1)).toBe(true)
  expect(isRestock(change({ stockBefore: 5, stockAfter: 5 }), 1)).toBe(false)
  expect(isRestock(change({ stockBefore: 5, stockAfter: 0, wasDeleted: true }), 1)).toBe(false)
})

test('a cause has the figures of its change', () => {
  const factsOf = (rule: RuleName, more: Partial<VariantChange>) =>
    rules[rule].causeOf(change(more), { ...topic, tag: 'soon' }, settings)?.facts
  expect(factsOf('back-in-stock', { stockBefore: 0, stockAfter: 2 })).toEqual({ stockBefore: 0, stock: 2 })
  expect(factsOf('back-in-stock', { stockBefore: 2, stockAfter: 3 })).toBeUndefined()
  expect(factsOf('low-stock', { stockBefore: 4, stockAfter: 3 })).toEqual({ stockBefore: 4, stock: 3 })
  expect(factsOf('price-drop', { priceBefore: 10, priceAfter: 9 })).toEqual({ priceBefore: 10, price: 9 })
  expect(factsOf('coming-soon', { tagsGone: ['soon'] })).toEqual({ tag: 'soon' })
})

test.each([
  ['price-drop', { priceBefore: 10, priceAfter: 9 }, 'price-drop'],
  ['price-drop', { priceBefore: 9, priceAfter: 10 }, null],
  ['price-drop', { priceBefore: null, priceAfter: 9 }, null],
  ['price-drop', { priceBefore: 9, priceAfter: 9 }, null],
  ['price-drop', { priceBefore: 9, priceAfter: null }, null],
  ['low-stock', { stockBefore: 4, stockAfter: 3 }, 'low-stock'],
  ['low-stock', { stockBefore: 3, stockAfter: 2 }, null],
  ['low-stock', { stockBefore: 4, stockAfter: 0 }, null],
  ['low-stock', { stockBefore: 1, stockAfter: 3 }, null],
  ['low-stock', { stockBefore: null, stockAfter: 3 }, null],
  ['low-stock', { stockBefore: 4, stockAfter: null }, null],
  ['low-stock', { stockBefore: 4, stockAfter: 3, isCounted: false }, null],
  ['coming-soon', { tagsGone: ['soon'] }, 'tag-gone'],
  ['coming-soon', { tagsGone: ['other'] }, null],
  ['manual', { stockAfter: 5 }, null],
  ['reminder', { stockAfter: 5 }, null],
] as const)('%s with %j has the cause %s', (rule, more, cause) => {
  expect(causeOf(rule, { ...more, tagsGone: [...('tagsGone' in more ? more.tagsGone : [])] }, 'soon')).toBe(cause)
})

test('a target price must be reached; without one, any price below the saved one is enough', () => {
  expect(isCheapEnough(10, { targetPrice: 10, priceWhenSaved: 8 })).toBe(true)
  expect(isCheapEnough(11, { targetPrice: 10, priceWhenSaved: 20 })).toBe(false)
  expect(isCheapEnough(10, { targetPrice: null, priceWhenSaved: 10 })).toBe(false)
  expect(isCheapEnough(9, { targetPrice: null, priceWhenSaved: 10 })).toBe(true)
  expect(isCheapEnough(9, { targetPrice: null, priceWhenSaved: null })).toBe(false)
})

test('a rule checked again returns the reason against sending', () => {
  const now = { stock: 0, isCounted: true, isDeleted: false, price: 5 }
  const objection = (rule: RuleName, more: object) => rules[rule].objection({ ...now, ...more }, topic, settings)
  expect(objection('back-in-stock', {})).toBe('sold-out')
  expect(objection('back-in-stock', { stock: 1 })).toBeNull()
  expect(objection('back-in-stock', { isCounted: false })).toBeNull()
  expect(objection('back-in-stock', { stock: null })).toBe('sold-out')
  expect(objection('low-stock', { stock: 9 })).toBe('enough-again')
  expect(objection('low-stock', { stock: 3 })).toBeNull()
  expect(objection('low-stock', { stock: 0 })).toBe('sold-out')
  expect(objection('low-stock', { stock: null })).toBe('not-counted')
  expect(objection('low-stock', { isCounted: false, stock: 2 })).toBe('not-counted')
  expect(objection('low-stock', { isCounted: false, isDeleted: true })).toBe('product-gone')
  expect(objection('price-drop', {})).toBeNull()
  expect(objection('price-drop', { price: null })).toBe('price-unknown')
  for (const rule of Object.keys(rules) as RuleName[]) expect(objection(rule, { isDeleted: true })).toBe('product-gone')
})

test('for a product without a catalog entry, only rules that need its stock or price object', () => {
  const objections = (Object.keys(rules) as RuleName[]).map((rule) => [
    rule,
    rules[rule].objection(null, topic, settings),
  ])
  expect(Object.fromEntries(objections)).toEqual({
    ...{ 'back-in-stock': null, 'coming-soon': null, reminder: null, manual: null },
    ...{ 'low-stock': 'not-counted', 'price-drop': 'price-unknown' },
  })
})

test('a topic overrides only the settings that it has', () => {
  const own = settingsOf({ ...settings, minStock: 2, lowStock: 7 }, { ...topic, settings: { minStock: 5 } })
  expect([own.minStock, own.lowStock]).toEqual([5, 7])
})

test('only restocks use offers, unless a topic sets its pacing', () => {
  expect(pacingOf(settings, { ...topic, rule: 'back-in-stock' })).toBe('offers')
  expect(pacingOf(settings, { ...topic, rule: 'price-drop' })).toBe('everyone')
  expect(pacingOf(settings, { ...topic, rule: 'coming-soon', settings: { pacing: 'offers' } })).toBe('offers')
})
