/** The items and older ids of a restored list. */
import type { Sql } from '../../database/connect.ts'
import { recountBytes } from '../items/item-quotas.ts'
import { recountSavers } from '../items/saver-counts.ts'
import { itemFields } from '../rows/list-snapshots.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'

const columns = itemFields.join(', ')
const values = itemFields.map((field) => `item.${field}`).join(', ')

/** All at once: of a small list. */
export async function restoreItems(sql: Sql, who: Shopper, listId: string): Promise<void> {
  const { storeId } = who.store
  const restored = await sql<{ productId: string }[]>`
    with restored as (
      insert into items (store_id, list_id, ${sql.unsafe(columns)})
      select deleted.store_id, deleted.list_id, ${sql.unsafe(values)}
      from deleted_items deleted
      cross join jsonb_populate_record(null::items, deleted.record) item
      where deleted.store_id = ${storeId}
        and deleted.list_id = ${listId}
      returning product_id
    ),
    counted as (
      update lists
      set item_count = (select count(*) from restored)
      where store_id = ${storeId}
        and list_id = ${listId}
    )
    select product_id
    from restored`
  await recountBytes(sql, who.store, [listId])
  const products = [...new Set(restored.map(({ productId }) => productId))]
  await recountSavers(sql, storeId, [who.shopperId], products)
}

/** An older id that another list uses by now stays with that list. */
export async function restoreAliases(sql: Sql, { storeId }: Store, listId: string): Promise<void> {
  await sql`
    insert into list_aliases (store_id, alias_id, list_id, merge_id)
    select ${storeId}, alias.alias_id, ${listId}, alias.merge_id
    from deleted_lists deleted
    cross join jsonb_to_recordset(deleted.aliases) as alias (alias_id uuid, merge_id uuid)
    where deleted.store_id = ${storeId}
      and deleted.list_id = ${listId}
      and not exists (
        select from lists
        where lists.store_id = ${storeId}
          and lists.list_id = alias.alias_id
      )
    on conflict (store_id, alias_id) do nothing`
}
