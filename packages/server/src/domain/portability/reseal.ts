/**
 * Seals every secret again with the current secret of the installation. Only the encryption changes: the random keys of regids,
 * sessions and links in sent mails stay the same.
 */
import type { Database } from '../../database/connect.ts'
import { type Keyring, noStoreId } from '../secrets/vault.ts'
import { storeTables } from './store-tables.ts'

type SealedColumn = { table: string; column: string }

/** Stored answers are sealed too. They are not exported, so `storeTables` does not list them as sealed. */
export const sealedColumns: readonly SealedColumn[] = [
  ...storeTables.flatMap(({ name, sealed }) => sealed.map((column) => ({ table: name, column }))),
  { table: 'remembered_answers', column: 'sealed_answer' },
]

/** Secrets of people, who belong to no store. */
export const staffColumns: readonly SealedColumn[] = [
  { table: 'users', column: 'totp_secret' },
  { table: 'users', column: 'totp_pending' },
  { table: 'staff_mails', column: 'sealed' },
]

const batchSize = 200

export type ResealOptions = {
  /** Counts and changes nothing. */
  onlyCount?: boolean
  /** After each batch, with the number of rows read. An error thrown here ends the run; the next run continues. */
  onBatch?: (looked: number) => void | Promise<void>
}

/** Returns how many values were (or are still) sealed with an older secret. May be stopped and repeated at any time. */
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
      // A value that changes meanwhile is sealed by that change; the next run checks it again.
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
