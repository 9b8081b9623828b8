/** A table of the dashboard: page by page as JSON, and as a CSV file that spreadsheets open without harm. */
import { Readable } from 'node:stream'
import type { Role } from '@heartbell/contract/dashboard/route'
import { type Returned, type StoreRoutes, storeRoutes } from '@heartbell/contract/dashboard/routes'
import type { FastifyInstance } from 'fastify'
import { maskAddress } from '../../domain/shoppers/mask-address.ts'
import { admitMember } from './admit.ts'
import { bindStore, inStore, mount, type StoreCall, type StoreKey } from './bind.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { readFields } from './read-fields.ts'

export type Slice = { after: string | undefined; limit: number }
/** `next` is the `after` of the next page; null on the last. */
export type TablePage<Row> = { rows: readonly Row[]; next: string | null }

/** Routes that return a table. */
export type TableKey = {
  [K in StoreKey]: Returned<StoreRoutes[K]> extends TablePage<unknown> ? K : never
}[StoreKey] &
  `GET ${string}`
export type RowOf<K extends TableKey> = Returned<StoreRoutes[K]> extends TablePage<infer Row> ? Row : never

type Columns<Row> = readonly (readonly [heading: string, cell: (row: Row) => unknown])[]

export type TableOptions<K extends TableKey> = {
  needs: Role
  /** Headings and cells of the CSV file. */
  columns: Columns<RowOf<K>>
}

export function bindTable<K extends TableKey>(
  scope: FastifyInstance,
  context: DashboardContext,
  key: K,
  { needs, columns }: TableOptions<K>,
  read: (call: StoreCall<K>, slice: Slice) => Promise<TablePage<RowOf<K>>>,
): void {
  type Paging = { after?: string; limit?: number }
  bindStore(scope, context, key, { needs } as never, (call) => {
    const { after, limit = 50 } = call.fields as Paging
    return read(call, { after, limit }) as never
  })
  mount(scope, `${inStore(key)}.csv`, storeRoutes[key], {}, async (request, reply) => {
    const member = await admitMember(context, request, needs)
    const call = { ...member, fields: readFields(storeRoutes[key], request), request, reply } as unknown as StoreCall<K>
    const readOn = (after?: string) => read(call, { after, limit: 1000 })
    // The first page is read before the file begins, so that wrong filters can still be refused.
    const lines = writeLines(columns, await readOn(), readOn)
    const { after: _, limit: __, ...filters } = call.fields as Paging & Record<string, unknown>
    const table = nameOf(key)
    await member.note(context.sql, { act: 'table-downloaded', facts: { table, ...maskAddresses(filters) } })
    return reply
      .header('content-disposition', `attachment; filename="${table}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(lines))
  })
}

/** `GET /lists/:listId/items` as `lists-items`. */
const nameOf = (key: string) =>
  key
    .slice('GET '.length)
    .split('/')
    .filter((part) => part && !part.startsWith(':'))
    .join('-')

/** The audit trail outlives a shopper's erasure, so it must not contain the address that was searched for. */
const maskAddresses = (filters: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('@') ? maskAddress(value) : value,
    ]),
  )

async function* writeLines<Row>(
  columns: Columns<Row>,
  first: TablePage<Row>,
  read: (after: string) => Promise<TablePage<Row>>,
): AsyncGenerator<string> {
  // Spreadsheets recognise UTF-8 by this mark.
  yield `\ufeff${writeLine(columns.map(([heading]) => heading))}`
  for (let page: TablePage<Row> | null = first; page; page = page.next === null ? null : await read(page.next)) {
    const { rows } = page
    if (rows.length > 0) yield rows.map((row) => writeLine(columns.map(([, cell]) => cell(row)))).join('')
  }
}

const writeLine = (cells: unknown[]) => `${cells.map(writeCell).join(',')}\r\n`

/**
 * A spreadsheet runs a text that begins like a formula: a leading apostrophe prevents it. Where numbers have decimal commas,
 * spreadsheets split lines at semicolons, so the text after one is checked as well.
 */
export function writeCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value)
  const harmless = text.replace(/(^|;\s*)(?=[=+\-@\t\r])/g, "$1'")
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
