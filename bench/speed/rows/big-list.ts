/** A list of ten thousand items next to one of fifty: its first page, further pages, and the saved status of 250 products. */

import { runLoad, writeCall } from '../../setup/load.ts'
import { writeNumber } from '../../setup/report.ts'
import { catalogSize, firstNumber, listIdOf, listNumber, type Shop, seedCrowd, tokensOf } from '../../setup/shop.ts'
import { countStatements } from '../count-statements.ts'
import { compare } from '../ratio.ts'
import type { BenchRow, Pace } from './row.ts'

const bar = 2
const asked = 250
const clients = 2
const first = firstNumber + 30_000

/** By their number of items; each belongs to another shopper. */
const lists = {
  few: { shopper: first, items: 50 },
  page: { shopper: first + 1, items: 1400 },
  many: { shopper: first + 2, items: catalogSize },
}

type Name = keyof typeof lists

export const bigList: BenchRow = {
  name: 'big-list',
  what: 'the first page of 10,000 items against that of 50, and 250 products asked about at once',
  async measure(shop, pace) {
    for (const { shopper, items } of Object.values(lists))
      await seedCrowd(shop.sql, shop.store, { first: shopper, shoppers: 1, lists: 1, items })
    const page = (name: Name) => timing(shop, pace, 'fetch-user-list', { ...ofList(shop, name) })
    const contains = (name: Name) => timing(shop, pace, 'contains', containsFields(shop, name))
    const firstPage = await compare(pace.rounds, page('many'), page('few'))
    const asking = await compare(pace.rounds, contains('many'), contains('few'))
    const walked = await walk(shop, 'page')
    const deep = await walk(shop, 'many')
    const statements = await countContains(shop)
    const holds =
      firstPage.ratio <= bar && statements === 1 && walked.items === lists.page.items && deep.items === lists.many.items
    const detail = [
      `first page ${firstPage.ours.toFixed(2)} ms, of 50 items ${firstPage.limit.toFixed(2)} ms (p50, ${clients} clients)`,
      `all 1,400 items in ${walked.pages} pages: ${Math.round(walked.millis)} ms, the slowest ${Math.round(walked.slowest)}`,
      `all ${writeNumber(catalogSize)} in ${deep.pages}: first ${Math.round(deep.first)} ms, last ${Math.round(deep.last)} ms, the slowest ${Math.round(deep.slowest)}`,
      `contains of ${asked} products: ${statements} statement (must be 1), ${asking.ours.toFixed(2)} ms, with 50 items ${asking.limit.toFixed(2)} ms`,
    ].join('; ')
    const figures = {
      unit: 'ms',
      amounts: [
        { name: 'first page of 50', amount: firstPage.limit },
        { name: `first page of ${writeNumber(catalogSize)}`, amount: firstPage.ours },
        { name: `contains, ${writeNumber(catalogSize)} saved`, amount: asking.ours },
      ],
    }
    return { name: 'big-list', value: firstPage.ratio, unit: '× a list of 50', bar: `≤ ${bar}`, holds, detail, figures }
  },
}

const ofList = ({ store }: Shop, name: Name): Record<string, string> => {
  const { shopper } = lists[name]
  return { ...tokensOf(store, shopper), lid: listIdOf(store, listNumber(shopper)) }
}

/** Half of them are in the list. */
function containsFields({ store }: Shop, name: Name): Record<string, string> {
  const products = Array.from({ length: asked }, (_, index) => (index % 2 === 0 ? index : 1_000_000 + index))
  return { ...tokensOf(store, lists[name].shopper), empis: JSON.stringify(products) }
}

const pathOf = ({ keys }: Shop, call: string) => `/api/v3/lists/${call}?pid=${encodeURIComponent(keys.pid)}`

const timing =
  (shop: Shop, { seconds }: Pace, call: string, fields: Record<string, string>) =>
  async () => {
    const request = writeCall(shop.server.url, { path: pathOf(shop, call), fields })
    let left = seconds * 50
    const next = () => (left-- > 0 ? request : null)
    const { p50, refused } = await runLoad({ url: shop.server.url, clients, seconds: 120, next })
    if (refused > 0) throw new Error(`${refused} calls were refused.`)
    return p50
  }

type Walk = { items: number; pages: number; millis: number; slowest: number; first: number; last: number }

/** Page by page with the cursor to the end, a hundred items each. */
async function walk(shop: Shop, name: Name): Promise<Walk> {
  const times: number[] = []
  const seen = new Set<string>()
  let next: string | null | undefined
  do {
    const fields = { ...ofList(shop, name), itemslimit: '100', ...(next && { next }) }
    const since = performance.now()
    const answer = await fetch(new URL(pathOf(shop, 'fetch-user-list'), shop.server.url), {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    const page = (await answer.json()) as { items: { epi: number | string }[]; pagination: { next: string | null } }
    times.push(performance.now() - since)
    for (const { epi } of page.items) seen.add(String(epi))
    next = page.pagination.next
  } while (next)
  const millis = times.reduce((sum, one) => sum + one, 0)
  return {
    ...{ items: seen.size, pages: times.length, millis, slowest: Math.max(...times) },
    ...{ first: times[0]!, last: times.at(-1)! },
  }
}

/** The response of `contains` is checked too: counting nothing would also be fast. */
const countContains = (shop: Shop) =>
  countStatements(shop, { path: pathOf(shop, 'contains'), fields: containsFields(shop, 'many') }, (answer) => {
    const found = Object.values(answer as Record<string, string[]>).filter((lids) => lids.length > 0)
    if (found.length !== asked / 2) throw new Error(`contains found ${found.length} of ${asked / 2}.`)
  })
