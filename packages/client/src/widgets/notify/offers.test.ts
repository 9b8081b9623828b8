import { expect, test } from 'vitest'
import { maskAddress } from '../../client/mask-address.ts'
import { readPrice } from './form/read-price.ts'
import { dayOf, isAnyThere, type Offer, offersOf } from './offers.ts'

const shown = (offers: Offer[]) => offers.map(({ topic, any }) => (any ? `${topic} any` : topic))
const usual = { topic: null, topics: null, any: false, isSoldOut: true }

test('back in stock is offered for what is sold out, a price drop always', () => {
  const both = { ...usual, topics: ' backinstock  pricedrop ' }
  expect(shown(offersOf(usual))).toEqual(['backinstock'])
  expect(shown(offersOf({ ...usual, isSoldOut: false }))).toEqual([])
  expect(shown(offersOf(both))).toEqual(['backinstock', 'pricedrop'])
  expect(shown(offersOf({ ...both, isSoldOut: false }))).toEqual(['pricedrop'])
})

test('any variant is a second offer of back in stock only', () => {
  const any = { ...usual, topics: 'backinstock pricedrop', any: true }
  expect(shown(offersOf(any))).toEqual(['backinstock', 'backinstock any', 'pricedrop'])
  expect(shown(offersOf({ ...any, isSoldOut: false }))).toEqual(['pricedrop'])
})

test('one topic of its own does not depend on stock', () => {
  expect(shown(offersOf({ ...usual, topic: 'comingsoon', isSoldOut: false }))).toEqual(['comingsoon'])
  expect(shown(offersOf({ ...usual, topic: '', isSoldOut: false }))).toEqual(['backinstock'])
})

test('a name that is nearly a standard topic means that one; another name is a topic of the store', () => {
  const both = { ...usual, topics: 'back-in-stock Price_Drop' }
  expect(shown(offersOf(both))).toEqual(['backinstock', 'pricedrop'])
  expect(shown(offersOf({ ...both, isSoldOut: false }))).toEqual(['pricedrop'])
  expect(shown(offersOf({ ...usual, topic: 'Coming-Soon' }))).toEqual(['comingsoon'])
  expect(shown(offersOf({ ...usual, topic: 'VIP-sale' }))).toEqual(['VIP-sale'])
})

test.each([
  ['40', 40],
  ['€ 39,90', 39.9],
  ['39.9', 39.9],
  ['1.250,00', 1250],
  ['1,250.00', 1250],
  ['1 250', 1250],
  ['¥4,000', 4000],
  ['٤٠', 40],
  ['١٢٫٥', 12.5],
  ['४०', 40],
  ['４０', 40],
])('%s is read as a price', (text, price) => {
  expect(readPrice(text)).toBe(price)
})

test.each(['', 'cheap', '0', '-5', '1-2', ','])('%j is no price', (text) => {
  expect(readPrice(text)).toBeUndefined()
})

test('an address is masked so that its owner recognises it', () => {
  expect(['ada@shop.example', 'a@b.example', '+14155552671', '12'].map(maskAddress)).toEqual([
    'ad…@shop.example',
    'a…@b.example',
    '…671',
    '12',
  ])
})

test('another variant is there if one has stock or is not tracked; a page that names no stock says nothing', () => {
  expect([{}, { 1: 0 }, { 1: 0, 2: -1 }].map(isAnyThere)).toEqual([false, false, false])
  expect(
    [
      { 1: 0, 2: 3 },
      { 1: 0, 2: null },
    ].map(isAnyThere),
  ).toEqual([true, true])
})

test('a date has one notation, and is the same day everywhere', () => {
  expect(dayOf('2027-03-01')?.getDate()).toBe(1)
  expect(dayOf('2027-03-01T09:00:00Z')).toEqual(new Date('2027-03-01T09:00:00Z'))
  for (const other of ['1.3.2027', '03/01/2027', 'March 1, 2027', '2027-13-40', '', null])
    expect(dayOf(other)).toBe(undefined)
})
