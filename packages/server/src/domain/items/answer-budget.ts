/**
 * Limits the bytes of items in one answer. A preview shows the newest items that fit, beside the true count; pages return the
 * rest. Without the limit, one shopper's lists could make an answer that exhausts the process's memory.
 */
import type { Fragment, Sql } from '../../database/connect.ts'
import { itemBytes, listBytes } from './item-quotas.ts'

export const answerBytes = 4 * 1024 * 1024

/** Of these, what the owner's record may use that every list of an answer repeats. */
export const ownerBytes = answerBytes / 2

/** JSON bytes of an item's field names and of all values that are not texts. */
const nameBytes = 1_000

/** Estimates the bytes of a row `list` with `shown` items. Below the budget no single item is measured. */
export const previewBytes = (sql: Sql, list: string, shown: number) =>
  sql`(${sql.unsafe(listBytes(list))} + least(${sql.unsafe(list)}.item_count, ${shown}::integer) * ${sql.unsafe(String(nameBytes))}::bigint)`

/**
 * How many items of a row `list` to show: `shown`, or as many of the newest (after the first `skipped`) as fit into `budget`.
 * Items are measured only if the list's stored byte sum says that they may not fit.
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
