/**
 * Deletes lists: small ones with their items in one statement; large ones are marked, and a background job deletes their items.
 * What is deleted is stored elsewhere, so that its owner can restore it for a while.
 */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { removedItemCounts } from '../items/edit-items.ts'
import {
  type ItemSlice,
  type ListAnswer,
  listColumns,
  listIdOf,
  listOrRefusal,
  resolveListAlias,
  storeAndOwner,
} from '../items/list-access.ts'
import { requestRecount } from '../items/recount-savers.ts'
import { deleteEmptySavers, saverCountSteps } from '../items/saver-counts.ts'
import { deletedListSteps, dropOldestDeletedLists, storeDeletedList } from '../rows/deleted-lists.ts'
import { isSessionValid, type Shopper } from '../shoppers/shoppers.ts'
import { finishCopiesOf, isCopyInProgress } from './copy-list.ts'
import { listJson } from './list-record.ts'
import { readList } from './read-list.ts'
import { largeList, markListsForRemoval } from './remove-large-lists.ts'

/** Returns the list as it was. */
export async function deleteListWithItems(
  sql: Database,
  who: Shopper,
  publicId: string,
  slice: ItemSlice,
): Promise<string> {
  for (;;) {
    const row = await deleteSmall(sql, who, publicId, slice)
    if (row?.isLarge) {
      const record = await deleteLarge(sql, who, publicId, slice)
      if (record === null) continue
      await dropOldestDeletedLists(sql, who)
      return record
    }
    if (row && (!row.admitted || row.record !== null || !row.found)) {
      if (row.emptied) await deleteEmptySavers(sql, who, row.emptied)
      if (row.record !== null) await dropOldestDeletedLists(sql, who)
      return listOrRefusal(row)
    }
    // The list is still being copied: complete the copies first, so that they lose nothing.
    await finishCopiesOf(sql, who.store, listIdOf(who.store, publicId))
  }
}

/** Null when another call deleted the list first or made it small. */
async function deleteLarge(sql: Database, who: Shopper, publicId: string, slice: ItemSlice): Promise<string | null> {
  const { storeId } = who.store
  return await transaction(sql, async (sql) => {
    const [list] = await sql<{ listId: string }[]>`
      select list_id
      from lists
      where store_id = ${storeId}
        and list_id = ${resolveListAlias(sql, who.store, listIdOf(who.store, publicId))}
        and shopper_id = ${who.shopperId}
        and item_count > ${largeList}
      for update`
    if (!list) return null
    const record = await readList(sql, who, list.listId, slice)
    await storeDeletedList(sql, storeId, list.listId)
    await markListsForRemoval(sql, storeId, [list.listId])
    await requestRecount(sql, { storeId, shopperId: who.shopperId, besideId: who.shopperId })
    return record
  })
}

type ListDeletion = ListAnswer & { found: boolean; isLarge: boolean; emptied: string[] | null }

/**
 * The list is locked and deleted only if it did not change since the statement began: an item saved in between would not be
 * subtracted from the saver counts. If it changed, the caller tries again. Null: the list is still being copied.
 * The steps: `target` (the locked list), `whole` (the same, if it is small, unchanged and not being copied), `gone` and `deleted`
 * (its items and its row), the same stored for a while, the saver counts, then the record as it was.
 */
async function deleteSmall(sql: Sql, who: Shopper, publicId: string, slice: ItemSlice): Promise<ListDeletion | null> {
  const { store } = who
  try {
    const [row] = await sql<ListDeletion[]>`
      with me as (
        select ${isSessionValid(sql, who)} as admitted
      ),
      target as (
        select list.*, list.xmin as version
        from lists list
        where list.store_id = ${store.storeId}
          and list.list_id = ${resolveListAlias(sql, store, listIdOf(store, publicId))}
          and list.shopper_id = ${who.shopperId}
          and (select admitted from me)
        for update of list
      ),
      whole as (
        select target.*
        from target
        -- the lock returns the row as it is now, this join the row as it was; changing an item also writes its list's row
        join lists seen
          on seen.store_id = ${store.storeId}
          and seen.list_id = target.list_id
          and seen.xmin = target.version
        where target.item_count <= ${largeList}
          and not exists (
            select from list_copies copy
            where copy.store_id = ${store.storeId}
              and copy.source_id = target.list_id
          )
      ),
      gone as (
        delete from items
        using whole
        where items.store_id = ${store.storeId}
          and items.list_id = whole.list_id
        returning items.*
      ),
      deleted as (
        delete from lists
        using whole
        where lists.store_id = ${store.storeId}
          and lists.list_id = whole.list_id
      ),
      ${deletedListSteps(sql, store.storeId)},
      ${saverCountSteps(sql, store, removedItemCounts(sql, who))},
      ${storeAndOwner(sql, who)}
      select me.admitted,
        exists (select from target) as found,
        exists (select from target where item_count > ${largeList}) as is_large,
        (select array_agg(product_id) from savers where items = 0) as emptied,
        (
          select ${sql.unsafe(listJson(store))}
          from (
            select ${listColumns(sql, who, slice)}
            from whole list
          ) list
          cross join store
          cross join owner
        )::text as record
      from me`
    return row!
  } catch (error) {
    if (isCopyInProgress(error)) return null
    throw error
  }
}
