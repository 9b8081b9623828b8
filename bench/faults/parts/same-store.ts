/** Compares two databases: every row of a store in every table, with the expected differences by name. */
import type { Database } from '../../../packages/server/src/database/connect.ts'
import type { Vault } from '../../../packages/server/src/domain/secrets/vault.ts'

export type Place = { sql: Database; vault: Vault }

/** Columns that may differ, and why. Sealed ones are compared decrypted. */
const sealed: Record<string, string[]> = {
  stores: ['token_key', 'identity_secret', 'previous_identity_secret'],
  integrations: ['secrets'],
  webhook_endpoints: ['secret', 'previous_secret'],
}
/** An imported store is paused. */
const ofThePlace: Record<string, string[]> = { stores: ['asleep_since'] }
/** Team members belong to the installation; a feed in progress is read again; rate limits start again. */
const leftBehind = ['members', 'feed_items', 'feed_pages', 'message_budgets', 'invitations']

export type Comparison = { tables: number; rows: number; different: string[] }

/** Found in the database itself, not in the list that the export uses. */
export async function findStoreTables(sql: Database): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select table_name as name
    from information_schema.columns
    where table_schema = 'public'
      and column_name = 'store_id'
    order by table_name`
  return rows.map(({ name }) => name)
}

export async function compareStores(one: Place, other: Place, storeId: number): Promise<Comparison> {
  const found: Comparison = { tables: 0, rows: 0, different: [] }
  for (const table of await findStoreTables(one.sql)) {
    if (leftBehind.includes(table)) continue
    const [here, there] = [await readTable(one, storeId, table), await readTable(other, storeId, table)]
    found.tables++
    found.rows += here.length
    for (const [side, rows, others] of [
      ['missing', here, new Set(there)],
      ['added', there, new Set(here)],
    ] as const)
      for (const row of rows) if (!others.has(row)) found.different.push(`${table} ${side}: ${row.slice(0, 300)}`)
    if (here.length !== there.length) found.different.push(`${table}: ${here.length} rows became ${there.length}`)
  }
  return found
}

async function readTable({ sql, vault }: Place, storeId: number, table: string): Promise<string[]> {
  const hidden = [...(sealed[table] ?? []), ...(ofThePlace[table] ?? [])]
  const rows = await sql<{ row: string; hidden: Record<string, string | null> }[]>`
    select (to_jsonb(store) - ${hidden}::text[])::text as row, to_jsonb(store) as hidden
    from ${sql(table)} store
    where store_id = ${storeId}`
  return rows.map(({ row, hidden }) => {
    const open = (column: string) => {
      const text = hidden[column]
      return text ? vault.open(storeId, Buffer.from(text.slice(2), 'hex')).toString('base64') : null
    }
    return [row, ...(sealed[table] ?? []).map(open)].join(' ')
  })
}

/** An erased shopper's row has the keyed id and the number of ended sessions; any other value in it is found. */
const notErased = (sql: Database) => sql`
  -- every store: a dump has the rows of all
  where session_epoch = 0
    or jsonb_strip_nulls(to_jsonb(dumped) - '{store_id,shopper_id,session_epoch,created_at,updated_at}'::text[])
      <> '{"first_name": "", "last_name": "", "accepts_marketing": false, "tags": [], "preferences": {}, "platform_data": {}}'`

/** Tables of a whole dump, every column as text, that contain one of these; bytes are searched too. */
export async function searchDump(sql: Database, traces: string[]): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public'
      and table_type = 'BASE TABLE'
    order by table_name`
  const spelled = traces.flatMap((trace) => [trace, Buffer.from(trace).toString('hex')])
  const hits: string[] = []
  for (const { name } of tables) {
    const rows = await sql<{ trace: string; count: number }[]>`
      select trace, count(*) as count
      from (select lower(dumped::text) as line from ${sql(name)} dumped ${name === 'shoppers' ? notErased(sql) : sql``}) dump
      join unnest(${spelled}::text[]) trace on position(lower(trace) in dump.line) > 0
      group by trace`
    hits.push(...rows.map(({ trace, count }) => `${trace} in ${name}, ${count} ×`))
  }
  return hits
}
