import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { topicNamed } from '../standard-topics.ts'
import { isRestock } from './back-in-stock.ts'
import { isCheapEnough } from './price-drop.ts'
import type { RuleName, VariantChange } from './rule.ts'
import { pacingOf, rules } from './rules.ts'

const settings = readSettings({})
const topic = topicNamed([], 'any')

const change = (more: Partial<VariantChange>): VariantChange => ({
  ...{ variantId: '1', stockBefore: 0, stockAfter: 0, move: 1, wasDeleted: false, isCounted: true },
  ...{ priceBefore: null, priceAfter: null, tagsGone: [], ...more },
})

const causeOf = (rule: RuleName, more: Partial<VariantChange>, tag: string | null = null) =>
  rules[rule].causeOf(change(more), { ...topic, tag }, settings)?.cause ?? null

const figure = fc.option(fc.integer({ min: -3, max: 12 }))

test('a restock is a rise over the least stock, and a fall never is one', () => {
  fc.assert(
    fc.property(figure, figure, fc.integer({ min: 1, max: 6 }), (stockBefore, stockAfter, minStock) => {
      const is = isRestock(change({ stockBefore, stockAfter }), minStock)
      if (stockBefore !== null && stockAfter !== null && stockAfter <= stockBefore) expect(is).toBe(false)
      expect(is).toBe(stockAfter !== null && stockAfter >= minStock && (stockBefore ?? -Infinity) < minStock)
      expect(isRestock(change({ stockBefore, stockAfter, isCounted: false }), minStock)).toBe(false)
    }),
  )
})

test.each([
  ['price-drop', { priceBefore: 10, priceAfter: 9 }, 'price-drop'],
  ['price-drop', { priceBefore: 9, priceAfter: 10 }, null],
  ['price-drop', { priceBefore: null, priceAfter: 9 }, null],
  ['low-stock', { stockBefore: 4, stockAfter: 3 }, 'low-stock'],
  ['low-stock', { stockBefore: 3, stockAfter: 2 }, null],
  ['low-stock', { stockBefore: 4, stockAfter: 0 }, null],
  ['low-stock', { stockBefore: 1, stockAfter: 3 }, null],
  ['coming-soon', { tagsGone: ['soon'] }, 'tag-gone'],
  ['coming-soon', { tagsGone: ['other'] }, null],
  ['manual', { stockAfter: 5 }, null],
  ['reminder', { stockAfter: 5 }, null],
] as const)('%s of %j says %s', (rule, more, cause) => {
  expect(causeOf(rule, { ...more, tagsGone: [...('tagsGone' in more ? more.tagsGone : [])] }, 'soon')).toBe(cause)
})

test('who named a price waits for that one, others for any below the one they saved it at', () => {
  expect(isCheapEnough(10, { targetPrice: 10, priceWhenSaved: 8 })).toBe(true)
  expect(isCheapEnough(11, { targetPrice: 10, priceWhenSaved: 20 })).toBe(false)
  expect(isCheapEnough(10, { targetPrice: null, priceWhenSaved: 10 })).toBe(false)
  expect(isCheapEnough(9, { targetPrice: null, priceWhenSaved: 10 })).toBe(true)
  expect(isCheapEnough(9, { targetPrice: null, priceWhenSaved: null })).toBe(false)
})

test('asked again, a rule says why not', () => {
  const now = { stock: 0, isCounted: true, isDeleted: false, price: 5 }
  const objection = (rule: RuleName, more: object) => rules[rule].objection({ ...now, ...more }, topic, settings)
  expect(objection('back-in-stock', {})).toBe('sold-out')
  expect(objection('back-in-stock', { stock: 1 })).toBeNull()
  expect(objection('back-in-stock', { isCounted: false })).toBeNull()
  expect(objection('low-stock', { stock: 9 })).toBe('enough-again')
  expect(objection('low-stock', { stock: 0 })).toBe('sold-out')
  expect(objection('price-drop', { price: null })).toBe('price-unknown')
  for (const rule of Object.keys(rules) as RuleName[]) expect(objection(rule, { isDeleted: true })).toBe('product-gone')
})

test('only restocks are paced by offers, unless a topic says so', () => {
  expect(pacingOf(settings, { ...topic, rule: 'back-in-stock' })).toBe('offers')
  expect(pacingOf(settings, { ...topic, rule: 'price-drop' })).toBe('everyone')
  expect(pacingOf(settings, { ...topic, rule: 'coming-soon', settings: { pacing: 'offers' } })).toBe('offers')
})
