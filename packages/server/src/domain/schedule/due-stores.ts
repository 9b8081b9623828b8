/** The dispatcher's questions: which stores have work, what of one store is due, and that it was looked at. */
import type { Sql } from '../../database/connect.ts'
import { isAwake } from './pause-store.ts'

/** Stores with a wake that is due. Where wakes are many each store is one look into their index, where they are few they are read. */
export async function findWokenStores(sql: Sql, work: 'plan' | 'send'): Promise<number[]> {
  const rows = await sql<{ storeId: number }[]>`
    -- every store: the dispatcher goes from one to the next
    select store_id
    from stores
    where asleep_since is null
      and exists (
        select from wakes
        where wakes.store_id = stores.store_id
          and work = ${work}
          and due_at <= now()
      )`
  return rows.map(({ storeId }) => storeId)
}

export type DueWork = {
  pid: string
  /** Seen before the deliveries are, so that what is added with a later wake is not lost with these. */
  wakeIds: string[]
  media: string[]
}

export async function findPid(sql: Sql, storeId: number): Promise<string | null> {
  const [row] = await sql<{ pid: string }[]>`
    select pid
    from stores
    where store_id = ${storeId}`
  return row?.pid ?? null
}

/** Null when there is no such store any more. */
export async function findDueWork(sql: Sql, storeId: number): Promise<DueWork | null> {
  const [row] = await sql<DueWork[]>`
    select pid,
      array(
        select wake_id
        from wakes
        where wakes.store_id = ${storeId}
          and work = 'send'
          and due_at <= now()
        -- the same one first for everybody, because whoever is not done leaves the first and takes the others away
        order by due_at, wake_id
        limit 1000
      ) as wake_ids,
      array(
        select medium
        from unnest(array['email', 'sms', 'push', 'webhook']) medium
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

/** Takes wakes away that were followed, and leaves others for when there is something to do again, `again` milliseconds from now. */
export async function finishWakes(sql: Sql, storeId: number, wakeIds: string[], again: number[]): Promise<void> {
  await sql`
    with again as (
      insert into wakes (store_id, work, due_at)
      select ${storeId}::bigint, 'send', now() + millis * interval '1 millisecond'
      from unnest(${again.map(Math.ceil)}::integer[]) again (millis)
    )
    delete from wakes
    where store_id = ${storeId}
      and wake_id = any(${wakeIds}::uuid[])`
}

/**
 * Wakes stores where deliveries have been due for a while and nobody was told: the clock in case a wake was lost. Gives how many.
 */
export async function wakeForgotten(sql: Sql): Promise<number> {
  const woken = await sql`
    -- every store: each is asked for its oldest, which is one look into the index
    insert into wakes (store_id, work)
    select store.store_id, 'send'
    from stores store
    where store.asleep_since is null
      and exists (
        select from unnest(array['email', 'sms', 'push', 'webhook']) medium
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
    -- every store: one figure of the whole installation, for whoever watches it
    select coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as seconds
    from wakes
    where due_at <= now()
      and ${isAwake(sql, 'wakes.store_id')}`
  return row!.seconds
}
