/**
 * Distributes the tables over the machines of a Citus cluster, by store. Citus cannot distribute a table while a foreign key
 * connects it to an undistributed one, so: create the tables, drop their foreign keys, distribute each table, add the keys again.
 */
import { type Database, type Sql, transaction } from '../connect.ts'

/** Small tables without a store, read everywhere: Citus puts a copy on each machine. */
export const referenceTables = [
  'client_files',
  'installation',
  'users',
  'sign_in_links',
  'dashboard_sessions',
  'installation_log',
  'account_links',
  'email_changes',
  'staff_mails',
  'guess_budgets',
  'known_places',
  'recovery_codes',
]

/** Used only where migrations run. */
export const localTables = ['migrations']

/** All other tables are colocated with this one, so that all rows of a store are on one machine. */
const leader = 'stores'

export type ForeignKey = { table: string; name: string; definition: string }

/** Returns the names of the tables it distributed; none when all were distributed already. */
export async function distribute(sql: Database): Promise<string[]> {
  await refuseWithoutCitus(sql)
  return await transaction(sql, async (sql) => {
    await sql`set local statement_timeout = 0`
    await sql`lock table migrations in exclusive mode`
    return await distributeMissing(sql)
  })
}

/** Call it in a transaction that has locked the migrations table. */
export async function distributeMissing(sql: Sql): Promise<string[]> {
  const missing = await findUndistributed(sql)
  if (missing.length === 0) return []
  const keys = await findForeignKeys(sql, missing)
  for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint ${name}`)
  for (const table of missing) {
    if (referenceTables.includes(table)) await sql`select create_reference_table(${table}::regclass)`
    else if (table === leader) await sql`select create_distributed_table(${table}::regclass, 'store_id')`
    else await sql`select create_distributed_table(${table}::regclass, 'store_id', colocate_with => ${leader})`
  }
  for (const { table, name, definition } of keys) {
    await sql.unsafe(`alter table ${table} add constraint ${name} ${definition}`)
  }
  return missing
}

/**
 * True when an earlier run has distributed the tables. Then new tables must be distributed before a foreign key can refer to
 * them.
 */
export async function isDistributed(sql: Sql): Promise<boolean> {
  if (!(await hasCitus(sql))) return false
  const [found] = await sql`
    select
    from pg_dist_partition
    where logicalrelid = to_regclass(${leader})`
  return found !== undefined
}

/** Whether the extension is installed in this database. */
export async function hasCitus(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`select to_regclass('pg_dist_partition') is not null as exists`
  return row!.exists
}

async function refuseWithoutCitus(sql: Sql): Promise<void> {
  if (await hasCitus(sql)) return
  throw new Error(
    'HEARTBELL_CITUS is on, but the database has no Citus extension. Run “create extension citus” on the coordinator, or turn the setting off.',
  )
}

/** The leader comes first. */
async function findUndistributed(sql: Sql): Promise<string[]> {
  const rows = await sql<{ table: string }[]>`
    select relname::text as table
    from pg_class
    where relnamespace = current_schema()::regnamespace
      and relkind = 'r'
      and relname <> all(${[...localTables, 'pg_dist_partition']})
      and oid not in (select logicalrelid from pg_dist_partition)
    order by relname <> ${leader}, relname`
  return rows.map(({ table }) => table)
}

async function findForeignKeys(sql: Sql, tables: string[]): Promise<ForeignKey[]> {
  return await sql<ForeignKey[]>`
    select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f'
      and connamespace = current_schema()::regnamespace
      and (conrelid = any(${tables}::regclass[]) or confrelid = any(${tables}::regclass[]))
    order by 1, 2`
}
