/** What of one store is due to be sent, and that it was looked at. */
import type { Sql } from '../../database/connect.ts'

export type DueWork = {
  /** Read before the deliveries, so that deliveries added with later scheduled work are not lost with these. */
  workIds: string[]
  media: string[]
}

/** Null when there is no such store any more. */
export async function findDueWork(sql: Sql, storeId: number): Promise<DueWork | null> {
  const [row] = await sql<DueWork[]>`
    select
      array(
        select wake_id
        from wakes
        where wakes.store_id = ${storeId}
          and work = 'send'
          and due_at <= now()
        -- in one order for all workers: one that is not done keeps the first row and removes the others
        order by due_at, wake_id
        limit 1000
      ) as work_ids,
      array(
        select medium
        from unnest(array['email', 'sms', 'whatsapp', 'push', 'webhook']) medium
        where exists (
          select from deliveries
          where deliveries.store_id = ${storeId}
            and deliveries.medium = medium.medium
            and status = 'due'
            and due_at <= now()
        )
      ) as media
    from stores
    where store_id = ${storeId}`
  return row ?? null
}

/** Removes scheduled work that is done, and schedules the next looks, `again` milliseconds from now. */
export async function finishScheduledWork(
  sql: Sql,
  storeId: number,
  done: string[],
  again: number[] = [],
): Promise<void> {
  if (done.length + again.length === 0) return
  await sql`
    with again as (
      insert into wakes (store_id, work, due_at)
      select ${storeId}::bigint, 'send', now() + millis * interval '1 millisecond'
      from unnest(${again.map(Math.ceil)}::integer[]) again (millis)
    )
    delete from wakes
    where store_id = ${storeId}
      and wake_id = any(${done}::uuid[])`
}
