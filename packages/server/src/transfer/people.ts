/**
 * Imports a table of people in batches: reports what was added, what existed, and every skipped or refused row with its reason.
 */
import type { Database } from '../database/connect.ts'
import { nestedTransaction } from '../database/nested-transaction.ts'
import type { Store } from '../domain/stores/stores.ts'
import { type Cells, type ColumnPositions, findColumns, type PeopleField, readCells } from './columns.ts'
import { BadTable, readCsv } from './csv.ts'

export type RefusedPersonLine = { line: number; message: string }

/** `left` counts rows that were skipped on purpose, by reason: already notified, unsubscribed … */
export type PeopleReport = {
  rows: number
  added: number
  there: number
  left: Record<string, number>
  refused: number
  lines: RefusedPersonLine[]
  columns: Record<string, string>
}

export type PeopleOptions = {
  mapping?: Partial<Record<PeopleField, string>> | undefined
  /** Runs the whole import and rolls it back. */
  isDryRun?: boolean
  onRows?: (rows: number) => void
  now?: Date
}

/** Why a row is not imported: it is wrong, or it is skipped on purpose. */
export type SkippedRow = { wrong: string } | { left: string }
export type RowOutcome = 'added' | 'there' | SkippedRow

/** How one kind of table is interpreted. */
export type PeopleTable<Read> = {
  /** Throws `BadTable` when necessary columns are missing. */
  check(columns: ColumnPositions): void
  read(store: Store, cells: Cells, now: Date): Read | SkippedRow
  importRows(sql: Database, store: Store, rows: Read[]): Promise<RowOutcome[]>
}

const batchSize = 500
const longestId = 128

export async function importPeople<Read extends object>(
  sql: Database,
  store: Store,
  chunks: AsyncIterable<Uint8Array>,
  kind: PeopleTable<Read>,
  options: PeopleOptions = {},
): Promise<PeopleReport> {
  if (!options.isDryRun) return await readAll(sql, store, chunks, kind, options)
  let report: PeopleReport | undefined
  const undone = new Error('a dry run is rolled back')
  await nestedTransaction(sql, async (sql) => {
    report = await readAll(sql, store, chunks, kind, options)
    throw undone
  }).catch((error) => {
    if (error !== undone) throw error
  })
  return report!
}

async function readAll<Read extends object>(
  sql: Database,
  store: Store,
  chunks: AsyncIterable<Uint8Array>,
  kind: PeopleTable<Read>,
  { mapping = {}, onRows, now = new Date() }: PeopleOptions,
): Promise<PeopleReport> {
  const report: PeopleReport = { rows: 0, added: 0, there: 0, left: {}, refused: 0, lines: [], columns: {} }
  const note = (line: number, outcome: RowOutcome) => {
    if (typeof outcome === 'string') report[outcome]++
    else if ('left' in outcome) report.left[outcome.left] = (report.left[outcome.left] ?? 0) + 1
    else {
      report.refused++
      report.lines.push({ line, message: outcome.wrong })
    }
  }
  let batch: { line: number; read: Read }[] = []
  const flush = async () => {
    const outcomes =
      batch.length > 0
        ? await kind.importRows(
            sql,
            store,
            batch.map(({ read }) => read),
          )
        : []
    for (const [place, outcome] of outcomes.entries()) note(batch[place]!.line, outcome)
    onRows?.(report.rows)
    batch = []
  }
  let columns: ColumnPositions | null = null
  for await (const { line, values } of readCsv(chunks)) {
    if (!columns) {
      columns = findColumns(values, mapping)
      kind.check(columns)
      report.columns = Object.fromEntries([...columns].map(([field, place]) => [field, values[place]!]))
      continue
    }
    report.rows++
    const cells = readCells(columns, values)
    const read = findInvalidCell(cells) ?? kind.read(store, cells, now)
    if ('wrong' in read || 'left' in read) note(line, read as SkippedRow)
    else batch.push({ line, read })
    if (batch.length >= batchSize) await flush()
  }
  await flush()
  if (report.rows === 0) throw new BadTable('The file has a header but no rows.')
  report.lines.sort((one, other) => one.line - other.line)
  return report
}

/** Because of such a row the database would refuse the whole batch. */
function findInvalidCell(cells: Cells): SkippedRow | null {
  for (const [field, text] of Object.entries(cells)) {
    if (text.includes('\0')) return { wrong: `${field} contains a NUL character` }
    if ((field === 'variant' || field === 'product') && [...text].length > longestId)
      return { wrong: `${field} is longer than ${longestId} characters` }
  }
  return null
}
