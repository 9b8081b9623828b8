/** Adds an item and fetches lists in a small store and in a grown one, side by side. */

import { runLoad, writeCall } from '../../setup/load.ts'
import { writeNumber } from '../../setup/report.ts'
import { firstNumber, listIdOf, listNumber, openOwn, type Shop, seedCatalog, tokensOf } from '../../setup/shop.ts'
import { fillStore, itemsAShopper } from '../fill.ts'
import { compare, type Ratio } from '../ratio.ts'
import { newItem } from './add-item.ts'
import type { BenchRow, Pace } from './row.ts'

const bar = 1.3
const smallest = 10_000
/** Few clients, so that the latency of a single call is measured. */
const clients = 2

type Size = { items: number; shoppers: number }
type Step = { items: number; seconds: number; add: Ratio; fetch: Ratio }

const sizeOf = (items: number): Size => ({ items, shoppers: Math.ceil(items / itemsAShopper) })

export const growth: BenchRow = {
  name: 'growth',
  what: 'adding and fetching with 10,000,000 items (30,000 with --quick, or --items N), against 10,000',
  async measure(given, pace) {
    const largest = pace.items ?? (pace.quick ? 30_000 : 10_000_000)
    const small = await openOwn(given, pace.quick)
    try {
      const large = await openOwn(given, pace.quick)
      try {
        return await measureGrowth(small, large, { largest, pace })
      } finally {
        await large.close()
      }
    } finally {
      await small.close()
    }
  },
}

async function measureGrowth(small: Shop, large: Shop, { largest, pace }: { largest: number; pace: Pace }) {
  for (const shop of [small, large]) await seedCatalog(shop.sql, shop.store)
  const least = sizeOf(smallest)
  await fillStore(small.sql, small.store, 0, least.shoppers)
  const steps: Step[] = []
  let had = 0
  for (const size of sizesUpTo(largest)) {
    const since = performance.now()
    await fillStore(large.sql, large.store, had, size.shoppers)
    const seconds = (performance.now() - since) / 1000
    had = size.shoppers
    const sides = (call: Call) =>
      compare(pace.rounds, timing(large, size, call, pace), timing(small, least, call, pace))
    steps.push({ items: size.items, seconds, add: await sides(addCall), fetch: await sides(fetchCall) })
  }
  const last = steps.at(-1)!
  const value = Math.max(last.add.ratio, last.fetch.ratio)
  const detail = [
    ...steps.map(
      ({ items, add, fetch }) =>
        `${writeNumber(items)} items: add ${sayRatio(add)}, fetch ${sayRatio(fetch)} (p50 in ms, against ${writeNumber(smallest)})`,
    ),
    `${writeNumber(largest)} items were made in ${Math.round(steps.reduce((sum, step) => sum + step.seconds, 0))} s, ${await sizeOnDisk(large)}`,
  ].join('; ')
  const amounts = [
    { name: `add, ${writeNumber(smallest)}`, amount: last.add.limit },
    ...steps.map(({ items, add }) => ({ name: `add, ${writeNumber(items)}`, amount: add.ours })),
    { name: `fetch, ${writeNumber(smallest)}`, amount: last.fetch.limit },
    ...steps.map(({ items, fetch }) => ({ name: `fetch, ${writeNumber(items)}`, amount: fetch.ours })),
  ]
  const figures = { unit: 'ms', amounts }
  return { name: 'growth', value, unit: '× p50', bar: `≤ ${bar}`, holds: value <= bar, detail, figures }
}

/** Ten times more each, and the largest size itself. */
function sizesUpTo(largest: number): Size[] {
  const sizes: number[] = []
  for (let items = smallest * 10; items < largest; items *= 10) sizes.push(items)
  return [...sizes, largest].map(sizeOf)
}

const sayRatio = ({ ratio, ours, limit }: Ratio) => `${ours.toFixed(2)} (${limit.toFixed(2)}) × ${writeNumber(ratio)}`

type Call = (shop: Shop, shopper: number) => string

const timing =
  (shop: Shop, { shoppers }: Size, call: Call, { seconds }: Pace) =>
  async () => {
    let left = seconds * 100
    const next = () => (left-- > 0 ? call(shop, firstNumber + Math.floor(Math.random() * shoppers)) : null)
    const { p50, refused } = await runLoad({ url: shop.server.url, clients, seconds: 120, next })
    if (refused > 0) throw new Error(`${refused} calls were refused.`)
    return p50
  }

/** Each call adds a row; one round adds few compared with the ten thousand. */
const addCall: Call = ({ store, server, keys }, shopper) => {
  const list = listNumber(shopper, Math.floor(Math.random() * 2))
  const fields = { ...tokensOf(store, shopper), lid: listIdOf(store, list), a: JSON.stringify([newItem()]) }
  return writeCall(server.url, { path: `/api/v3/lists/update-ctx?pid=${encodeURIComponent(keys.pid)}`, fields })
}

const fetchCall: Call = ({ store, server, keys }, shopper) =>
  writeCall(server.url, {
    path: `/api/v3/lists/fetch-lists?pid=${encodeURIComponent(keys.pid)}`,
    fields: tokensOf(store, shopper),
  })

async function sizeOnDisk({ sql }: Shop): Promise<string> {
  const [found] = await sql<{ size: string }[]>`select pg_size_pretty(pg_database_size(current_database())) as size`
  return `${found!.size} on disk`
}
