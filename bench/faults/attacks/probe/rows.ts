/** Compares every row of the victim, of its staff and of the installation before and after. */
import type { Database } from '../../../../packages/server/src/database/connect.ts'

/** Columns that change with every view or guess. The sign-in tests check that a guess locks nobody out. */
const restless = ['seen_at', 'last_seen_at', 'last_used_at', 'failed_sign_ins', 'locked_until']

export type Table = { name: string; scope: 'store' | 'person' | 'installation' }

/** Read from the database, so that a new table is included automatically. */
export async function listTables(sql: Database): Promise<Table[]> {
  const rows = await sql<{ name: string; columns: string[] }[]>`
    select table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public'
      and table_type = 'BASE TABLE'
    group by table_name
    order by table_name`
  return rows
    .filter(({ name }) => name !== 'migrations')
    .map(({ name, columns }) => ({
      name,
      scope: columns.includes('store_id') ? 'store' : columns.includes('user_id') ? 'person' : 'installation',
    }))
}

export type Watched = { storeId: number; userIds: readonly string[] }

export type Rows = ReadonlyMap<string, ReadonlySet<string>>
export type Change = { table: string; kind: 'added' | 'gone'; row: string }

export type RowWatch = {
  tables: Table[]
  read(): Promise<Rows>
  /** The differences since the last call; one statement if there are none. */
  changes(): Promise<Change[]>
}

export async function watchRows(sql: Database, { storeId, userIds }: Watched): Promise<RowWatch> {
  const tables = await listTables(sql)
  const ids = userIds.map((id) => `'${id}'`).join(', ')
  const where = { store: `where store_id = ${storeId}`, person: `where user_id in (${ids})`, installation: '' }
  // A new operator would be an added row.
  const whereOf = ({ name, scope }: Table) => (name === 'users' ? `${where.person} or is_operator` : where[scope])
  const minus = `'{${restless.join(',')}}'::text[]`
  const rowsOf = (table: Table) =>
    `select '${table.name}' as table_name, (to_jsonb(t) - ${minus})::text as row from ${table.name} t ${whereOf(table)}`
  const digest = tables
    .map((table) => `(select coalesce(md5(string_agg(row, ',' order by row)), '') from (${rowsOf(table)}) r)`)
    .join(` || `)
  const whole = tables.map(rowsOf).join('\nunion all\n')
  // Prepared: the statement names every table, and planning it takes longer than running it.
  const readDigest = async () =>
    (await sql.unsafe<{ digest: string }[]>(`select ${digest} as digest`, [], { prepare: true }))[0]!.digest
  const read = async (): Promise<Rows> => {
    const rows = await sql.unsafe<{ tableName: string; row: string }[]>(whole)
    const found = new Map(tables.map(({ name }) => [name, new Set<string>()]))
    for (const { tableName, row } of rows) found.get(tableName)!.add(row)
    return found
  }
  let lastDigest = await readDigest()
  let last = await read()
  return {
    tables,
    read,
    changes: async () => {
      const now = await readDigest()
      if (now === lastDigest) return []
      const before = last
      last = await read()
      lastDigest = now
      return tables.flatMap(({ name }) => compare(name, before.get(name)!, last.get(name)!))
    },
  }
}

function compare(table: string, before: ReadonlySet<string>, after: ReadonlySet<string>): Change[] {
  const missing = [...before].filter((row) => !after.has(row))
  const added = [...after].filter((row) => !before.has(row))
  return [
    ...missing.map((row) => ({ table, kind: 'gone' as const, row })),
    ...added.map((row) => ({ table, kind: 'added' as const, row })),
  ]
}
