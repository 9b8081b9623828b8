import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, transaction } from '../../database/connect.ts'
import { asOpenTransaction, waitForLockWaiters } from '../../database/testing/locks.ts'
import { changeList } from '../lists/change-list.ts'
import { fetchList, fetchLists } from '../lists/lists.ts'
import { identifyShopper } from '../shoppers/shoppers.ts'
import { linkGuest } from './merges.ts'
import {
  belongings,
  contents,
  innerId,
  link,
  listOf,
  logIn,
  type MergeTest,
  newDevice,
  openMergeTest,
  product,
  type Strangers,
  setTimes,
  strangers,
  subscribe,
  undo,
} from './testing/guests-and-accounts.ts'
import { undoMerge } from './undo-merge.ts'

let t: MergeTest
beforeAll(async () => {
  t = await openMergeTest()
})
afterAll(() => t.close())

describe('both sides are exactly as they were', () => {
  test('after lists were moved and combined, save-for-later lists too, and alerts moved', async () => {
    const s = await strangers(t)
    const { sql, guest, account } = s
    await listOf(sql, account, { name: 'Gifts', properties: { a: 1 } }, product(1, { quantity: 2 }), product(2))
    await listOf(sql, account, { name: 'Later', type: 'sfl' }, product(5))
    const shared = { quantity: 4, note: 'n', labels: ['hall'], properties: { deep: { list: [1, null, 'x'] } } }
    await listOf(sql, guest, { name: 'gifts', note: 'guest' }, product(2, shared), product(3, { price: 9.95 }))
    await listOf(sql, guest, { name: 'Cart', type: 'sfl' }, product(5, { quantity: 2 }), product(6))
    await listOf(sql, guest, 'Only here', product(1), product(7))
    await listOf(sql, guest, 'Empty')
    await subscribe(sql, guest, 1)
    await subscribe(sql, account, 2)
    const before = [await belongings(sql, guest), await belongings(sql, account)]
    await link(s)
    expect(await belongings(sql, guest)).toEqual({ lists: [], alerts: [] })
    await undo(s)
    expect(await belongings(sql, guest)).toEqual(before[0])
    expect(await belongings(sql, account)).toEqual(before[1])
  })

  test('after several syncs: each is undone', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.account, 'Gifts', product(1))
    await listOf(s.sql, s.guest, 'Gifts', product(1, { quantity: 3 }), product(2))
    const before = await belongings(s.sql, s.account)
    await link(s)
    await listOf(s.sql, s.guest, 'Gifts', product(1, { quantity: 9 }), product(3))
    await link(s)
    await listOf(s.sql, s.guest, 'More', product(4))
    await link(s)
    await undo(s)
    expect(await belongings(s.sql, s.account)).toEqual(before)
    const lists = (await belongings(s.sql, s.guest)).lists.map(({ list, items }) => [
      list.name,
      list.item_count,
      items.map(({ variant_id }) => variant_id),
    ])
    expect(lists).toEqual([
      ['Gifts', 2, ['1', '2']],
      ['Gifts', 2, ['1', '3']],
      ['More', 1, ['4']],
    ])
  })

  test('after two lists of the guest were combined into one', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.account, { name: 'Gifts', note: 'mine' }, product(1))
    await listOf(s.sql, s.guest, { name: 'Gifts', properties: { a: 1 } }, product(1, { quantity: 3 }), product(2))
    const other = await listOf(s.sql, s.guest, 'Others', product(1, { quantity: 9 }), product(2, { quantity: 2 }))
    await changeList(s.sql, s.guest, other, { name: 'GIFTS', properties: { b: 2 } })
    const before = [await belongings(s.sql, s.guest), await belongings(s.sql, s.account)]
    await link(s)
    await undo(s)
    expect([await belongings(s.sql, s.guest), await belongings(s.sql, s.account)]).toEqual(before)
  })

  test.each([
    ['last first', [1, 0]],
    ['first first', [0, 1]],
  ])('when two guests merged into one list are undone, the %s', async (_, order) => {
    const s = await strangers(t)
    const { sql, store, account } = s
    const devices = [s.guest, await newDevice(sql, store)]
    await listOf(sql, devices[0]!, { name: 'Gifts', note: 'first' }, product(1, { quantity: 2, note: 'a' }), product(2))
    await listOf(sql, devices[1]!, { name: 'Gifts', properties: { a: 1 } }, product(1, { quantity: 5 }), product(3))
    const before = await Promise.all([...devices, account].map((who) => belongings(sql, who)))
    for (const { uuid } of devices) await linkGuest(sql, store, uuid, account.email)
    expect(await contents(t.sql, account)).toEqual({ Gifts: ['1 × 5', '2 × 1', '3 × 1'] })
    for (const index of order) {
      await undoMerge(sql, store, devices[index]!.shopperId)
      expect(await belongings(sql, devices[index]!)).toEqual(before[index])
    }
    expect(await belongings(sql, account)).toEqual(before[2])
  })

  // proves C7.alias
  test('aliases of the guest’s lists are restored', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.account, 'Gifts')
    for (const name of ['Gifts', 'Whole']) {
      const old = await listOf(s.sql, s.guest, name, product(2))
      await s.sql`
        insert into list_aliases (store_id, alias_id, list_id, merge_id)
        values (${s.store.storeId}, ${randomUUID()}, ${innerId(s.store, old)}, ${randomUUID()})`
    }
    const before = [await belongings(s.sql, s.guest), await belongings(s.sql, s.account)]
    await link(s)
    await undo(s)
    expect([await belongings(s.sql, s.guest), await belongings(s.sql, s.account)]).toEqual(before)
  })
})

describe('who may undo what, and for how long', () => {
  const age = ({ sql, store, guest }: Strangers, days: number) => sql`
    update merges
    set merged_at = merged_at - ${`${days} days`}::interval
    where store_id = ${store.storeId}
      and guest_id = ${guest.shopperId}`

  // proves C2.undo
  test('30 days', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.guest, 'Gifts', product(1))
    await link(s)
    await age(s, 29.9)
    await undo(s)
    expect(await contents(t.sql, s.guest)).toEqual({ Gifts: ['1 × 1'] })
    await link(s)
    await age(s, 30.1)
    await expect(undo(s)).rejects.toMatchObject({ type: 'nothing-to-undo', reason: 'not-found' })
    expect(await contents(t.sql, s.guest)).toEqual({})
  })

  test('each merge by itself: merges older than 30 days stay, newer ones are undone', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.guest, 'Old', product(1))
    await link(s)
    await listOf(s.sql, s.guest, 'New', product(2))
    await link(s)
    await s.sql`
      update merges
      set merged_at = merged_at - interval '31 days'
      where store_id = ${s.store.storeId}
        and guest_id = ${s.guest.shopperId}
        and turn = (
          select min(turn)
          from merges
          where store_id = ${s.store.storeId}
            and guest_id = ${s.guest.shopperId}
        )`
    await undo(s)
    expect(await contents(t.sql, s.guest)).toEqual({ New: ['2 × 1'] })
    expect(await contents(t.sql, s.account)).toEqual({ Old: ['1 × 1'] })
  })

  test('may be repeated: the second time there is nothing left to do', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.account, 'Gifts', product(1))
    await listOf(s.sql, s.guest, 'Gifts', product(2))
    await link(s)
    await undo(s)
    const before = [await belongings(s.sql, s.guest), await belongings(s.sql, s.account)]
    await undo(s)
    expect([await belongings(s.sql, s.guest), await belongings(s.sql, s.account)]).toEqual(before)
  })

  test('a guest that was never merged cannot be undone', async () => {
    const s = await strangers(t)
    await expect(undo(s)).rejects.toMatchObject({ type: 'nothing-to-undo' })
    await link(s)
    const other = await t.newStore()
    await expect(undoMerge(s.sql, other, s.guest.shopperId)).rejects.toMatchObject({ type: 'nothing-to-undo' })
  })

  test('of two accounts the last is used, unless one is named', async () => {
    const s = await strangers(t)
    const second = await logIn(s.sql, s.store)
    await listOf(s.sql, s.guest, 'First', product(1))
    await link(s)
    await listOf(s.sql, s.guest, 'Second', product(2))
    await linkGuest(s.sql, s.store, s.guest.uuid, second.email)
    await undo(s)
    expect(await contents(t.sql, s.guest)).toEqual({ Second: ['2 × 1'] })
    await undo(s)
    expect(await contents(t.sql, s.account)).toEqual({ First: ['1 × 1'] })
    await undoMerge(s.sql, s.store, s.guest.shopperId, s.account.shopperId)
    expect(await contents(t.sql, s.guest)).toEqual({ First: ['1 × 1'], Second: ['2 × 1'] })
    expect(await contents(t.sql, s.account)).toEqual({})
  })

  test('a login that happens while the undo waits is the one that is undone', async () => {
    const s = await strangers(t)
    const second = await logIn(s.sql, s.store)
    await listOf(s.sql, s.guest, 'First', product(1))
    await link(s)
    await listOf(s.sql, s.guest, 'Second', product(2))
    let undoing: Promise<unknown> | undefined
    await transaction(s.sql, async (held) => {
      await linkGuest(asOpenTransaction(held), s.store, s.guest.uuid, second.email)
      undoing = undo(s)
      await waitForLockWaiters(s.sql)
    })
    await undoing
    expect(await contents(t.sql, s.guest)).toEqual({ Second: ['2 × 1'] })
    expect(await contents(t.sql, s.account)).toEqual({ First: ['1 × 1'] })
  })

  test('and then synced again: all of it moves again', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.account, 'Gifts', product(1))
    const old = await listOf(s.sql, s.guest, 'Gifts', product(2))
    await link(s)
    await undo(s)
    await link(s)
    expect(await contents(t.sql, s.account)).toEqual({ Gifts: ['1 × 1', '2 × 1'] })
    expect(JSON.parse(await fetchList(s.sql, s.account, old))).toMatchObject({ cnt: 2 })
    await undo(s)
    expect([await contents(t.sql, s.guest), await contents(t.sql, s.account)]).toEqual([
      { Gifts: ['2 × 1'] },
      { Gifts: ['1 × 1'] },
    ])
  })

  test('a login that moved nothing can be undone too', async () => {
    const s = await strangers(t)
    const second = await logIn(s.sql, s.store)
    await link(s)
    await linkGuest(s.sql, s.store, s.guest.uuid, second.email)
    const mixed = identifyShopper(s.store, second.identity.regid, s.guest.identity.sessionId)
    expect(JSON.parse(await fetchLists(s.sql, mixed, {}))).toEqual([])
    await undo(s)
    await expect(fetchLists(s.sql, mixed, {})).rejects.toMatchObject({ type: 'invalid-session' })
  })
})

test('a record made in one time zone is undone in another', async () => {
  const s = await strangers(t)
  const own = await listOf(s.sql, s.account, 'Gifts', product(1))
  const old = await listOf(s.sql, s.guest, 'Gifts', product(1, { quantity: 3 }))
  const [early, late] = ['2026-03-29T00:59:59.119Z', '2026-03-29T01:00:00.100Z']
  await setTimes(s.sql, s.store, own, '1', { createdAt: late, updatedAt: late })
  await setTimes(s.sql, s.store, old, '1', { createdAt: early, updatedAt: early })
  await link(s)
  const elsewhere = connect({ url: `${t.url}?timezone=Asia/Kathmandu`, connections: 1 })
  await undoMerge(elsewhere, s.store, s.guest.shopperId)
  await elsewhere.end()
  const [[mine], [theirs]] = await Promise.all(
    [s.account, s.guest].map(async (who) => JSON.parse(await fetchLists(s.sql, who, {}))),
  )
  expect(mine.listcontents).toMatchObject([{ qty: 1, cts: Date.parse(late), uts: Date.parse(late) }])
  expect(theirs.listcontents).toMatchObject([{ qty: 3, cts: Date.parse(early), uts: Date.parse(early) }])
})
