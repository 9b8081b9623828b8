/** Moving and copying items between a shopper's lists: all or none, nothing of an item lost, repeatable. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, done, expectRefused, findUnsound, look, makeList, product, products } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let guest: TestShopper
beforeAll(async () => {
  guest = await t.guest()
})
afterAll(async () => {
  expect(await findUnsound(t.sql)).toEqual([])
})

type WireItem = Record<string, unknown> & { epi: number; cts: number; hb?: Record<string, unknown> }
const twoLists = async (who = guest): Promise<[string, string]> => [
  (await makeList(t, who)).lid,
  (await makeList(t, who)).lid,
]
const move = (lid: string, tolid: string, items: unknown, who = guest) =>
  t.shop('lists/move-items', who, { lid, tolid, items })
const copy = (lid: string, tolid: string, items: unknown, who = guest) =>
  t.shop('lists/copy-items', who, { lid, tolid, items })
const variants = async (lid: string) =>
  (await look(t, guest, lid)).listcontents.map(({ epi }: WireItem) => epi) as number[]
const socialCount = async (n: number) =>
  (await t.shop('product/wishlist/social-count', guest, { empi: n + 5000 })).body.data.count as number

describe('move-items', () => {
  // proves C9.move-items
  test('the item is in the other list with everything that was saved with it', async () => {
    const [from, to] = await twoLists()
    const full = { pr: 12.5, note: 'blue', qty: 3, lbls: ['hall'], cprops: { size: 'M' }, dt: 'Cup', iu: '/cup.png' }
    const [saved] = await add(t, guest, from, [product(1, full), product(2)])
    await done(t, 'lists/priority', guest, { lid: from, epi: 1, priority: 'must-have', desired: 4, received: 1 })
    const { body } = await move(from, to, [1])
    expect(body.items).toHaveLength(1)
    const { id, cts, savedpr, note, qty, lbls, cprops, dt, iu } = saved
    expect(body.items[0]).toMatchObject({ id, cts, savedpr, note, qty, lbls, cprops, dt, iu, lid: to })
    expect(body.items[0].savedpr).toBe(12.5)
    expect(body.items[0].hb).toMatchObject({ priority: 'must-have', desired: 4, received: 1 })
    expect(await variants(from)).toEqual([2])
    expect(await variants(to)).toEqual([1])
    expect([await socialCount(1), await socialCount(2)]).toEqual([1, 1])
  })

  // proves C9.move-items
  test('a custom item and a bundle stay whole, with their ids', async () => {
    const store = await t.newStore('custom-items=on')
    const who = await t.guest(undefined, store)
    const [from, to] = [(await makeList(t, who, {}, store)).lid, (await makeList(t, who, {}, store)).lid]
    const parts = [{ title: 'Pot', price: 9, vendor: 'Fern' }]
    const [bundle] = await add(t, who, from, [{ title: 'Set', price: 42, bundle: parts, compareAtPrice: 50 }], store)
    const moved = await done(t, 'lists/move-items', who, { lid: from, tolid: to, items: [bundle.epi] }, store)
    const { lid: _, hb, ...rest } = moved.items[0]
    expect(rest).toMatchObject({ epi: bundle.epi, lity: 'customBundle', bundle: parts, price: 42, compareAtPrice: 50 })
    expect(hb).toEqual({ position: expect.any(Number) })
  })

  // proves C9.move-unites
  test('a variant that the other list has is one item: the larger quantity, the first time, the newer edit', async () => {
    const [from, to] = await twoLists()
    const [early] = await add(t, guest, from, [product(10, { qty: 5, note: 'old', pr: 4 })])
    await add(t, guest, to, [product(11), product(10, { qty: 2, note: 'new', pr: 6 })])
    const { body } = await move(from, to, [10])
    expect(body.items).toMatchObject([{ epi: 10, qty: 5, note: 'new', savedpr: 6, cts: early.cts }])
    expect(await look(t, guest, to)).toMatchObject({ cnt: 2 })
    expect(await look(t, guest, from)).toMatchObject({ cnt: 0 })
    expect(await socialCount(10)).toBe(1)
  })

  // proves C9.move-repeated
  test('moving again is a success with the same answer', async () => {
    const [from, to] = await twoLists()
    await add(t, guest, from, products(20, 3))
    const first = await move(from, to, [20, 21])
    const again = await move(from, to, [20, 21])
    expect(again.body).toEqual(first.body)
    expect(await variants(from)).toEqual([22])
  })

  test('the moved items come first in the owner’s order of the other list, in the order of the call', async () => {
    const [from, to] = await twoLists()
    await add(t, guest, to, products(30, 2))
    await add(t, guest, from, products(40, 3))
    await move(from, to, [42, 40])
    const page = await done(t, 'lists/fetch-user-list', guest, { lid: to, sortby: 'position' })
    expect(page.items.map(({ epi }: WireItem) => epi).slice(0, 2)).toEqual([42, 40])
  })

  // proves C9.move-all-or-none
  test('one unknown item, and none moves', async () => {
    const [from, to] = await twoLists()
    await add(t, guest, from, [product(50)])
    expectRefused(await move(from, to, [50, 51]), 404, 'unknown-item', /51/)
    expect(await variants(from)).toEqual([50])
    expect(await variants(to)).toEqual([])
  })

  test.each([
    ['an empty array', [], 'invalid-items', /item/],
    ['the same twice', [1, '1'], 'invalid-items', /once/],
    ['more than 250', products(1, 251).map(({ epi }) => epi), 'invalid-items', /250/],
    ['no array', '7', 'invalid-items', /items/],
    ['a call without items', undefined, 'invalid-items', /items/],
  ])('%s is refused', async (_, items, type, says) => {
    const [from, to] = await twoLists()
    expectRefused(await move(from, to, items), 400, type, says)
  })

  test('to the same list is refused', async () => {
    const [from] = await twoLists()
    await add(t, guest, from, [product(60)])
    expectRefused(await move(from, from, [60]), 400, 'invalid-tolid', /another list/)
  })

  // proves C9.own-lists
  test('only between lists of the shopper, also if the other list is public', async () => {
    const [from] = await twoLists()
    await add(t, guest, from, [product(70)])
    const ada = await t.account('ada@shop.example')
    const { lid: others } = await makeList(t, ada, { anonRead: true })
    await add(t, ada, others, [product(71)])
    expectRefused(await move(from, others, [70]), 404, 'unknown-list')
    expectRefused(await move(others, from, [71]), 404, 'unknown-list')
    expectRefused(await copy(others, from, [71]), 404, 'unknown-list')
    expectRefused(await move(from, from, [70], { ...guest, sessionid: 'wrong' }), 401, 'invalid-session')
  })

  test('between a wishlist, an archived list and the save-for-later list', async () => {
    const [from, archived] = await twoLists()
    const { lid: later } = await done(t, 'lists/sfl/create', guest, { lname: 'Later on' })
    await done(t, 'lists/markArchived', guest, { lid: archived })
    await add(t, guest, from, [product(80)])
    await done(t, 'lists/move-items', guest, { lid: from, tolid: later, items: [80] })
    await done(t, 'lists/move-items', guest, { lid: later, tolid: archived, items: [80] })
    expect(await variants(archived)).toEqual([80])
  })
})

describe('copy-items', () => {
  // proves C9.copy-items
  test('the item is in both lists, with the price when it was saved, and counts one saver', async () => {
    const [from, to] = await twoLists()
    const [saved] = await add(t, guest, from, [product(101, { pr: 3, note: 'n', qty: 2 })])
    await done(t, 'lists/priority', guest, { lid: from, epi: 101, priority: 'nice', received: 1 })
    const { body } = await copy(from, to, [101])
    expect(body.items).toMatchObject([{ epi: 101, savedpr: 3, note: 'n', qty: 2, cts: saved.cts, lid: to }])
    expect(body.items[0].id).not.toBe(saved.id)
    expect(body.items[0].hb).toEqual({ priority: 'nice', position: expect.any(Number) })
    expect([await variants(from), await variants(to)]).toEqual([[101], [101]])
    expect(await socialCount(101)).toBe(1)
    await done(t, 'lists/update-ctx', guest, { lid: to, d: [{ epi: 101 }] })
    expect(await socialCount(101)).toBe(1)
  })

  // proves C9.copy-items
  test('copying again leaves one copy, and an item that is not there is refused', async () => {
    const [from, to] = await twoLists()
    await add(t, guest, from, [product(110)])
    const first = await copy(from, to, [110])
    expect((await copy(from, to, [110])).body).toEqual(first.body)
    expectRefused(await copy(from, to, [110, 111]), 404, 'unknown-item', /111/)
    expect(await look(t, guest, to)).toMatchObject({ cnt: 1 })
  })

  // proves C9.copy-quota
  test('beyond the quota nothing is copied, while moving needs no room', async () => {
    const store = await t.newStore('max-items=3')
    const who = await t.guest(undefined, store)
    const [from, to] = [(await makeList(t, who, {}, store)).lid, (await makeList(t, who, {}, store)).lid]
    await add(t, who, from, products(1, 2), store)
    const over = await t.shop('lists/copy-items', who, { lid: from, tolid: to, items: [1, 2] }, store)
    expectRefused(over, 409, 'too-many-items', /max-items/)
    expect(await look(t, who, to, store)).toMatchObject({ cnt: 0 })
    await done(t, 'lists/copy-items', who, { lid: from, tolid: to, items: [1] }, store)
    await done(t, 'lists/move-items', who, { lid: from, tolid: to, items: [1, 2] }, store)
    expect(await look(t, who, to, store)).toMatchObject({ cnt: 2 })
  })
})
