/** Finishes work that was too large for the transaction of one call, also work that a stopped process left unfinished. */
import type { Database } from '../../database/connect.ts'
import { finishRecount } from '../items/recount-savers.ts'
import { type BackgroundLoop, startLoop } from '../schedule/background-loop.ts'
import { isNotPaused } from '../schedule/pause-store.ts'
import { finishRemoval } from './remove-large-lists.ts'

let running: Promise<void> | undefined

/** One run at a time in each process: this work is not urgent and should leave the database to callers. */
export function finishBackgroundWork(sql: Database, isStopped = () => false): Promise<void> {
  running ??= drainBackgroundWork(sql, isStopped).finally(() => {
    running = undefined
  })
  return running
}

async function drainBackgroundWork(sql: Database, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const recounts = await sql<{ storeId: number; shopperId: string; besideId: string }[]>`
      -- every store: the oldest first, of any store
      select store_id, shopper_id, beside_id
      from saver_recounts
      where ${isNotPaused(sql, 'store_id')}
      order by asked_at
      limit 20`
    for (const recount of recounts) await finishRecount(sql, recount, isStopped)
    const removals = await sql<{ storeId: number; listId: string }[]>`
      -- every store: the oldest first, of any store
      select store_id, list_id
      from list_removals
      where ${isNotPaused(sql, 'store_id')}
        -- later: a restore puts its items back
        and asked_at <= now()
      order by asked_at
      limit 20`
    for (const { storeId, listId } of removals) await finishRemoval(sql, storeId, listId, isStopped)
    if (recounts.length + removals.length === 0) return
  }
}

/** Also finds work of other processes: one that was stopped, and the command line. */
export const startBackgroundWork = (sql: Database, warn: (error: unknown) => void, tick = 5_000): BackgroundLoop =>
  startLoop({
    tick,
    warn,
    unref: true,
    look: async (isStopped) => {
      await finishBackgroundWork(sql, isStopped)
      return false
    },
  })
