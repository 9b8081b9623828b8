/** A whole catalog from a feed: read as it comes, stored in batches, and what is missing from it taken off sale at its end. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../database/connect.ts'
import type { BulkVariantRow } from '../domain/catalog/bulk-variant-input.ts'
import { type FeedRun, finishFeedRun, removeMissing, saveFeedBatch, startFeedRun } from '../domain/catalog/feed-runs.ts'
import type { Store } from '../domain/stores/stores.ts'
import { BadFeed } from './decode.ts'
import { readEntries } from './entries.ts'
import type { Entry } from './entry.ts'
import { type ReadItem, readItem } from './item.ts'

export type RefusedEntry = { line: number; message: string }

/** `refused` counts them all, `lines` tells the first of them. `held`: how many would go, if somebody confirms it. */
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
  /** Of what is read: the same again goes on where it broke off. */
  fingerprint: string
  confirmRemovals?: boolean
  /** Of the call that brings it. */
  requestId?: string
  /** Every refused entry, also those that the report is too short for. */
  onRefused?: (refused: RefusedEntry) => void
  onProgress?: (entries: number) => void
  read?: Reading
}

/** How entries are found, and how one is understood. */
export type Reading = {
  entries(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Entry[]>
  item(entry: Entry): ReadItem
}

const googleFeed: Reading = { entries: readEntries, item: ({ fields }) => readItem(fields) }

/** Larger ones are no faster, and this many rows are a few megabytes. */
const batchSize = 2000
const mostTold = 1000

export async function importFeed(
  sql: Database,
  store: Store,
  chunks: AsyncIterable<Uint8Array>,
  { fingerprint, confirmRemovals = false, requestId, onRefused, onProgress, read = googleFeed }: FeedOptions,
): Promise<FeedReport> {
  const run = await startFeedRun(sql, store, fingerprint, requestId)
  const report: FeedReport = { products: 0, added: 0, changed: 0, removed: 0, held: 0, refused: 0, lines: [] }
  const storing = storer(sql, store, run, report, onProgress)
  let batch = new Batch()
  try {
    for await (const entries of read.entries(chunks)) {
      for (const entry of entries) {
        const item = read.item(entry)
        if ('wrong' in item) {
          const refused = { line: entry.number, message: item.wrong }
          report.refused++
          if (report.lines.length < mostTold) report.lines.push(refused)
          onRefused?.(refused)
        } else report.products++
        // Else it was stored by the reading that broke off.
        if (entry.number > run.entries) batch.add(entry.number, item)
      }
      if (batch.size >= batchSize) {
        await storing.store(batch)
        batch = new Batch()
      }
      // What is at hand is read without ever waiting: PostgreSQL would wait for us to hear its answer, and so would everybody else.
      await nextTurn()
    }
  } finally {
    // Also when the feed breaks off: what was read before it did is stored or not when we say so.
    await storing.end()
  }
  if (report.products === 0) throw new BadFeed('The feed holds no product that could be read; nothing was changed.')
  await storing.store(batch)
  await storing.end()
  Object.assign(report, await removeMissing(sql, store, run, confirmRemovals))
  await finishFeedRun(sql, store, run, report)
  return report
}

/** Of an id that comes twice the later entry counts. */
class Batch {
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

/** One batch is stored while the next is read; a failure is thrown where it is waited for. */
function storer(sql: Database, store: Store, run: FeedRun, report: FeedReport, onProgress: FeedOptions['onProgress']) {
  let storing: Promise<void> = Promise.resolve()
  const put = async ({ rows, seen, entries, size }: Batch) => {
    if (size === 0) return
    const taken = await saveFeedBatch(sql, store, run, { rows: [...rows.values()], seen: [...seen], entries })
    report.added += taken.added
    report.changed += taken.changed
    onProgress?.(entries)
  }
  return {
    store: async (batch: Batch) => {
      await storing
      storing = put(batch)
      storing.catch(() => undefined)
    },
    end: () => storing,
  }
}
