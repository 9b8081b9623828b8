/** How many units there are: figures as they are told, each change a line in the ledger. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { reactToStockChanges } from '../planning/react-to-stock-changes.ts'
import type { Store } from '../stores/stores.ts'
import { changeVariants, type StockSource, type VariantChanges } from './variants.ts'

/** `at`: when the figure was true, where the sender knows; an older one than we hold changes nothing. */
export type StockLevel = { variantId: string; stock: number; at?: Date }

/** A variant's figure, held until the transaction ends: whoever adds to it must not add to one that is changing. */
export async function lockStock(
  sql: Sql,
  { storeId }: Store,
  variantId: string,
): Promise<{ stock: number | null } | null> {
  const [held] = await sql<{ stock: number | null }[]>`
    select stock
    from variants
    where store_id = ${storeId}
      and variant_id = ${variantId}
      and deleted_at is null
    for update`
  return held ?? null
}

/**
 * Sets figures and says which variants the catalog does not know; of a variant told twice the later figure counts. What follows
 * for those who wait is written in the same transaction.
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
