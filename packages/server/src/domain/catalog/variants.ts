/** Adds and changes variants; every change of a stock level adds a row to the stock ledger. */
import type { Sql } from '../../database/connect.ts'
import type { VariantChange } from '../rules/rule.ts'
import type { Store } from '../stores/stores.ts'
import { productKeyJson } from './product-record.ts'

/**
 * Null and not in `sent`: the field was not sent. Null and in `sent`: the field is cleared. `url` and `variant_url` not in `sent`
 * count only for a variant that has no address: a platform's own domain must not replace the shop's.
 */
export type VariantRow = {
  variant_id: string
  product_id?: string
  /** The columns of `variantColumns` that were sent. */
  sent: string[]
  tags?: string[] | null
  tracked?: boolean | null
  sells_when_empty?: boolean | null
  stock?: number | null
  /** When the stock was measured, if known. */
  stock_at?: string | null
} & { [Column in VariantColumn]?: string | number | null }

export type VariantColumn = (typeof variantColumns)[number]

/** Columns that may be set and cleared. */
export const variantColumns = [
  'url',
  'variant_url',
  'title',
  'brand',
  'sku',
  'variant_info',
  'image_url',
  'price',
  'compare_at_price',
  'currency',
] as const

const joinColumns = (write: (column: VariantColumn) => string, between = ', ') =>
  variantColumns.map(write).join(between)

const inputColumns = `(
  variant_id text, product_id text, sent text[],
  url text, variant_url text, title text, brand text, sku text, variant_info text, image_url text,
  price numeric, compare_at_price numeric, currency text,
  tags text[], tracked boolean, sells_when_empty boolean, stock integer, stock_at timestamptz
)`

/** Where a stock level came from; stored in the ledger. */
export type StockSource = 'api' | 'feed' | 'shopify' | 'woocommerce' | 'bigcommerce' | 'dashboard'

/** For rows with a variant's values before and after; prices as numbers. */
const changeColumns = `
  variant_id, stock_before, stock as stock_after, stock_move as move, was_deleted,
  tracked and not sells_when_empty as is_counted,
  price_before::float8, price::float8 as price_after, tags_gone`

export const changeJson = `json_build_object(
  'variantId', variant_id, 'stockBefore', stock_before, 'stockAfter', stock, 'move', stock_move,
  'wasDeleted', was_deleted, 'isCounted', tracked and not sells_when_empty,
  'priceBefore', price_before::float8, 'priceAfter', price::float8, 'tagsGone', tags_gone
)`

/** What rows `made` return for a new variant. */
export const newVariantColumns = `variant_id, stock, stock_move, stock_at, tracked, sells_when_empty, price,
  null::integer as stock_before, false as was_deleted, null::numeric as price_before, '{}'::text[] as tags_gone`

/** The first ledger row of each row `made` whose stock was sent. */
export const insertFirstStockMoves = (sql: Sql, storeId: number, source: StockSource) => sql`
  insert into stock_moves (store_id, variant_id, move, stock_before, stock_after, source, occurred_at)
  select ${storeId}, variant_id, 1, null, stock, ${source}, stock_at
  from made
  where stock is not null`

/** Adds the variants that do not exist yet and returns them. In one order, so that calls cannot deadlock. */
export async function addVariants(
  sql: Sql,
  { storeId }: Store,
  rows: VariantRow[],
  source: StockSource,
): Promise<Map<string, VariantChange>> {
  const made = await sql<VariantChange[]>`
    with input as (
      select *
      from jsonb_to_recordset(${sql.json(rows as never)}) as input ${sql.unsafe(inputColumns)}
    ),
    made as (
      insert into variants (
        store_id, variant_id, product_id, ${sql.unsafe(joinColumns((column) => column))},
        tags, tracked, sells_when_empty, stock, stock_move, stock_at
      )
      select ${storeId}, variant_id, product_id, ${sql.unsafe(joinColumns((column) => column))},
        coalesce(tags, '{}'), coalesce(tracked, true), coalesce(sells_when_empty, false),
        stock, (stock is not null)::integer, case when stock is not null then coalesce(stock_at, clock_timestamp()) end
      from input
      order by variant_id
      on conflict (store_id, variant_id) do nothing
      returning ${sql.unsafe(newVariantColumns)}
    ),
    noted as (${insertFirstStockMoves(sql, storeId, source)})
    select ${sql.unsafe(changeColumns)}
    from made`
  return new Map(made.map((change) => [change.variantId, change]))
}

const unsentValues: { [Column in VariantColumn]?: string } = {
  url: 'coalesce(variant.url, input.url)',
  variant_url: 'coalesce(variant.variant_url, case when variant.url is null then input.variant_url end)',
}
const changedValues = joinColumns(
  (column) =>
    `case when '${column}' = any(input.sent) then input.${column} else ${unsentValues[column] ?? `variant.${column}`} end`,
)

export type VariantChanges = { moved: number; unknown: (number | string)[]; changes: VariantChange[] }

/**
 * Changes the fields that were sent. Rows are locked first, in one order: changes of one variant run one after the other, and the
 * ledger row has the stock that was replaced. The steps: `input` (the sent rows), `locked` (the rows before), `changed` (the
 * rows after; unchanged rows are not written), `noted` (ledger rows), then the counts and changes to return.
 */
export async function changeVariants(
  sql: Sql,
  { storeId }: Store,
  rows: VariantRow[],
  { source, revive }: { source: StockSource; revive: boolean },
): Promise<VariantChanges> {
  const [done] = await sql<VariantChanges[]>`
    with input as (
      select *
      from jsonb_to_recordset(${sql.json(rows as never)}) as input ${sql.unsafe(inputColumns)}
    ),
    locked as (
      select variant.variant_id, variant.stock, variant.stock_move, variant.price, variant.tags,
        variant.deleted_at is not null as was_deleted,
        -- a late message has an older level than the stored one
        input.stock is not null and coalesce(input.stock_at >= variant.stock_at, true) as takes_stock
      from variants variant
      join input using (variant_id)
      where variant.store_id = ${storeId}
        -- for the planner: without statistics the join would read the whole catalog
        and variant.variant_id = any(array(select variant_id from input))
        and (${revive} or variant.deleted_at is null)
      order by variant.variant_id
      for update of variant
    ),
    changed as (
      update variants variant
      set product_id = coalesce(input.product_id, variant.product_id),
          (${sql.unsafe(joinColumns((column) => column))}) = row (${sql.unsafe(changedValues)}),
          tags = coalesce(input.tags, variant.tags),
          tracked = coalesce(input.tracked, variant.tracked),
          sells_when_empty = coalesce(input.sells_when_empty, variant.sells_when_empty),
          stock = case when locked.takes_stock then input.stock else variant.stock end,
          stock_move = variant.stock_move
            + (locked.takes_stock and input.stock is distinct from variant.stock)::integer,
          -- also if the level is the same: it was confirmed now
          stock_at = case when locked.takes_stock then coalesce(input.stock_at, clock_timestamp()) else variant.stock_at end,
          deleted_at = null,
          updated_at = now()
      from locked
      join input using (variant_id)
      where variant.store_id = ${storeId}
        and variant.variant_id = locked.variant_id
        and (
          locked.takes_stock
          or variant.deleted_at is not null
          -- an unchanged row is not written again
          or (
            coalesce(input.product_id, variant.product_id), ${sql.unsafe(changedValues)},
            coalesce(input.tags, variant.tags), coalesce(input.tracked, variant.tracked),
            coalesce(input.sells_when_empty, variant.sells_when_empty)
          ) is distinct from (
            variant.product_id, ${sql.unsafe(joinColumns((column) => `variant.${column}`))},
            variant.tags, variant.tracked,
            variant.sells_when_empty
          )
        )
      returning variant.variant_id, variant.stock, variant.stock_move, variant.stock_at, variant.tracked,
        variant.sells_when_empty, variant.price, locked.stock as stock_before, locked.stock_move as move_before,
        locked.was_deleted, locked.price as price_before,
        array(select unnest(locked.tags) except select unnest(variant.tags)) as tags_gone
    ),
    noted as (
      insert into stock_moves (store_id, variant_id, move, stock_before, stock_after, source, occurred_at)
      select ${storeId}, variant_id, stock_move, stock_before, stock, ${source}, stock_at
      from changed
      where stock_move > move_before
      returning 1
    )
    select
      (select count(*) from noted) as moved,
      (
        select coalesce(json_agg(${sql.unsafe(productKeyJson('input.variant_id'))}), '[]')
        from input
        left join locked using (variant_id)
        where locked.variant_id is null
      ) as unknown,
      (
        select coalesce(json_agg(${sql.unsafe(changeJson)}), '[]')
        from changed
      ) as changes`
  return done!
}
