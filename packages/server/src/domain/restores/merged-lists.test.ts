/** Order, priorities and deleted lists through a merge and its undo, and large deleted lists. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { weighItem } from '../arrangement/priority.ts'
import { reorderItems } from '../arrangement/reorder.ts'
import { changeItems } from '../items/items.ts'
import { fetchSaverCounts } from '../items/saver-counts.ts'
import { finishBackgroundWork } from '../lists/background-work.ts'
import { fetchListPage } from '../lists/list-page.ts'
import { createList, deleteList, fetchList } from '../lists/lists.ts'
import { link, type MergeTest, openMergeTest, product, strangers, undo } from '../merges/testing/guests-and-accounts.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import { restoreList } from './restore-list.ts'

let t: MergeTest
beforeAll(async () => {
  t = await openMergeTest()
})
afterAll(() => t.close())

async function listOf(who: Shopper, name: string, numbers: number[]): Promise<string> {
  const { lid } = JSON.parse((await createList(t.sql, who, { name })).record)
  // one by one, so that each has its own time
  for (const n of numbers) await changeItems(t.sql, who, lid, { add: [product(n)], update: [], remove: [] })
  return lid
}

const ordered = async (sql: Database, who: Shopper, lid: string) => {
  const page = await fetchListPage(sql, who, lid, { limit: 50, sortBy: 'position' })
  return (JSON.parse(page.items) as { epi: number }[]).map(({ epi }) => epi)
}
const read = async (who: Shopper, lid: string) => JSON.parse(await fetchList(t.sql, who, lid))
const priorityOf = async (who: Shopper, lid: string, epi: number) =>
  (await read(who, lid)).listcontents.find((item: { epi: number }) => item.epi === epi)?.hb?.priority

test('a list that moves to the account keeps its order and priorities, and gives them back', async () => {
  const people = await strangers(t)
  const { sql, guest, account } = people
  const lid = await listOf(guest, 'Garden', [1, 2, 3])
  await reorderItems(sql, guest, lid, ['2', '1', '3'])
  await weighItem(sql, guest, lid, '3', { priority: 'must-have' })
  await link(people)
  expect(await ordered(sql, account, lid)).toEqual([2, 1, 3])
  expect(await priorityOf(account, lid, 3)).toBe('must-have')
  await undo(people)
  expect(await ordered(sql, guest, lid)).toEqual([2, 1, 3])
  expect(await priorityOf(guest, lid, 3)).toBe('must-have')
})

test('lists that become one keep the order of each, and their undo restores both', async () => {
  const people = await strangers(t)
  const { sql, guest, account } = people
  const own = await listOf(account, 'Home', [1, 2, 3])
  await reorderItems(sql, account, own, ['1', '2', '3'])
  await weighItem(sql, account, own, '2', { priority: 'nice', received: 1 })
  const brought = await listOf(guest, 'Home', [2, 4, 5])
  await reorderItems(sql, guest, brought, ['4', '2', '5'])
  await weighItem(sql, guest, brought, '2', { priority: 'must-have', received: 3 })
  await link(people)
  const all = await ordered(sql, account, own)
  expect(all.filter((n) => n < 4)).toEqual([1, 2, 3])
  expect(all.filter((n) => n > 3)).toEqual([4, 5])
  // the newer edit; what has arrived is not lost
  const [second] = (await read(account, own)).listcontents.filter(({ epi }: { epi: number }) => epi === 2)
  expect(second.hb).toMatchObject({ priority: 'must-have', received: 3 })
  await undo(people)
  expect(await ordered(sql, account, own)).toEqual([1, 2, 3])
  expect(await priorityOf(account, own, 2)).toBe('nice')
  expect(await ordered(sql, guest, brought)).toEqual([4, 2, 5])
})

test('a list that a guest deleted is restored after signing in, and by the guest after the undo', async () => {
  const people = await strangers(t)
  const { sql, guest, account } = people
  const lid = await listOf(guest, 'Guest only', [1])
  await deleteList(sql, guest, lid)
  await link(people)
  await expect(restoreList(sql, guest, lid)).rejects.toThrow(/list/)
  await undo(people)
  await expect(restoreList(sql, account, lid)).rejects.toThrow(/list/)
  expect(JSON.parse(await restoreList(sql, guest, lid))).toMatchObject({ lid, cnt: 1 })
  await deleteList(sql, guest, lid)
  await link(people)
  expect(JSON.parse(await restoreList(sql, account, lid))).toMatchObject({ lid, cnt: 1 })
})

test('an account cannot restore a deleted list with a guest’s items after the undo', async () => {
  const people = await strangers(t)
  const { sql, guest, account } = people
  const own = await listOf(account, 'Both', [1])
  const brought = await listOf(guest, 'Both', [2])
  const moved = await listOf(guest, 'Moved', [3])
  await link(people)
  for (const lid of [own, moved]) await deleteList(sql, account, lid)
  await undo(people)
  for (const lid of [own, moved]) await expect(restoreList(sql, account, lid)).rejects.toThrow(/list/)
  expect(await read(guest, brought)).toMatchObject({ lid: brought, cnt: 1 })
  expect(await read(guest, moved)).toMatchObject({ lid: moved, cnt: 1 })
})

test('the older id of a combined list works again after a restore', async () => {
  const people = await strangers(t)
  const { sql, guest, account } = people
  const own = await listOf(account, 'Alias', [1])
  const brought = await listOf(guest, 'Alias', [2])
  await link(people)
  await deleteList(sql, account, own)
  expect(JSON.parse(await restoreList(sql, account, brought))).toMatchObject({ lid: own, cnt: 2 })
  expect(await read(account, brought)).toMatchObject({ lid: own })
  await undo(people)
  expect(await read(account, own)).toMatchObject({ cnt: 1 })
  expect(await read(guest, brought)).toMatchObject({ lid: brought, cnt: 1 })
})

test('a list of more than a thousand items is restored whole, before or after the background work', async () => {
  const { sql, guest } = await strangers(t)
  const { lid } = JSON.parse((await createList(sql, guest, { name: 'Large' })).record)
  for (let n = 0; n < 1_100; n += 250) {
    const add = Array.from({ length: Math.min(250, 1_100 - n) }, (_, i) => product(10_000 + n + i))
    await changeItems(sql, guest, lid, { add, update: [], remove: [] })
  }
  const savers = async () => (await fetchSaverCounts(sql, guest.store, ['p10000', 'p11099'])).map(({ count }) => count)
  for (const finish of [async () => {}, () => finishBackgroundWork(sql)]) {
    await deleteList(sql, guest, lid)
    await finish()
    await expect(fetchList(sql, guest, lid)).rejects.toThrow(/list/)
    expect(JSON.parse(await restoreList(sql, guest, lid))).toMatchObject({ lid, cnt: 1_100 })
    await finishBackgroundWork(sql)
    expect(await savers()).toEqual([1, 1])
    expect(await sql`select from deleted_items where store_id = ${guest.store.storeId}`).toHaveLength(0)
  }
})
