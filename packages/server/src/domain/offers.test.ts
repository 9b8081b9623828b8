import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../database/connect.ts'
import { openTestDatabase, pausing, seededRandom, type TestDatabase } from '../database/testing.ts'
import { unitsToOffer } from './offers.ts'
import { type Standing, seat } from './plan-line.ts'
import { emailOf, newShop } from './testing-alerts.ts'
import { findDisagreement, offerHistories, settingsOf } from './testing-offers-histories.ts'
import { raceOffers } from './testing-offers-races.ts'

vi.setConfig({ testTimeout: 180_000 })

let database: TestDatabase
let sql: Database
beforeAll(async () => {
  database = await openTestDatabase({ connections: 16 })
  sql = database.sql
})
afterAll(() => database.close())

test('whatever happens to stock and line, the database is as the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(offerHistories, { minLength: 10, maxLength: 10 }), async (histories) => {
      const found = await Promise.all(
        histories.map(async (history) => findDisagreement(sql, await newShop(sql, ...settingsOf(history)), history)),
      )
      expect(found.filter((one) => one !== null)).toEqual([])
    }),
    { numRuns: 20, endOnFailure: true },
  )
})

test.each([1, 2, 3])('planners, stock, leavers and buyers at once keep every promise (seed %i)', async (seed) => {
  const store = await newShop(sql)
  const slow = pausing(sql, seededRandom(seed), { longest: 3 })
  expect(await raceOffers(slow, sql, store, seededRandom(seed))).toEqual([])
})

const standing = (quantity: number, place: number): Standing => ({
  subscriptionId: emailOf(String(place)),
  waitingSince: new Date(place),
  quantity,
  lapsesAt: null,
  isEarlier: false,
})

test('seats are given in order, never more than there are, and nobody is passed who fits', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 })), fc.nat(20), (quantities, free) => {
      const line = quantities.map(standing)
      const { seated, passedOver, left } = seat(line, free)
      const taken = seated.reduce((sum, { quantity }) => sum + quantity, 0)
      expect(taken + left).toBe(free)
      expect(left).toBeGreaterThanOrEqual(0)
      for (const { quantity } of passedOver) expect(quantity).toBeGreaterThan(left)
      const decided = [...seated, ...passedOver].sort((a, b) => +a.waitingSince - +b.waitingSince)
      expect(decided).toEqual(line.slice(0, decided.length))
    }),
  )
})

test('units are counted as people count', () => {
  expect([unitsToOffer(100, 0.29), unitsToOffer(3, 0.5), unitsToOffer(-2, 1), unitsToOffer(7, 1)]).toEqual([
    29, 1, 0, 7,
  ])
})
