/** A whole store taken out of an installation: every row of it, for good. */
import type { Database } from '../../database/connect.ts'
import { notifyStoreChanged } from '../settings/settings.ts'
import { storeIdOf } from '../stores/stores.ts'
import { excludedTables, storeTables } from './store-tables.ts'

/** As it is called now, for the entry that outlives it. */
export async function findStoreName(sql: Database, storeId: number): Promise<string | null> {
  const [row] = await sql<{ name: string }[]>`
    select name
    from stores
    where store_id = ${storeId}`
  return row?.name ?? null
}

/** A few at a time, so that other stores hardly notice. */
const batchSize = 2_000

/** Children before what they stand on; the store itself last, so that what broke off can be begun again. Gives how many rows. */
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
