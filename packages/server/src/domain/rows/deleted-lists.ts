/** Deleted lists, stored with their items for a while so that their owner can restore them. */
import type { Sql } from '../../database/connect.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import { itemRowJson, listRowJson } from './list-snapshots.ts'

/** More than anybody deletes by mistake; it bounds what one shopper can store. */
const mostOfShopper = 25

/** The insert of a row `list`. The undo of a merge by an older release can leave a record of the same id; the newer one counts. */
const storeList = (sql: Sql, storeId: number) => sql`
  insert into deleted_lists (store_id, list_id, shopper_id, record, aliases, item_count, item_bytes)
  select list.store_id, list.list_id, list.shopper_id, ${sql.unsafe(listRowJson)}, coalesce((
      select jsonb_agg(jsonb_build_object('alias_id', alias.alias_id, 'merge_id', alias.merge_id))
      from list_aliases alias
      where alias.store_id = ${storeId}
        and alias.list_id = list.list_id
    ), '[]'), list.item_count, coalesce(list.item_bytes, 0)`

const replaceList = (sql: Sql) => sql`
  on conflict (store_id, list_id) do update
  set shopper_id = excluded.shopper_id,
      guest_id = null,
      record = excluded.record,
      aliases = excluded.aliases,
      item_count = excluded.item_count,
      item_bytes = excluded.item_bytes,
      deleted_at = excluded.deleted_at`

/** Two more steps of a statement that deletes the list `whole` and its items `gone`. */
export const deletedListSteps = (sql: Sql, storeId: number) => sql`
  stored as (
    ${storeList(sql, storeId)}
    from whole list
    ${replaceList(sql)}
  ),
  stored_items as (${storeItems(sql)})`

/** The insert of rows `gone`; with a condition, of some of them. */
export const storeItems = (sql: Sql, condition = sql``) => sql`
  insert into deleted_items (store_id, list_id, variant_id, record)
  select item.store_id, item.list_id, item.variant_id, ${sql.unsafe(itemRowJson)}
  from gone item
  ${condition}
  on conflict (store_id, list_id, variant_id) do update
  set record = excluded.record`

/** For a large list, which must be locked: its items follow when the background work removes them. */
export async function storeDeletedList(sql: Sql, storeId: number, listId: string): Promise<void> {
  await sql`
    ${storeList(sql, storeId)}
    from lists list
    where list.store_id = ${storeId}
      and list.list_id = ${listId}
    ${replaceList(sql)}`
}

/** The oldest beyond the number that a shopper may have. */
export async function dropOldestDeletedLists(sql: Sql, { store, shopperId }: Shopper): Promise<void> {
  await sql`
    delete from deleted_lists
    where store_id = ${store.storeId}
      and list_id in (
        select list_id
        from deleted_lists
        where store_id = ${store.storeId}
          and shopper_id = ${shopperId}
        order by deleted_at desc, list_id
        offset ${mostOfShopper}
      )`
}
