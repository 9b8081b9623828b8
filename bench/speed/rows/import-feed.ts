/** Imports a catalog of a million variants from a feed: variants per second the first time and again, and the memory it needs. */
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allowMemoryGrowth } from '../../../packages/server/src/cli/settings/memory.ts'
import { importFeed } from '../../../packages/server/src/feeds/import.ts'
import { writeNumber } from '../../setup/report.ts'
import { openOwn, type Shop } from '../../setup/shop.ts'
import { type BenchRow, barFor } from './row.ts'

const bar = 20_000
const mostGrowth = 128

export const importFeedRow: BenchRow = {
  name: 'import-feed',
  what: 'a feed of 1,000,000 variants (10,000 with --quick), the first time and told again',
  async measure(given, { quick }) {
    const variants = quick ? 10_000 : 1_000_000
    const shop = await openOwn(given, quick)
    try {
      return await measureImport(shop, variants, barFor(bar, { quick }))
    } finally {
      await shop.close()
    }
  },
}

async function measureImport({ sql, store, server }: Shop, variants: number, held: ReturnType<typeof barFor>) {
  // Read from a file, as `heartbell import` does: generating it meanwhile would be measured too.
  const file = join(server.data, 'feed.xml')
  await writeFile(file, writeFeed(variants))
  // As the server and the command do.
  allowMemoryGrowth()
  const before = process.memoryUsage().rss
  let most = before
  const onProgress = () => {
    most = Math.max(most, process.memoryUsage().rss)
  }
  const rate = async (fingerprint: string) => {
    const since = performance.now()
    const used = process.cpuUsage()
    await importFeed(sql, store, createReadStream(file, { highWaterMark: 256 * 1024 }), { fingerprint, onProgress })
    own.push(Math.round(process.cpuUsage(used).user / variants))
    return Math.round((variants * 1000) / (performance.now() - since))
  }
  const own: number[] = []
  const [first, again] = [await rate('first'), await rate('again')]
  const growth = Math.round((most - before) / 1e6)
  const detail = `${writeNumber(variants)} variants; told again ${writeNumber(again)}/s; ${own[0]} and ${own[1]} µs of our own processor time each; memory grew by ${growth} MB of ${mostGrowth}`
  const holds = first >= held.least && growth < mostGrowth
  const figures = {
    unit: 'variants a second',
    amounts: [
      { name: 'the first time', amount: first },
      { name: 'told again', amount: again },
    ],
    limit: bar,
  }
  return { name: 'import-feed', value: first, unit: 'variants/s', bar: held.bar, holds, detail, figures }
}

async function* writeFeed(variants: number): AsyncGenerator<Buffer> {
  let text = '<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>'
  for (let n = 0; n < variants; n++) {
    text += `<item><g:id>${40_000_000_000 + n}</g:id><g:item_group_id>${9_000_000_000 + (n >> 2)}</g:item_group_id><title>Linen shirt no. ${n}</title><link>https://shop.example/products/linen-shirt-${n}</link><g:image_link>https://cdn.shop.example/images/${n}.jpg</g:image_link><g:price>${n % 200}.95 EUR</g:price><g:brand>Fern &amp; Field</g:brand><g:mpn>FF-${n}</g:mpn><g:color>Moss green</g:color><g:size>M</g:size><g:availability>in_stock</g:availability><g:quantity>${n % 7}</g:quantity></item>\n`
    if (text.length < 65_536) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(`${text}</channel></rss>`)
}
