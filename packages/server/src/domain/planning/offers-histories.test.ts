/** The guarantees of offers hold after any history and under any concurrency. */
import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { seededRandom, withPauses } from '../../database/testing/test-database.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { findDisagreement, offerHistories, settingsOf } from './testing/offers-histories.ts'
import { raceOffers } from './testing/offers-races.ts'
import { newShop } from './testing/waiting-people.ts'

vi.setConfig({ testTimeout: 180_000 })

const database = useTestDatabase({ connections: 16 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

test('after any history of stock and subscriptions the database equals the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(offerHistories, { minLength: 10, maxLength: 10 }), async (histories) => {
      const found = await Promise.all(
        histories.map(async (history) => findDisagreement(sql, await newShop(sql, ...settingsOf(history)), history)),
      )
      expect(found.filter((one) => one !== null)).toEqual([])
    }),
    { numRuns: 10, endOnFailure: true },
  )
})

test.each([1, 2, 3])('concurrent planning, stock changes and purchases break no guarantee (seed %i)', async (seed) => {
  const store = await newShop(sql)
  const slow = withPauses(sql, seededRandom(seed), { longest: 3 })
  expect(await raceOffers(slow, sql, store, seededRandom(seed))).toEqual([])
})
