/** Concurrent calls that arrange items: pauses at every statement expose races that row locks must prevent. */
import { randomUUID } from 'node:crypto'
import type { NewItem } from '@heartbell/contract/items'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { openTestDatabase, seededRandom, type TestDatabase, withPauses } from '../../database/testing/test-database.ts'
import { findUnsound } from '../../http/testing/lists.ts'
import { changeItems } from '../items/items.ts'
import { fetchSaverCounts } from '../items/saver-counts.ts'
import { fetchListPage } from '../lists/list-page.ts'
import { createList, deleteList, fetchLists } from '../lists/lists.ts'
import { restoreList } from '../restores/restore-list.ts'
import { makeVault } from '../secrets/vault.ts'
import { identifyGuest, identifyShopper, type Shopper } from '../shoppers/shoppers.ts'
import { createStore, findStore, type Store } from '../stores/stores.ts'
import { moveItemBeside, reorderItems } from './reorder.ts'
import { copyItems, moveItems } from './transfer-items.ts'

let database: TestDatabase
let sql: Database
let store: Store
beforeAll(async () => {
  database = await openTestDatabase({ connections: 12 })
  sql = database.sql
  const vault = makeVault('a secret for tests')
  const { pid } = await createStore(sql, vault, { name: 'Test store' })
  store = (await findStore(sql, vault, pid))!
})
afterAll(() => database.close())

const newShopper = async (): Promise<Shopper> => {
  const { regid, sessionId } = await identifyGuest(sql, store, randomUUID())
  return identifyShopper(store, regid, sessionId)
}
const item = (n: number): NewItem => ({ custom: false, variantId: `${n}`, productId: `${n}`, url: `/p/${n}` })
const add = (handle: Database, who: Shopper, lid: string, numbers: number[]) =>
  changeItems(handle, who, lid, { add: numbers.map(item), update: [], remove: [] })
const listOf = async (who: Shopper, name: string, numbers: number[]) => {
  const { lid } = JSON.parse((await createList(sql, who, { name })).record) as { lid: string }
  for (const n of numbers) await add(sql, who, lid, [n])
  return lid
}
const ordered = async (who: Shopper, lid: string) => {
  const { items } = await fetchListPage(sql, who, lid, { limit: 100, sortBy: 'position' })
  return (JSON.parse(items) as { epi: number }[]).map(({ epi }) => epi)
}
const text = (numbers: number[]) => numbers.map(String)
const rounds = Array.from({ length: 6 }, (_, seed) => seed + 1)

test.each(rounds)('an order is exact among the named items while others are added, seed %i', async (seed) => {
  const who = await newShopper()
  const lid = await listOf(who, 'Raced', [1, 2, 3, 4, 5])
  const pausing = () => withPauses(sql, seededRandom(seed))
  await Promise.all([
    reorderItems(pausing(), who, lid, text([2, 4, 1, 5, 3])),
    ...[6, 7, 8].map((n) => add(pausing(), who, lid, [n])),
  ])
  const all = await ordered(who, lid)
  expect(all.filter((n) => n <= 5)).toEqual([2, 4, 1, 5, 3])
  expect(all.slice(0, 3).sort()).toEqual([6, 7, 8])
})

test.each(rounds)('moves of one item at the same time lose no item and give one order, seed %i', async (seed) => {
  const who = await newShopper()
  const lid = await listOf(who, 'Raced', [1, 2, 3, 4, 5, 6])
  const beside = (n: number, target: number, side: 'before' | 'after') =>
    moveItemBeside(withPauses(sql, seededRandom(seed + n)), who, lid, { variantId: `${n}`, beside: `${target}`, side })
  await Promise.all([beside(1, 6, 'before'), beside(2, 6, 'before'), beside(3, 6, 'before'), beside(5, 4, 'after')])
  const all = await ordered(who, lid)
  expect([...all].sort()).toEqual([1, 2, 3, 4, 5, 6])
  expect(all.slice(0, 3).sort()).toEqual([1, 2, 3])
  expect(all[3]).toBe(6)
  expect(all.indexOf(5)).toBe(all.indexOf(4) + 1)
})

test.each(rounds)(
  'items moved both ways and copied at the same time are neither lost nor doubled, seed %i',
  async (seed) => {
    const who = await newShopper()
    const [one, two] = [await listOf(who, 'One', [1, 2, 3]), await listOf(who, 'Two', [3, 4, 5])]
    const paused = (n: number) => withPauses(sql, seededRandom(seed * 10 + n))
    await Promise.all([
      moveItems(paused(1), who, { fromId: one, toId: two, variantIds: ['1', '3'] }),
      moveItems(paused(2), who, { fromId: two, toId: one, variantIds: ['4'] }),
      copyItems(paused(3), who, { fromId: two, toId: one, variantIds: ['5'] }),
      moveItems(paused(4), who, { fromId: one, toId: two, variantIds: ['1'] }),
      add(paused(5), who, one, [6]),
    ])
    expect((await ordered(who, one)).sort()).toEqual([2, 4, 5, 6])
    expect((await ordered(who, two)).sort()).toEqual([1, 3, 5])
    expect(await findUnsound(sql)).toEqual([])
    expect(await findWrongSavers()).toEqual([])
  },
)

test.each(rounds)(
  'deleting, restoring and adding at the same time leave a whole list or none, seed %i',
  async (seed) => {
    const who = await newShopper()
    const lid = await listOf(who, 'Raced', [1, 2, 3])
    const paused = (n: number) => withPauses(sql, seededRandom(seed * 10 + n))
    const tried = (work: Promise<unknown>) =>
      work.then(
        () => true,
        (error) => /list/.test(String(error)) || Promise.reject(error),
      )
    await Promise.all([
      tried(deleteList(paused(1), who, lid)),
      tried(restoreList(paused(2), who, lid)),
      tried(restoreList(paused(3), who, lid)),
      tried(add(paused(4), who, lid, [4])),
    ])
    const restored = JSON.parse(await restoreList(sql, who, lid))
    expect([3, 4]).toContain(restored.cnt)
    expect(JSON.parse(await fetchLists(sql, who, {}))).toHaveLength(1)
    expect(await findUnsound(sql)).toEqual([])
    expect(await findWrongSavers()).toEqual([])
  },
)

/** Products whose count is not that of the shoppers who have them. */
async function findWrongSavers(): Promise<unknown[]> {
  const saved = await sql<{ productId: string; savers: number }[]>`
    select item.product_id, count(distinct list.shopper_id)::integer as savers
    from items item
    join lists list using (store_id, list_id)
    where item.store_id = ${store.storeId}
    group by item.product_id`
  const counted = await fetchSaverCounts(
    sql,
    store,
    saved.map(({ productId }) => productId),
  )
  return saved.filter(({ savers }, index) => counted[index]!.count !== savers)
}
