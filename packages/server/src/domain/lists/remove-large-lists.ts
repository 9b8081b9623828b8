/** Removes large deleted lists: readers no longer see them at once, their items are deleted in batches in the background. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { storeItems } from '../rows/deleted-lists.ts'
import { signalBackgroundWork } from '../schedule/signal-background-work.ts'
import { finishCopy } from './copy-list.ts'

/** A list with up to this many items is deleted in one transaction. */
export const largeList = 1_000

/** The owner of deleted lists; no regid belongs to it. */
export const deletedListsOwner = '00000000-0000-0000-0000-000000000000'

/** The lists must be locked. Their ids stay in use until their items are deleted. */
export async function markListsForRemoval(sql: Sql, storeId: number, listIds: string[]): Promise<void> {
  if (listIds.length === 0) return
  await sql`
    insert into shoppers (store_id, shopper_id)
    values (${storeId}, ${deletedListsOwner})
    on conflict (store_id, shopper_id) do nothing`
  // A copy into one of them is no longer needed.
  await sql`
    delete from list_copies
    where store_id = ${storeId}
      and list_id = any(${listIds}::uuid[])`
  await sql`
    update lists
    set shopper_id = ${deletedListsOwner},
        name = '',
        type = 'gone',
        note = null,
        properties = '{}',
        description = '{}',
        anonymous_read = false,
        created_by = null,
        updated_by = null,
        created_for = null,
        device_id = null
    where store_id = ${storeId}
      and list_id = any(${listIds}::uuid[])`
  await sql`
    insert into list_removals (store_id, list_id)
    select ${storeId}, list_id
    from unnest(${listIds}::uuid[]) as list_id
    on conflict (store_id, list_id) do nothing`
  signalBackgroundWork()
}

const batchSize = 500

/** Short transactions, one after the other; two processes may work on the same list and alternate. */
export async function finishRemoval(
  sql: Database,
  storeId: number,
  listId: string,
  isStopped = () => false,
): Promise<void> {
  while (!isStopped()) {
    const step = await transaction(sql, (sql) => removeBatch(sql, storeId, listId))
    if (step === 'done') return
    // Complete the copies of this list first.
    if (Array.isArray(step)) for (const { listId } of step) await finishCopy(sql, storeId, listId)
  }
}

type RemovalStep = 'more' | 'done' | { listId: string }[]

async function removeBatch(sql: Sql, storeId: number, listId: string): Promise<RemovalStep> {
  const [removal] = await sql`
    select list_id
    from list_removals
    where store_id = ${storeId}
      and list_id = ${listId}
    for update`
  if (!removal) return 'done'
  const copies = await sql<{ listId: string }[]>`
    select list_id
    from list_copies
    where store_id = ${storeId}
      and source_id = ${listId}`
  if (copies.length > 0) return [...copies]
  const [gone] = await sql<{ count: number }[]>`
    with gone as (
      delete from items
      where store_id = ${storeId}
        and list_id = ${listId}
        and variant_id = any(array(
          select variant_id
          from items
          where store_id = ${storeId}
            and list_id = ${listId}
          limit ${batchSize}
        ))
      returning *
    ),
    -- of a list that its owner deleted and may restore; a list that a merge or an erasure removes has no such row
    stored as (${storeItems(
      sql,
      sql`where exists (
        select from deleted_lists
        where deleted_lists.store_id = ${storeId}
          and deleted_lists.list_id = ${listId}
      )`,
    )}),
    counted as (
      update lists
      set item_count = item_count - (select count(*) from gone)
      where store_id = ${storeId}
        and list_id = ${listId}
    )
    select count(*)
    from gone`
  if (gone!.count === batchSize) return 'more'
  await sql`
    delete from lists
    where store_id = ${storeId}
      and list_id = ${listId}`
  return 'done'
}
