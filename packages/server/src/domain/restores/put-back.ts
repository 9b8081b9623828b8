/**
 * Restores a large list in short transactions. Until its last item is there, nobody sees it: it is a list that is to be removed, later.
 * If the process stops, the background work removes it then, and all its items are among the deleted ones again.
 */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { recountBytes } from '../items/item-quotas.ts'
import { requestRecount } from '../items/recount-savers.ts'
import { largeList, markListsForRemoval } from '../lists/remove-large-lists.ts'
import { insertListRow, itemFields, type ListRow, saveListRow } from '../rows/list-snapshots.ts'
import type { Shopper } from '../shoppers/shoppers.ts'

type DeletedLargeList = { listId: string; record: ListRow; itemCount: number; isBeingRemoved: boolean }

/** Small lists are restored in one transaction. */
export const isPutBackFirst = ({ itemCount, isBeingRemoved }: DeletedLargeList) =>
  isBeingRemoved || itemCount > largeList

/** Locks the removal, so that no item leaves or comes back any more. False: some are still among the deleted ones. */
export async function isPutBack(sql: Sql, { store }: Shopper, { listId }: DeletedLargeList): Promise<boolean> {
  const removals = await sql`
    select from list_removals
    where store_id = ${store.storeId}
      and list_id = ${listId}
    for update`
  if (removals.length === 0) return false
  const left = await sql`
    select from deleted_items
    where store_id = ${store.storeId}
      and list_id = ${listId}
    limit 1`
  return left.length === 0
}

/** The list's owner and its deleted record must be locked. */
export async function beginToPutBack(sql: Sql, who: Shopper, { listId, record }: DeletedLargeList): Promise<void> {
  const { store, shopperId } = who
  const delayed = await delayRemoval(sql, store.storeId, listId)
  if (delayed) return
  await insertListRow(sql, store, shopperId, listId, { ...record, name: '', type: 'gone' }, 0)
  await markListsForRemoval(sql, store.storeId, [listId])
  await delayRemoval(sql, store.storeId, listId)
}

async function delayRemoval(sql: Sql, storeId: number, listId: string): Promise<boolean> {
  const { count } = await sql`
    update list_removals
    set asked_at = now() + interval '5 minutes'
    where store_id = ${storeId}
      and list_id = ${listId}`
  return count > 0
}

/** The restore is not to be: the list was restored, erased or moved to an account meanwhile. */
export async function giveUpPuttingBack(sql: Sql, storeId: number, listId: string): Promise<void> {
  await sql`
    update list_removals
    set asked_at = now()
    where store_id = ${storeId}
      and list_id = ${listId}
      and asked_at > now()`
}

const batchSize = 500
const columns = itemFields.join(', ')
const values = itemFields.map((field) => `item.${field}`).join(', ')

export async function putItemsBack(sql: Database, storeId: number, listId: string): Promise<void> {
  while ((await transaction(sql, (sql) => putBatchBack(sql, storeId, listId))) === batchSize);
}

/** Returns how many came back. */
async function putBatchBack(sql: Sql, storeId: number, listId: string): Promise<number> {
  if (!(await delayRemoval(sql, storeId, listId))) return 0
  const [back] = await sql<{ count: number }[]>`
    with back as (
      delete from deleted_items
      where store_id = ${storeId}
        and list_id = ${listId}
        and variant_id = any(array(
          select variant_id
          from deleted_items
          where store_id = ${storeId}
            and list_id = ${listId}
          limit ${batchSize}
        ))
      returning record
    ),
    restored as (
      insert into items (store_id, list_id, ${sql.unsafe(columns)})
      select ${storeId}, ${listId}, ${sql.unsafe(values)}
      from back
      cross join jsonb_populate_record(null::items, back.record) item
    ),
    counted as (
      update lists
      set item_count = item_count + (select count(*) from back)
      where store_id = ${storeId}
        and list_id = ${listId}
    )
    select count(*)
    from back`
  return back!.count
}

/** The last step: the list is there as it was, and belongs to its owner. */
export async function showList(sql: Sql, who: Shopper, listId: string, row: ListRow): Promise<void> {
  const { storeId } = who.store
  await sql`
    delete from list_removals
    where store_id = ${storeId}
      and list_id = ${listId}`
  await sql`
    update lists
    set shopper_id = ${who.shopperId}
    where store_id = ${storeId}
      and list_id = ${listId}`
  await saveListRow(sql, who.store, listId, row)
  await recountBytes(sql, who.store, [listId])
  await recountLater(sql, who, listId)
}

/** The recount visits only products that have a row in product_savers, so each restored product gets one. */
async function recountLater(sql: Sql, { store, shopperId }: Shopper, listId: string): Promise<void> {
  await sql`
    insert into product_savers (store_id, shopper_id, product_id, items, moved)
    select distinct ${store.storeId}::bigint, ${shopperId}::uuid, product_id, 0, 0
    from items
    where store_id = ${store.storeId}
      and list_id = ${listId}
    order by product_id
    on conflict (store_id, shopper_id, product_id) do nothing`
  await requestRecount(sql, { storeId: store.storeId, shopperId, besideId: shopperId })
}
