/** A large list comes back in short transactions: interrupted, deleted again or erased meanwhile, it loses nothing and nobody sees half of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeItems } from '../items/items.ts'
import { finishBackgroundWork } from '../lists/background-work.ts'
import { createList, deleteList, fetchList } from '../lists/lists.ts'
import { link, type MergeTest, openMergeTest, product, strangers, undo } from '../merges/testing/guests-and-accounts.ts'
import { eraseSubject } from '../privacy/erase-subject.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import { restoreList } from './restore-list.ts'

const many = 1_100
let t: MergeTest
beforeAll(async () => {
  t = await openMergeTest({ connections: 8 })
})
afterAll(() => t.close())

async function largeList(who: Shopper): Promise<string> {
  const { lid } = JSON.parse((await createList(t.sql, who, { name: 'Large' })).record)
  for (let n = 0; n < many; n += 250) {
    const add = Array.from({ length: Math.min(250, many - n) }, (_, i) => product(10_000 + n + i))
    await changeItems(t.sql, who, lid, { add, update: [], remove: [] })
  }
  return lid
}

const stored = async ({ store }: Shopper) =>
  (
    await t.sql<{ items: number; deleted: number; removals: number }[]>`
      select (select count(*)::integer from items where store_id = ${store.storeId}) as items,
        (select count(*)::integer from deleted_items where store_id = ${store.storeId}) as deleted,
        (select count(*)::integer from list_removals where store_id = ${store.storeId}) as removals`
  )[0]

/** Runs until the first batch is back, and then fails as if the process had stopped. */
async function interrupted(who: Shopper, lid: string): Promise<void> {
  let batches = 0
  const failing = new Proxy(t.sql, {
    get: (sql, name) => {
      if (name !== 'begin') return Reflect.get(sql, name)
      return (work: never) => {
        if (batches++ === 2) throw new Error('stopped')
        return sql.begin(work)
      }
    },
  })
  await expect(restoreList(failing, who, lid)).rejects.toThrow('stopped')
}

const inStore = async () => {
  const store = await t.newStore()
  return await strangers({ ...t, store })
}

test('an interrupted restore shows nothing; the next call, or the background work and the next call, complete it', async () => {
  const { guest } = await inStore()
  const lid = await largeList(guest)
  for (const between of [async () => {}, () => finishBackgroundWork(t.sql)]) {
    await deleteList(t.sql, guest, lid)
    await finishBackgroundWork(t.sql)
    expect(await stored(guest)).toEqual({ items: 0, deleted: many, removals: 0 })
    await interrupted(guest, lid)
    expect(await stored(guest)).toEqual({ items: 500, deleted: many - 500, removals: 1 })
    await expect(fetchList(t.sql, guest, lid)).rejects.toThrow(/list/)
    await between()
    let counted = 0
    const record = await restoreList(t.sql, guest, lid, (items) => {
      counted += items
    })
    expect([JSON.parse(record).cnt, counted]).toEqual([many, many])
    expect(await stored(guest)).toEqual({ items: many, deleted: 0, removals: 0 })
  }
})

test('a list that is deleted and restored at once, several times, is there or gone as a whole', async () => {
  const { guest } = await inStore()
  const lid = await largeList(guest)
  const work = [1, 2, 3].flatMap(() => [
    deleteList(t.sql, guest, lid),
    restoreList(t.sql, guest, lid),
    finishBackgroundWork(t.sql),
  ])
  const failed = (await Promise.allSettled(work)).flatMap((done) => (done.status === 'rejected' ? [done.reason] : []))
  // PostgreSQL ends one of two that wait for each other; a caller is asked to try again
  for (const { message } of failed) expect(message).toMatch(/list|deadlock/)
  await finishBackgroundWork(t.sql)
  expect(JSON.parse(await restoreList(t.sql, guest, lid))).toMatchObject({ lid, cnt: many })
  expect(await stored(guest)).toEqual({ items: many, deleted: 0, removals: 0 })
})

test('half restored and then merged into an account or erased: the account restores it whole, or nothing is left', async () => {
  const people = await inStore()
  const { guest, account, store } = people
  const lid = await largeList(guest)
  await deleteList(t.sql, guest, lid)
  await finishBackgroundWork(t.sql)
  await interrupted(guest, lid)
  await link(people)
  expect(JSON.parse(await restoreList(t.sql, account, lid))).toMatchObject({ lid, cnt: many })
  await undo(people)
  await link(people)
  await deleteList(t.sql, account, lid)
  await finishBackgroundWork(t.sql)
  await interrupted(account, lid)
  await eraseSubject(t.sql, store, { email: account.email })
  await finishBackgroundWork(t.sql)
  expect(await stored(account)).toEqual({ items: 0, deleted: 0, removals: 0 })
})

test('an erasure at the same time as restores, deletions and moves succeeds and leaves nothing', async () => {
  for (let round = 0; round < 6; round++) {
    const { account, store } = await inStore()
    const lists = await Promise.all(
      ['A', 'B', 'C', 'D'].map(async (name) => {
        const { lid } = JSON.parse((await createList(t.sql, account, { name })).record)
        await changeItems(t.sql, account, lid, { add: [product(1), product(2)], update: [], remove: [] })
        return lid as string
      }),
    )
    await Promise.all(lists.slice(2).map((lid) => deleteList(t.sql, account, lid)))
    const others = [
      ...lists.slice(2).flatMap((lid) => [restoreList(t.sql, account, lid), restoreList(t.sql, account, lid)]),
      ...lists.slice(0, 2).map((lid) => deleteList(t.sql, account, lid)),
    ].map((call) => call.catch(() => {}))
    await eraseSubject(t.sql, store, { email: account.email })
    await Promise.all(others)
    expect(await stored(account)).toEqual({ items: 0, deleted: 0, removals: 0 })
  }
})
