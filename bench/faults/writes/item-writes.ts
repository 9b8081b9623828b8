/** The writes of the writers: items, each of a different product, and how an item is matched to its write. */
import type { Database } from '../../../packages/server/src/database/connect.ts'
import type { NewStore, Store } from '../../../packages/server/src/domain/stores/stores.ts'
import { form } from '../../setup/load.ts'
import { firstNumber, listIdOf, listNumber, listPrefix, seedCrowd, tokensOf } from '../../setup/shop.ts'
import { type Call, type Ledger, openLedger } from './ledger.ts'

const lists = 5

/** Assigns each call to a list; few lists for few writes, so that writers contend for the same rows. */
export function layOut(writes: number) {
  const shoppers = Math.min(500, Math.max(10, Math.floor(writes / 2_000)))
  const ledger = openLedger(writes, writes < longRun ? 2 : 20)
  const numberOf = (write: number) => {
    const { number } = ledger.callOf(write)
    return { shopper: firstNumber + (number % shoppers), list: Math.floor(number / shoppers) % lists }
  }
  /** The write that created this item, if any. */
  const writeOf = (listId: string, variantId: string) => {
    if (!/^\d+$/.test(variantId)) return null
    const { shopper, list } = numberOf(Number(variantId))
    return listId === listPrefix + listNumber(shopper, list) ? Number(variantId) : null
  }
  return { shoppers, ledger, numberOf, writeOf }
}

/** From this size on every second call has nineteen items: a million calls would take an hour on two cores. */
const longRun = 10_000

/** The shoppers who write, with empty lists. */
export const seedWriters = (sql: Database, store: Store, { shoppers }: Layout) =>
  seedCrowd(sql, store, { first: firstNumber, shoppers, lists, items: 0 })

export type Layout = ReturnType<typeof layOut>

export function callsOf({ store, keys }: { store: Store; keys: NewStore }, { numberOf }: Layout) {
  const path = `/api/v3/lists/update-ctx?pid=${encodeURIComponent(keys.pid)}`
  const starts = new Map<number, string>()
  const startOf = (shopper: number, list: number) => {
    const number = listNumber(shopper, list)
    const start = starts.get(number) ?? form({ ...tokensOf(store, shopper), lid: listIdOf(store, number) })
    starts.set(number, start)
    return start
  }
  return ({ first, length }: Call) => {
    const { shopper, list } = numberOf(first)
    const items = Array.from({ length }, (_, place) => itemOf(first + place))
    return { path, body: `${startOf(shopper, list)}&${form({ a: JSON.stringify(items) })}` }
  }
}

const itemOf = (write: number) => ({
  epi: write,
  empi: write,
  du: `https://shop.example/products/${write}`,
  dt: 'Linen shirt',
})

const longestSilence = 60_000

/** Clients retry forever, so this fails the run when the service does not recover. */
export async function refuseSilence(ledger: Ledger): Promise<never> {
  for (;;) {
    const before = ledger.acknowledged
    await new Promise((resolve) => setTimeout(resolve, longestSilence).unref())
    if (ledger.acknowledged === before) throw new Error('Nothing was acknowledged for a minute.')
  }
}
