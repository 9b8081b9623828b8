/** A store on its way in: it has a word in place of its pid, so that nobody finds it, and sleeps, until all of it is there. */
import type { Sql } from '../../database/connect.ts'
import { notifyStoreChanged } from '../settings/settings.ts'

/** Of one export only: what another left unfinished is not continued. */
export const pidWhileImporting = (exportId: string, pid: string) => `arriving ${exportId} ${pid}`

/** What stands under the number of a store; null: nothing. */
export async function findPidOf(sql: Sql, storeId: number): Promise<string | null> {
  const [row] = await sql<{ pid: string }[]>`
    select pid
    from stores
    where store_id = ${storeId}`
  return row?.pid ?? null
}

/** From here on it is served. It sleeps until somebody wakes it. */
export async function finishStoreImport(sql: Sql, storeId: number, exportId: string, pid: string): Promise<void> {
  await sql`
    update stores
    set pid = ${pid}
    where store_id = ${storeId}
      and pid = ${pidWhileImporting(exportId, pid)}`
  await notifyStoreChanged(sql, storeId)
}

/** Which of these people the installation knows. */
export async function findKnownUsers(sql: Sql, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ userId: string }[]>`
    select user_id
    from users
    where user_id = any(${[...userIds]}::uuid[])`
  return new Set(rows.map(({ userId }) => userId))
}
