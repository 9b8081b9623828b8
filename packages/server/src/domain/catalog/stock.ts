/** Records stock levels; each change is one row of the stock ledger. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { reactToStockChanges } from '../planning/react-to-stock-changes.ts'
import type { Store } from '../stores/stores.ts'
import { changeVariants, type StockSource, type VariantChanges } from './variants.ts'

/** `at`: when the level was measured, if known; a level older than the stored one is ignored. */
export type StockLevel = { variantId: string; stock: number; at?: Date }

/** Locks a variant's stock until the transaction ends, for callers that add to it. */
export async function lockStock(
  sql: Sql,
  { storeId }: Store,
  variantId: string,
): Promise<{ stock: number | null } | null> {
  const [locked] = await sql<{ stock: number | null }[]>`
    select stock
    from variants
    where store_id = ${storeId}
      and variant_id = ${variantId}
      and deleted_at is null
    for update`
  return locked ?? null
}

/**
 * Sets stock levels and returns the variants that are not in the catalog; of a repeated variant the last level counts. Alerts that
 * follow from the change are planned in the same transaction.
 */
export async function recordStock(
  sql: Database,
  store: Store,
  levels: StockLevel[],
  source: StockSource,
  requestId: string | null = null,
): Promise<VariantChanges> {
  const latest = new Map(levels.map((level) => [level.variantId, level]))
  const rows = [...latest.values()].map(({ variantId, stock, at }) => ({
    variant_id: variantId,
    sent: [],
    stock,
    stock_at: at?.toISOString() ?? null,
  }))
  return await transaction(sql, async (sql) => {
    const done = await changeVariants(sql, store, rows, { source, revive: false })
    await reactToStockChanges(sql, store, done.changes, requestId)
    return done
  })
}

/** The stock of every variant on sale; 0 where it is unknown. */
export async function readStocks(sql: Sql, { storeId }: Pick<Store, 'storeId'>): Promise<Map<string, number>> {
  const rows = await sql<{ variantId: string; stock: number }[]>`
    select variant_id, coalesce(stock, 0) as stock
    from variants
    where store_id = ${storeId}
      and deleted_at is null`
  return new Map(rows.map(({ variantId, stock }) => [variantId, stock]))
}
