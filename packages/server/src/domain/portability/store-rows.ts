/** The rows of a store's tables: exported as JSON lines, compared by a digest that ignores order, and imported again. */
import { createHash } from 'node:crypto'
import type { Sql } from '../../database/connect.ts'
import type { StoreTable } from './store-tables.ts'

/** `names`: the columns of a line; `key`: the primary key. Without store_id, which is the same in all rows. */
export type TableColumns = { names: readonly string[]; key: readonly string[] }

/** The columns that the table has now, without generated ones. */
export async function readColumns(sql: Sql, { name, sealed, stays, secrets }: StoreTable): Promise<TableColumns> {
  const rows = await sql<{ name: string; place: number | null }[]>`
    select attname as name, array_position(key.indkey::smallint[], attnum) as place
    from pg_attribute
    left join pg_index key
      on key.indrelid = attrelid
      and key.indisprimary
    where attrelid = ${name}::regclass
      and attnum > 0
      and not attisdropped
      and attgenerated = ''
      and attname <> 'store_id'
    order by attnum`
  const key = rows.filter(({ place }) => place !== null).sort((one, other) => one.place! - other.place!)
  const left = new Set([...sealed, ...stays, ...secrets])
  return {
    names: rows.map(({ name }) => name).filter((name) => !left.has(name)),
    key: key.map(({ name }) => name),
  }
}

/** Times and bytes in a form that every database writes the same. */
export async function setPortableFormats(sql: Sql): Promise<void> {
  await sql`
    select set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true),
      -- a large store takes longer than the limit for requests
      set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`
}

export async function countStoreRows(sql: Sql, storeId: number, tables: readonly StoreTable[]): Promise<number> {
  let rows = 0
  for (const { name } of tables) {
    const [found] = await sql<{ rows: number }[]>`
      select count(*) as rows
      from ${sql(name)}
      where store_id = ${storeId}`
    rows += found!.rows
  }
  return rows
}

/** Without statistics all indexes of a table look alike to the planner. */
export async function analyzeTable(sql: Sql, { name }: StoreTable): Promise<void> {
  await sql`analyze ${sql(name)}`
}

export type ExportedRow = {
  line: string
  key: string
  /** Sealed for this installation. */
  sealed: Record<string, Buffer | null>
  /** In clear. */
  secrets: Record<string, string | null>
}

const batchSize = 500

/** In the order of their keys, in batches. Must run in a transaction after `setPortableFormats`. */
export async function* streamRows(
  sql: Sql,
  storeId: number,
  { name, sealed, secrets }: StoreTable,
  { names, key }: TableColumns,
): AsyncGenerator<ExportedRow[]> {
  const query = sql<Record<string, unknown>[]>`
    select row_to_json(moving)::text as line,
      json_build_array(${sql.unsafe(key.map((column) => `store.${column}`).join(', '))})::text as key
      ${sql.unsafe([...sealed, ...secrets].map((column) => `, store.${column} as secret_${column}`).join(''))}
    from ${sql(name)} store
    cross join lateral (select ${sql.unsafe(names.map((column) => `store.${column}`).join(', '))}) moving
    where store.store_id = ${storeId}
    order by ${sql.unsafe(['store_id', ...key].map((column) => `store.${column}`).join(', '))}`
  for await (const rows of query.cursor(batchSize)) yield rows.map((row) => readRow(row, sealed, secrets))
}

/** The driver turns `secret_token_key` into `secretTokenKey`. */
const camel = (text: string) => text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function readRow(row: Record<string, unknown>, sealed: readonly string[], secrets: readonly string[]): ExportedRow {
  const pick = (columns: readonly string[]) =>
    Object.fromEntries(columns.map((column) => [column, row[camel(`secret_${column}`)]]))
  return {
    line: row.line as string,
    key: row.key as string,
    sealed: pick(sealed) as ExportedRow['sealed'],
    secrets: pick(secrets) as ExportedRow['secrets'],
  }
}

/** The number of rows and the sum of their hashes: equal for equal rows in any order. */
export type RowsDigest = { rows: number; digest: string }

export class RowsDigestBuilder {
  rows = 0
  private sum = 0n

  add(line: string): void {
    this.rows++
    this.sum += createHash('sha256').update(line).digest().readBigInt64BE(0)
  }

  end = (): RowsDigest => ({ rows: this.rows, digest: String(this.sum) })
}

/** The digest of the rows in the database. Must run in a transaction after `setPortableFormats`. */
export async function digestRows(
  sql: Sql,
  storeId: number,
  { name }: StoreTable,
  names: readonly string[],
): Promise<RowsDigest> {
  const [found] = await sql<RowsDigest[]>`
    select count(*) as rows,
      coalesce(
        sum(('x' || encode(substring(sha256(convert_to(row_to_json(moving)::text, 'UTF8')) for 8), 'hex'))::bit(64)::bigint),
        0
      )::text as digest
    from (
      select ${sql.unsafe(names.join(', '))}
      from ${sql(name)}
      where store_id = ${storeId}
    ) moving`
  return found!
}

/** Existing rows stay as they are. */
export async function insertRows(
  sql: Sql,
  storeId: number,
  { name }: Pick<StoreTable, 'name'>,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  const listed = sql.unsafe(columns.join(', '))
  await sql`
    insert into ${sql(name)} (store_id, ${listed})
    select ${storeId}, ${listed}
    from json_populate_recordset(null::${sql(name)}, ${`[${lines.join(',')}]`}::text::json)
    on conflict do nothing`
}
