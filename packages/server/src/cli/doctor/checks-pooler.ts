/** What doctor says about a pooler before the database: what it costs, and what it can't set for us. */
import type { Pooler } from '../../database/address.ts'
import { type Database, poolerOf } from '../../database/connect.ts'
import type { Check } from './check.ts'

/** Nothing where there is none. */
export async function checkPooler(sql: Database): Promise<Check[]> {
  const pooler = poolerOf(sql)
  if (pooler === 'none') return []
  const [row] = await sql<{ role: string; unset: string[] }[]>`
    select current_user as role, array(
      select name
      from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout')
        and setting = '0'
      order by name desc
    ) as unset`
  return [judgePooler(pooler), ...judgeTimeouts(row!.role, row!.unset)]
}

function judgePooler(pooler: Pooler): Check {
  const slow = 'no notices reach us, so changes and alerts are noticed by the clock, within two seconds'
  if (pooler === 'prepared')
    return { name: 'pooler', state: 'ok', says: `one that carries prepared statements over; ${slow}` }
  const says = `one that carries no prepared statements over; ${slow}, and PostgreSQL plans every statement anew`
  return {
    name: 'pooler',
    state: 'ok',
    says: `${says}: PgBouncer 1.21 or newer with max_prepared_statements saves that`,
  }
}

const wanted: Record<string, string> = { statement_timeout: '30s', idle_in_transaction_session_timeout: '60s' }

function judgeTimeouts(role: string, unset: string[]): Check[] {
  if (unset.length === 0) return []
  const orders = unset.map((name) => `alter role ${role} set ${name} = '${wanted[name]}';`)
  return [{ name: 'timeouts', state: 'warn', says: `a pooler can't set them for us: run ${orders.join(' ')}` }]
}
