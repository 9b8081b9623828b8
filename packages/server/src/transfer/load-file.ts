/**
 * Loads one file of an export into its table, in batches that are committed one by one; skips existing rows and reports refused
 * ones.
 */
import { parseJson } from '@heartbell/contract/json'
import type { Database } from '../database/connect.ts'
import { findKnownUsers } from '../domain/portability/import-in-progress.ts'
import { analyzeTable, insertRows, readColumns } from '../domain/portability/store-rows.ts'
import type { StoreTable } from '../domain/portability/store-tables.ts'
import type { Vault } from '../domain/secrets/vault.ts'
import { readLinesOf } from './files.ts'
import type { StoreFile } from './manifest.ts'
import type { ExportSecrets } from './secrets.ts'

export type RefusedRow = { file: string; line: number; message: string }

export type LoadOptions = {
  storeId: number
  vault: Vault
  secrets: ExportSecrets
  /** Stored instead of the store's pid while the import is incomplete. */
  marker: string
  onBytes: ((bytes: number) => void) | undefined
  onRows: ((rows: number) => void) | undefined
}

type TextRow = { number: number; text: string }

const mostRows = 500
const maxBytes = 1024 * 1024

export async function loadFile(
  sql: Database,
  path: string,
  table: StoreTable,
  { file, columns, rows }: StoreFile,
  loading: LoadOptions,
): Promise<{ refused: RefusedRow[]; strangers: number }> {
  const { storeId, onRows } = loading
  const refused: RefusedRow[] = []
  const refuse = (line: number, message: string) => refused.push({ file, line, message })
  // Exports of earlier releases contain some secrets in clear text, in the rows.
  const secrets = table.secrets.filter((column) => !columns.includes(column))
  const complete = await makeCompleter(sql, { ...table, secrets }, loading)
  const listed = [...columns, ...table.sealed, ...secrets, ...table.stays]
  let [batch, bytes, strangers]: [TextRow[], number, number] = [[], 0, 0]
  const flush = async () => {
    const kept = table.name === 'members' ? await keepKnown(sql, batch) : batch
    strangers += batch.length - kept.length
    await insertBatch(kept, (some) => insertRows(sql, storeId, table, listed, some.map(complete)), refuse)
    onRows?.(batch.length)
    batch = []
    bytes = 0
  }
  for await (const line of readLinesOf(path, loading.onBytes)) {
    if ('problem' in line) refuse(line.number, `the line ${line.problem}`)
    else {
      batch.push(line)
      bytes += line.text.length
    }
    if (batch.length >= mostRows || bytes >= maxBytes) await flush()
  }
  await flush()
  // Later rows refer to this table, and without statistics all its indexes look alike to the planner.
  if (rows >= mostRows) await analyzeTable(sql, table)
  return { refused, strangers }
}

/**
 * Adds what a line does not contain: secrets, sealed for this installation, and columns that belong to this installation only.
 */
async function makeCompleter(sql: Database, table: StoreTable, { vault, storeId, secrets, marker }: LoadOptions) {
  if (table.sealed.length === 0 && table.secrets.length === 0) return ({ text }: TextRow) => text
  const { key } = await readColumns(sql, table)
  const here: Record<string, string> = { pid: marker, asleep_since: new Date().toISOString() }
  return ({ text }: TextRow) => {
    const row = parseJson(text) as Record<string, unknown>
    const place = key.map((column) => row[column])
    const sealed = table.sealed.map((column) => {
      const secret = secrets.of(table.name, place, column)
      return [column, secret && `\\x${vault.seal(storeId, secret).toString('hex')}`]
    })
    const clear = table.secrets.map((column) => [column, secrets.of(table.name, place, column)?.toString('utf8')])
    const more = Object.fromEntries([...sealed, ...clear, ...table.stays.map((column) => [column, here[column]])])
    // Joined as text, so that a merchant's numbers stay exactly as written.
    return `${text.slice(0, -1)},${JSON.stringify(more).slice(1)}`
  }
}

async function keepKnown(sql: Database, rows: TextRow[]): Promise<TextRow[]> {
  const people = rows.map(({ text }) => String((parseJson(text) as Record<string, unknown>).user_id))
  const known = await findKnownUsers(sql, people)
  return rows.filter((_, place) => known.has(people[place]!))
}

/** The row is at fault, not the database: its values, or what they refer to. */
const isRowError = (error: unknown): error is Error =>
  error instanceof SyntaxError || /^2[23]/.test(String((error as { code?: unknown }).code))

/** One bad row fails the whole batch; then each row is tried alone. */
async function insertBatch(
  rows: TextRow[],
  insert: (rows: TextRow[]) => Promise<void>,
  refuse: (line: number, message: string) => unknown,
): Promise<void> {
  if (rows.length === 0) return
  try {
    await insert(rows)
  } catch (error) {
    if (!isRowError(error)) throw error
    if (rows.length === 1) refuse(rows[0]!.number, error.message)
    else for (const row of rows) await insertBatch([row], insert, refuse)
  }
}
