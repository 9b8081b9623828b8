/** Feeds as a table (TSV, CSV) with a header row, read row by row. */
import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { BadFeed } from './decode.ts'
import type { Entry } from './entry.ts'

const longestRow = 256 * 1024

/** A tab in the header means tabs; else the one of `,`, `;` and `|` that is there most. */
export function findDelimiter(start: string): string {
  const header = start.split(/\r?\n/, 1)[0]!
  if (header.includes('\t')) return '\t'
  const count = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '|'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** Headers are written in many ways: `g:id`, `image link`, `Image_Link`. */
const plainHeader = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()
    .replace(/^g:/, '')
    .replace(/[\s-]+/g, '_')

export async function* readTable(texts: AsyncIterable<string>, start: string, key: string): AsyncGenerator<Entry> {
  const delimiter = findDelimiter(start)
  let header: string[] | null = null
  let number = 0
  for await (const row of readRows(texts, delimiter)) {
    if (!header) {
      header = row.map(plainHeader)
      if (!header.includes(key)) throw new BadFeed(`The feed’s first row must name its columns, ${key} among them.`)
      continue
    }
    const fields = Object.create(null) as Record<string, string>
    for (let index = 0; index < header.length; index++) {
      const value = row[index]
      const name = header[index]!
      if (value !== undefined && value !== '' && !(name in fields)) fields[name] = value
    }
    yield { number: ++number, fields }
  }
}

const readRows = (texts: AsyncIterable<string>, delimiter: string) =>
  delimiter === '\t' ? readTabs(texts) : readQuoted(texts, delimiter)

const tooLong = () => new BadFeed(`The feed’s table is broken: a row is longer than ${longestRow} characters.`)

/** Between tabs quotes mean nothing, as Google writes such files; a whole field in quotes loses them. Three times as fast as a parser of CSV. */
async function* readTabs(texts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    if (rest.length > longestRow) throw tooLong()
    for (const line of lines) if (line.trim() !== '') yield splitTabs(line)
  }
  if (rest.trim() !== '') yield splitTabs(rest)
}

function splitTabs(line: string): string[] {
  if (line.length > longestRow) throw tooLong()
  const values = line.split('\t')
  for (let index = 0; index < values.length; index++) values[index] = unquote(values[index]!.trim())
  return values
}

const unquote = (text: string) =>
  text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1).replaceAll('""', '"') : text

async function* readQuoted(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: longestRow,
  })
  try {
    // Tells the parser, and so whoever reads from it, of a fault before it.
    pipeline(Readable.from(texts), parser, () => undefined)
    yield* parser as AsyncIterable<string[]>
  } catch (error) {
    throw String((error as NodeJS.ErrnoException).code).startsWith('CSV_')
      ? new BadFeed(`The feed’s table is broken: ${(error as Error).message}.`)
      : error
  }
}
