/** The catalog of a store: adds, updates and deletes products, and lists them page by page. */
import type { CatalogProduct } from '@heartbell/contract/catalog'
import { badCatalogCursor } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { withdrawOffers } from '../planning/offers.ts'
import { reactToStockChanges } from '../planning/react-to-stock-changes.ts'
import type { Store } from '../stores/stores.ts'
import { catalogJson } from './product-record.ts'
import { addVariants, changeVariants, type StockSource, type VariantRow } from './variants.ts'

/**
 * Adds products and updates known ones; fields that were not sent stay. Two statements instead of one upsert, because the stock
 * ledger needs the stock before the change, which an upsert cannot return before PostgreSQL 18.
 */
export async function recordProducts(
  sql: Database,
  store: Store,
  products: CatalogProduct[],
  source: StockSource,
  requestId: string | null = null,
): Promise<void> {
  const rows = uniqueByVariant(products).map(variantRow)
  if (rows.length === 0) return
  await transaction(sql, async (sql) => {
    const added = await addVariants(sql, store, rows, source)
    const known = rows.filter((row) => !added.has(row.variant_id))
    const changed = known.length > 0 ? await changeVariants(sql, store, known, { source, revive: true }) : null
    await reactToStockChanges(sql, store, [...added.values(), ...(changed?.changes ?? [])], requestId)
  })
}

/** A variant sent twice in one call: the later fields win. */
function uniqueByVariant(products: CatalogProduct[]): CatalogProduct[] {
  const byVariant = new Map<string, CatalogProduct>()
  for (const product of products) byVariant.set(product.variantId, { ...byVariant.get(product.variantId), ...product })
  return [...byVariant.values()]
}

function variantRow(product: CatalogProduct): VariantRow {
  const columns = {
    url: product.url,
    variant_url: product.variantUrl,
    title: product.title,
    brand: product.brand,
    sku: product.sku,
    variant_info: product.variantInfo,
    image_url: product.imageUrl,
    price: product.price,
    compare_at_price: product.compareAtPrice,
    currency: product.currency,
  }
  return {
    variant_id: product.variantId,
    product_id: product.productId,
    sent: Object.keys(columns).filter((column) => columns[column as keyof typeof columns] !== undefined),
    ...columns,
    tags: product.tags,
    tracked: product.tracked,
    sells_when_empty: product.sellsWhenEmpty,
    stock: product.stock,
  } as VariantRow
}

export type ProductSelection = { variantIds: string[]; productIds: string[] }

/** Marks variants as no longer sold, single ones or all of a product; returns how many were sold until now. */
export async function deleteProducts(sql: Database, store: Store, which: ProductSelection): Promise<number> {
  return await transaction(sql, async (sql) => {
    const gone = await markDeleted(sql, store, which)
    await withdrawOffers(
      sql,
      store,
      gone.map(({ variantId }) => ({ variantId, stock: 0 })),
    )
    return gone.length
  })
}

const markDeleted = (sql: Sql, { storeId }: Store, { variantIds, productIds }: ProductSelection) =>
  sql<{ variantId: string }[]>`
    with locked as (
      select variant_id
      from variants
      where store_id = ${storeId}
        and (variant_id = any(${variantIds}) or product_id = any(${productIds}))
        and deleted_at is null
      order by variant_id
      for update
    )
    update variants
    set deleted_at = now(),
        updated_at = now()
    from locked
    where variants.store_id = ${storeId}
      and variants.variant_id = locked.variant_id
    returning variants.variant_id`

/** `products` is JSON text. */
export type CatalogPage = { products: string; cursor: string | null }

/** In the order of the ids as texts: a page starts after the last id of the previous page, whatever changed in between. */
export async function fetchProducts(
  sql: Sql,
  { storeId }: Store,
  { cursor, limit = 250 }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<CatalogPage> {
  const after = cursor === undefined ? '' : readCursor(cursor)
  const [page] = await sql<{ products: string; last: string | null; read: number }[]>`
    with page as (
      select *
      from variants
      where store_id = ${storeId}
        and variant_id > ${after}
        and deleted_at is null
      order by variant_id
      limit ${limit + 1}
    ),
    shown as (
      select *
      from page
      order by variant_id
      limit ${limit}
    )
    select
      (select count(*) from page) as read,
      (select max(variant_id) from shown) as last,
      (
        select coalesce(json_agg(${sql.unsafe(catalogJson)} order by variant.variant_id)::text, '[]')
        from shown variant
      ) as products`
  const { products, read, last } = page!
  return { products, cursor: read > limit ? writeCursor(last!) : null }
}

const writeCursor = (variantId: string) => Buffer.from(variantId).toString('base64url')

function readCursor(text: string): string {
  const variantId = Buffer.from(text, 'base64url').toString()
  const isOurs = writeCursor(variantId) === text && !variantId.includes('\0') && variantId !== ''
  if (!isOurs) throw badCatalogCursor()
  return variantId
}
