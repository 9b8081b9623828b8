/** The products of a subscribe request: as requested, and as the answer shows them. */
import { unknownProduct } from '@heartbell/contract/refusals'
import type { Sql } from '../../database/connect.ts'
import { requestedProductJson } from '../catalog/product-record.ts'
import type { Store } from '../stores/stores.ts'

export type RequestedProduct = {
  variantId: string
  productId: string
  url: string
  /** How many the shopper wants; one if not given. */
  quantity?: number | undefined
  /** Topics about prices: notify when the price is at most this. */
  targetPrice?: number | undefined
  /** Back in stock: any variant of the product will do. */
  acceptsAny?: boolean | undefined
}

/** As the catalog has them, in the order requested. `lateral … limit 1`, because a plain join may read the whole catalog for one product. */
export async function showProducts(sql: Sql, { storeId }: Store, products: RequestedProduct[]): Promise<string> {
  const [row] = await sql<{ records: string }[]>`
    select json_agg(${sql.unsafe(requestedProductJson)} order by asked.place)::text as records
    from unnest(
      ${products.map(({ variantId }) => variantId)}::text[], ${products.map(({ productId }) => productId)}::text[],
      ${products.map(({ url }) => url)}::text[]
    ) with ordinality as asked (variant_id, product_id, url, place)
    left join lateral (
      select *
      from variants
      where variants.store_id = ${storeId}
        and variants.variant_id = asked.variant_id
      limit 1
    ) variant on true`
  return row!.records
}

/** For a store with `catalog=strict`. */
export async function refuseUnknown(
  sql: Sql,
  { storeId }: Store,
  products: readonly RequestedProduct[],
): Promise<void> {
  const asked = products.map(({ variantId }) => variantId)
  const known = await sql<{ variantId: string }[]>`
    select variant_id
    from variants
    where store_id = ${storeId}
      and variant_id = any(${asked})
      and deleted_at is null`
  const missing = asked.find((variantId) => !known.some((product) => product.variantId === variantId))
  if (missing !== undefined) throw unknownProduct(missing)
}

/** Product ids and addresses of variants, from the catalog. Refuses a variant that the catalog does not know. */
export async function findProducts(sql: Sql, { storeId }: Store, variantIds: string[]): Promise<RequestedProduct[]> {
  const known = await sql<RequestedProduct[]>`
    select variant_id, product_id, coalesce(url, variant_url, '') as url
    from variants
    where store_id = ${storeId}
      and variant_id = any(${variantIds})
      and deleted_at is null`
  const missing = variantIds.find((variantId) => !known.some((product) => product.variantId === variantId))
  if (missing !== undefined) throw unknownProduct(missing)
  return known
}
