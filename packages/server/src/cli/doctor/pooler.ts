/** Doctor's checks of a pooler in front of the database: its drawbacks, and the settings it cannot apply. */
import type { Pooler } from '../../database/address.ts'
import { type Database, poolerOf } from '../../database/connect.ts'
import { findUnsetTimeouts } from '../../database/inspect/server-facts.ts'
import type { DoctorCheck } from './check.ts'

/** Empty without a pooler. */
export async function checkPooler(sql: Database): Promise<DoctorCheck[]> {
  const pooler = poolerOf(sql)
  if (pooler === 'none') return []
  const { role, unset } = await findUnsetTimeouts(sql)
  return [assessPooler(pooler), ...assessTimeouts(role, unset)]
}

function assessPooler(pooler: Pooler): DoctorCheck {
  const slow = 'notifications do not pass it, so changes and alerts are found by polling, within two seconds'
  if (pooler === 'prepared') return { name: 'pooler', state: 'ok', says: `supports prepared statements; ${slow}` }
  const says = `does not support prepared statements; ${slow}, and PostgreSQL plans every statement again`
  return {
    name: 'pooler',
    state: 'ok',
    says: `${says}: use PgBouncer 1.21 or newer with max_prepared_statements`,
  }
}

const wanted: Record<string, string> = { statement_timeout: '30s', idle_in_transaction_session_timeout: '60s' }

function assessTimeouts(role: string, unset: string[]): DoctorCheck[] {
  if (unset.length === 0) return []
  const orders = unset.map((name) => `alter role ${role} set ${name} = '${wanted[name]}';`)
  return [{ name: 'timeouts', state: 'warn', says: `they cannot be set through a pooler: run ${orders.join(' ')}` }]
}
