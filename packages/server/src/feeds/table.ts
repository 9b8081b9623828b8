/** Feeds as a table (TSV, CSV) with a header row, read row by row. */
import { parse } from 'csv-parse'
import { BadFeed } from './decode.ts'
import { EmptyFields, type FeedEntry, type FeedFields } from './entry.ts'
import { ChunkBuffer } from './text-chunks.ts'

const longestRow = 256 * 1024

/** A tab in the header means TSV; otherwise the most frequent of `,`, `;` and `|`. */
export function findDelimiter(start: string): string {
  const header = start.split(/\r?\n/, 1)[0]!
  if (header.includes('\t')) return '\t'
  const count = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '|'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** Headers have many notations: `g:id`, `image link`, `Image_Link`. */
const plainHeader = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()
    .replace(/^g:/, '')
    .replace(/[\s-]+/g, '_')

export async function* readTable(
  texts: AsyncIterable<string>,
  start: string,
  key: string,
): AsyncGenerator<FeedEntry[]> {
  const delimiter = findDelimiter(start)
  let header: string[] | null = null
  let number = 0
  for await (const rows of readRows(texts, delimiter)) {
    const first: string[] | undefined = header ? undefined : rows.shift()
    if (first) header = first.map(plainHeader)
    if (first && !header!.includes(key))
      throw new BadFeed(`The feed’s first row must contain the column names, including ${key}.`)
    if (header) yield rows.map((row) => ({ number: ++number, fields: toFields(header!, row) }))
  }
}

function toFields(header: string[], row: string[]): FeedFields {
  const fields = new EmptyFields()
  for (let index = 0; index < header.length; index++) {
    const value = row[index]
    const name = header[index]!
    if (value !== undefined && value !== '' && fields[name] === undefined) fields[name] = value
  }
  return fields
}

const readRows = (texts: AsyncIterable<string>, delimiter: string) =>
  delimiter === '\t' ? readTabs(texts) : readQuoted(texts, delimiter)

const tooLong = () => new BadFeed(`The feed’s table is broken: a row is longer than ${longestRow} characters.`)

/**
 * In TSV quotes have no meaning, as Google writes such files; a field that is completely quoted loses its quotes. Three times as
 * fast as a CSV parser.
 */
async function* readTabs(texts: AsyncIterable<string>): AsyncGenerator<string[][]> {
  const pieces = new ChunkBuffer()
  let rest = ''
  for await (const text of texts) {
    const piece = pieces.add(text, rest.length)
    if (piece === null) continue
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    if (rest.length > longestRow) throw tooLong()
    yield lines.filter(isFilled).map(splitTabs)
  }
  yield (rest + pieces.take()).split('\n').filter(isFilled).map(splitTabs)
}

const isFilled = (line: string) => line.trim() !== ''

function splitTabs(line: string): string[] {
  if (line.length > longestRow) throw tooLong()
  const values = line.split('\t')
  for (let index = 0; index < values.length; index++) values[index] = unquote(values[index]!.trim())
  return values
}

const unquote = (text: string) =>
  text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1).replaceAll('""', '"') : text

async function* readQuoted(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<string[][]> {
  const rows: string[][] = []
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: longestRow,
    // Collected here, because reading each row from the parser as a stream costs as much as parsing it.
    on_record: (row: string[]) => void rows.push(row),
  })
  // The error is passed to the write that caused it.
  parser.on('error', () => undefined)
  try {
    for await (const text of texts) {
      await awaitCallback((done) => parser.write(text, done))
      yield rows.splice(0)
    }
    await awaitCallback((done) => parser.end(done))
    yield rows
  } catch (error) {
    throw String((error as NodeJS.ErrnoException).code).startsWith('CSV_')
      ? new BadFeed(`The feed’s table is broken: ${(error as Error).message}.`)
      : error
  }
}

const awaitCallback = (ask: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => ask((error) => (error ? reject(error) : resolve())))
