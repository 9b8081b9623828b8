/** A table of people brought from elsewhere, in batches: what was added, what was there, and every row that was not taken, with its reason. */
import type { Database } from '../database/connect.ts'
import { nestedTransaction } from '../database/nested-transaction.ts'
import type { Store } from '../domain/stores/stores.ts'
import { type Cells, type Columns, type Field, findColumns, readCells } from './columns.ts'
import { BadTable, readCsv } from './csv.ts'

export type RefusedLine = { line: number; message: string }

/** `left` counts rows that were rightly not taken, by why: told before, unsubscribed … */
export type PeopleReport = {
  rows: number
  added: number
  there: number
  left: Record<string, number>
  refused: number
  lines: RefusedLine[]
  columns: Record<string, string>
}

export type PeopleOptions = {
  mapping?: Partial<Record<Field, string>> | undefined
  /** All of it, and nothing stays. */
  isDryRun?: boolean
  onRows?: (rows: number) => void
  now?: Date
}

/** Why a row is not taken: its own fault, or rightly so. */
export type NotTaken = { wrong: string } | { left: string }
export type Outcome = 'added' | 'there' | NotTaken

/** How one kind of table is understood. */
export type Kind<Read> = {
  /** Throws `BadTable` where the columns can't be enough. */
  check(columns: Columns): void
  read(store: Store, cells: Cells, now: Date): Read | NotTaken
  bring(sql: Database, store: Store, rows: Read[]): Promise<Outcome[]>
}

const batchSize = 500
const longestId = 128

export async function importPeople<Read extends object>(
  sql: Database,
  store: Store,
  chunks: AsyncIterable<Uint8Array>,
  kind: Kind<Read>,
  options: PeopleOptions = {},
): Promise<PeopleReport> {
  if (!options.isDryRun) return await readAll(sql, store, chunks, kind, options)
  let report: PeopleReport | undefined
  const undone = new Error('nothing stays of a dry run')
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
  kind: Kind<Read>,
  { mapping = {}, onRows, now = new Date() }: PeopleOptions,
): Promise<PeopleReport> {
  const report: PeopleReport = { rows: 0, added: 0, there: 0, left: {}, refused: 0, lines: [], columns: {} }
  const note = (line: number, outcome: Outcome) => {
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
        ? await kind.bring(
            sql,
            store,
            batch.map(({ read }) => read),
          )
        : []
    for (const [place, outcome] of outcomes.entries()) note(batch[place]!.line, outcome)
    onRows?.(report.rows)
    batch = []
  }
  let columns: Columns | null = null
  for await (const { line, values } of readCsv(chunks)) {
    if (!columns) {
      columns = findColumns(values, mapping)
      kind.check(columns)
      report.columns = Object.fromEntries([...columns].map(([field, place]) => [field, values[place]!]))
      continue
    }
    report.rows++
    const cells = readCells(columns, values)
    const read = wrongIn(cells) ?? kind.read(store, cells, now)
    if ('wrong' in read || 'left' in read) note(line, read as NotTaken)
    else batch.push({ line, read })
    if (batch.length >= batchSize) await flush()
  }
  await flush()
  if (report.rows === 0) throw new BadTable('The file has a header and no rows.')
  report.lines.sort((one, other) => one.line - other.line)
  return report
}

/** For such a row the database would refuse all that are brought with it. */
function wrongIn(cells: Cells): NotTaken | null {
  for (const [field, text] of Object.entries(cells)) {
    if (text.includes('\0')) return { wrong: `${field} contains a NUL character` }
    if ((field === 'variant' || field === 'product') && [...text].length > longestId)
      return { wrong: `${field} is longer than ${longestId} characters` }
  }
  return null
}
