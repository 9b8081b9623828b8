/** The products somebody asks to be told about, and how they are told back. */
import type { Sql } from '../database/connect.ts'
import { askedProductJson } from './product-record.ts'
import type { Store } from './stores.ts'

export type AskedProduct = { variantId: string; productId: string; url: string }

/** As the catalog knows them, in the order asked. One look at a time: a join might read the whole catalog for one product. */
export async function showProducts(sql: Sql, { storeId }: Store, products: AskedProduct[]): Promise<string> {
  const [row] = await sql<{ records: string }[]>`
    select json_agg(${sql.unsafe(askedProductJson)} order by asked.place)::text as records
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
