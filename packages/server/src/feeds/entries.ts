/** The entries of a feed in any supported format: XML, or a table with a header row. */
import { BadFeed, decodeFeed } from './decode.ts'
import type { FeedEntry } from './entry.ts'
import { readTable } from './table.ts'
import { inLargeChunks } from './text-chunks.ts'
import { readXml } from './xml.ts'

/** Yields a few at a time while reading. `key`: the column that every table must have. */
export async function* readEntries(chunks: AsyncIterable<Uint8Array>, key = 'id'): AsyncGenerator<FeedEntry[]> {
  const texts = inLargeChunks(decodeFeed(chunks))
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
