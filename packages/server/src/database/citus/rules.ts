/** The rules of a cluster divided by store, held against the tables as they are: keys, foreign keys, triggers, sequences. */
import type { Sql } from '../connect.ts'
import { localTables, referenceTables } from './distribute.ts'

export type Breach = { rule: Rule; where: string }
export type Rule = keyof typeof rules

/** Each with what to do about a breach. */
export const rules = {
  store: 'give the table a column store_id, or name it among the reference tables',
  keys: 'let the key start with store_id',
  'foreign keys': 'let the key start with store_id on both sides; a reference table refers to reference tables only',
  triggers: 'write what it does into the statement that changes the row',
  sequences: 'make the id where the row is made, as a UUID',
} as const

type Table = { name: string; hasStore: boolean }

export async function findBreaches(sql: Sql): Promise<Breach[]> {
  const tables = await readTables(sql)
  const distributed = new Set(tables.filter(({ name }) => !referenceTables.includes(name)).map(({ name }) => name))
  const homeless = tables.filter(({ name, hasStore }) => distributed.has(name) && !hasStore)
  return [
    ...homeless.map(({ name }): Breach => ({ rule: 'store', where: name })),
    ...(await findKeys(sql, distributed)),
    ...(await findForeignKeys(sql, distributed)),
    ...(await findTriggers(sql)),
    ...(await findSequences(sql)),
  ]
}

async function readTables(sql: Sql): Promise<Table[]> {
  return await sql<Table[]>`
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

async function findKeys(sql: Sql, distributed: Set<string>): Promise<Breach[]> {
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

async function findForeignKeys(sql: Sql, distributed: Set<string>): Promise<Breach[]> {
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

async function findTriggers(sql: Sql): Promise<Breach[]> {
  const rows = await sql<{ where: string }[]>`
    select tgname || ' of ' || tgrelid::regclass as where
    from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace
      and not tgisinternal
    order by 1`
  return rows.map(({ where }) => ({ rule: 'triggers', where }))
}

/** One for the whole cluster would be a place that every machine asks. */
async function findSequences(sql: Sql): Promise<Breach[]> {
  const rows = await sql<{ where: string }[]>`
    select relname::text as where
    from pg_class
    where relnamespace = current_schema()::regnamespace
      and relkind = 'S'
    order by 1`
  return rows.map(({ where }) => ({ rule: 'sequences', where }))
}
