/**
 * Refreshes the planner's statistics of growing tables early. Autovacuum checks once a minute, and before the first ANALYZE all
 * indexes of a table look alike, because all start with store_id: a lookup by key then scans all rows of the store. Without this
 * the thousandth list of a new installation is slower than the millionth.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from './connect.ts'

export type StatisticsWatch = { close(): Promise<void> }

export function startStatisticsRefresh(
  sql: Database,
  onFault: (error: unknown) => void,
  restMillis = 2000,
): StatisticsWatch {
  const end = new AbortController()
  const watch = async () => {
    while (!end.signal.aborted) {
      await wait(restMillis, undefined, { ref: false, signal: end.signal }).catch(() => undefined)
      if (!end.signal.aborted) await analyzeGrownTables(sql).catch(onFault)
    }
  }
  const watching = watch()
  return {
    close: async () => {
      end.abort()
      await watching
    },
  }
}

/** Each time a table has doubled. For large tables autovacuum is early enough. */
export async function analyzeGrownTables(sql: Database): Promise<void> {
  const grown = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, relname) as name
    from pg_stat_user_tables
    where schemaname = current_schema()
      and n_mod_since_analyze > greatest(200, n_live_tup / 2)
      and n_live_tup < 1000000`
  for (const { name } of grown) await sql.unsafe(`analyze (skip_locked) ${name}`)
}
