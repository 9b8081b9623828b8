/** Restores one list of a merge: subtracts it from the account's list and gives it to the guest as it was. */
import type { Sql } from '../../database/connect.ts'
import { recountBytes } from '../items/item-quotas.ts'
import { savedForLater } from '../lists/list-types.ts'
import {
  insertListRow,
  itemBatchSize,
  type ListRow,
  listRowJson,
  saveItems,
  saveListRow,
} from '../rows/list-snapshots.ts'
import { newId } from '../secrets/ids.ts'
import type { GuestAndAccount } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { combineLists } from './combine-lists.ts'
import {
  deleteMergedList,
  type Merge,
  type MergedItem,
  type MergedList,
  removeMergedItems,
  saveListsBefore,
} from './merge-record.ts'
import { subtractHead, subtractItems } from './subtract-merge.ts'

export async function restoreGuestList(sql: Sql, pair: GuestAndAccount, merge: Merge, list: MergedList): Promise<void> {
  const { store } = pair
  const own = await readAccountList(sql, pair, list.listId)
  const kept = own && (await subtractFromAccountList(sql, pair, merge, list, own))
  const made = await restoreHead(sql, pair, list)
  for await (const items of removeMergedItems(sql, store, list)) {
    if (kept) await subtractItems(sql, store, merge, { ...list, listId: kept }, items)
    await restoreItems(sql, pair, list, items)
  }
  await restoreAliases(sql, store, merge, list)
  const { guestListId, brought } = list
  if (made) await combineLists(sql, store, merge, [{ from: made, into: { listId: guestListId, row: brought } }])
  await recountBytes(sql, store, kept ? [kept, guestListId] : [guestListId])
  await deleteMergedList(sql, store, list)
  if (kept && !list.before) await dropIfEmpty(sql, store, kept)
}

type AccountList = { row: ListRow; itemCount: number; email: string | null }

/** Null when the account has deleted it since. */
async function readAccountList(
  sql: Sql,
  { store, accountId }: GuestAndAccount,
  listId: string,
): Promise<AccountList | null> {
  const [list] = await sql<AccountList[]>`
    select ${sql.unsafe(listRowJson)} as row, list.item_count, account.email
    from lists list
    join shoppers account
      using (store_id, shopper_id)
    where list.store_id = ${store.storeId}
      and list.list_id = ${listId}
      and list.shopper_id = ${accountId}`
  return list ?? null
}

/**
 * Returns the new id of the account's list. If the guest's list had moved unchanged, its id returns to the guest, and the account's
 * list gets another one.
 */
async function subtractFromAccountList(
  sql: Sql,
  pair: GuestAndAccount,
  merge: Merge,
  list: MergedList,
  own: AccountList,
): Promise<string> {
  const { store } = pair
  const { now, later } = await subtractHead(sql, store, merge, list, own)
  const row = now ?? own.row
  const listId = list.listId === list.guestListId ? newId() : list.listId
  if (listId === list.listId) await saveListRow(sql, store, listId, row)
  else await moveToNewId(sql, pair, list.listId, listId, { ...own, row })
  await saveListsBefore(
    sql,
    store,
    later.map((one) => ({ ...one, listId })),
  )
  return listId
}

/** Moves the list to another id, with its items and aliases. */
async function moveToNewId(
  sql: Sql,
  { store, accountId }: GuestAndAccount,
  oldId: string,
  listId: string,
  { row, itemCount }: AccountList,
): Promise<void> {
  const { storeId } = store
  // Archived until the old one is deleted: a shopper may have only one active save-for-later list.
  await insertListRow(sql, store, accountId, listId, { ...row, archived: true }, itemCount)
  await moveItems(sql, storeId, oldId, listId)
  await sql`
    update list_aliases
    set list_id = ${listId}
    where store_id = ${storeId}
      and list_id = ${oldId}`
  await sql`
    delete from lists
    where store_id = ${storeId}
      and list_id = ${oldId}`
  await saveListRow(sql, store, listId, row)
}

async function moveItems(sql: Sql, storeId: number, fromId: string, intoId: string): Promise<void> {
  for (;;) {
    const { count } = await sql`
      update items
      set list_id = ${intoId}
      where store_id = ${storeId}
        and list_id = ${fromId}
        and variant_id = any(array(
          select variant_id
          from items
          where store_id = ${storeId}
            and list_id = ${fromId}
          limit ${itemBatchSize}
        ))`
    if (count < itemBatchSize) return
  }
}

type NewerSavedList = { listId: string; row: ListRow }

/** Creates the guest's list again, still empty. Returns a save-for-later list that the guest has created since. */
async function restoreHead(
  sql: Sql,
  { store, guestId }: GuestAndAccount,
  list: MergedList,
): Promise<NewerSavedList | null> {
  const { guestListId, brought } = list
  const isSaved = brought.type === savedForLater && !brought.archived
  const made = isSaved ? await archiveNewerSavedList(sql, store, guestId) : null
  await sql`
    delete from list_aliases
    where store_id = ${store.storeId}
      and alias_id = ${guestListId}`
  await insertListRow(sql, store, guestId, guestListId, brought, 0)
  return made
}

/** The recount visits only products that have a row in product_savers, so each restored product gets one. */
async function restoreItems(
  sql: Sql,
  { store, guestId }: GuestAndAccount,
  { guestListId }: MergedList,
  items: MergedItem[],
): Promise<void> {
  await saveItems(
    sql,
    store,
    items.map((item) => ({ ...item.brought, list_id: guestListId })),
  )
  await sql`
    update lists
    set item_count = item_count + ${items.length}
    where store_id = ${store.storeId}
      and list_id = ${guestListId}`
  await sql`
    insert into product_savers (store_id, shopper_id, product_id, items, moved)
    select distinct ${store.storeId}::bigint, ${guestId}::uuid, product_id, 0, 0
    from unnest(${items.map(({ brought }) => String(brought.product_id))}::text[]) as product_id
    order by product_id
    on conflict (store_id, shopper_id, product_id) do nothing`
}

/** The aliases that the list had before the merge. */
async function restoreAliases(
  sql: Sql,
  { storeId }: Store,
  { mergeId }: Merge,
  { aliasIds, guestListId }: MergedList,
): Promise<void> {
  await sql`
    insert into list_aliases (store_id, alias_id, list_id, merge_id)
    select ${storeId}, alias_id, ${guestListId}, ${mergeId}
    from unnest(${aliasIds}::uuid[]) as alias_id
    on conflict (store_id, alias_id) do update
    set list_id = excluded.list_id`
}

/** The guest may have created another save-for-later list since. Only one may be active, so the two are combined. */
async function archiveNewerSavedList(sql: Sql, { storeId }: Store, guestId: string): Promise<NewerSavedList | null> {
  const [list] = await sql<NewerSavedList[]>`
    update lists list
    set archived = true
    where store_id = ${storeId}
      and shopper_id = ${guestId}
      and type = ${savedForLater}
      and not archived
    returning list_id, ${sql.unsafe(listRowJson)} as row`
  return list ?? null
}

/** An empty list without aliases: no later merge added to it, so the account loses nothing. */
async function dropIfEmpty(sql: Sql, { storeId }: Store, listId: string): Promise<void> {
  await sql`
    delete from lists
    where store_id = ${storeId}
      and list_id = ${listId}
      and item_count = 0
      and not exists (
        select from list_aliases alias
        where alias.store_id = ${storeId}
          and alias.list_id = ${listId}
      )`
}
