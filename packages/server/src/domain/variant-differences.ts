/** A catalog told again and again (feeds): what is new or different in it is found by one read, and the rest costs no write. */
import type { Sql } from '../database/connect.ts'
import { followChanges } from './follow-changes.ts'
import type { Store } from './stores.ts'
import {
  addVariants,
  changed,
  changeVariants,
  each,
  type StockSource,
  toldColumns,
  type VariantRow,
} from './variants.ts'

/** `at_least`: in stock, and nobody says how many; a figure we hold says more as long as it is not below. */
export type BulkRow = VariantRow & { at_least?: boolean }

export type BulkOptions = {
  source: StockSource
  /** Most of them are not there yet: they are added first and asked about afterwards, which saves a read. */
  expectNew: boolean
}

export type Taken = { added: number; changed: number }

/** In a transaction. Rows name a variant once. */
export async function takeVariants(
  sql: Sql,
  store: Store,
  rows: BulkRow[],
  { source, expectNew }: BulkOptions,
): Promise<Taken> {
  const added = expectNew ? await addVariants(sql, store, rows, source) : new Map()
  const rest = rows.filter((row) => !added.has(row.variant_id))
  const different = await findDifferent(sql, store, rest)
  const isNew = new Set(different.filter((one) => one.isNew).map(({ variantId }) => variantId))
  const unseen = rest.filter(({ variant_id }) => isNew.has(variant_id))
  if (unseen.length > 0)
    for (const [variantId, change] of await addVariants(sql, store, unseen, source)) added.set(variantId, change)
  const keeps = new Map(different.map(({ variantId, keepsStock }) => [variantId, keepsStock]))
  const known = rest.filter(({ variant_id }) => keeps.has(variant_id) && !added.has(variant_id))
  const told = known.map((row) => (keeps.get(row.variant_id) ? { ...row, stock: null } : row))
  const changes = told.length > 0 ? (await changeVariants(sql, store, told, { source, revive: true })).changes : []
  const awaited = await findAwaited(sql, store, [...added.keys()])
  await followChanges(sql, store, [...[...added.values()].filter((one) => awaited.has(one.variantId)), ...changes])
  return { added: added.size, changed: changes.length }
}

type Different = { variantId: string; isNew: boolean; keepsStock: boolean }

export async function findDifferent(sql: Sql, { storeId }: Store, rows: BulkRow[]): Promise<Different[]> {
  if (rows.length === 0) return []
  return await sql<Different[]>`
    with input as (
      select *
      from jsonb_to_recordset(${sql.json(rows as never)})
        as input ${sql.unsafe(toldColumns.replace(/\)\s*$/, ', at_least boolean)'))}
    )
    select input.variant_id, variant.variant_id is null as is_new,
      coalesce(input.at_least and variant.stock >= input.stock, false) as keeps_stock
    from input
    left join (
      select *
      from variants
      where variants.store_id = ${storeId}
        -- said for the planner: of a store it knows nothing about it would read the whole catalog, or once for each row
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
        coalesce(input.product_id, variant.product_id), ${sql.unsafe(changed)},
        coalesce(input.tags, variant.tags), coalesce(input.tracked, variant.tracked),
        coalesce(input.sells_when_empty, variant.sells_when_empty)
      ) is distinct from (
        variant.product_id, ${sql.unsafe(each((column) => `variant.${column}`))},
        variant.tags, variant.tracked,
        variant.sells_when_empty
      )`
}

/** Of variants that were not there before only those matter that somebody waits for already; most have nobody. */
async function findAwaited(sql: Sql, { storeId }: Store, variantIds: string[]): Promise<Set<string>> {
  if (variantIds.length === 0) return new Set()
  const rows = await sql<{ variantId: string }[]>`
    select distinct variant_id
    from subscriptions
    where store_id = ${storeId}
      and status = 'waiting'
      and variant_id = any(${variantIds})`
  return new Set(rows.map(({ variantId }) => variantId))
}
