/** Imports a whole catalog from a feed: reads it as a stream, stores it in batches, and removes missing products at the end. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../database/connect.ts'
import type { BulkVariantRow } from '../domain/catalog/bulk-variant-input.ts'
import { type FeedRun, finishFeedRun, removeMissing, saveFeedBatch, startFeedRun } from '../domain/catalog/feed-runs.ts'
import type { Store } from '../domain/stores/stores.ts'
import { BadFeed } from './decode.ts'
import { readEntries } from './entries.ts'
import type { FeedEntry } from './entry.ts'
import { type ReadItem, readItem } from './item.ts'

export type RefusedEntry = { line: number; message: string }

/** `refused` counts all of them, `lines` lists the first ones. `held`: how many would be removed if confirmed. */
export type FeedReport = {
  products: number
  added: number
  changed: number
  removed: number
  held: number
  refused: number
  lines: RefusedEntry[]
}

export type FeedOptions = {
  /** Identifies the input: the same fingerprint resumes an interrupted import. */
  fingerprint: string
  confirmRemovals?: boolean
  /** Of the request that started it. */
  requestId?: string
  /** Called for every refused entry, also for those that the report does not list. */
  onRefused?: (refused: RefusedEntry) => void
  onProgress?: (entries: number) => void
  read?: FeedReader
}

/** How entries are found, and how one is interpreted. */
export type FeedReader = {
  entries(chunks: AsyncIterable<Uint8Array>): AsyncIterable<FeedEntry[]>
  item(entry: FeedEntry): ReadItem
}

export const googleFeed: FeedReader = { entries: readEntries, item: ({ fields }) => readItem(fields) }

/** Larger batches are not faster, and this many rows are a few megabytes. */
const batchSize = 2000
const maxListed = 1000

export async function importFeed(
  sql: Database,
  store: Store,
  chunks: AsyncIterable<Uint8Array>,
  { fingerprint, confirmRemovals = false, requestId, onRefused, onProgress, read = googleFeed }: FeedOptions,
): Promise<FeedReport> {
  const run = await startFeedRun(sql, store, fingerprint, requestId)
  const report: FeedReport = { products: 0, added: 0, changed: 0, removed: 0, held: 0, refused: 0, lines: [] }
  const storing = batchWriter(sql, store, run, report, onProgress)
  let batch = new FeedBatchBuilder()
  try {
    for await (const entries of read.entries(chunks)) {
      for (const entry of entries) {
        const item = read.item(entry)
        if ('wrong' in item) {
          const refused = { line: entry.number, message: item.wrong }
          report.refused++
          if (report.lines.length < maxListed) report.lines.push(refused)
          onRefused?.(refused)
        } else report.products++
        // Otherwise the interrupted import has stored it.
        if (entry.number > run.entries) batch.add(entry.number, item)
      }
      if (batch.size >= batchSize) {
        await storing.store(batch)
        batch = new FeedBatchBuilder()
      }
      // Buffered input is read without ever yielding to the event loop, so PostgreSQL's reply and all other requests would wait.
      await nextTurn()
    }
  } finally {
    // Also when the feed is interrupted: wait until the last batch is stored or has failed.
    await storing.end()
  }
  if (report.products === 0) throw new BadFeed('The feed contains no product that could be read; nothing was changed.')
  await storing.store(batch)
  await storing.end()
  Object.assign(report, await removeMissing(sql, store, run, confirmRemovals))
  await finishFeedRun(sql, store, run, report)
  return report
}

/** If an id appears twice, the later entry counts. */
class FeedBatchBuilder {
  rows = new Map<string, BulkVariantRow>()
  seen = new Set<string>()
  size = 0
  entries = 0

  add(number: number, item: ReadItem): void {
    this.size++
    this.entries = number
    if (item.seen !== null) this.seen.add(item.seen)
    if ('row' in item) this.rows.set(item.seen, item.row)
  }
}

/** Stores one batch while the next is read; an error is thrown at the next call. */
function batchWriter(
  sql: Database,
  store: Store,
  run: FeedRun,
  report: FeedReport,
  onProgress: FeedOptions['onProgress'],
) {
  let storing: Promise<void> = Promise.resolve()
  const put = async ({ rows, seen, entries, size }: FeedBatchBuilder) => {
    if (size === 0) return
    const saved = await saveFeedBatch(sql, store, run, { rows: [...rows.values()], seen: [...seen], entries })
    report.added += saved.added
    report.changed += saved.changed
    onProgress?.(entries)
  }
  return {
    store: async (batch: FeedBatchBuilder) => {
      await storing
      storing = put(batch)
      storing.catch(() => undefined)
    },
    end: () => storing,
  }
}
