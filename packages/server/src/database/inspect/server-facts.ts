/** Facts about the PostgreSQL server that operators should know: version, durability, clock, vacuum, locks, slots, indexes, connections. */
import type { Sql } from '../connect.ts'

/** The major version. */
export async function readServerVersion(sql: Sql): Promise<number> {
  const [row] = await sql<{ major: number }[]>`select current_setting('server_version_num')::int / 10000 as major`
  return row!.major
}

/** Throws when the database cannot be reached. Migrations run before a server listens, so the table exists. */
export async function pingDatabase(sql: Sql): Promise<void> {
  await sql`select 1 from migrations limit 1`
}

/** The number of the newest migration, and the time of the database. */
export async function readSchemaVersion(sql: Sql): Promise<{ schema: number; at: Date }> {
  const [row] = await sql<{ schema: number; at: Date }[]>`
    select max(number) as schema, now() as at
    from migrations`
  return row!
}

/** Settings that would lose acknowledged writes in a crash. */
export async function findUnsafeSettings(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name
    from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes')
      and setting in ('off', 'local')
    order by name`
  return rows.map(({ name }) => name)
}

/** Milliseconds since the epoch at the moment of the call, not of the transaction's start. */
export async function readClockMillis(sql: Sql): Promise<number> {
  const [row] = await sql<{ now: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`
  return row!.now
}

/** Our role, and the timeouts that are not set for it. */
export async function findUnsetTimeouts(sql: Sql): Promise<{ role: string; unset: string[] }> {
  const [row] = await sql<{ role: string; unset: string[] }[]>`
    select current_user as role, array(
      select name
      from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout')
        and setting = '0'
      order by name desc
    ) as unset`
  return row!
}

export async function isAutovacuumOn(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ on: boolean }[]>`select current_setting('autovacuum')::boolean as on`
  return row!.on
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

export type LongTransaction = { pid: number; minutes: number; who: string }

/** Of other clients of this database, the oldest first. */
export async function findLongTransactions(sql: Sql, longerThan: string): Promise<LongTransaction[]> {
  return await sql<LongTransaction[]>`
    select pid, round(extract(epoch from now() - xact_start) / 60)::int as minutes,
      coalesce(nullif(application_name, ''), usename, 'unknown') as who
    from pg_stat_activity
    where datname = current_database()
      and backend_type = 'client backend'
      and pid <> pg_backend_pid()
      and xact_start < now() - ${longerThan}::interval
    order by xact_start`
}

/** `kept`: bytes of WAL that the slot retains. */
export type ReplicationSlot = { name: string; active: boolean; kept: number }

export async function findReplicationSlots(sql: Sql): Promise<ReplicationSlot[]> {
  return await sql<ReplicationSlot[]>`
    select slot_name::text as name, active,
      coalesce(pg_wal_lsn_diff(
        case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_lsn() end, restart_lsn
      ), 0)::float8 as kept
    from pg_replication_slots`
}

export async function findInvalidIndexes(sql: Sql): Promise<string[]> {
  const rows = await sql<{ index: string }[]>`
    select indexrelid::regclass::text as index
    from pg_index
    join pg_class on pg_class.oid = indrelid
    where relnamespace = current_schema()::regnamespace
      and not indisvalid
      -- an index that is being built is not valid yet
      and indexrelid not in (select index_relid from pg_stat_progress_create_index)
    order by 1`
  return rows.map(({ index }) => index)
}

/** `most`: what ordinary roles may open; `used`: what all clients have open. */
export async function countServerConnections(sql: Sql): Promise<{ most: number; used: number }> {
  const [row] = await sql<{ most: number; used: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`
  return row!
}
