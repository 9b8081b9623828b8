/** What doctor looks at of the work itself: whether somebody does it, and whether what leaves arrives. */
import type { Sql } from '../../database/connect.ts'
import { findOperatorAlerts, type OperatorAlerts } from '../../domain/reports/operator-alerts.ts'
import type { Check } from './check.ts'

export async function checkWork(sql: Sql, now = new Date()): Promise<Check[]> {
  const troubles = await findOperatorAlerts(sql)
  return [judgeWaiting(troubles, now), judgeLetters(troubles), judgeWebhooks(troubles), judgeFeeds(troubles)]
}

/** Work is done within seconds of being due. */
const LATE = 60_000
const FORSAKEN = 600_000

function judgeWaiting({ workWaitsSince }: OperatorAlerts, now: Date): Check {
  const waits = workWaitsSince ? now.getTime() - workWaitsSince.getTime() : 0
  if (waits < LATE) return { name: 'alerts', state: 'ok', says: 'what is due gets done' }
  const says = `work is due for ${Math.round(waits / 60_000)} minutes and nobody does it: start heartbell work, or heartbell serve without --no-alerts`
  return { name: 'alerts', state: waits < FORSAKEN ? 'warn' : 'fail', says }
}

function judgeLetters({ deadLetters, lastReason }: OperatorAlerts): Check {
  if (deadLetters === 0) return { name: 'messages', state: 'ok', says: 'none was given up since yesterday' }
  const says = `${deadLetters} given up since yesterday, the last one because of “${lastReason ?? 'no reason'}”: mend that, then send them again from the outbox`
  return { name: 'messages', state: 'warn', says }
}

function judgeWebhooks({ failingWebhooks }: OperatorAlerts): Check {
  if (failingWebhooks === 0) return { name: 'webhooks', state: 'ok', says: 'every receiver takes what it is sent' }
  const says = `${failingWebhooks} receivers fail or were switched off for it: the dashboard shows their answers, under Webhooks`
  return { name: 'webhooks', state: 'warn', says }
}

function judgeFeeds({ failingFeeds, feedSays }: OperatorAlerts): Check {
  if (failingFeeds === 0) return { name: 'feeds', state: 'ok', says: 'every feed that is polled is read' }
  const says = `${failingFeeds} were not read when they should have been (${feedSays ?? 'nobody looked'}): try their addresses under Integrations`
  return { name: 'feeds', state: 'warn', says }
}
