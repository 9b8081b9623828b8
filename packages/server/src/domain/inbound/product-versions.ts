/** The newest version of a product that a platform sent, so that an older one that arrives late changes nothing. */
import type { Sql } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'

/**
 * Also makes words about one product follow one another. Said again, the same word counts: it changes nothing anyway. A word
 * without a time is news: clocks differ, and it would be lost behind one that runs ahead.
 */
export async function isNewestVersion(
  sql: Sql,
  { storeId }: Store,
  source: string,
  productId: string,
  at: Date | null,
): Promise<boolean> {
  const rows = await sql`
    insert into told_products (store_id, source, product_id, told_at)
    values (${storeId}, ${source}, ${productId}, coalesce(${at}::timestamptz, now()))
    on conflict (store_id, source, product_id) do update
    set told_at = greatest(told_products.told_at, excluded.told_at)
    where ${at === null} or told_products.told_at <= excluded.told_at
    returning product_id`
  return rows.length > 0
}
