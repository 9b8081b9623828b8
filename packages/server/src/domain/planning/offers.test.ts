import { expect, test } from 'vitest'
import { unitsToOffer } from './offers.ts'

test('units are rounded down without floating-point errors, and are never negative', () => {
  expect([unitsToOffer(100, 0.29), unitsToOffer(3, 0.5), unitsToOffer(-2, 1), unitsToOffer(7, 1)]).toEqual([
    29, 1, 0, 7,
  ])
})
