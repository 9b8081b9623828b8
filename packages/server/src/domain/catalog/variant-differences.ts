/** Saves a catalog that is sent repeatedly (feeds): one read finds what is new or different; unchanged variants are not written. */
import type { Sql } from '../../database/connect.ts'
import { reactToStockChanges } from '../planning/react-to-stock-changes.ts'
import type { VariantChange } from '../rules/rule.ts'
import type { Store } from '../stores/stores.ts'
import { type BulkVariantRow, bulkVariantInput, variantRow } from './bulk-variant-input.ts'
import { changeJson, changeVariants, insertFirstStockMoves, newVariantColumns, type StockSource } from './variants.ts'

export type BulkSaveOptions = {
  source: StockSource
  /** Most variants are new: insert first and compare afterwards, which saves a read. */
  expectNew: boolean
  /** Of the call that sent them. */
  requestId: string | null
}

export type BulkSaveCounts = { added: number; changed: number }

/** Must run in a transaction. Rows must not repeat a variant. */
export async function saveVariantsInBulk(
  sql: Sql,
  store: Store,
  rows: BulkVariantRow[],
  { source, expectNew, requestId }: BulkSaveOptions,
): Promise<BulkSaveCounts> {
  const first = expectNew ? await addUnknown(sql, store, rows, source) : nothing
  const rest = expectNew ? among(rows, new Set(first.known)) : rows
  const different = await findDifferent(sql, store, rest)
  const unseen = among(rest, new Set(different.filter((one) => one.isNew).map(({ variantId }) => variantId)))
  const later = await addUnknown(sql, store, unseen, source)
  const keeps = new Map(different.map(({ variantId, keepsStock }) => [variantId, keepsStock]))
  const isUnseen = new Set(unseen.map(({ variant_id }) => variant_id))
  // Another call has added it first.
  for (const variantId of later.known) isUnseen.delete(variantId)
  const changed = rest.filter(({ variant_id }) => keeps.has(variant_id) && !isUnseen.has(variant_id))
  const changes = await change(sql, store, changed, { source, keeps })
  await reactToStockChanges(sql, store, [...first.awaited, ...later.awaited, ...changes], requestId)
  return { added: first.added + later.added, changed: changes.length }
}

const among = (rows: BulkVariantRow[], variantIds: Set<string>) =>
  variantIds.size === 0 ? [] : rows.filter(({ variant_id }) => variantIds.has(variant_id))

type AddedVariants = {
  added: number
  /** Variants that existed before. */
  known: string[]
  /** New variants that have waiting subscriptions already; most have none. */
  awaited: VariantChange[]
}

const nothing: AddedVariants = { added: 0, known: [], awaited: [] }

/** Adds the variants that do not exist yet, in one order, so that calls cannot deadlock. */
async function addUnknown(
  sql: Sql,
  { storeId }: Store,
  rows: BulkVariantRow[],
  source: StockSource,
): Promise<AddedVariants> {
  if (rows.length === 0) return nothing
  const [added] = await sql<AddedVariants[]>`
    with input as materialized (
      select *
      from ${bulkVariantInput(sql, rows)}
    ),
    made as (
      insert into variants (
        store_id, variant_id, product_id, url, title, brand, sku, variant_info, image_url, price, compare_at_price,
        currency, sells_when_empty, stock, stock_move, stock_at
      )
      select ${storeId}, variant_id, product_id, url, title, brand, sku, variant_info, image_url, price, compare_at_price,
        currency, coalesce(sells_when_empty, false), stock, (stock is not null)::integer,
        case when stock is not null then clock_timestamp() end
      from input
      order by variant_id
      on conflict (store_id, variant_id) do nothing
      returning ${sql.unsafe(newVariantColumns)}
    ),
    noted as (${insertFirstStockMoves(sql, storeId, source)}),
    awaited as (
      select distinct variant_id
      from subscriptions
      where store_id = ${storeId}
        and status = 'waiting'
        and variant_id = any(array(select variant_id from made))
    )
    select
      (select count(*) from made) as added,
      case
        when (select count(*) from made) = ${rows.length} then '{}'
        else array(select variant_id from input except select variant_id from made)
      end as known,
      (
        select coalesce(json_agg(${sql.unsafe(changeJson)}), '[]')
        from made
        where variant_id in (select variant_id from awaited)
      ) as awaited`
  return added!
}

type DifferentVariant = { variantId: string; isNew: boolean; keepsStock: boolean }

export async function findDifferent(sql: Sql, { storeId }: Store, rows: BulkVariantRow[]): Promise<DifferentVariant[]> {
  if (rows.length === 0) return []
  return await sql<DifferentVariant[]>`
    with input as materialized (
      select *
      from ${bulkVariantInput(sql, rows)}
    )
    select input.variant_id, variant.variant_id is null as is_new,
      coalesce(input.at_least and variant.stock >= input.stock, false) as keeps_stock
    from input
    left join (
      select *
      from variants
      where variants.store_id = ${storeId}
        -- for the planner: without statistics it would read the whole catalog, or scan it once for each row
        and variants.variant_id = any(array(select variant_id from input))
    ) variant using (variant_id)
    where variant.variant_id is null
      or variant.deleted_at is not null
      or (
        input.stock is distinct from variant.stock
        and input.stock is not null
        and not coalesce(input.at_least and variant.stock >= input.stock, false)
      )
      or (
        input.product_id, ${sql.unsafe(sentColumns((column) => `coalesce(input.${column}, variant.${column})`))},
        case when input.price is null then variant.compare_at_price else input.compare_at_price end
      ) is distinct from (
        variant.product_id, ${sql.unsafe(sentColumns((column) => `variant.${column}`))},
        variant.compare_at_price
      )`
}

const sentColumns = (write: (column: string) => string) =>
  ['url', 'title', 'brand', 'sku', 'variant_info', 'image_url', 'price', 'currency', 'sells_when_empty']
    .map(write)
    .join(', ')

async function change(
  sql: Sql,
  store: Store,
  rows: BulkVariantRow[],
  { source, keeps }: { source: StockSource; keeps: Map<string, boolean> },
): Promise<VariantChange[]> {
  if (rows.length === 0) return []
  const input = rows.map(variantRow).map((row) => (keeps.get(row.variant_id) ? { ...row, stock: null } : row))
  return (await changeVariants(sql, store, input, { source, revive: true })).changes
}
