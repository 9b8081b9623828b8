import { expect, test } from 'vitest'
import type { Item } from '../../../client/records.ts'
import { type Choice, chooseItems } from './choose-items.ts'

const items: Item[] = [
  { variantId: 1, productId: 1, url: '', title: 'Café table', price: 80, stock: 3, savedAt: 10, priority: 'nice' },
  { variantId: 2, productId: 2, url: '', title: 'apron 10', variant: 'Blue', price: 20, savedPrice: 30, savedAt: 30 },
  { variantId: 3, productId: 3, url: '', title: 'Apron 9', price: null, stock: 0, savedAt: 20, priority: 'must-have' },
  { variantId: 4, productId: 4, url: '', title: 'Bowl', note: 'for Zoé', price: 20, stock: 0, savedPrice: 25 },
]

const chosen = (choice: Partial<Choice>) =>
  chooseItems([...items], { text: '', sort: 'own', filter: '', ...choice }, 'en').map(({ variantId }) => variantId)

test.each([
  ['cafe', [1]],
  ['ZOE', [4]],
  ['apron blue', [2]],
  ['blue table', []],
  ['  ', [1, 2, 3, 4]],
])('search %j finds title, variant and note, without case and accents', (text, found) => {
  expect(chosen({ text })).toEqual(found)
})

test.each([
  ['own', [1, 2, 3, 4]],
  ['newest', [2, 3, 1, 4]],
  ['cheap', [2, 4, 1, 3]],
  ['dear', [1, 2, 4, 3]],
  ['title', [3, 2, 4, 1]],
  ['priority', [3, 1, 2, 4]],
] as const)('sorted by %s; an item without the value is last', (sort, order) => {
  expect(chosen({ sort })).toEqual(order)
})

test.each([
  ['stock', [1, 2]],
  ['cut', [2]],
  ['gone', [3, 4]],
] as const)('filtered by %s', (filter, found) => {
  expect(chosen({ filter })).toEqual(found)
})
