/** The items that the mail about a shared list shows: the first ones of the owner's order, each with its current catalog entry. */
import type { Sql } from '../../database/connect.ts'
import { ownPlace } from '../items/item-record.ts'

/** For a `from` clause after a row `list`: rows `item` and `variant`. */
export const firstItemsWithVariants = (sql: Sql, most: number) => sql`
  (
    select item.*, ${sql.unsafe(ownPlace)} as place
    from items item
    where item.store_id = list.store_id
      and item.list_id = list.list_id
    order by place, item.item_id desc
    limit ${most}
  ) item
  left join variants variant
    on variant.store_id = item.store_id
    and variant.variant_id = item.variant_id`
