/** The items that a shared list shows: the newest ones, each with its current catalog entry. */
import type { Sql } from '../../database/connect.ts'

/** For a `from` clause after a row `list`: rows `item` and `variant`. */
export const newestItemsWithVariants = (sql: Sql, most: number) => sql`
  (
    select *
    from items
    where items.store_id = list.store_id
      and items.list_id = list.list_id
    order by created_at desc, item_id desc
    limit ${most}
  ) item
  left join variants variant
    on variant.store_id = item.store_id
    and variant.variant_id = item.variant_id`
