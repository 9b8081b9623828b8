/** Large lists that were deleted: gone for every reader at once, their items a few at a time in the background. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { noteWork } from '../schedule/signal-background-work.ts'
import { finishCopy } from './copy-list.ts'

/** Up to so many items a list goes whole, in one transaction. */
export const largeList = 1_000

/** The owner of lists that nobody has any more; no regid leads to it. */
export const deletedListsOwner = '00000000-0000-0000-0000-000000000000'

/** The lists must be locked. They keep their ids until their items are gone. */
export async function markListsForRemoval(sql: Sql, storeId: number, listIds: string[]): Promise<void> {
  if (listIds.length === 0) return
  await sql`
    insert into shoppers (store_id, shopper_id)
    values (${storeId}, ${deletedListsOwner})
    on conflict (store_id, shopper_id) do nothing`
  // A copy that was still being made into one of them is not wanted any more.
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
  noteWork()
}

const batchSize = 500

/** Short transactions, one after the other; two processes at it take turns. */
export async function finishRemoval(
  sql: Database,
  storeId: number,
  listId: string,
  isStopped = () => false,
): Promise<void> {
  while (!isStopped()) {
    const step = await transaction(sql, (sql) => removeBatch(sql, storeId, listId))
    if (step === 'done') return
    // Whoever copies the list gets its items first.
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
      returning 1
    ),
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
