import { expect, test } from 'vitest'
import { badgesOf, bagLines, missingOf, NEWS, nextMemory, percentOff, totalOf, type Wish } from './item-facts.ts'

const item = (more: Partial<Wish> = {}): Wish => ({ variantId: 1, productId: 1, url: '/p', ...more })

test.each([
  [75, 100, 25],
  [9, 10, 10],
  [66.67, 100, 33],
  [99.9, 100, 0],
  [100, 100, 0],
  [120, 100, 0],
])('a price of %d after %d is %d percent off, never more than is true', (price, savedPrice, off) => {
  expect(percentOff(item({ price, savedPrice }))).toBe(off)
})

test('without one of the two prices nothing is off', () => {
  expect(percentOff(item({ price: 5 }))).toBe(0)
  expect(percentOff(item({ price: null, savedPrice: 5 }))).toBe(0)
})

test('badges: a sold-out item says only that, a few units are counted, an untracked stock is not', () => {
  expect(badgesOf(item({ stock: 0, price: 1, savedPrice: 2 }), true)).toEqual(['gone'])
  expect(badgesOf(item({ stock: 5, price: 1, savedPrice: 2 }), true)).toEqual(['back', 'low', 'cut'])
  expect(badgesOf(item({ stock: 6 }), false)).toEqual([])
  expect(badgesOf(item({ stock: null }), false)).toEqual([])
})

test('the total counts the pieces of what can be bought and has a price', () => {
  const items = [item({ price: 10, quantity: 3 }), item({ price: 5.5 }), item({ price: 99, stock: 0 }), item()]
  expect(totalOf(items)).toEqual({ sum: 35.5, count: 4 })
  expect(totalOf([])).toEqual({ sum: 0, count: 0 })
})

test('an item that was seen sold out is back in stock for a week', () => {
  const gone = nextMemory({}, [item({ stock: 0 })], 1000)
  expect(gone).toEqual({ 1: 0 })
  const back = nextMemory(gone, [item({ stock: 3 })], 2000)
  expect(back).toEqual({ 1: 2000 })
  expect(nextMemory(back, [item({ stock: 3 })], 2000 + NEWS - 1)).toEqual({ 1: 2000 })
  expect(nextMemory(back, [item({ stock: 3 })], 2000 + NEWS)).toEqual({})
  expect(nextMemory(back, [item({ stock: 0 })], 3000)).toEqual({ 1: 0 })
})

test('an item that was never seen sold out, or is no longer saved, is not remembered', () => {
  expect(nextMemory({}, [item({ stock: 3 }), item({ variantId: 2, stock: null })], 1000)).toEqual({})
  expect(nextMemory({ 1: 0 }, [], 1000)).toEqual({})
})

test('a bundle goes into the bag by its parts, a custom item by the shop’s id, if it has one', () => {
  expect(bagLines(item({ quantity: 2 }))).toEqual([{ variantId: 1, quantity: 2 }])
  expect(bagLines(item({ kind: 'custom' }))).toEqual([])
  expect(bagLines(item({ kind: 'custom', platformId: 7 }))).toEqual([{ variantId: 7, quantity: 1 }])
  const parts = [{ variantId: 8, title: 'Mug' }, { title: 'Card' }]
  expect(bagLines(item({ kind: 'customBundle', parts }))).toEqual([{ variantId: 8, quantity: 1 }])
})

test('all into the bag adds only what it lacks; a piece in it counts once', () => {
  const wanted = [item({ quantity: 3 }), item({ variantId: 2 }), item({ variantId: 3, quantity: 2 })]
  const bag = [
    { variantId: '1', quantity: 2 },
    { variantId: 3, quantity: 5 },
  ]
  const lines = (bag: Parameters<typeof missingOf>[1]) => missingOf(wanted, bag).map((missing) => missing.lines)
  expect(lines(bag)).toEqual([[{ variantId: 1, quantity: 1 }], [{ variantId: 2, quantity: 1 }], []])
  expect(lines([])).toEqual(wanted.map(bagLines))
  const bundle = item({ variantId: 9, kind: 'customBundle', parts: [{ variantId: 1, title: 'Mug' }] })
  const both = missingOf([item(), bundle], [{ variantId: 1, quantity: 1 }])
  expect(both.map((missing) => missing.lines)).toEqual([[], [{ variantId: 1, quantity: 1 }]])
})
