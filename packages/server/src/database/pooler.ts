/** Detects whether a pooler such as PgBouncer is in front of PostgreSQL, and what it supports. */
import type { Pooler } from './address.ts'
import { readAddress, withPooler } from './address.ts'
import { connect } from './connect.ts'

/**
 * A pooler reports a made-up pid, because no backend belongs to the client for long. One that supports prepared statements
 * renames them, such as PGBOUNCER_7; our driver's names contain only letters and digits. Transaction and session pooling look the
 * same, so we assume transaction pooling: what works there works in both.
 */
export async function findPooler(url: string): Promise<Pooler> {
  const known = readAddress(url)?.pooler
  if (known) return known
  const pool = connect({ url: withPooler(url, 'prepared'), connections: 1, name: 'heartbell probe' })
  try {
    const sql = await pool.reserve()
    const [found] = await sql<{ pid: number; name: string | null }[]>`
      select pg_backend_pid() as pid, (
        select name
        from pg_prepared_statements
        where statement like '%pg_backend_pid() as pid%'
        order by prepare_time desc
        limit 1
      ) as name`
    sql.release()
    if (found!.pid === sql.pid) return 'none'
    return found!.name?.includes('_') ? 'prepared' : 'transaction'
  } finally {
    await pool.end({ timeout: 1 })
  }
}
