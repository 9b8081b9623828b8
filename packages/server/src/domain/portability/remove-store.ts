/** Removes a whole store from an installation: every row of it. */
import type { Database } from '../../database/connect.ts'
import { notifyStoreChanged } from '../settings/settings.ts'
import { storeIdOf } from '../stores/stores.ts'
import { excludedTables, storeTables } from './store-tables.ts'

/** For the audit entry, which stays after the store is removed. */
export async function findStoreName(sql: Database, storeId: number): Promise<string | null> {
  const [row] = await sql<{ name: string }[]>`
    select name
    from stores
    where store_id = ${storeId}`
  return row?.name ?? null
}

/** In batches, so that other stores are not slowed down. */
const batchSize = 2_000

/** Deletes children before parents and the store's row last, so that an interrupted removal can run again. Returns the number of rows. */
export async function removeStore(sql: Database, pid: string): Promise<number> {
  const storeId = storeIdOf(pid)!
  await sql`
    update stores
    set pid = 'leaving ' || ${pid},
        asleep_since = coalesce(asleep_since, now())
    where store_id = ${storeId}`
  await notifyStoreChanged(sql, storeId)
  const tables = [...Object.keys(excludedTables), ...storeTables.map(({ name }) => name).reverse()]
  let removed = 0
  for (const table of tables) removed += await emptyTable(sql, storeId, table)
  return removed
}

async function emptyTable(sql: Database, storeId: number, table: string): Promise<number> {
  let removed = 0
  for (;;) {
    const { count } = await sql`
      delete from ${sql(table)}
      where store_id = ${storeId}
        and ctid = any(array(select ctid from ${sql(table)} where store_id = ${storeId} limit ${batchSize}))`
    removed += count
    if (count < batchSize) return removed
  }
}
