/** Previews what a feed would change, without changing it. */
import type { Database, Sql } from '../database/connect.ts'
import type { BulkVariantRow } from '../domain/catalog/bulk-variant-input.ts'
import { countMissingVariants, findVariantSummaries, type VariantSummary } from '../domain/catalog/preview-variants.ts'
import { findDifferent } from '../domain/catalog/variant-differences.ts'
import type { Store } from '../domain/stores/stores.ts'
import { type FeedReader, googleFeed, type RefusedEntry } from './import.ts'

/** `before` is null for a new variant. */
export type PreviewExample = { variantId: string; before: VariantSummary | null; after: VariantSummary }

export type FeedPreview = {
  products: number
  added: number
  changed: number
  /** Variants in the catalog that are not in the feed. */
  missing: number
  refused: number
  lines: RefusedEntry[]
  examples: PreviewExample[]
}

const batchSize = 4000
const mostShown = 50

export async function previewFeed(
  sql: Database,
  store: Store,
  chunks: AsyncIterable<Uint8Array>,
  read: FeedReader = googleFeed,
): Promise<FeedPreview> {
  const preview: FeedPreview = { products: 0, added: 0, changed: 0, missing: 0, refused: 0, lines: [], examples: [] }
  const seen = new Set<string>()
  let batch = new Map<string, BulkVariantRow>()
  for await (const entries of read.entries(chunks)) {
    for (const entry of entries) {
      const item = read.item(entry)
      if (item.seen !== null) seen.add(item.seen)
      if ('wrong' in item) {
        preview.refused++
        if (preview.lines.length < mostShown) preview.lines.push({ line: entry.number, message: item.wrong })
        continue
      }
      preview.products++
      batch.set(item.seen, item.row)
    }
    if (batch.size < batchSize) continue
    await compare(sql, store, [...batch.values()], preview)
    batch = new Map()
  }
  await compare(sql, store, [...batch.values()], preview)
  preview.missing = await countMissingVariants(sql, store.storeId, seen)
  return preview
}

async function compare(sql: Sql, store: Store, rows: BulkVariantRow[], preview: FeedPreview): Promise<void> {
  const different = await findDifferent(sql, store, rows)
  for (const { isNew } of different) preview[isNew ? 'added' : 'changed']++
  const shown = different.slice(0, mostShown - preview.examples.length)
  if (shown.length === 0) return
  const ids = shown.map(({ variantId }) => variantId)
  const currentById = await findVariantSummaries(sql, store.storeId, ids)
  const rowsById = new Map(rows.map((row) => [row.variant_id, row]))
  for (const id of ids) {
    const current = currentById.get(id) ?? null
    const row = rowsById.get(id)!
    preview.examples.push({
      variantId: id,
      before: current,
      after: {
        title: row.title ?? current?.title ?? null,
        price: row.price ?? current?.price ?? null,
        stock: row.stock ?? current?.stock ?? null,
      },
    })
  }
}
