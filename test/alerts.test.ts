/** The short forms of the fault runs about alerts (`npm run faults`): failures, kills, and people who leave meanwhile. */
import { expect, test } from 'vitest'
import { mayBeTwice, tellEverybody } from '../bench/faults/rows/alerts.ts'
import { leaveWhileTold } from '../bench/faults/rows/opt-outs.ts'

const seed = 20_262

test('a provider that fails and goes away, and workers that are killed: everybody is told once', async () => {
  const report = await tellEverybody({ deliveries: 300, kills: 2, seed, provider: 'keys' })
  expect(report).toMatchObject({ missing: 0, twice: 0, strangers: 0, killed: 2, fates: { sent: 300 } })
  expect(Math.min(report.injected.broken, report.injected.busy, report.injected.away)).toBeGreaterThan(0)
}, 120_000)

test('a mail server knows no keys: nobody is missing, and no more are told twice than were on their way', async () => {
  const report = await tellEverybody({ deliveries: 150, kills: 1, seed, provider: 'mail' })
  expect(report).toMatchObject({ missing: 0, strangers: 0, killed: 1, fates: { sent: 150 } })
  expect(report.twice).toBeLessThanOrEqual(mayBeTwice(report))
}, 120_000)

test('who leaves while everybody is being told is not told any more', async () => {
  const report = await leaveWhileTold({ deliveries: 800, optOuts: 60, seed })
  expect(report).toMatchObject({ ignored: 0, late: 0, missing: 0 })
  expect(report.spared).toBeGreaterThan(0)
}, 120_000)
