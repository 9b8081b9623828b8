/** What doctor looks at of PostgreSQL itself: what makes it slow, full or deaf long before it stops. */
import type { Sql } from '../../database/connect.ts'
import type { Config } from '../settings/config.ts'
import { sizesFor } from '../settings/pool-sizes.ts'
import type { Check } from './check.ts'

export async function checkPostgres(sql: Sql, { processes }: Pick<Config, 'processes'>): Promise<Check[]> {
  return [
    await checkVacuum(sql),
    await checkTransactions(sql),
    await checkSlots(sql),
    await checkIndexes(sql),
    await checkConnections(sql, processes),
  ]
}

type Vacuum = { on: boolean; without: string[] }

async function checkVacuum(sql: Sql): Promise<Check> {
  const [row] = await sql<{ on: boolean }[]>`select current_setting('autovacuum')::boolean as on`
  return judgeVacuum({ on: row!.on, without: await findUntidied(sql) })
}

export async function findUntidied(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname::text as name
    from pg_class
    where relnamespace = current_schema()::regnamespace
      and reloptions @> array['autovacuum_enabled=false']
    order by relname`
  return rows.map(({ name }) => name)
}

export function judgeVacuum({ on, without }: Vacuum): Check {
  const name = 'autovacuum'
  if (!on) return { name, state: 'fail', says: 'is off: tables only grow; set autovacuum = on and reload PostgreSQL' }
  if (without.length === 0) return { name, state: 'ok', says: 'keeps the tables in order' }
  const orders = without.map((table) => `alter table ${table} reset (autovacuum_enabled);`)
  return { name, state: 'warn', says: `is off for ${without.join(', ')}: run ${orders.join(' ')}` }
}

/** Whatever is deleted or changed while it is open stays on disk. */
export async function checkTransactions(sql: Sql, longest = '15 minutes'): Promise<Check> {
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
  if (!oldest) return { name, state: 'ok', says: 'none is open for long' }
  const says = `${rows.length} open for long, the oldest ${oldest.minutes} minutes (${oldest.who}), so nothing can be tidied up: end it with select pg_terminate_backend(${oldest.pid})`
  return { name, state: 'warn', says }
}

export type Slot = { name: string; active: boolean; kept: number }

/** A gigabyte kept for a standby that is away is worth a word; ten will fill a disk. */
async function checkSlots(sql: Sql): Promise<Check> {
  const slots = await sql<Slot[]>`
    select slot_name::text as name, active,
      coalesce(pg_wal_lsn_diff(
        case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_lsn() end, restart_lsn
      ), 0)::float8 as kept
    from pg_replication_slots`
  return judgeSlots(slots)
}

const GIGABYTE = 1e9

export function judgeSlots(slots: Slot[]): Check {
  const name = 'slots'
  const [worst] = slots
    .filter(({ active, kept }) => kept > (active ? 10 : 1) * GIGABYTE)
    .sort((a, b) => b.kept - a.kept)
  if (!worst) return { name, state: 'ok', says: 'no replication slot holds much back' }
  const says = `${worst.name} keeps ${(worst.kept / GIGABYTE).toFixed(1)} GB for a standby that ${worst.active ? 'lags behind' : 'is away'}`
  const advice = `bring it back, or run select pg_drop_replication_slot('${worst.name}')`
  return { name, state: worst.kept > 10 * GIGABYTE ? 'fail' : 'warn', says: `${says}: ${advice}` }
}

async function checkIndexes(sql: Sql): Promise<Check> {
  const name = 'indexes'
  const rows = await sql<{ index: string }[]>`
    select indexrelid::regclass::text as index
    from pg_index
    join pg_class on pg_class.oid = indrelid
    where relnamespace = current_schema()::regnamespace
      and not indisvalid
      -- one that is being built is not ready either
      and indexrelid not in (select index_relid from pg_stat_progress_create_index)
    order by 1`
  if (rows.length === 0) return { name, state: 'ok', says: 'all of them are valid' }
  const orders = rows.map(({ index }) => `reindex index concurrently ${index};`)
  return { name, state: 'fail', says: `left unfinished, so they cost and do not help: run ${orders.join(' ')}` }
}

async function checkConnections(sql: Sql, processes: number): Promise<Check> {
  const [row] = await sql<{ most: number; used: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`
  return judgeConnections({ ...row!, wanted: processes * connectionsOf(processes) + CLOCK })
}

/** What an HTTP process opens at most: for statements, for transactions, for listening and for its pulse. */
function connectionsOf(processes: number): number {
  const { connections, sessions } = sizesFor(processes)
  return connections + sessions + 2
}

/** What alerts, letters, webhooks and commands open beside. */
const CLOCK = 20

export function judgeConnections({ most, used, wanted }: { most: number; used: number; wanted: number }): Check {
  const name = 'connections'
  const says = `${used} of ${most} in use, and an installation like this opens up to ${wanted}`
  if (wanted <= most && used <= most * 0.8) return { name, state: 'ok', says }
  const advice = 'raise max_connections, start fewer processes, or put PgBouncer between'
  return { name, state: wanted > most || used >= most ? 'fail' : 'warn', says: `${says}: ${advice}` }
}
