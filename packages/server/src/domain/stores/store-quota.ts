/**
 * Limits the items of a whole store (`max-store-items`), deleted ones that can still be restored included. A single counter row would make all adds of the store wait for it, so
 * each process sums the lists' counts from time to time and counts its own writes in between. A store may exceed its quota by
 * the writes of other processes since the last sum; the next sum includes them.
 */
import { storeFull } from '@heartbell/contract/refusals'
import type { Sql } from '../../database/connect.ts'
import type { Store } from './stores.ts'

type ItemSum = { items: number; written: number; nextAt: number; isRunning: boolean }

/** By store id, which is unique across installations. */
const sums = new Map<number, ItemSum>()
const maxStores = 10_000

/** Summing uses at most a hundredth of the time. */
const pauseFactor = 100
const minPause = 2_000

function sumOf({ storeId }: Store): ItemSum {
  if (sums.size >= maxStores) sums.clear()
  const sum = sums.get(storeId) ?? { items: 0, written: 0, nextAt: 0, isRunning: false }
  sums.set(storeId, sum)
  return sum
}

/**
 * Counts `items` that are about to be written, or refuses them. The sum runs in the background; only a call that would be refused
 * waits for it: its transaction ends with the refusal, and a sum that still runs in it would be lost.
 */
export async function refuseFullStore(sql: Sql, store: Store, items: number, now = performance.now()): Promise<void> {
  const most = store.settings.maxStoreItems
  const sum = sumOf(store)
  const isFull = () => most - sum.items - sum.written < items
  if (now >= sum.nextAt && !sum.isRunning && (sum.nextAt === 0 || isFull() || sum.written * 8 > most - sum.items)) {
    const summing = sumStore(sql, store, sum)
    if (isFull()) await summing
  }
  if (isFull()) throw storeFull(most)
  sum.written += items
}

async function sumStore(sql: Sql, store: Store, sum: ItemSum): Promise<void> {
  sum.isRunning = true
  const [begun, writtenBefore] = [performance.now(), sum.written]
  try {
    const [row] = await sql<{ items: number }[]>`
      select sum(item_count)::float8 as items
      from (
        select coalesce(sum(item_count), 0) as item_count
        from lists
        where store_id = ${store.storeId}
          -- a large list that is being deleted or restored has a row in both tables; the deleted one counts all its items
          and not exists (
            select from deleted_lists deleted
            where deleted.store_id = ${store.storeId}
              and deleted.list_id = lists.list_id
          )
        union all
        select coalesce(sum(item_count), 0) from deleted_lists where store_id = ${store.storeId}
      ) stored`
    sum.items = row!.items
    sum.written -= writtenBefore
    sum.nextAt = performance.now() + Math.max(minPause, (performance.now() - begun) * pauseFactor)
  } catch {
    // The database is unreachable or busy: the add itself fails as well, and the next add sums again.
    sum.nextAt = performance.now() + minPause
  } finally {
    sum.isRunning = false
  }
}
