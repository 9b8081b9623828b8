/** Which stores have scheduled work that is due. */
import type { Sql } from '../../database/connect.ts'
import { isNotPaused } from './pause-store.ts'

/** Stores with scheduled work that is due. With many rows each store is one index lookup; a few are scanned. */
export async function findStoresWithDueWork(
  sql: Sql,
  work: 'plan' | 'send' | 'saved',
): Promise<{ storeId: number; pid: string }[]> {
  return await sql<{ storeId: number; pid: string }[]>`
    -- every store: the dispatcher goes from one to the next
    select store_id, pid
    from stores
    where asleep_since is null
      and exists (
        select from wakes
        where wakes.store_id = stores.store_id
          and work = ${work}
          and due_at <= now()
      )`
}

/**
 * Schedules work where deliveries are overdue and none is scheduled, in case a row was lost. Gives the number of stores.
 */
export async function scheduleForgottenWork(sql: Sql): Promise<number> {
  const woken = await sql`
    -- every store: each is asked for its oldest, which is one look into the index
    insert into wakes (store_id, work)
    select store.store_id, 'send'
    from stores store
    where store.asleep_since is null
      and exists (
        select from unnest(array['email', 'sms', 'whatsapp', 'push', 'webhook']) medium
        where exists (
          select from deliveries
          where deliveries.store_id = store.store_id
            and deliveries.medium = medium.medium
            and status = 'due'
            and due_at < now() - interval '10 seconds'
        )
      )
      and not exists (
        select from wakes
        where wakes.store_id = store.store_id
          and work = 'send'
          and due_at <= now()
      )
    returning 1`
  return woken.length
}

/** For how many seconds the oldest work has been due; what is being done is counted until it is done. */
export async function findOverdue(sql: Sql): Promise<number> {
  const [row] = await sql<{ seconds: number }[]>`
    -- every store: one figure of the whole installation, for monitoring
    select coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as seconds
    from wakes
    where due_at <= now()
      and ${isNotPaused(sql, 'wakes.store_id')}`
  return row!.seconds
}
