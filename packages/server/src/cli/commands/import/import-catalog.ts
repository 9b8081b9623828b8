/** `heartbell import` of a catalog: from a file or a URL, stored while it is read. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Store } from '../../../domain/stores/stores.ts'
import type { FeedReport, RefusedEntry } from '../../../feeds/import.ts'
import type { ShopifyIdCount } from '../../../feeds/shopify-products.ts'
import { openOutgoingHttp } from '../../../net/safe-fetch.ts'
import { announceAct } from '../../plumbing/audited-command.ts'
import type { CommandCall, CommandReply } from '../../plumbing/command.ts'
import { useNamedStore } from '../../plumbing/open-store.ts'
import { showProgress } from '../../plumbing/progress.ts'
import { allowMemoryGrowth } from '../../settings/memory.ts'

export async function importCatalog(call: CommandCall, kind: string): Promise<CommandReply> {
  return call.has('dry-run') ? await previewCatalog(call, kind) : await storeCatalog(call, kind)
}

async function storeCatalog(call: CommandCall, kind: string): Promise<CommandReply> {
  const refused: RefusedEntry[] = []
  // A million products are read in 40 MB instead of 150, equally fast.
  allowMemoryGrowth()
  let ids: ShopifyIdCount | undefined
  const report = await useNamedStore(call, async (sql, store) => {
    const { importFeed } = await import('../../../feeds/import.ts')
    const read = await findReader(kind, store)
    ids = read?.ids
    const source = await openSource(call)
    await announceAct(sql, store, { act: 'store-imported', facts: { kind } })
    const progress = showProgress(process.stderr, source.size)
    try {
      return await importFeed(sql, store, progress.counting(source.bytes), {
        fingerprint: `${kind} ${source.fingerprint}`,
        confirmRemovals: call.has('confirm-removals'),
        onRefused: (one) => refused.push(one),
        onProgress: progress.entries,
        ...(read && { read }),
      })
    } finally {
      progress.end()
      await source.close()
    }
  })
  const text = [writeReport(report, refused), ...warnOfMissingIds(ids)].join('\n')
  return { data: { ...report, lines: refused, ...(ids && { ids }) }, text, code: report.held > 0 ? 1 : 0 }
}

async function previewCatalog(call: CommandCall, kind: string): Promise<CommandReply> {
  let ids: ShopifyIdCount | undefined
  const preview = await useNamedStore(call, async (sql, store) => {
    const { previewFeed } = await import('../../../feeds/preview.ts')
    const read = await findReader(kind, store)
    ids = read?.ids
    const source = await openSource(call)
    const progress = showProgress(process.stderr, source.size)
    try {
      return await previewFeed(sql, store, progress.counting(source.bytes), read)
    } finally {
      progress.end()
      await source.close()
    }
  })
  const { products, added, changed, missing, refused, lines } = preview
  const text = [
    `${products} products read: ${added} would be new, ${changed} would change. Nothing was changed.`,
    ...(missing > 0 ? [`${missing} products of the store are missing from the file and would be no longer sold.`] : []),
    ...writeRefused(refused, lines),
    ...warnOfMissingIds(ids),
  ]
  return { data: { ...preview, dryRun: true, ...(ids && { ids }) }, text: text.join('\n') }
}

/** Undefined for a Google feed, which is read by default. */
async function findReader(kind: string, { settings }: Store) {
  if (kind !== 'shopify-products') return undefined
  const { readShopifyProducts } = await import('../../../feeds/shopify-products.ts')
  return readShopifyProducts(settings.shopUrl)
}

/** Themes and Shopify's own messages name a variant by its number. */
function warnOfMissingIds(ids: ShopifyIdCount | undefined): string[] {
  if (!ids?.without) return []
  const which = ids.with === 0 ? 'The file has no variant ids' : `${ids.without} variants of the file have no id`
  return [
    `${which} (column "Variant ID"), so their keys here are SKUs or handles. Themes and Shopify’s webhooks send numeric ids: hearts and alerts of these variants will not match. Import an export that has the ids, or connect Shopify’s webhooks.`,
  ]
}

type ImportSource = {
  bytes: AsyncIterable<Uint8Array>
  fingerprint: string
  size: number | null
  close: () => Promise<void>
}

export async function openSource(call: CommandCall): Promise<ImportSource> {
  const place = call.args[0]!
  if (/^https?:/i.test(place)) {
    const way = openOutgoingHttp({ allowLoopback: call.config().allowLoopback })
    const answer = await way.fetch(place, { timeoutMillis: 3_600_000, maxBytes: 16 * 1024 ** 3 })
    if (answer.status !== 200) throw new Error(`${place} responded with status ${answer.status}.`)
    const { etag = '', 'last-modified': modified = '', 'content-length': length } = answer.headers
    const fingerprint = `${place} ${etag || modified || Date.now()}`
    return { bytes: answer.body, fingerprint, size: Number(length) || null, close: way.close }
  }
  const file = await stat(place).catch(() => null)
  if (!file?.isFile()) throw new Error(`The file ${place} does not exist.`)
  const bytes = createReadStream(place, { highWaterMark: 256 * 1024 })
  const close = async () => void bytes.destroy()
  return { bytes, fingerprint: `${place} ${file.size} ${file.mtimeMs}`, size: file.size, close }
}

function writeReport(report: FeedReport, refused: RefusedEntry[]): string {
  const { products, added, changed, removed, held } = report
  const lines = [`${products} products read: ${added} new, ${changed} changed, ${removed} no longer sold.`]
  if (held > 0)
    lines.push(
      `${held} products of the store are missing from the file, more than 30 % of the catalog, and were not removed. Use --confirm-removals to remove them.`,
    )
  return [...lines, ...writeRefused(refused.length, refused)].join('\n')
}

const writeRefused = (count: number, lines: RefusedEntry[]): string[] =>
  count > 0 ? [`${count} refused:`, ...lines.map((one) => `  ${one.line}: ${one.message}`)] : []
