/** Deleted lists, stored with their items for a while so that their owner can restore them. */
import type { Sql } from '../../database/connect.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import { itemRowJson, listRowJson } from './list-snapshots.ts'

/** More than anybody deletes by mistake. */
const mostOfShopper = 25

/** Lists written by an older release have no byte sum; assume this for each item. */
const assumedItemBytes = 500

type ListsOwner = Pick<Shopper, 'store' | 'shopperId'>

/** The insert of a row `list`. The undo of a merge by an older release can leave a record of the same id; the newer one counts. */
const storeList = (sql: Sql, storeId: number) => sql`
  insert into deleted_lists (store_id, list_id, shopper_id, record, aliases, item_count, item_bytes)
  select list.store_id, list.list_id, list.shopper_id, ${sql.unsafe(listRowJson)}, coalesce((
      select jsonb_agg(jsonb_build_object('alias_id', alias.alias_id, 'merge_id', alias.merge_id))
      from list_aliases alias
      where alias.store_id = ${storeId}
        and alias.list_id = list.list_id
    ), '[]'), list.item_count, coalesce(list.item_bytes, list.item_count * ${assumedItemBytes}::bigint)`

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

/**
 * The oldest beyond the number that a shopper may have, or for which the quotas have no room beside the lists. The newest stays: its
 * owner may have deleted it by mistake just now.
 */
export async function dropOldestDeletedLists(sql: Sql, { store, shopperId }: ListsOwner): Promise<void> {
  const { maxItems, maxBytes } = store.settings
  await sql`
    with used as (
      select coalesce(sum(item_count), 0) as items,
        coalesce(sum(coalesce(item_bytes, item_count * ${assumedItemBytes}::bigint)), 0) as bytes
      from lists
      where store_id = ${store.storeId}
        and shopper_id = ${shopperId}
    ),
    newest as (
      select list_id, row_number() over newest_first as rank, sum(item_count) over newest_first as items,
        sum(item_bytes) over newest_first as bytes
      from deleted_lists
      where store_id = ${store.storeId}
        and shopper_id = ${shopperId}
      window newest_first as (order by deleted_at desc, list_id)
    )
    delete from deleted_lists
    where store_id = ${store.storeId}
      and list_id in (
        select list_id
        from newest
        cross join used
        where rank > ${mostOfShopper}
          or (rank > 1 and (newest.items + used.items > ${maxItems} or newest.bytes + used.bytes > ${maxBytes}))
      )`
}
