/**
 * Divides the tables among the machines of a Citus cluster, by store. A table can't be distributed while a foreign key ties it
 * to one that is not, so the order is: tables as they are made, their foreign keys off, every table distributed, the keys on again.
 */
import { type Database, type Sql, transaction } from '../connect.ts'

/** Small, asked from everywhere, and of no store: a copy on each machine. */
export const referenceTables = [
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

/** Asked only where migrations run. */
export const localTables = ['migrations']

/** The table that all others are laid beside, so that a store's rows are on one machine. */
const leader = 'stores'

export type ForeignKey = { table: string; name: string; definition: string }

/** Gives the tables it distributed; none when all are. */
export async function distribute(sql: Database): Promise<string[]> {
  await refuseWithoutCitus(sql)
  return await transaction(sql, async (sql) => {
    await sql`set local statement_timeout = 0`
    await sql`lock table migrations in exclusive mode`
    return await distributeMissing(sql)
  })
}

/** Inside of a transaction that holds the migrations. */
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

/** True where a release before has distributed the tables: then new ones must follow before keys can be tied to them. */
export async function isDistributed(sql: Sql): Promise<boolean> {
  const [row] = await sql`select to_regclass('pg_dist_partition') is not null as exists`
  if (!row?.exists) return false
  const [found] = await sql`
    select
    from pg_dist_partition
    where logicalrelid = to_regclass(${leader})`
  return found !== undefined
}

async function refuseWithoutCitus(sql: Sql): Promise<void> {
  const [row] = await sql`select to_regclass('pg_dist_partition') is not null as exists`
  if (row?.exists) return
  throw new Error(
    'HEARTBELL_CITUS is on and the database has no Citus: run create extension citus on its coordinator, or leave the setting off.',
  )
}

/** The leader first. */
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
