/** Fetches a shopper's ten lists, each with a preview of its ten items. */
import { fetchLists as fetchTheLists } from '../../../packages/server/src/domain/lists/lists.ts'
import { writeCall } from '../../setup/load.ts'
import { firstNumber, type Shop, seedCrowd, shopperOf, shopperPrefix, tokensOf } from '../../setup/shop.ts'
import { writeScript } from '../pgbench.ts'
import { captureStatement } from '../statement.ts'
import { againstPgbench } from './against-pgbench.ts'
import type { BenchRow, Pace } from './row.ts'

const first = firstNumber + 10_000

export const fetchLists: BenchRow = {
  name: 'fetch-lists',
  what: 'fetch-lists of 10 lists with 10 items each',
  async measure(shop, pace) {
    const { store, sql } = shop
    const shoppers = crowdOf(pace)
    const next = await prepareFetches(shop, first, shoppers)
    const statement = await captureStatement(sql, () => fetchTheLists(sql, shopperOf(store, first), {}))
    const script = writeScript(
      statement,
      { shopper: [first, first + shoppers - 1] },
      { [shopperPrefix + first]: `'${shopperPrefix}' || :shopper` },
    )
    return await againstPgbench(shop, pace, { name: 'fetch-lists', bar: 0.6, next, script })
  },
}

export const crowdOf = ({ quick }: Pick<Pace, 'quick'>) => (quick ? 100 : 500)

/** Shoppers from `first` on with ten lists of ten items each, and calls that fetch the lists of any of them. */
export async function prepareFetches(
  { store, sql, server, keys }: Shop,
  first: number,
  shoppers: number,
): Promise<() => string> {
  await seedCrowd(sql, store, { first, shoppers, lists: 10, items: 10 })
  const path = `/api/v3/lists/fetch-lists?pid=${encodeURIComponent(keys.pid)}`
  const requests = Array.from({ length: shoppers }, (_, index) =>
    writeCall(server.url, { path, fields: tokensOf(store, first + index) }),
  )
  return () => requests[Math.floor(Math.random() * shoppers)]!
}
