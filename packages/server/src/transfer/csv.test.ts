/** Tables as other apps write them: encodings, delimiters, columns and dates. */
import { describe, expect, test } from 'vitest'
import { findColumns, parseMapping } from './columns.ts'
import { type CsvRow, readCsv } from './csv.ts'
import { readDate } from './dates.ts'
import { readPrice } from './lists-csv.ts'

async function read(bytes: Uint8Array, piece = 7): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  const pieces = async function* () {
    for (let from = 0; from < bytes.length; from += piece) yield bytes.subarray(from, from + piece)
  }
  for await (const row of readCsv(pieces())) rows.push(row)
  return rows
}

const wanted = [
  { line: 1, values: ['E-Mail', 'Größe'] },
  { line: 2, values: ['ada@example.com', 'ü'] },
]
const text = (separator: string) => `E-Mail${separator}Größe\r\nada@example.com${separator}ü\r\n`

describe('a table is read', () => {
  test('in UTF-8 with and without a byte order mark, in UTF-16 and in Windows-1252', async () => {
    expect(await read(Buffer.from(text(',')))).toEqual(wanted)
    expect(await read(Buffer.from(`\ufeff${text(',')}`))).toEqual(wanted)
    expect(await read(Buffer.from(`\ufeff${text('\t')}`, 'utf16le'))).toEqual(wanted)
    expect(await read(Buffer.from(text(';'), 'latin1'))).toEqual(wanted)
  })

  test('with any delimiter, also one that Excel declares in the first line', async () => {
    for (const separator of [',', ';', '\t', '|']) expect(await read(Buffer.from(text(separator)))).toEqual(wanted)
    const rows = await read(Buffer.from(`sep=;\r\n${text(';')}`))
    expect(rows.map(({ line }) => line)).toEqual([2, 3])
  })

  test('with line breaks inside quotes, and the line on which each row starts', async () => {
    const rows = await read(Buffer.from('a,b\n"one\ntwo","say ""hi"""\n\nx,y\n'))
    expect(rows).toEqual([
      { line: 1, values: ['a', 'b'] },
      { line: 2, values: ['one\ntwo', 'say "hi"'] },
      { line: expect.any(Number), values: ['x', 'y'] },
    ])
  })

  test('or refused with a clear message', async () => {
    await expect(read(Buffer.from(''))).rejects.toThrow('The file is empty.')
    await expect(read(Buffer.from('a,b\n"one,two\n'))).rejects.toThrow(/quote at line 2/)
  })
})

test('columns are recognized by their headings, and by a given mapping', () => {
  const known = (header: string[], mapping = {}) => Object.fromEntries(findColumns(header, mapping))
  expect(known(['Customer Email', 'Product ID', 'Variant_ID', 'Date Added', 'Wishlist Name'])).toEqual({
    ...{ email: 0, product: 1, variant: 2, date: 3, list: 4 },
  })
  expect(known(['email', 'phone number', 'SKU', 'Created at', 'Status', 'Notified at', 'Channel', 'Language'])).toEqual(
    {
      ...{ email: 0, phone: 1, sku: 2, date: 3, status: 4, told: 5, channel: 6, locale: 7 },
    },
  )
  expect(known(['Kunde', 'email', 'Artikel'], parseMapping('email=Kunde, product = Artikel'))).toEqual({
    ...{ email: 0, product: 2 },
  })
  expect(() => known(['a', 'b'], parseMapping('email=c'))).toThrow('There is no column "c". The columns are: a, b.')
  expect(() => parseMapping('colour=red')).toThrow(/is not a column mapping/)
})

test('dates are read in many notations', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const at = (text: string, country = 'DE') => readDate(text, country, now)?.toISOString() ?? null
  expect(at('2026-01-31')).toBe('2026-01-31T00:00:00.000Z')
  expect(at('2026-01-31 14:05:06 +0200')).toBe('2026-01-31T12:05:06.000Z')
  expect(at('2026-01-31T14:05:06.789Z')).toBe('2026-01-31T14:05:06.789Z')
  expect(at('31.01.2026 14:05')).toBe('2026-01-31T14:05:00.000Z')
  expect(at('02/03/2026')).toBe('2026-03-02T00:00:00.000Z')
  expect(at('02/03/2026', 'US')).toBe('2026-02-03T00:00:00.000Z')
  expect(at('01/31/2026 2:05 PM')).toBe('2026-01-31T14:05:00.000Z')
  expect(at('Jan 31, 2026 10:00')).toBe('2026-01-31T10:00:00.000Z')
  expect(at('1769868306')).toBe('2026-01-31T14:05:06.000Z')
  expect(at('2030-01-01')).toBe(now.toISOString())
  for (const none of ['soon', '2026-02-30', '32/13/2026', '99']) expect([none, at(none)]).toEqual([none, null])
})

test('prices are read with either decimal separator', () => {
  expect(['12.50', '€ 12,50', '1,299.00 USD', '1.299,00 €', '7', 'free', undefined].map(readPrice)).toEqual([
    ...[12.5, 12.5, 1299, 1299, 7, null, null],
  ])
})
