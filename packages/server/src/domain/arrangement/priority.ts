/** How much an item is wanted: its priority, how many the owner wants, and how many have arrived. */
import { type ItemPriority, priorities } from '@heartbell/contract/items'
import { unknownItem } from '@heartbell/contract/refusals'
import { type Database, transaction } from '../../database/connect.ts'
import { lockList } from '../items/items.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import { readItemRecords, touchList } from './arranged-list.ts'

/** Null removes a value; undefined leaves it as it is. */
export type ItemWeight = {
  priority?: ItemPriority | null | undefined
  desired?: number | null | undefined
  received?: number | null | undefined
}

/** Returns the item's record as JSON text. */
export async function weighItem(
  sql: Database,
  who: Shopper,
  publicId: string,
  variantId: string,
  { priority, desired, received }: ItemWeight,
): Promise<string> {
  const { store, shopperId } = who
  return await transaction(sql, async (sql) => {
    const listId = await lockList(sql, who, publicId)
    const { count } = await sql`
      update items
      set priority = case when ${priority !== undefined} then ${priority ? priorities.indexOf(priority) + 1 : null}::smallint else priority end,
          desired = case when ${desired !== undefined} then ${desired ?? null}::integer else desired end,
          received = case when ${received !== undefined} then ${received ?? null}::integer else received end,
          updated_by = (select email from shoppers where store_id = ${store.storeId} and shopper_id = ${shopperId}),
          updated_at = now()
      where store_id = ${store.storeId}
        and list_id = ${listId}
        and variant_id = ${variantId}`
    if (count === 0) throw unknownItem(variantId)
    await touchList(sql, who, listId)
    return (await readItemRecords(sql, who, listId, [variantId])).slice(1, -1)
  })
}
