/** Deleting a list: small ones with their items in one statement, large ones by a mark, their items in the background. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { goneItems } from '../items/edit-items.ts'
import {
  around,
  asList,
  type ListAnswer,
  listIdOf,
  listOrRefusal,
  realListId,
  type Slice,
} from '../items/list-access.ts'
import { askRecount } from '../items/recount-savers.ts'
import { countingSavers, dropEmptySavers } from '../items/saver-counts.ts'
import { admits, type Shopper } from '../shoppers/shoppers.ts'
import { finishCopiesOf, isStillCopied } from './copy-list.ts'
import { listJson } from './list-record.ts'
import { readList } from './read-list.ts'
import { giveUpLists, largeList } from './remove-large-lists.ts'

/** Gives the list as it was. */
export async function deleteWithItems(sql: Database, who: Shopper, publicId: string, slice: Slice): Promise<string> {
  for (;;) {
    const row = await deleteWhole(sql, who, publicId, slice)
    if (row?.isLarge) {
      const record = await deleteLarge(sql, who, publicId, slice)
      if (record !== null) return record
      continue
    }
    if (row && (!row.admitted || row.record !== null || !row.found)) {
      if (row.emptied) await dropEmptySavers(sql, who, row.emptied)
      return listOrRefusal(row)
    }
    // A copy of this list is still under way: it gets its items first, so that nothing of it is lost.
    await finishCopiesOf(sql, who.store, listIdOf(who.store, publicId))
  }
}

/** Null when somebody was faster, or made it small. */
async function deleteLarge(sql: Database, who: Shopper, publicId: string, slice: Slice): Promise<string | null> {
  const { storeId } = who.store
  return await transaction(sql, async (sql) => {
    const [list] = await sql<{ listId: string }[]>`
      select list_id
      from lists
      where store_id = ${storeId}
        and list_id = ${realListId(sql, who.store, listIdOf(who.store, publicId))}
        and shopper_id = ${who.shopperId}
        and item_count > ${largeList}
      for update`
    if (!list) return null
    const record = await readList(sql, who, list.listId, slice)
    await giveUpLists(sql, storeId, [list.listId])
    await askRecount(sql, { storeId, shopperId: who.shopperId, besideId: who.shopperId })
    return record
  })
}

type Deletion = ListAnswer & { found: boolean; isLarge: boolean; emptied: string[] | null }

/**
 * One statement. The list is locked, and goes only when nobody changed it since the statement began to look: of an item saved
 * the moment before, the counts would never hear. Where it does not, the next try does. Null: the list is still being copied.
 */
async function deleteWhole(sql: Sql, who: Shopper, publicId: string, slice: Slice): Promise<Deletion | null> {
  const { store } = who
  try {
    const [row] = await sql<Deletion[]>`
      with me as (
        select ${admits(sql, who)} as admitted
      ),
      target as (
        select list.*, list.xmin as version
        from lists list
        where list.store_id = ${store.storeId}
          and list.list_id = ${realListId(sql, store, listIdOf(store, publicId))}
          and list.shopper_id = ${who.shopperId}
          and (select admitted from me)
        for update of list
      ),
      whole as (
        select target.*
        from target
        -- the lock gives the row as it is now, this join as it was; whoever changes an item writes its list's row too
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
        returning items.product_id, items.kind
      ),
      deleted as (
        delete from lists
        using whole
        where lists.store_id = ${store.storeId}
          and lists.list_id = whole.list_id
      ),
      ${countingSavers(sql, store, goneItems(sql, who))},
      ${around(sql, who)}
      select me.admitted,
        exists (select from target) as found,
        exists (select from target where item_count > ${largeList}) as is_large,
        (select array_agg(product_id) from savers where items = 0) as emptied,
        (
          select ${sql.unsafe(listJson)}
          from (
            select ${asList(sql, who, slice)}
            from whole list
          ) list
          cross join store
          cross join owner
        )::text as record
      from me`
    return row!
  } catch (error) {
    if (isStillCopied(error)) return null
    throw error
  }
}
