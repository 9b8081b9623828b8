/** Reads the start of a feed: whether it can be read, and what it contains. */
import { readEntries } from './entries.ts'
import { readItem } from './item.ts'

/** `isWhole`: the feed ended before the limit. `refused`: the first invalid entry, as a message. */
export type FeedHead = { items: number; columns: string[]; isWhole: boolean; refused: string | null }

/** Throws `BadFeed` when it is not a feed. */
export async function readHead(chunks: AsyncIterable<Uint8Array>, most = 20): Promise<FeedHead> {
  const columns = new Set<string>()
  let [items, isWhole] = [0, true]
  let refused: string | null = null
  for await (const entries of readEntries(chunks)) {
    for (const { number, fields } of entries.slice(0, most - items)) {
      for (const name of Object.keys(fields)) columns.add(name)
      const item = readItem(fields)
      if ('wrong' in item) refused ??= `${number}: ${item.wrong}`
    }
    items += entries.length
    isWhole = items <= most
    if (!isWhole) break
  }
  return { items: Math.min(items, most), columns: [...columns], isWhole, refused }
}
