/** Doctor's checks of background work: whether it is being done, and whether messages arrive. */
import type { Sql } from '../../database/connect.ts'
import { findOperatorAlerts, type OperatorAlerts } from '../../domain/reports/operator-alerts.ts'
import type { DoctorCheck } from './check.ts'

export async function checkWork(sql: Sql, now = new Date()): Promise<DoctorCheck[]> {
  const problems = await findOperatorAlerts(sql)
  return [assessWaiting(problems, now), assessMessages(problems), assessWebhooks(problems), assessFeeds(problems)]
}

/** Work normally starts within seconds of being due. */
const LATE = 60_000
const ABANDONED = 600_000

function assessWaiting({ workWaitsSince }: OperatorAlerts, now: Date): DoctorCheck {
  const waits = workWaitsSince ? now.getTime() - workWaitsSince.getTime() : 0
  if (waits < LATE) return { name: 'alerts', state: 'ok', says: 'no work is overdue' }
  const says = `work has been due for ${Math.round(waits / 60_000)} minutes and no process does it: start heartbell work, or heartbell serve without --no-alerts`
  return { name: 'alerts', state: waits < ABANDONED ? 'warn' : 'fail', says }
}

function assessMessages({ deadLetters, lastReason }: OperatorAlerts): DoctorCheck {
  if (deadLetters === 0) return { name: 'messages', state: 'ok', says: 'none has failed since yesterday' }
  const says = `${deadLetters} have failed since yesterday, the last one because of “${lastReason ?? 'no reason'}”: fix the cause, then send them again from the outbox`
  return { name: 'messages', state: 'warn', says }
}

function assessWebhooks({ failingWebhooks }: OperatorAlerts): DoctorCheck {
  if (failingWebhooks === 0) return { name: 'webhooks', state: 'ok', says: 'every endpoint accepts its events' }
  const says = `${failingWebhooks} endpoints fail or were disabled because they failed: the dashboard shows their responses under Webhooks`
  return { name: 'webhooks', state: 'warn', says }
}

function assessFeeds({ failingFeeds, feedSays }: OperatorAlerts): DoctorCheck {
  if (failingFeeds === 0) return { name: 'feeds', state: 'ok', says: 'every polled feed was read' }
  const says = `${failingFeeds} were not read in time (${feedSays ?? 'no process tried'}): test their addresses under Integrations`
  return { name: 'feeds', state: 'warn', says }
}
