/** A store that sleeps: it serves its callers as ever, and the clock does nothing for it. Nobody is told, sent to, forwarded or polled. */
import type { Sql } from '../../database/connect.ts'
import { scheduleWork } from './scheduled-work.ts'

/** A condition on a column that holds a store's number, for the clock's questions about all stores. */
export const isNotPaused = (sql: Sql, storeId: string) => sql`
  ${sql.unsafe(storeId)} not in (
    -- every store: few sleep, and they have an index of their own
    select store_id
    from stores
    where asleep_since is not null
  )`

/** What was begun before is finished: what a worker holds at this moment still leaves. */
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
