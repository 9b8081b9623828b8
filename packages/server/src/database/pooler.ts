/** Finding out whether a pooler (PgBouncer and its like) stands before PostgreSQL, and how much it carries over. */
import type { Pooler } from './address.ts'
import { namePooler, readAddress } from './address.ts'
import { connect } from './connect.ts'

/**
 * A pooler tells a client a process number of its own making, since no process is the client's for long. One that carries prepared
 * statements over gives them names of its own too, such as PGBOUNCER_7; the driver's are letters and digits. Whether it pools
 * by transaction or by session can't be seen, so the former is taken for granted: what works there works in both.
 */
export async function findPooler(url: string): Promise<Pooler> {
  const said = readAddress(url)?.pooler
  if (said) return said
  const pool = connect({ url: namePooler(url, 'prepared'), connections: 1, name: 'heartbell probe' })
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
