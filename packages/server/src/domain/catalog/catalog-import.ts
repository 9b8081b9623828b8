/** Imports a catalog from a stream of JSON lines, in batches; bad lines are reported. */
import { type CatalogProduct, catalogProduct } from '@heartbell/contract/catalog'
import { refuseFields } from '@heartbell/contract/errors'
import { parseJson, TooDeep } from '@heartbell/contract/json'
import type { Database } from '../../database/connect.ts'
import { readLines, type TextLine } from '../../database/lines.ts'
import type { Store } from '../stores/stores.ts'
import { emitEvents } from '../webhooks/events.ts'
import { recordProducts } from './catalog.ts'
import type { StockSource } from './variants.ts'

export type RefusedCatalogLine = { line: number; message: string }
/** `refused` counts all bad lines, `lines` has the first of them. */
export type CatalogImportReport = { products: number; refused: number; lines: RefusedCatalogLine[] }

const batchSize = 1000
const maxLineBytes = 256 * 1024
const maxLinesReported = 1000

/** Each batch is committed before the next; after a broken stream the caller sends it again from the start. */
export async function importProducts(
  sql: Database,
  store: Store,
  chunks: AsyncIterable<Uint8Array>,
  source: StockSource,
  requestId: string | null = null,
): Promise<CatalogImportReport> {
  const report: CatalogImportReport = { products: 0, refused: 0, lines: [] }
  let batch: CatalogProduct[] = []
  let storing = Promise.resolve()
  const flush = async () => {
    await storing
    report.products += batch.length
    // One batch is stored while the next is read. An error is thrown where the batch is awaited.
    storing = recordProducts(sql, store, batch, source, requestId)
    storing.catch(() => undefined)
    batch = []
  }
  for await (const line of readLines(chunks, maxLineBytes)) {
    const product = readProduct(line)
    if ('line' in product) {
      report.refused++
      if (report.lines.length < maxLinesReported) report.lines.push(product)
    } else if (batch.push(product) === batchSize) await flush()
  }
  await flush()
  await storing
  const data = { source, count: report.products, reason: report.refused > 0 ? `${report.refused} refused` : null }
  await emitEvents(sql, store, [{ type: 'import.finished', data }])
  return report
}

function readProduct(line: TextLine): CatalogProduct | RefusedCatalogLine {
  if ('problem' in line) return { line: line.number, message: `line ${line.problem}` }
  try {
    const read = catalogProduct.reader.safeParse(parseJson(line.text))
    return read.success ? read.data : { line: line.number, message: refuseFields(read.error).message }
  } catch (error) {
    const wrong = error instanceof TooDeep ? error.message : 'is not valid JSON'
    return { line: line.number, message: `line ${wrong}` }
  }
}
