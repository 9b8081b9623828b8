/** Lists too large for one transaction: gone or merged for every reader at once, the rest in small steps that survive a crash. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { changeItems } from '../items/items.ts'
import { fetchSaverCounts } from '../items/saver-counts.ts'
import { link, type MergeTest, openMergeTest, product, strangers, undo } from '../merges/testing/guests-and-accounts.ts'
import { eraseSubject } from '../privacy/erase-subject.ts'
import { browseLists } from '../reports/browse-lists.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { finishBackgroundWork } from './background-work.ts'
import { fetchListPage } from './list-page.ts'
import { createList, deleteList, fetchList, fetchLists } from './lists.ts'

let t: MergeTest
beforeAll(async () => {
  t = await openMergeTest()
})
afterAll(() => t.close())

/** A list of so many products, from number `first` on, with its counts as the service keeps them. */
async function fill(who: Shopper, name: string, first: number, count: number): Promise<string> {
  const { lid } = JSON.parse((await createList(t.sql, who, { name })).record)
  for (let n = first; n < first + count; n += 250) {
    const add = Array.from({ length: Math.min(250, first + count - n) }, (_, i) => product(n + i))
    await changeItems(t.sql, who, lid, { add, update: [], remove: [] })
  }
  return lid
}

/** Products whose count is not that of the shoppers who have it, and lists whose count is not that of their items. */
async function findWrong({ storeId }: Store): Promise<unknown[]> {
  const wrong = await t.sql`
    with had as (
      select item.product_id, count(distinct list.shopper_id) as savers
      from items item
      join lists list using (store_id, list_id)
      where item.store_id = ${storeId}
      group by item.product_id
    ),
    kept as (
      select product_id, sum(savers) as savers
      from product_counts
      where store_id = ${storeId}
      group by product_id
    )
    select product_id, had.savers as had, kept.savers as kept
    from had
    full join kept using (product_id)
    where coalesce(had.savers, 0) <> coalesce(kept.savers, 0)
    union all
    select list.name, list.item_count, count(item.*)
    from lists list
    left join items item using (store_id, list_id)
    where list.store_id = ${storeId}
    group by list.store_id, list.list_id
    having list.item_count <> count(item.*)`
  return [...wrong]
}

const itemsLeft = async ({ storeId }: Store) => {
  const [row] = await t.sql<{ count: number }[]>`select count(*) from items where store_id = ${storeId}`
  return row!.count
}

/** Stops after so many transactions, as a process that is killed does. */
const dying = (sql: Database, after: number) => {
  let begun = 0
  return new Proxy(sql, {
    get: (target, name) => {
      if (name === 'begin' && ++begun > after) throw new Error('killed')
      return Reflect.get(target, name)
    },
  })
}

const unknown = { type: 'unknown-list' }

test('a large deleted list is invisible at once; its items are deleted in batches, and a killed process only delays it', async () => {
  const store = await t.newStore()
  const { account } = await strangers({ ...t, store })
  const lid = await fill(account, 'Large', 0, 2600)
  await fill(account, 'Small', 0, 10)
  const record = JSON.parse(await deleteList(t.sql, account, lid, { limit: 5 }))
  expect(record).toMatchObject({ lid, cnt: 2600, lname: 'Large' })
  expect(record.listcontents).toHaveLength(5)
  // Nothing but a mark was written: everything is still to do.
  expect(await itemsLeft(store)).toBe(2610)
  await expect(fetchList(t.sql, account, lid)).rejects.toMatchObject(unknown)
  await expect(fetchListPage(t.sql, account, lid, { limit: 5 })).rejects.toMatchObject(unknown)
  await expect(deleteList(t.sql, account, lid)).rejects.toMatchObject(unknown)
  expect(JSON.parse(await fetchLists(t.sql, account, {}))).toHaveLength(1)
  expect((await browseLists(t.sql, store, { limit: 10 })).rows).toHaveLength(1)
  expect((await browseLists(t.sql, store, { text: lid, limit: 10 })).rows).toHaveLength(0)
  await expect(createList(t.sql, account, { name: 'A copy', copyFrom: lid })).rejects.toMatchObject(unknown)
  // Products of both lists and of neither are saved and removed while counts are behind.
  const again = await fill(account, 'Again', 2590, 20)
  await changeItems(t.sql, account, again, { add: [], update: [], remove: [{ variantId: '2595' }] })
  for (let kills = 1; ; kills++) {
    const ended = await finishBackgroundWork(dying(t.sql, 3)).then(
      () => true,
      (error) => {
        expect(error).toMatchObject({ message: 'killed' })
        return false
      },
    )
    if (ended) break
    expect(kills).toBeLessThan(50)
  }
  expect(await itemsLeft(store)).toBe(29)
  expect(await findWrong(store)).toEqual([])
  expect((await fetchSaverCounts(t.sql, store, ['p5', 'p1000', 'p2595'])).map(({ count }) => count)).toEqual([1, 0, 0])
})

test('copies of a large deleted list get all of its items first', async () => {
  const store = await t.newStore()
  const { guest } = await strangers({ ...t, store })
  const lid = await fill(guest, 'Source', 0, 1500)
  const { record } = await createList(t.sql, guest, { name: 'Copy', copyFrom: lid })
  await deleteList(t.sql, guest, lid)
  await finishBackgroundWork(t.sql)
  expect(JSON.parse(await fetchList(t.sql, guest, JSON.parse(record).lid))).toMatchObject({ cnt: 1500, _cp: false })
  expect(await itemsLeft(store)).toBe(1500)
  expect(await findWrong(store)).toEqual([])
})

test('two large lists are combined by a merge and separated by its undo, with nothing lost and nothing repeated', async () => {
  const store = await t.newStore()
  const s = await strangers({ ...t, store })
  const guestList = await fill(s.guest, 'Wishes', 0, 1700)
  const moved = await fill(s.guest, 'Only mine', 5000, 1200)
  const own = await fill(s.account, 'Wishes', 1200, 1800)
  await link(s)
  expect(JSON.parse(await fetchList(t.sql, s.account, guestList))).toMatchObject({ lid: own, cnt: 3000 })
  expect(JSON.parse(await fetchList(t.sql, s.account, moved))).toMatchObject({ lid: moved, cnt: 1200 })
  expect(JSON.parse(await fetchLists(t.sql, s.guest, {}))).toEqual([])
  await changeItems(t.sql, s.account, own, { add: [product(99_999)], update: [], remove: [{ variantId: '3' }] })
  await finishBackgroundWork(t.sql)
  expect(await findWrong(store)).toEqual([])
  expect(await itemsLeft(store)).toBe(4200)
  await undo(s)
  await finishBackgroundWork(t.sql)
  expect(JSON.parse(await fetchList(t.sql, s.guest, guestList))).toMatchObject({ lid: guestList, cnt: 1700 })
  expect(JSON.parse(await fetchList(t.sql, s.guest, moved))).toMatchObject({ lid: moved, cnt: 1200 })
  expect(JSON.parse(await fetchList(t.sql, s.account, own))).toMatchObject({ cnt: 1801 })
  expect(await findWrong(store)).toEqual([])
})

test('an undo restores a list whose combined list was deleted a moment ago', async () => {
  const store = await t.newStore()
  const s = await strangers({ ...t, store })
  const moved = await fill(s.guest, 'Only mine', 0, 1200)
  await link(s)
  await deleteList(t.sql, s.account, moved)
  await undo(s)
  await finishBackgroundWork(t.sql)
  expect(JSON.parse(await fetchList(t.sql, s.guest, moved))).toMatchObject({ lid: moved, cnt: 1200 })
  expect(await itemsLeft(store)).toBe(1200)
  expect(await findWrong(store)).toEqual([])
})

test('an erased person leaves nothing, however much they had saved', async () => {
  const store = await t.newStore()
  const s = await strangers({ ...t, store })
  await fill(s.account, 'Much', 0, 1500)
  await fill(s.account, 'Little', 0, 5)
  await fill(s.guest, 'Of somebody else', 0, 3)
  await link({ ...s, guest: s.guest })
  await eraseSubject(t.sql, store, { email: s.account.email } as never)
  expect((await browseLists(t.sql, store, { limit: 10 })).rows).toEqual([])
  await finishBackgroundWork(t.sql)
  expect(await itemsLeft(store)).toBe(0)
  expect(await findWrong(store)).toEqual([])
  const [left] = await t.sql`select count(*) from product_savers where store_id = ${store.storeId}`
  expect(left).toMatchObject({ count: 0 })
})
