/**
 * How many items a whole store may keep (`max-store-items`). One kept counter would be a row that every add of the store waits
 * for, so each process adds up the lists' own counts now and then and counts what it writes in between. A store may pass its
 * quota by what other processes wrote since; the next sum sees it.
 */
import { storeFull } from '@heartbell/contract/refusals'
import type { Sql } from '../../database/connect.ts'
import type { Store } from './stores.ts'

type ItemSum = { items: number; written: number; nextAt: number; isRunning: boolean }

/** By store number, which no two stores of any installation share. */
const sums = new Map<number, ItemSum>()
const maxStores = 10_000

/** Summing takes at most a hundredth of the time. */
const pauseFactor = 100
const minPause = 2_000

function sumOf({ storeId }: Store): ItemSum {
  if (sums.size >= maxStores) sums.clear()
  const sum = sums.get(storeId) ?? { items: 0, written: 0, nextAt: 0, isRunning: false }
  sums.set(storeId, sum)
  return sum
}

/** Counts `items` about to be written, or refuses them. The sum is made in the background: nobody waits for it. */
export function refuseFullStore(sql: Sql, store: Store, items: number, now = performance.now()): void {
  const most = store.settings.maxStoreItems
  const sum = sumOf(store)
  const left = most - sum.items - sum.written
  if (now >= sum.nextAt && !sum.isRunning && (sum.nextAt === 0 || left < items || sum.written * 8 > most - sum.items))
    void sumStore(sql, store, sum)
  if (left < items) throw storeFull(most)
  sum.written += items
}

async function sumStore(sql: Sql, store: Store, sum: ItemSum): Promise<void> {
  sum.isRunning = true
  const [begun, writtenBefore] = [performance.now(), sum.written]
  try {
    const [row] = await sql<{ items: number }[]>`
      select coalesce(sum(item_count), 0)::float8 as items
      from lists
      where store_id = ${store.storeId}`
    sum.items = row!.items
    sum.written -= writtenBefore
    sum.nextAt = performance.now() + Math.max(minPause, (performance.now() - begun) * pauseFactor)
  } catch {
    // The database is away or busy: whoever adds hears of it themselves, and the next add asks again.
    sum.nextAt = performance.now() + minPause
  } finally {
    sum.isRunning = false
  }
}
