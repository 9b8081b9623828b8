/** First come, first served, however and whenever people arrive: the database equals a model that serves the line from its head. */
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { newLineShop } from './testing/line-acts.ts'
import { findLineFault, lineHistories, lineSettings } from './testing/line-histories.ts'

vi.setConfig({ testTimeout: 180_000 })

const database = useTestDatabase({ connections: 8 })

test('people are notified in the order of their places, whatever happens', async () => {
  const { sql } = database
  await fc.assert(
    fc.asyncProperty(fc.array(lineHistories, { minLength: 8, maxLength: 8 }), async (histories) => {
      const found = await Promise.all(
        histories.map(async (history) => findLineFault(sql, await newLineShop(sql, lineSettings(history)), history)),
      )
      expect(found.filter((one) => one !== null)).toEqual([])
    }),
    { numRuns: 3, endOnFailure: true },
  )
})
