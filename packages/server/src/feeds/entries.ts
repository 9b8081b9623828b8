/** The entries of a feed, whichever way it is written: XML, or a table with a header row. */
import { BadFeed, decodeFeed } from './decode.ts'
import type { Entry } from './entry.ts'
import { inPieces } from './pieces.ts'
import { readTable } from './table.ts'
import { readXml } from './xml.ts'

/** Some at a time, as they come. `key`: the column that every table must have. */
export async function* readEntries(chunks: AsyncIterable<Uint8Array>, key = 'id'): AsyncGenerator<Entry[]> {
  const texts = inPieces(decodeFeed(chunks))
  let start = ''
  while (start.trimStart() === '' || !/[\n>]/.test(start)) {
    const { done, value } = await texts.next()
    if (done) break
    start += value
    if (start.length > 1024 * 1024) break
  }
  start = start.trimStart()
  if (start === '') throw new BadFeed('The feed is empty.')
  const all = (async function* () {
    yield start
    yield* texts
  })()
  yield* start.startsWith('<') ? readXml(all) : readTable(all, start, key)
}
