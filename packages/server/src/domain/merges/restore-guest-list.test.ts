/** A list is restored to the guest: later changes stay with the side that made them, and other lists do not change. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItems } from '../items/add-items.ts'
import { changeList } from '../lists/change-list.ts'
import { deleteList, fetchList, fetchLists } from '../lists/lists.ts'
import { linkGuest } from './merges.ts'
import {
  belongings,
  change,
  contents,
  link,
  listOf,
  type MergeTest,
  newDevice,
  openMergeTest,
  product,
  strangers,
  undo,
} from './testing/guests-and-accounts.ts'

let t: MergeTest
beforeAll(async () => {
  t = await openMergeTest()
})
afterAll(() => t.close())

describe('changes of the account since stay with the account', () => {
  test('in a combined list: additions, changes and removals since stay', async () => {
    const s = await strangers(t)
    const { sql, guest, account } = s
    const own = await listOf(sql, account, 'Gifts', product(1), product(2), product(3, { quantity: 2 }))
    await listOf(sql, guest, 'Gifts', product(3, { quantity: 7 }), product(4), product(5), product(6, { note: 'g' }))
    const before = await belongings(sql, guest)
    await link(s)
    await change(sql, account, own, {
      add: [product(9)],
      update: [
        { variantId: '3', note: 'mine' },
        { variantId: '5', quantity: 8 },
      ],
      remove: [{ variantId: '2' }, { variantId: '6' }],
    })
    await undo(s)
    expect(await belongings(sql, guest)).toEqual(before)
    expect(await contents(t.sql, account)).toEqual({ Gifts: ['1 × 1', '3 × 2', '5 × 8', '9 × 1'] })
    const [list] = JSON.parse(await fetchLists(sql, account, {}))
    expect(list).toMatchObject({ lid: own, cnt: 4 })
    expect(list.listcontents.find(({ epi }: { epi: number }) => epi === 3)).toMatchObject({ qty: 2, note: 'mine' })
  })

  test('in a list that had moved unchanged: additions and changes stay in a new list of the account', async () => {
    const s = await strangers(t)
    const { sql, guest, account } = s
    const moved = await listOf(sql, guest, 'Gifts', product(1), product(2), product(3))
    const before = await belongings(sql, guest)
    await link(s)
    await change(sql, account, moved, {
      add: [product(9)],
      update: [{ variantId: '2', quantity: 5 }],
      remove: [{ variantId: '3' }],
    })
    await changeList(sql, account, moved, { name: 'My gifts' })
    await undo(s)
    expect(await belongings(sql, guest)).toEqual(before)
    expect(await contents(t.sql, account)).toEqual({ 'My gifts': ['2 × 5', '9 × 1'] })
    await expect(fetchList(sql, account, moved)).rejects.toMatchObject({ type: 'unknown-list' })
    expect((await belongings(sql, account)).lists[0]!.list.item_count).toBe(2)
  })

  test('a save-for-later list too: each has one again', async () => {
    const s = await strangers(t)
    const { sql, guest, account } = s
    const moved = await listOf(sql, guest, { name: 'Cart', type: 'sfl' }, product(1))
    const before = await belongings(sql, guest)
    await link(s)
    await addItems(sql, account, moved, [product(9)])
    await undo(s)
    expect(await belongings(sql, guest)).toEqual(before)
    expect(await contents(t.sql, account)).toEqual({ Cart: ['9 × 1'] })
  })

  test('a list it deleted stays deleted, and the guest has its own again', async () => {
    const s = await strangers(t)
    const { sql, guest, account } = s
    const own = await listOf(sql, account, 'Gifts', product(1))
    await listOf(sql, guest, 'Gifts', product(2))
    const moved = await listOf(sql, guest, 'Whole', product(3))
    const before = await belongings(sql, guest)
    await link(s)
    for (const listId of [own, moved]) await deleteList(sql, account, listId)
    await undo(s)
    expect(await belongings(sql, guest)).toEqual(before)
    expect((await belongings(sql, account)).lists).toEqual([])
  })

  test('fields it changed stay; fields that filled a gap are removed', async () => {
    const s = await strangers(t)
    const { sql, account } = s
    const own = await listOf(sql, account, { name: 'Gifts', properties: { a: 1 } })
    await listOf(sql, s.guest, { name: 'Gifts', note: 'for Ana', properties: { b: 2 } })
    await link(s)
    await changeList(sql, account, own, { properties: { b: 2, c: 3 }, name: 'Presents' })
    await undo(s)
    const list = JSON.parse(await fetchList(sql, account, own))
    expect(list).toMatchObject({ lname: 'Presents', lnote: null, lprops: { b: 2, c: 3 } })
  })

  test('a later guest’s items stay when the earlier guest’s list they were combined into is restored', async () => {
    const s = await strangers(t)
    const { sql, store, account } = s
    const later = await newDevice(sql, store)
    const first = await listOf(sql, s.guest, 'Gifts', product(1))
    const second = await listOf(sql, later, 'Gifts', product(1, { quantity: 4 }), product(2))
    await link(s)
    await linkGuest(sql, store, later.uuid, account.email)
    await undo(s)
    expect(await contents(t.sql, s.guest)).toEqual({ Gifts: ['1 × 1'] })
    expect(await contents(t.sql, account)).toEqual({ Gifts: ['1 × 4', '2 × 1'] })
    const list = JSON.parse(await fetchList(sql, account, second))
    expect(list.lid).not.toBe(first)
    expect(list.cnt).toBe(2)
  })

  test('an empty list with an alias stays, also when that merge’s record is deleted', async () => {
    const s = await strangers(t)
    const { sql, account } = s
    const second = { ...s, guest: await newDevice(sql, s.store) }
    const moved = await listOf(sql, s.guest, 'Gifts', product(1))
    const united = await listOf(sql, second.guest, 'Gifts', product(2))
    await link(s)
    await link(second)
    await sql`
      delete from merges
      where store_id = ${s.store.storeId}
        and guest_id = ${second.guest.shopperId}`
    await change(sql, account, moved, { remove: [{ variantId: '1' }, { variantId: '2' }] })
    await undo(s)
    expect(JSON.parse(await fetchList(sql, account, united))).toMatchObject({ lname: 'Gifts', cnt: 0 })
  })

  test('a list it deleted is restored to the first guest only, whatever the second one undoes', async () => {
    const s = await strangers(t)
    const { sql, guest, account } = s
    const second = { ...s, guest: await newDevice(sql, s.store) }
    const moved = await listOf(sql, guest, 'Gifts', product(1))
    await listOf(sql, second.guest, 'Gifts', product(1, { quantity: 4 }))
    await link(s)
    await link(second)
    await deleteList(sql, account, moved)
    await undo(s)
    await change(sql, guest, moved, { update: [{ variantId: '1', quantity: 4 }] })
    const before = await belongings(sql, guest)
    await undo(second)
    expect(await belongings(sql, guest)).toEqual(before)
    expect(await contents(sql, second.guest)).toEqual({ Gifts: ['1 × 4'] })
  })
})

describe('changes of the guest since stay with the guest', () => {
  test('its new lists stay beside the restored ones', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.guest, 'Gifts', product(1))
    const archived = await listOf(s.sql, s.guest, { name: 'Old cart', type: 'sfl' }, product(3))
    await changeList(s.sql, s.guest, archived, { archived: true })
    await link(s)
    await listOf(s.sql, s.guest, 'New', product(2))
    await listOf(s.sql, s.guest, { name: 'Cart', type: 'sfl' }, product(4))
    await undo(s)
    expect(await contents(t.sql, s.guest)).toEqual({ Gifts: ['1 × 1'], New: ['2 × 1'], Cart: ['4 × 1'] })
    expect(JSON.parse(await fetchList(s.sql, s.guest, archived))).toMatchObject({ cnt: 1, st: 0 })
  })

  test('a new save-for-later list is combined with the old one, and its id stays valid', async () => {
    const s = await strangers(t)
    const old = await listOf(s.sql, s.guest, { name: 'Cart', type: 'sfl' }, product(1, { quantity: 2 }), product(2))
    await link(s)
    const fresh = await listOf(s.sql, s.guest, { name: 'Cart', type: 'sfl' }, product(1), product(3))
    await listOf(s.sql, s.guest, 'Gifts', product(4))
    await undo(s)
    expect(await contents(t.sql, s.guest)).toEqual({ Cart: ['1 × 2', '2 × 1', '3 × 1'], Gifts: ['4 × 1'] })
    expect(JSON.parse(await fetchList(s.sql, s.guest, fresh))).toMatchObject({ lid: old, cnt: 3, st: 1 })
  })

  test('an archived save-for-later list stays archived and apart', async () => {
    const s = await strangers(t)
    const old = await listOf(s.sql, s.guest, { name: 'Cart', type: 'sfl' }, product(1))
    await link(s)
    const archived = await listOf(s.sql, s.guest, { name: 'Old cart', type: 'sfl' }, product(3))
    await changeList(s.sql, s.guest, archived, { archived: true })
    await undo(s)
    const lists = JSON.parse(await fetchLists(s.sql, s.guest, { includeArchived: true }))
    expect(lists.map(({ lid, cnt, st }: Record<string, unknown>) => [lid, cnt, st]).sort()).toEqual(
      [
        [old, 1, 1],
        [archived, 1, 0],
      ].sort(),
    )
  })

  test('of several merged save-for-later lists it gets one, the oldest, and each id stays valid', async () => {
    const s = await strangers(t)
    const ids: string[] = []
    for (const n of [1, 2, 3]) {
      ids.push(await listOf(s.sql, s.guest, { name: `Cart ${n}`, type: 'sfl' }, product(n)))
      await link(s)
    }
    await undo(s)
    expect(await contents(s.sql, s.guest)).toEqual({ 'Cart 1': ['1 × 1', '2 × 1', '3 × 1'] })
    for (const id of ids) expect(JSON.parse(await fetchList(s.sql, s.guest, id))).toMatchObject({ lid: ids[0] })
  })
})

test('aliases of other lists stay the same through a merge and its undo', async () => {
  const s = await strangers(t)
  const { sql, account } = s
  const own = await listOf(sql, account, 'Gifts', product(1))
  const united = await listOf(sql, s.guest, 'Gifts', product(2))
  await link(s)
  const leadsHome = async () =>
    expect(JSON.parse(await fetchList(sql, account, united))).toMatchObject({ lid: own, cnt: 2 })
  const second = { ...s, guest: await newDevice(sql, s.store) }
  await listOf(sql, account, 'Shoes', product(3))
  await listOf(sql, second.guest, 'Shoes', product(4))
  await listOf(sql, second.guest, 'Whole', product(5))
  await link(second)
  await leadsHome()
  await undo(second)
  await leadsHome()
})
