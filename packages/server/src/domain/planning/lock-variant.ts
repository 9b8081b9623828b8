/** Locking a variant's row: before its offers are counted, opened or closed. */
import type { Sql } from '../../database/connect.ts'
import type { VariantNow } from '../rules/rule.ts'
import type { Store } from '../stores/stores.ts'

/** Null when the catalog does not know it: then nothing is locked. */
export async function lockVariant(sql: Sql, { storeId }: Store, variantId: string): Promise<VariantNow | null> {
  const [variant] = await sql<VariantNow[]>`
    select stock, tracked and not sells_when_empty as is_counted, deleted_at is not null as is_deleted, price::float8
    from variants
    where store_id = ${storeId}
      and variant_id = ${variantId}
    for update`
  return variant ?? null
}
