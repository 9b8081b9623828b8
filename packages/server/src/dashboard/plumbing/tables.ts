/** A table of the dashboard: page by page as JSON, and whole as a CSV file that spreadsheets open without harm. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { maskAddress } from '../../domain/shoppers/mask-address.ts'
import type { Role } from '../../domain/staff/users.ts'
import { bindStore, type Fields, type StoreCall } from './bind.ts'
import type { DashboardContext } from './dashboard-context.ts'

export type Slice = { after: string | undefined; limit: number }
/** `next` is what to ask for as `after` next time; null at the end. */
export type TablePage<Row> = { rows: Row[]; next: string | null }

const paging = { after: z.string().max(2000).optional(), limit: z.coerce.number().int().min(1).max(200).optional() }

export type Table<Row, F extends Fields> = {
  path: string
  needs: Role
  fields?: F
  /** What stands in the file, with its heading. */
  columns: readonly (readonly [heading: string, cell: (row: Row) => unknown])[]
}

export function bindTable<Row, F extends Fields>(
  scope: FastifyInstance,
  context: DashboardContext,
  { path, needs, fields, columns }: Table<Row, F>,
  read: (call: StoreCall<F>, slice: Slice) => Promise<TablePage<Row>>,
): void {
  const asked = (fields ?? z.object({})).extend(paging)
  type Asked = z.output<F> & { after?: string; limit?: number }
  bindStore(scope, context, { method: 'GET', path, needs, fields: asked }, (call) => {
    const { after, limit = 50 } = call.fields as Asked
    return read(call as unknown as StoreCall<F>, { after, limit })
  })
  bindStore(scope, context, { method: 'GET', path: `${path}.csv`, needs, fields: asked }, async (call) => {
    const name = path
      .split('/')
      .filter((part) => part && !part.startsWith(':'))
      .join('-')
    const readOn = (after?: string) => read(call as unknown as StoreCall<F>, { after, limit: 1000 })
    // Before the file begins a question that makes no sense can still be refused.
    const lines = writeLines(columns, await readOn(), readOn)
    const { after: _, limit: __, ...filters } = call.fields as Asked & { q?: string }
    const shown = filters.q?.includes('@') ? { ...filters, q: maskAddress(filters.q) } : filters
    await call.note(context.sql, { act: 'table-downloaded', facts: { table: name, ...shown } })
    call.reply.header('content-disposition', `attachment; filename="${name}.csv"`)
    return call.reply.type('text/csv; charset=utf-8').send(Readable.from(lines))
  })
}

async function* writeLines<Row>(
  columns: Table<Row, Fields>['columns'],
  first: TablePage<Row>,
  read: (after: string) => Promise<TablePage<Row>>,
): AsyncGenerator<string> {
  // With the mark, spreadsheets know that it is UTF-8.
  yield `\ufeff${writeLine(columns.map(([heading]) => heading))}`
  for (let page: TablePage<Row> | null = first; page; page = page.next === null ? null : await read(page.next)) {
    const { rows } = page
    if (rows.length > 0) yield rows.map((row) => writeLine(columns.map(([, cell]) => cell(row)))).join('')
  }
}

const writeLine = (cells: unknown[]) => `${cells.map(writeCell).join(',')}\r\n`

/**
 * A text that begins like a formula would be run by the spreadsheet: a leading apostrophe makes it a text again. Where numbers have
 * commas, spreadsheets divide lines at semicolons, so what follows one is judged as well.
 */
export function writeCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value)
  const harmless = text.replace(/(^|;\s*)(?=[=+\-@\t\r])/g, "$1'")
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
