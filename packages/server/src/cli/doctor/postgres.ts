/** Doctor's checks of PostgreSQL itself: what makes it slow or fills its disk long before it stops. */
import type { Sql } from '../../database/connect.ts'
import {
  countServerConnections,
  findInvalidIndexes,
  findLongTransactions,
  findReplicationSlots,
  findTablesWithoutVacuum,
  isAutovacuumOn,
  type ReplicationSlot,
} from '../../database/inspect/server-facts.ts'
import { sizesFor } from '../settings/pool-sizes.ts'
import type { Config } from '../settings/settings.ts'
import type { DoctorCheck } from './check.ts'

export async function checkPostgres(sql: Sql, { processes }: Pick<Config, 'processes'>): Promise<DoctorCheck[]> {
  return [
    await checkVacuum(sql),
    await checkTransactions(sql),
    await checkSlots(sql),
    await checkIndexes(sql),
    await checkConnections(sql, processes),
  ]
}

type Vacuum = { on: boolean; without: string[] }

async function checkVacuum(sql: Sql): Promise<DoctorCheck> {
  return assessVacuum({ on: await isAutovacuumOn(sql), without: await findTablesWithoutVacuum(sql) })
}

export function assessVacuum({ on, without }: Vacuum): DoctorCheck {
  const name = 'autovacuum'
  if (!on)
    return { name, state: 'fail', says: 'is off, so tables only grow: set autovacuum = on and reload PostgreSQL' }
  if (without.length === 0) return { name, state: 'ok', says: 'is on for all tables' }
  const orders = without.map((table) => `alter table ${table} reset (autovacuum_enabled);`)
  return { name, state: 'warn', says: `is off for ${without.join(', ')}: run ${orders.join(' ')}` }
}

/** Rows deleted or changed while a transaction is open stay on disk. */
export async function checkTransactions(sql: Sql, longest = '15 minutes'): Promise<DoctorCheck> {
  const name = 'transactions'
  const rows = await findLongTransactions(sql, longest)
  const [oldest] = rows
  if (!oldest) return { name, state: 'ok', says: 'no long transaction is open' }
  const says = `${rows.length} long transactions are open, the oldest for ${oldest.minutes} minutes (${oldest.who}), so vacuum cannot remove dead rows: end it with select pg_terminate_backend(${oldest.pid})`
  return { name, state: 'warn', says }
}

/** One gigabyte retained for a disconnected standby deserves a warning; ten will fill a disk. */
async function checkSlots(sql: Sql): Promise<DoctorCheck> {
  return assessSlots(await findReplicationSlots(sql))
}

const GIGABYTE = 1e9

export function assessSlots(slots: ReplicationSlot[]): DoctorCheck {
  const name = 'slots'
  const [worst] = slots
    .filter(({ active, kept }) => kept > (active ? 10 : 1) * GIGABYTE)
    .sort((a, b) => b.kept - a.kept)
  if (!worst) return { name, state: 'ok', says: 'no replication slot retains much WAL' }
  const says = `${worst.name} retains ${(worst.kept / GIGABYTE).toFixed(1)} GB of WAL for a standby that ${worst.active ? 'lags behind' : 'is disconnected'}`
  const advice = `reconnect it, or run select pg_drop_replication_slot('${worst.name}')`
  return { name, state: worst.kept > 10 * GIGABYTE ? 'fail' : 'warn', says: `${says}: ${advice}` }
}

async function checkIndexes(sql: Sql): Promise<DoctorCheck> {
  const name = 'indexes'
  const invalid = await findInvalidIndexes(sql)
  if (invalid.length === 0) return { name, state: 'ok', says: 'all are valid' }
  const orders = invalid.map((index) => `reindex index concurrently ${index};`)
  return { name, state: 'fail', says: `some were not completed and are useless: run ${orders.join(' ')}` }
}

async function checkConnections(sql: Sql, processes: number): Promise<DoctorCheck> {
  return assessConnections({
    ...(await countServerConnections(sql)),
    wanted: processes * connectionsOf(processes) + BACKGROUND,
  })
}

/** The most connections of one HTTP process: for statements, transactions, listening and the health probe. */
function connectionsOf(processes: number): number {
  const { connections, sessions } = sizesFor(processes)
  return connections + sessions + 2
}

/** Connections of alerts, messages, webhooks and commands. */
const BACKGROUND = 20

export function assessConnections({ most, used, wanted }: { most: number; used: number; wanted: number }): DoctorCheck {
  const name = 'connections'
  const says = `${used} of ${most} in use; this installation opens up to ${wanted}`
  if (wanted <= most && used <= most * 0.8) return { name, state: 'ok', says }
  const advice = 'raise max_connections, start fewer processes, or use PgBouncer'
  return { name, state: wanted > most || used >= most ? 'fail' : 'warn', says: `${says}: ${advice}` }
}
