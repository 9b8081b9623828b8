/** A variant's row: made when it is first told of, changed by what is told later, its stock figure never without the ledger. */
import type { Sql } from '../database/connect.ts'
import { keyJson } from './product-record.ts'
import type { Store } from './stores.ts'

/** Null and not `sent`: not said. Null and sent: taken away. */
export type VariantRow = {
  variant_id: string
  product_id?: string
  /** The columns of `tellable` that were said. */
  sent: string[]
  tags?: string[] | null
  tracked?: boolean | null
  sells_when_empty?: boolean | null
  stock?: number | null
  /** When the figure was true, where the sender knows. */
  stock_at?: string | null
} & { [Column in Tellable]?: string | number | null }

export type Tellable = (typeof tellable)[number]

/** What may be told and taken away again. */
export const tellable = [
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

const each = (write: (column: Tellable) => string, between = ', ') => tellable.map(write).join(between)

const input = `(
  variant_id text, product_id text, sent text[],
  url text, variant_url text, title text, brand text, sku text, variant_info text, image_url text,
  price numeric, compare_at_price numeric, currency text,
  tags text[], tracked boolean, sells_when_empty boolean, stock integer, stock_at timestamptz
)`

/** Where a figure came from, as the ledger says it. */
export type StockSource = 'api' | 'feed' | 'shopify' | 'woocommerce' | 'bigcommerce' | 'dashboard'

/** Makes the variants that are not there yet and says which they were. Rows are taken in one order, so that calls don't lock each other out. */
export async function addVariants(
  sql: Sql,
  { storeId }: Store,
  rows: VariantRow[],
  source: StockSource,
): Promise<Set<string>> {
  const made = await sql<{ variantId: string }[]>`
    with input as (
      select *
      from jsonb_to_recordset(${sql.json(rows as never)}) as input ${sql.unsafe(input)}
    ),
    made as (
      insert into variants (
        store_id, variant_id, product_id, ${sql.unsafe(each((column) => column))},
        tags, tracked, sells_when_empty, stock, stock_move, stock_at
      )
      select ${storeId}, variant_id, product_id, ${sql.unsafe(each((column) => column))},
        coalesce(tags, '{}'), coalesce(tracked, true), coalesce(sells_when_empty, false),
        stock, (stock is not null)::integer, case when stock is not null then coalesce(stock_at, clock_timestamp()) end
      from input
      order by variant_id
      on conflict (store_id, variant_id) do nothing
      returning variant_id, stock, stock_at
    ),
    noted as (
      insert into stock_moves (store_id, variant_id, move, stock_before, stock_after, source, occurred_at)
      select ${storeId}, variant_id, 1, null, stock, ${source}, stock_at
      from made
      where stock is not null
    )
    select variant_id
    from made`
  return new Set(made.map(({ variantId }) => variantId))
}

const changed = each(
  (column) => `case when '${column}' = any(input.sent) then input.${column} else variant.${column} end`,
)

export type VariantChanges = { moved: number; unknown: (number | string)[] }

/**
 * Changes variants by what was said of them. Their rows are locked first, in one order: changes of one variant follow one
 * another, and the ledger's line holds the very figure that the new one replaced.
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
      from jsonb_to_recordset(${sql.json(rows as never)}) as input ${sql.unsafe(input)}
    ),
    held as (
      select variant.variant_id, variant.stock, variant.stock_move,
        -- what a late message tells is older than what we hold
        input.stock is not null and coalesce(input.stock_at >= variant.stock_at, true) as takes_stock
      from variants variant
      join input using (variant_id)
      where variant.store_id = ${storeId}
        -- said again for the planner: of a store it knows nothing about it would read the whole catalog for the join
        and variant.variant_id = any(array(select variant_id from input))
        and (${revive} or variant.deleted_at is null)
      order by variant.variant_id
      for update of variant
    ),
    changed as (
      update variants variant
      set product_id = coalesce(input.product_id, variant.product_id),
          (${sql.unsafe(each((column) => column))}) = row (${sql.unsafe(changed)}),
          tags = coalesce(input.tags, variant.tags),
          tracked = coalesce(input.tracked, variant.tracked),
          sells_when_empty = coalesce(input.sells_when_empty, variant.sells_when_empty),
          stock = case when held.takes_stock then input.stock else variant.stock end,
          stock_move = variant.stock_move
            + (held.takes_stock and input.stock is distinct from variant.stock)::integer,
          -- also when the figure is the same: it is known to be true now
          stock_at = case when held.takes_stock then coalesce(input.stock_at, clock_timestamp()) else variant.stock_at end,
          deleted_at = null,
          updated_at = now()
      from held
      join input using (variant_id)
      where variant.store_id = ${storeId}
        and variant.variant_id = held.variant_id
        and (
          held.takes_stock
          or variant.deleted_at is not null
          -- a catalog told again as it was rewrites nothing
          or (
            coalesce(input.product_id, variant.product_id), ${sql.unsafe(changed)},
            coalesce(input.tags, variant.tags), coalesce(input.tracked, variant.tracked),
            coalesce(input.sells_when_empty, variant.sells_when_empty)
          ) is distinct from (
            variant.product_id, ${sql.unsafe(each((column) => `variant.${column}`))},
            variant.tags, variant.tracked,
            variant.sells_when_empty
          )
        )
      returning variant.variant_id, variant.stock, variant.stock_move, variant.stock_at,
        held.stock as stock_before, held.stock_move as move_before
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
        select coalesce(json_agg(${sql.unsafe(keyJson('input.variant_id'))}), '[]')
        from input
        left join held using (variant_id)
        where held.variant_id is null
      ) as unknown`
  return done!
}
