/** What every call that arranges items does to its list and answers. */
import type { Sql } from '../../database/connect.ts'
import { type ItemsJson, itemJson, joinListOfItem, joinVariantOfItem } from '../items/item-record.ts'
import type { Shopper } from '../shoppers/shoppers.ts'

/** The list was changed now, by this shopper; `more` items are new in it. A deletion that waits for the list sees that it changed. */
export async function touchList(sql: Sql, { store, shopperId }: Shopper, listId: string, more = 0): Promise<void> {
  await sql`
    update lists
    set item_count = item_count + ${more},
        updated_by = (select email from shoppers where store_id = ${store.storeId} and shopper_id = ${shopperId}),
        updated_at = now()
    where store_id = ${store.storeId}
      and list_id = ${listId}`
}

/** The records of these variants, in the given order. */
export async function readItemRecords(
  sql: Sql,
  who: Shopper,
  listId: string,
  variantIds: string[],
): Promise<ItemsJson> {
  const [row] = await sql<{ records: ItemsJson }[]>`
    select coalesce(json_agg(${sql.unsafe(itemJson)} order by array_position(${variantIds}::text[], item.variant_id))::text, '[]') as records
    from items item
    ${sql.unsafe(joinVariantOfItem)}
    ${joinListOfItem(sql, who)}
    where item.store_id = ${who.store.storeId}
      and item.list_id = ${listId}
      and item.variant_id = any(${variantIds}::text[])`
  return row!.records
}
