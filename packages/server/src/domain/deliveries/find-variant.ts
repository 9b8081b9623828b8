/** One variant as a message needs it. */
import type { Sql } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'
import type { DueVariant } from './deliveries.ts'

export async function findVariant(sql: Sql, { storeId }: Store, variantId: string): Promise<DueVariant | null> {
  const [found] = await sql<DueVariant[]>`
    select variant_id, product_id, url, variant_url, title, brand, sku, variant_info, image_url, price::float8,
      compare_at_price::float8, currency, tags, tracked, sells_when_empty, stock, deleted_at is not null as is_deleted
    from variants
    where store_id = ${storeId}
      and variant_id = ${variantId}`
  return found ?? null
}
