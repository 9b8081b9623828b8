/**
 * Everything sealed with an older secret of the installation, sealed again with the current one. Only the sealing changes: the
 * keys of regids, sessions and links in sent mails are random, lie sealed in their store's row, and stay what they are.
 */
import type { Database } from '../../database/connect.ts'
import { type Keyring, noStoreId } from '../secrets/vault.ts'
import { storeTables } from './store-tables.ts'

type SealedColumn = { table: string; column: string }

/** Answers are sealed too; they don't leave with a store, so the table of stores' tables does not call them sealed. */
export const sealedColumns: readonly SealedColumn[] = [
  ...storeTables.flatMap(({ name, sealed }) => sealed.map((column) => ({ table: name, column }))),
  { table: 'remembered_answers', column: 'sealed_answer' },
]

/** Of people, who belong to no store. */
export const staffColumns: readonly SealedColumn[] = [
  { table: 'users', column: 'totp_secret' },
  { table: 'users', column: 'totp_pending' },
  { table: 'staff_mails', column: 'sealed' },
]

const batchSize = 200

export type ResealOptions = {
  /** Counts without changing anything. */
  onlyCount?: boolean
  /** After each batch: how many rows it looked at. What it throws ends the work; the next run goes on. */
  onBatch?: (looked: number) => void | Promise<void>
}

/** Gives how many values were (or are still) sealed with an older secret. Safe to end and to run again at any moment. */
export async function reseal(sql: Database, vault: Keyring, options: ResealOptions = {}): Promise<number> {
  const stores = await sql<{ storeId: number }[]>`
    -- every store: all of them are sealed with the installation's secret
    select store_id
    from stores
    order by store_id`
  let stale = 0
  for (const { storeId } of stores)
    for (const place of sealedColumns) stale += await resealColumn(sql, vault, storeId, place, options)
  for (const place of staffColumns) stale += await resealColumn(sql, vault, noStoreId, place, options)
  return stale
}

async function resealColumn(
  sql: Database,
  vault: Keyring,
  storeId: number,
  { table, column }: SealedColumn,
  { onlyCount = false, onBatch }: ResealOptions,
): Promise<number> {
  const isOfStore = storeId === noStoreId ? sql`true` : sql`store_id = ${storeId}`
  let stale = 0
  let after = '(0,0)'
  for (;;) {
    const rows = await sql<{ place: string; value: Buffer }[]>`
      select ctid::text as place, ${sql(column)} as value
      from ${sql(table)}
      where ${isOfStore}
        and ${sql(column)} is not null
        and ctid > ${after}::text::tid
      order by ctid
      limit ${batchSize}`
    for (const { place, value } of rows) {
      if (vault.isCurrent(storeId, value)) continue
      stale++
      // One that changes meanwhile was sealed by whoever changed it, and is looked at again in the next run.
      if (!onlyCount)
        await sql`
          update ${sql(table)}
          set ${sql(column)} = ${vault.seal(storeId, vault.open(storeId, value))}
          where ${isOfStore}
            and ctid = ${place}::text::tid
            and ${sql(column)} = ${value}`
    }
    await onBatch?.(rows.length)
    if (rows.length < batchSize) return stale
    after = rows.at(-1)!.place
  }
}
