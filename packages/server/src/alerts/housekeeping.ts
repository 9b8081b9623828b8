/** Periodic work for every store: expires old alerts, carries out erasures, deletes what is past its retention. */

import { databaseTime } from '../database/clock.ts'
import type { Database } from '../database/connect.ts'
import { deleteEndedBudgets } from '../domain/messages/message-limits.ts'
import { carryOutRedactions } from '../domain/privacy/carry-out-redactions.ts'
import { applyRetention, deleteOldInstallationRows } from '../domain/privacy/retention.ts'
import { type BackgroundLoop, startLoop } from '../domain/schedule/background-loop.ts'
import { deleteOldAnswers } from '../domain/stores/idempotency.ts'
import { listStores, type Store } from '../domain/stores/stores.ts'
import { deleteExpiredIdentities } from '../domain/stores/used-identities.ts'
import { expireAlerts } from '../domain/subscriptions/expire-alerts.ts'

export type HousekeepingOptions = {
  stores: { find(pid: string): Promise<Store | null> }
  warn: (sentence: string, error?: unknown) => void
  /** Milliseconds between two rounds. */
  tick?: number
}

const usualTick = 10 * 60_000
/** A few at a time, so that no other statement waits for long. */
const atOnce = 500

export function startHousekeeping(
  sql: Database,
  { stores, warn, tick = usualTick }: HousekeepingOptions,
): BackgroundLoop {
  const look = async (isStopped: () => boolean) => {
    let hasMore = false
    for (const { pid, isAsleep } of await listStores(sql)) {
      if (isAsleep || isStopped()) continue
      try {
        const store = await stores.find(pid)
        if (store && (await tidy(sql, store))) hasMore = true
      } catch (error) {
        // A fault of one store stops no other.
        warn('housekeeping of a store failed; the next round retries it', error)
      }
    }
    if (!isStopped() && (await deleteOldInstallationRows(sql, atOnce)) >= atOnce) hasMore = true
    return hasMore
  }
  return startLoop({ look, tick, warn: (error) => warn('housekeeping failed; the next round goes on', error) })
}

/** True when there may be more. */
async function tidy(sql: Database, store: Store): Promise<boolean> {
  await carryOutRedactions(sql, store)
  const expired = await expireAlerts(sql, store, await databaseTime(sql), atOnce)
  const answers = await deleteOldAnswers(sql, store)
  const old = await applyRetention(sql, store, atOnce)
  const budgets = await deleteEndedBudgets(sql, store, atOnce)
  const identities = await deleteExpiredIdentities(sql, store, atOnce)
  return [expired, answers, old, budgets, identities].some((count) => count >= atOnce)
}
