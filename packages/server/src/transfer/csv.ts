/** Tables that other apps export: any encoding and delimiter, row by row, each with the line it starts on. */
import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { findDelimiter } from '../feeds/table.ts'

/** The whole file is invalid; the message is for the person who has it. */
export class BadTable extends Error {}

export type CsvRow = { line: number; values: string[] }

const longestRow = 256 * 1024
const newline = 0x0a

/** The first row is the header. */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  const texts = decode(chunks)
  let start = ''
  while (!/\S[^\n]*\n/.test(start)) {
    const { done, value } = await texts.next()
    if (done) break
    start += value
  }
  if (start.trim() === '') throw new BadTable('The file is empty.')
  // Excel writes its delimiter above the header.
  const told = /^\ufeff?sep=(.)\r?\n/i.exec(start)
  const begun = told ? start.slice(told[0].length) : start
  const all = (async function* () {
    yield begun
    yield* texts
  })()
  yield* parseRows(all, told?.[1] ?? findDelimiter(begun.trimStart()), told ? 1 : 0)
}

async function* parseRows(texts: AsyncIterable<string>, delimiter: string, before: number): AsyncGenerator<CsvRow> {
  const parser = parse({
    ...{ delimiter, bom: true, info: true, relax_quotes: true, relax_column_count: true },
    ...{ skip_empty_lines: true, trim: true, max_record_size: longestRow },
  })
  let last = before
  try {
    pipeline(Readable.from(texts), parser, () => undefined)
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { line: last + 1, values: record }
      last = before + info.lines
    }
  } catch (error) {
    // After an unclosed quote it is unknown where the next row starts.
    if (!String((error as NodeJS.ErrnoException).code).startsWith('CSV_')) throw error
    throw new BadTable(`The table is broken: ${(error as Error).message}. Fix that line and import the file again.`)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const western = new TextDecoder('windows-1252')

/** UTF-16 starts with a byte order mark. Otherwise each line is UTF-8, or Windows-1252 if it is not valid UTF-8. */
async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let wide: InstanceType<typeof TextDecoder> | null = null
  let rest = Buffer.alloc(0)
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst) wide = wideDecoder(chunk)
    isFirst = false
    if (wide) {
      yield wide.decode(chunk, { stream: true })
      continue
    }
    rest = Buffer.concat([rest, chunk])
    let from = 0
    let text = ''
    for (let to = rest.indexOf(newline); to >= 0; to = rest.indexOf(newline, from)) {
      text += decodeLine(rest.subarray(from, to + 1))
      from = to + 1
    }
    rest = rest.subarray(from)
    if (rest.length > longestRow * 4) throw new BadTable('The file has a line that is too long: it is not a table.')
    if (text !== '') yield text
  }
  yield wide ? wide.decode() : decodeLine(rest)
}

const wideDecoder = (start: Uint8Array) =>
  start[0] === 0xff && start[1] === 0xfe
    ? new TextDecoder('utf-16le')
    : start[0] === 0xfe && start[1] === 0xff
      ? new TextDecoder('utf-16be')
      : null

function decodeLine(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return western.decode(bytes)
  }
}
