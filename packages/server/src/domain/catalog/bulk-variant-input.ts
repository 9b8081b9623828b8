/**
 * Thousands of variants as input of one statement, one array for each column. PostgreSQL parses a row in 5 µs instead of 14 µs as
 * JSON, which saves a quarter of the time to store it.
 */
import type { Fragment, Sql } from '../../database/connect.ts'
import { type VariantRow, variantColumns } from './variants.ts'

/** Null: not sent. A price without `compare_at_price` means that there is no compare-at price. */
export type BulkVariantRow = {
  variant_id: string
  product_id: string
  url: string | null
  title: string | null
  brand: string | null
  sku: string | null
  variant_info: string | null
  image_url: string | null
  price: number | null
  compare_at_price: number | null
  currency: string | null
  sells_when_empty: boolean | null
  stock: number | null
  /** In stock, number unknown: a stored stock that is not below `stock` stays. */
  at_least: boolean
}

const types: { [Column in keyof BulkVariantRow]: 'text' | 'numeric' | 'integer' | 'boolean' } = {
  variant_id: 'text',
  product_id: 'text',
  url: 'text',
  title: 'text',
  brand: 'text',
  sku: 'text',
  variant_info: 'text',
  image_url: 'text',
  price: 'numeric',
  compare_at_price: 'numeric',
  currency: 'text',
  sells_when_empty: 'boolean',
  stock: 'integer',
  at_least: 'boolean',
}

const columns = Object.keys(types) as (keyof BulkVariantRow)[]

/** For a `from` clause, as rows `input`. */
export function bulkVariantInput(sql: Sql, rows: BulkVariantRow[]): Fragment {
  const arrays = columns.map((column) => sql`${writeArray(rows, column)}::text::${sql.unsafe(types[column])}[]`)
  const all = arrays.reduce((before, one) => sql`${before}, ${one}`)
  return sql`unnest(${all}) as input (${sql.unsafe(columns.join(', '))})`
}

/** Faster than the driver, which visits each value twice. */
function writeArray(rows: BulkVariantRow[], column: keyof BulkVariantRow): string {
  let text = '{'
  for (const row of rows) {
    const value = row[column]
    if (text.length > 1) text += ','
    text += typeof value === 'string' ? writeText(value) : value
  }
  return `${text}}`
}

const writeText = (text: string) => (/["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`)

const priced = ['price', 'compare_at_price']

/** The same row as `changeVariants` expects it. */
export function variantRow({ at_least, ...row }: BulkVariantRow): VariantRow {
  const known: Partial<Record<string, unknown>> = row
  const isSent = (column: string) => known[column] != null || (row.price !== null && priced.includes(column))
  return { ...row, sent: variantColumns.filter(isSent) }
}
