/** The short forms of the fault runs about alerts (`npm run faults`): failures, kills, and people who unsubscribe meanwhile. */
import { expect, test } from 'vitest'
import { mayBeTwice, tellEverybody } from '../bench/faults/rows/alerts.ts'
import { leaveWhileTold } from '../bench/faults/rows/opt-outs.ts'

const seed = 20_262

test('with a failing provider, an outage and killed workers, everybody is notified once', async () => {
  const report = await tellEverybody({ deliveries: 300, kills: 2, seed, provider: 'keys' })
  expect(report).toMatchObject({ missing: 0, twice: 0, strangers: 0, killed: 2, fates: { sent: 300 } })
  expect(Math.min(report.injected.broken, report.injected.busy, report.injected.away)).toBeGreaterThan(0)
})

test('a mail server has no idempotency keys: nobody is missing, and only messages in flight are sent twice', async () => {
  const report = await tellEverybody({ deliveries: 150, kills: 1, seed, provider: 'mail' })
  expect(report).toMatchObject({ missing: 0, strangers: 0, killed: 1, fates: { sent: 150 } })
  expect(report.twice).toBeLessThanOrEqual(mayBeTwice(report))
})

test('a person who unsubscribes while alerts are sent gets no message afterwards', async () => {
  const report = await leaveWhileTold({ deliveries: 800, optOuts: 60, seed })
  expect(report).toMatchObject({ ignored: 0, late: 0, missing: 0 })
  expect(report.spared).toBeGreaterThan(0)
})
