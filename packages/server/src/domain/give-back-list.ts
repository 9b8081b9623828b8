/** One list of a merge goes back: out of the account's lists as if it had never come, and to the guest as it was. */
import type { Sql } from '../database/connect.ts'
import type { Sides } from './both-sides.ts'
import { newId } from './ids.ts'
import { insertListRow, type ListRow, listRow, saveItems, saveListRow } from './list-rows.ts'
import { savedForLater } from './list-types.ts'
import {
  forgetMergedList,
  type Merge,
  type MergedItem,
  type MergedList,
  readMergedItems,
  saveListsBefore,
} from './merge-record.ts'
import type { Store } from './stores.ts'
import { uniteLists } from './unite-lists.ts'
import { withdrawHead, withdrawItems } from './withdraw-list.ts'

export async function giveBackList(sql: Sql, sides: Sides, merge: Merge, list: MergedList): Promise<void> {
  const { store } = sides
  const items = await readMergedItems(sql, store, list)
  const own = await readOwnList(sql, sides, list.listId)
  const kept = own && (await takeOut(sql, sides, merge, list, items, own))
  await restoreList(sql, sides, merge, list, items)
  await forgetMergedList(sql, store, list)
  if (kept && !list.before) await dropIfEmpty(sql, store, kept)
}

type OwnList = { row: ListRow; itemCount: number; email: string | null }

/** Null when the account deleted it since. */
async function readOwnList(sql: Sql, { store, accountId }: Sides, listId: string): Promise<OwnList | null> {
  const [list] = await sql<OwnList[]>`
    select ${sql.unsafe(listRow)} as row, list.item_count, account.email
    from lists list
    join shoppers account
      using (store_id, shopper_id)
    where list.store_id = ${store.storeId}
      and list.list_id = ${listId}
      and list.shopper_id = ${accountId}`
  return list ?? null
}

/** Gives the id under which the account's list goes on: a list that had moved whole takes its own back to the guest. */
async function takeOut(
  sql: Sql,
  sides: Sides,
  merge: Merge,
  list: MergedList,
  items: MergedItem[],
  own: OwnList,
): Promise<string> {
  const { store } = sides
  const { now, later } = await withdrawHead(sql, store, merge, list, own)
  const row = now ?? own.row
  const listId = list.listId === list.guestListId ? newId() : list.listId
  if (listId === list.listId) await saveListRow(sql, store, listId, row)
  else await renewList(sql, sides, list.listId, listId, { ...own, row })
  await saveListsBefore(
    sql,
    store,
    later.map((one) => ({ ...one, listId })),
  )
  await withdrawItems(sql, store, merge, { ...list, listId }, items)
  return listId
}

/** The list under another id, with its items and all that leads to it. */
async function renewList(
  sql: Sql,
  { store, accountId }: Sides,
  oldId: string,
  listId: string,
  { row, itemCount }: OwnList,
): Promise<void> {
  const { storeId } = store
  // Archived until the old one is gone: there may be only one save-for-later list in use.
  await insertListRow(sql, store, accountId, listId, { ...row, archived: true }, itemCount)
  await sql`
    update items
    set list_id = ${listId}
    where store_id = ${storeId}
      and list_id = ${oldId}`
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

/** The guest's list with its id, its items and the older ids that led to it. */
async function restoreList(sql: Sql, sides: Sides, merge: Merge, list: MergedList, items: MergedItem[]): Promise<void> {
  const { store, guestId } = sides
  const { guestListId, brought, aliasIds } = list
  const isSaved = brought.type === savedForLater && !brought.archived
  const made = isSaved ? await setAsideSaved(sql, store, guestId) : null
  await sql`
    delete from list_aliases
    where store_id = ${store.storeId}
      and alias_id = ${guestListId}`
  await insertListRow(sql, store, guestId, guestListId, brought, items.length)
  await saveItems(
    sql,
    store,
    items.map((item) => ({ ...item.brought, list_id: guestListId })),
  )
  await sql`
    insert into list_aliases (store_id, alias_id, list_id, merge_id)
    select ${store.storeId}, alias_id, ${guestListId}, ${merge.mergeId}
    from unnest(${aliasIds}::uuid[]) as alias_id
    on conflict (store_id, alias_id) do update
    set list_id = excluded.list_id`
  if (made) await uniteLists(sql, store, merge, [{ from: made, into: { listId: guestListId, row: brought } }])
}

/** The guest may have made another save-for-later list since; there may be only one, so the two become one. */
async function setAsideSaved(
  sql: Sql,
  { storeId }: Store,
  guestId: string,
): Promise<{ listId: string; row: ListRow } | null> {
  const [list] = await sql<{ listId: string; row: ListRow }[]>`
    update lists list
    set archived = true
    where store_id = ${storeId}
      and shopper_id = ${guestId}
      and type = ${savedForLater}
      and not archived
    returning list_id, ${sql.unsafe(listRow)} as row`
  return list ?? null
}

/** Nothing was done in it since and no id leads to it, so no later merge brought anything here: the account loses nothing. */
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
