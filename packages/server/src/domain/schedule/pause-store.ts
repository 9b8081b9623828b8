/** A paused store: it serves its callers, but no background work runs for it: no planning, sending, forwarding or polling. */
import type { Sql } from '../../database/connect.ts'
import { scheduleWork } from './scheduled-work.ts'

/** A condition on a column with a store's id, for statements of background work over all stores. */
export const isNotPaused = (sql: Sql, storeId: string) => sql`
  ${sql.unsafe(storeId)} not in (
    -- every store: few are paused, and they have an index
    select store_id
    from stores
    where asleep_since is not null
  )`

/** What a worker has claimed at this moment is still sent. */
export async function pauseStore(sql: Sql, storeId: number): Promise<void> {
  await sql`
    update stores
    set asleep_since = coalesce(asleep_since, now())
    where store_id = ${storeId}`
}

/** What was due meanwhile is due now. */
export async function resumeStore(sql: Sql, storeId: number): Promise<void> {
  await sql`
    update stores
    set asleep_since = null
    where store_id = ${storeId}`
  await scheduleWork(sql, storeId, [{ work: 'send' }])
}
