/** A store that is being imported: until it is complete, it is paused, and a placeholder instead of its pid hides it. */
import type { Sql } from '../../database/connect.ts'
import { notifyStoreChanged } from '../settings/settings.ts'

/** Contains the export's id: an unfinished import of another export is not resumed. */
export const pidWhileImporting = (exportId: string, pid: string) => `arriving ${exportId} ${pid}`

/** From now on the store is served. It stays paused until an operator resumes it. */
export async function finishStoreImport(sql: Sql, storeId: number, exportId: string, pid: string): Promise<void> {
  await sql`
    update stores
    set pid = ${pid}
    where store_id = ${storeId}
      and pid = ${pidWhileImporting(exportId, pid)}`
  await notifyStoreChanged(sql, storeId)
}

/** Which of these users exist in this installation. */
export async function findKnownUsers(sql: Sql, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ userId: string }[]>`
    select user_id
    from users
    where user_id = any(${[...userIds]}::uuid[])`
  return new Set(rows.map(({ userId }) => userId))
}
