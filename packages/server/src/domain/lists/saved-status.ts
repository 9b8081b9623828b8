/** Which of these products a shopper has saved, and in which lists: one query for a whole page of heart buttons. */
import { badSession } from '@heartbell/contract/refusals'
import type { Sql } from '../../database/connect.ts'
import { isSessionValid, type Shopper } from '../shoppers/shoppers.ts'

export type SavedStatusQuery = { productIds: string[]; variantIds: string[] }

/** A JSON object: each requested id → the public ids of the lists that contain it, or an empty array. */
export async function fetchSavedStatus(
  sql: Sql,
  who: Shopper,
  { productIds, variantIds }: SavedStatusQuery,
): Promise<string> {
  const { store, shopperId } = who
  const [row] = await sql<{ admitted: boolean; found: string }[]>`
    with me as (
      select ${isSessionValid(sql, who)} as admitted
    ),
    mine as (
      select list_id, ${store.prefix}::text || replace(list_id::text, '-', '') as public_id, created_at
      from lists
      where store_id = ${store.storeId}
        and shopper_id = ${shopperId}
        and not archived
    ),
    -- materialized: computed once, not for each id (that took 680 ms for 250 ids)
    saved as materialized (
      select item.variant_id as id, mine.public_id, mine.created_at
      from mine
      join items item
        on item.store_id = ${store.storeId}
        and item.list_id = mine.list_id
        and item.variant_id = any(${variantIds})
      union
      select item.product_id, mine.public_id, mine.created_at
      from mine
      join items item
        on item.store_id = ${store.storeId}
        and item.list_id = mine.list_id
        and item.product_id = any(${productIds})
    )
    select me.admitted, (
      select coalesce(json_object_agg(requested.id, (
        select coalesce(json_agg(saved.public_id order by saved.created_at, saved.public_id), '[]')
        from saved
        where saved.id = requested.id
      ))::text, '{}')
      from (
        select distinct id
        from unnest(${variantIds}::text[] || ${productIds}::text[]) as requested (id)
      ) requested
    ) as found
    from me`
  if (!row?.admitted) throw badSession()
  return row.found
}
