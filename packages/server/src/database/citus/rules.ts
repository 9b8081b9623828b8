/** Checks the tables against the rules of a cluster that is distributed by store: keys, foreign keys, triggers, sequences. */
import type { Sql } from '../connect.ts'
import { localTables, referenceTables } from './distribute.ts'

export type RuleViolation = { rule: ClusterRule; where: string }
export type ClusterRule = keyof typeof rules

/** Each rule with what to do when it is broken. */
export const rules = {
  store: 'add a column store_id to the table, or add the table to the reference tables',
  keys: 'make store_id the first column of the key',
  'foreign keys': 'make store_id the first column on both sides; a reference table may refer only to reference tables',
  triggers: 'move its work into the statement that changes the row',
  sequences: 'create the id together with the row, as a UUID',
} as const

type CitusTable = { name: string; hasStore: boolean }

export async function findViolations(sql: Sql): Promise<RuleViolation[]> {
  const tables = await readTables(sql)
  const distributed = new Set(tables.filter(({ name }) => !referenceTables.includes(name)).map(({ name }) => name))
  const withoutStore = tables.filter(({ name, hasStore }) => distributed.has(name) && !hasStore)
  return [
    ...withoutStore.map(({ name }): RuleViolation => ({ rule: 'store', where: name })),
    ...(await findKeys(sql, distributed)),
    ...(await findForeignKeys(sql, distributed)),
    ...(await findTriggers(sql)),
    ...(await findSequences(sql)),
  ]
}

async function readTables(sql: Sql): Promise<CitusTable[]> {
  return await sql<CitusTable[]>`
    select relname::text as name, exists (
      select
      from pg_attribute
      where attrelid = pg_class.oid
        and attname = 'store_id'
        and atttypid = 'bigint'::regtype
        and not attisdropped
    ) as has_store
    from pg_class
    where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p')
      and relname <> all(${[...localTables, 'pg_dist_partition']})
    order by relname`
}

async function findKeys(sql: Sql, distributed: Set<string>): Promise<RuleViolation[]> {
  const rows = await sql<{ table: string; name: string; leads: string | null }[]>`
    select indrelid::regclass::text as table, indexrelid::regclass::text as name, (
      select attname::text
      from pg_attribute
      where attrelid = indrelid
        and attnum = indkey[0]
    ) as leads
    from pg_index
    join pg_class on pg_class.oid = indrelid
    where relnamespace = current_schema()::regnamespace
      and indisunique
    order by 1, 2`
  return rows
    .filter(({ table, leads }) => distributed.has(table) && leads !== 'store_id')
    .map(({ table, name }) => ({ rule: 'keys', where: `${name} of ${table}` }))
}

async function findForeignKeys(sql: Sql, distributed: Set<string>): Promise<RuleViolation[]> {
  const rows = await sql<{ table: string; to: string; name: string; from: string; at: string }[]>`
    select conrelid::regclass::text as table, confrelid::regclass::text as to, conname::text as name,
      near.attname::text as from, far.attname::text as at
    from pg_constraint
    join pg_attribute near on near.attrelid = conrelid
      and near.attnum = conkey[1]
    join pg_attribute far on far.attrelid = confrelid
      and far.attnum = confkey[1]
    where contype = 'f'
      and connamespace = current_schema()::regnamespace
    order by 1, 3`
  const isGood = ({ table, to, from, at }: (typeof rows)[number]) => {
    if (!distributed.has(to)) return true
    return distributed.has(table) && from === 'store_id' && at === 'store_id'
  }
  return rows
    .filter((row) => !isGood(row))
    .map(({ table, name }) => ({ rule: 'foreign keys', where: `${name} of ${table}` }))
}

async function findTriggers(sql: Sql): Promise<RuleViolation[]> {
  const rows = await sql<{ where: string }[]>`
    select tgname || ' of ' || tgrelid::regclass as where
    from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace
      and not tgisinternal
    order by 1`
  return rows.map(({ where }) => ({ rule: 'triggers', where }))
}

/** A sequence for the whole cluster would be a bottleneck that every machine uses. */
async function findSequences(sql: Sql): Promise<RuleViolation[]> {
  const rows = await sql<{ where: string }[]>`
    select relname::text as where
    from pg_class
    where relnamespace = current_schema()::regnamespace
      and relkind = 'S'
    order by 1`
  return rows.map(({ where }) => ({ rule: 'sequences', where }))
}
