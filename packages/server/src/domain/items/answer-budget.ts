/**
 * How many bytes of items one answer may hold. Items that do not fit are left out of a preview, newest first; the true count
 * stands beside it, and pages give the rest. Without it one shopper's lists make an answer that ends the process.
 */
import type { Fragment, Sql } from '../../database/connect.ts'
import { itemBytes, listBytes } from './item-quotas.ts'

export const answerBytes = 4 * 1024 * 1024

/** The names of an item's fields and what is written beside its texts, as JSON. */
const nameBytes = 1_000

/** About what a row `list` would take with `shown` items: below the budget nobody looks at single items. */
export const previewBytes = (sql: Sql, list: string, shown: number) =>
  sql`(${sql.unsafe(listBytes(list))} + least(${sql.unsafe(list)}.item_count, ${shown}::integer) * ${sql.unsafe(String(nameBytes))})`

/**
 * How many items of a row `list` to show: `shown`, or as many of the newest (but for the first `skipped`) as fit into
 * `budget`. The items are looked at only where the list's kept bytes say that they may not fit.
 */
export const fittingItems = (sql: Sql, shown: number, skipped: number, budget: Fragment | number) => sql`
  case
    when ${previewBytes(sql, 'list', shown)} <= ${budget}::bigint then ${shown}::integer
    else (
      select count(*)
      from (
        select sum(${nameBytes}::bigint + ${sql.unsafe(itemBytes('item'))}) over (order by item.created_at desc, item.item_id desc) as upto
        from (
          select *
          from items
          where items.store_id = list.store_id
            and items.list_id = list.list_id
          order by created_at desc, item_id desc
          limit least(${shown}::bigint, ${budget}::bigint / ${nameBytes}::bigint)
          offset ${skipped}::bigint
        ) item
      ) newest
      where newest.upto <= ${budget}::bigint
    )
  end`
