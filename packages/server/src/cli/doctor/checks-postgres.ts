/** Doctor's checks of PostgreSQL itself: what makes it slow or fills its disk long before it stops. */
import type { Sql } from '../../database/connect.ts'
import type { Config } from '../settings/config.ts'
import { sizesFor } from '../settings/pool-sizes.ts'
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
  const [row] = await sql<{ on: boolean }[]>`select current_setting('autovacuum')::boolean as on`
  return assessVacuum({ on: row!.on, without: await findTablesWithoutVacuum(sql) })
}

export async function findTablesWithoutVacuum(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname::text as name
    from pg_class
    where relnamespace = current_schema()::regnamespace
      and reloptions @> array['autovacuum_enabled=false']
    order by relname`
  return rows.map(({ name }) => name)
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
  const rows = await sql<{ pid: number; minutes: number; who: string }[]>`
    select pid, round(extract(epoch from now() - xact_start) / 60)::int as minutes,
      coalesce(nullif(application_name, ''), usename, 'unknown') as who
    from pg_stat_activity
    where datname = current_database()
      and backend_type = 'client backend'
      and pid <> pg_backend_pid()
      and xact_start < now() - ${longest}::interval
    order by xact_start`
  const [oldest] = rows
  if (!oldest) return { name, state: 'ok', says: 'no long transaction is open' }
  const says = `${rows.length} long transactions are open, the oldest for ${oldest.minutes} minutes (${oldest.who}), so vacuum cannot remove dead rows: end it with select pg_terminate_backend(${oldest.pid})`
  return { name, state: 'warn', says }
}

export type ReplicationSlot = { name: string; active: boolean; kept: number }

/** One gigabyte retained for a disconnected standby deserves a warning; ten will fill a disk. */
async function checkSlots(sql: Sql): Promise<DoctorCheck> {
  const slots = await sql<ReplicationSlot[]>`
    select slot_name::text as name, active,
      coalesce(pg_wal_lsn_diff(
        case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_lsn() end, restart_lsn
      ), 0)::float8 as kept
    from pg_replication_slots`
  return assessSlots(slots)
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
  const rows = await sql<{ index: string }[]>`
    select indexrelid::regclass::text as index
    from pg_index
    join pg_class on pg_class.oid = indrelid
    where relnamespace = current_schema()::regnamespace
      and not indisvalid
      -- an index that is being built is not valid yet
      and indexrelid not in (select index_relid from pg_stat_progress_create_index)
    order by 1`
  if (rows.length === 0) return { name, state: 'ok', says: 'all are valid' }
  const orders = rows.map(({ index }) => `reindex index concurrently ${index};`)
  return { name, state: 'fail', says: `some were not completed and are useless: run ${orders.join(' ')}` }
}

async function checkConnections(sql: Sql, processes: number): Promise<DoctorCheck> {
  const [row] = await sql<{ most: number; used: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`
  return assessConnections({ ...row!, wanted: processes * connectionsOf(processes) + BACKGROUND })
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
