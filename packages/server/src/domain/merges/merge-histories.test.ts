import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type MergeTest, openMergeTest } from './testing/guests-and-accounts.ts'
import { findDisagreement, histories } from './testing/merge-histories.ts'

/** These tests wait more than they compute, and much more on a busy machine. */
vi.setConfig({ testTimeout: 180_000 })

let t: MergeTest
beforeAll(async () => {
  t = await openMergeTest()
})
afterAll(() => t.close())

// proves C2.merge-whole, C2.merge-atomic
test('after concurrent actions of several devices the database equals the model', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      expect(await findDisagreement(t.sql, await t.newStore(), history)).toBeNull()
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
