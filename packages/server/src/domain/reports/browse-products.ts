/** Lists the catalog for the merchant: each variant with its stock, waiting subscriptions and savers. */
import { plainProductId } from '@heartbell/contract/product-ids'
import type { Sql } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'

export type ProductLine = {
  variantId: string
  productId: string
  title: string | null
  variantInfo: string | null
  sku: string | null
  imageUrl: string | null
  url: string | null
  price: number | null
  currency: string | null
  tags: string[]
  stock: number | null
  stockAt: Date | null
  tracked: boolean
  sellsWhenEmpty: boolean
  waiting: number
  units: number
  savers: number
}

export type ProductFilter = {
  show: 'all' | 'wanted' | 'sold-out'
  text?: string | undefined
  productId?: string | undefined
  after?: string | undefined
  limit: number
}

const columns = `
  variant.variant_id, variant.product_id, variant.title, variant.variant_info, variant.sku, variant.image_url,
  coalesce(variant.variant_url, variant.url) as url, variant.price::float8, variant.currency, variant.tags, variant.stock,
  variant.stock_at, variant.tracked, variant.sells_when_empty`

/** Counted only for the variants of the page, never for the whole catalog. */
const figures = (sql: Sql, storeId: number) => sql`
  coalesce((
    select sum(demand.waiting)
    from demand
    where demand.store_id = ${storeId}
      and demand.variant_id = variant.variant_id
  ), 0)::integer as waiting,
  coalesce((
    select sum(demand.units)
    from demand
    where demand.store_id = ${storeId}
      and demand.variant_id = variant.variant_id
  ), 0) as units,
  coalesce((
    select sum(savers)
    from product_counts
    where product_counts.store_id = ${storeId}
      and product_counts.product_id = variant.product_id
  ), 0)::integer as savers`

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (mark) => `\\${mark}`)

const matching = (sql: Sql, text: string | undefined) => {
  if (!text) return sql``
  const like = `%${escapeLike(text)}%`
  const id = plainProductId(text.trim())
  return sql`
    and (
      variant.title ilike ${like}
      or variant.sku ilike ${like}
      or variant.variant_id = ${id}
      or variant.product_id = ${id}
    )`
}

const place = (after: string | undefined): [string, string] | null => {
  const [, one, other] = /^(\d{1,5}):(.*)$/s.exec(after ?? '') ?? []
  return one && other ? [other.slice(0, Number(one)), other.slice(Number(one))] : null
}

/** Two ids with any characters as one text: the length of the first, then both. */
const writePlace = (one: string, other: string) => `${one.length}:${one}${other}`

type ProductLinePage = { rows: ProductLine[]; next: string | null }

export async function browseProducts(sql: Sql, store: Store, filter: ProductFilter): Promise<ProductLinePage> {
  return filter.show === 'wanted' ? await browseWanted(sql, store, filter) : await browseCatalog(sql, store, filter)
}

/** In the order of products, so that variants of one product are together. */
async function browseCatalog(sql: Sql, { storeId }: Store, filter: ProductFilter): Promise<ProductLinePage> {
  const { show, text, productId, after, limit } = filter
  const [product, variant] = place(after) ?? []
  const rows = await sql<ProductLine[]>`
    select ${sql.unsafe(columns)}, ${figures(sql, storeId)}
    from (
      select *
      from variants variant
      where variant.store_id = ${storeId}
        and variant.deleted_at is null
        ${show === 'sold-out' ? sql`and variant.stock <= 0` : sql``}
        ${productId ? sql`and variant.product_id = ${productId}` : sql``}
        ${matching(sql, text)}
        ${product !== undefined ? sql`and (variant.product_id, variant.variant_id) > (${product}, ${variant!})` : sql``}
      order by variant.product_id, variant.variant_id
      limit ${limit}
    ) variant
    order by variant.product_id, variant.variant_id`
  const last = rows.length === limit ? rows.at(-1)! : null
  return { rows, next: last && writePlace(last.productId, last.variantId) }
}

/** The variants with the most waiting subscriptions first. */
async function browseWanted(
  sql: Sql,
  { storeId }: Store,
  { text, after, limit }: ProductFilter,
): Promise<ProductLinePage> {
  const [waiting, id] = place(after) ?? []
  const rows = await sql<(ProductLine & { rank: number })[]>`
    select ${sql.unsafe(columns)}, ${figures(sql, storeId)}, wanted.waiting as rank
    from demand wanted
    join variants variant on variant.store_id = ${storeId}
      and variant.variant_id = wanted.variant_id
      and variant.deleted_at is null
    where wanted.store_id = ${storeId}
      -- a variant with several topics counts only with its largest one
      and not exists (
        select from demand other
        where other.store_id = ${storeId}
          and other.variant_id = wanted.variant_id
          and (other.waiting, other.topic) > (wanted.waiting, wanted.topic)
      )
      ${matching(sql, text)}
      ${
        waiting !== undefined
          ? sql`and wanted.waiting <= ${Number(waiting)}
              and (wanted.waiting, wanted.variant_id) < (${Number(waiting)}::integer, ${id!})`
          : sql``
      }
    order by wanted.waiting desc, wanted.variant_id desc
    limit ${limit}`
  const last = rows.length === limit ? rows.at(-1)! : null
  return { rows: rows.map(({ rank: _, ...row }) => row), next: last && writePlace(String(last.rank), last.variantId) }
}

export type StockMove = {
  move: number
  stockBefore: number | null
  stockAfter: number
  source: string
  occurredAt: Date
}

export type ProductDetail = ProductLine & {
  moves: StockMove[]
  openOffers: number
  offeredUnits: number
  /** Waiting subscriptions by topic. */
  lines: { topic: string; waiting: number; units: number }[]
}

export async function findProduct(sql: Sql, { storeId }: Store, variantId: string): Promise<ProductDetail | null> {
  const [found] = await sql<ProductDetail[]>`
    select ${sql.unsafe(columns)}, ${figures(sql, storeId)},
      (
        select count(*)
        from offers
        where offers.store_id = ${storeId}
          and offers.variant_id = variant.variant_id
          and closed_at is null
      ) as open_offers,
      (
        select coalesce(sum(quantity), 0)
        from offers
        where offers.store_id = ${storeId}
          and offers.variant_id = variant.variant_id
          and closed_at is null
      ) as offered_units,
      (
        select coalesce(json_agg(json_build_object('topic', topic, 'waiting', waiting, 'units', units) order by topic), '[]')
        from demand
        where demand.store_id = ${storeId}
          and demand.variant_id = variant.variant_id
      ) as lines
    from variants variant
    where variant.store_id = ${storeId}
      and variant.variant_id = ${variantId}
      and variant.deleted_at is null`
  if (!found) return null
  const moves = await sql<StockMove[]>`
    select move, stock_before, stock_after, source, occurred_at
    from stock_moves
    where store_id = ${storeId}
      and variant_id = ${variantId}
    order by move desc
    limit 20`
  return { ...found, moves: [...moves] }
}

/** Variants that match a text: an id, a SKU, or part of a title. */
export async function findVariantIds(sql: Sql, { storeId }: Store, text: string, most = 200): Promise<string[]> {
  const rows = await sql<{ variantId: string }[]>`
    select variant.variant_id
    from variants variant
    where variant.store_id = ${storeId}
      ${matching(sql, text)}
    limit ${most}`
  return rows.map(({ variantId }) => variantId)
}
