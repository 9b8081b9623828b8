/**
 * Recently viewed products and the products in the cart, the newest of each. They belong to the regid that sent them; a merge
 * or its undo does not move them.
 */
import { seenNames } from '@heartbell/contract/names'
import type { SeenType } from '@heartbell/contract/recently-viewed'
import { badSession } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { jsonObject, millis } from '../../database/json.ts'
import { productKeyJson, requestedProductJson } from '../catalog/product-record.ts'
import { isSessionValid, lockOrCreateShopper, requireSession, type Shopper } from '../shoppers/shoppers.ts'

export type RecentProduct = { variantId: string; productId: string; url: string; quantity?: number | undefined }

const mostKept = 50

/** Views are added; a cart replaces the previous one. Returns how many products were stored. */
export async function recordRecentProducts(
  sql: Database,
  who: Shopper,
  type: SeenType,
  products: RecentProduct[],
): Promise<number> {
  const kept = [...new Map(products.map((product) => [product.variantId, product])).values()].slice(-mostKept)
  return await transaction(sql, async (sql) => {
    await requireSession(sql, who)
    await lockOrCreateShopper(sql, who)
    if (type === 'cart') await deleteOlderProducts(sql, who, type, 0)
    await insertRecentProducts(sql, who, type, kept)
    await deleteOlderProducts(sql, who, type, mostKept)
    return kept.length
  })
}

/** Products later in the call count as newer. */
async function insertRecentProducts(
  sql: Sql,
  { store, shopperId }: Shopper,
  type: SeenType,
  seen: RecentProduct[],
): Promise<void> {
  await sql`
    insert into seen_products as seen (store_id, shopper_id, kind, variant_id, product_id, url, quantity, place)
    select ${store.storeId}, ${shopperId}, ${type}, variant_id, product_id, url, quantity, sent.place + (
      select coalesce(max(place), 0)
      from seen_products
      where store_id = ${store.storeId}
        and shopper_id = ${shopperId}
        and kind = ${type}
    )
    from unnest(
      ${seen.map(({ variantId }) => variantId)}::text[], ${seen.map(({ productId }) => productId)}::text[],
      ${seen.map(({ url }) => url)}::text[], ${seen.map(({ quantity }) => quantity ?? 1)}::integer[]
    ) with ordinality as sent (variant_id, product_id, url, quantity, place)
    on conflict (store_id, shopper_id, kind, variant_id) do update
    set product_id = excluded.product_id,
        url = excluded.url,
        quantity = least(seen.quantity + 1, 1000000),
        place = excluded.place,
        seen_at = excluded.seen_at`
}

async function deleteOlderProducts(
  sql: Sql,
  { store, shopperId }: Shopper,
  type: SeenType,
  most: number,
): Promise<void> {
  await sql`
    delete from seen_products
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}
      and kind = ${type}
      and variant_id in (
        select variant_id
        from seen_products
        where store_id = ${store.storeId}
          and shopper_id = ${shopperId}
          and kind = ${type}
        order by place desc
        offset ${most}
      )`
}

const { viewedAt, times, orderedAt, orderId, orderedVariantId, addedAt, quantity, ...shown } = seenNames

const shownColumns = {
  shownProductId: productKeyJson('asked.product_id'),
  shownVariantId: productKeyJson('asked.variant_id'),
  page: 'asked.url',
}

const records: Record<SeenType, string> = {
  view: jsonObject(
    { ...shown, viewedAt, times, orderedAt, orderId, orderedVariantId },
    {
      ...shownColumns,
      viewedAt: millis('asked.seen_at'),
      times: 'asked.quantity',
      orderedAt: 'null',
      orderId: 'null',
      orderedVariantId: 'null',
    },
  ),
  cart: jsonObject(
    { ...shown, addedAt, quantity },
    { ...shownColumns, addedAt: millis('asked.seen_at'), quantity: 'asked.quantity' },
  ),
}

/** A JSON array, the newest first, with catalog data. */
export async function fetchRecentProducts(sql: Sql, who: Shopper, type: SeenType, limit: number): Promise<string> {
  const { store, shopperId } = who
  const [row] = await sql<{ admitted: boolean; seen: string }[]>`
    with me as (
      select ${isSessionValid(sql, who)} as admitted
    )
    select me.admitted, (
      select coalesce(json_agg(
        (${sql.unsafe(requestedProductJson)})::jsonb || ${sql.unsafe(records[type])}::jsonb
        order by asked.place desc
      )::text, '[]')
      from (
        select *
        from seen_products
        where store_id = ${store.storeId}
          and shopper_id = ${shopperId}
          and kind = ${type}
        order by place desc
        limit ${limit}
      ) asked
      -- lateral: one index lookup for each product; a join may read the whole catalog
      left join lateral (
        select *
        from variants
        where variants.store_id = ${store.storeId}
          and variants.variant_id = asked.variant_id
        limit 1
      ) variant on true
    ) as seen
    from me`
  if (!row?.admitted) throw badSession()
  return row.seen
}
