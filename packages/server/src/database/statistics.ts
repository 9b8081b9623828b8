/**
 * Tells PostgreSQL's planner early what grows. By itself it looks around once a minute, and until a table has been analysed all
 * indexes of it look alike, because all start with store_id: a row is then looked for by its key in the store's whole table.
 * The thousandth list of a new installation is slower than the millionth.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from './connect.ts'

export type StatisticsWatch = { close(): Promise<void> }

export function keepStatistics(sql: Database, onFault: (error: unknown) => void, restMillis = 2000): StatisticsWatch {
  const end = new AbortController()
  const watch = async () => {
    while (!end.signal.aborted) {
      await wait(restMillis, undefined, { ref: false, signal: end.signal }).catch(() => undefined)
      if (!end.signal.aborted) await analyseGrown(sql).catch(onFault)
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

/** Each time a table has doubled; once it is large PostgreSQL's own looking around is early enough. */
export async function analyseGrown(sql: Database): Promise<void> {
  const grown = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, relname) as name
    from pg_stat_user_tables
    where schemaname = current_schema()
      and n_mod_since_analyze > greatest(200, n_live_tup / 2)
      and n_live_tup < 1000000`
  for (const { name } of grown) await sql.unsafe(`analyze (skip_locked) ${name}`)
}
