/** Items saved for later succeed or fail one by one. */
import { afterAll, expect, test } from 'vitest'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { done, expectRefused, findUnsound, look, makeList, product } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
afterAll(async () => {
  expect(await findUnsound(t.sql)).toEqual([])
})

const open = async (who: TestShopper, store?: NewStore): Promise<string> =>
  (await done(t, 'lists/sfl/fetch', who, {}, store)).list.lid

const words = { add: 'itemsadded', remove: 'itemsdeleted', update: 'itemsupdated', 'moved-to-cart': 'itemsmoved' }
type Call = keyof typeof words
const calls = Object.keys(words) as Call[]

// proves C3.sfl-items
test('are added, changed, removed and moved into the cart, each answered as a whole record', async () => {
  const guest = await t.guest()
  const lid = await open(guest)
  const added = await done(t, 'lists/sfl/add', guest, {
    lid,
    items: [product(1), product(2, { qty: 2 }), product(3)],
  })
  expect(added).toMatchObject({ itemsadded: [{ epi: 1, lid }, { epi: 2, qty: 2 }, { epi: 3 }], itemsfailed: [] })
  const updated = await done(t, 'lists/sfl/update', guest, { lid, items: [{ epi: '2', note: 'blue' }] })
  expect(updated).toMatchObject({ itemsupdated: [{ epi: 2, qty: 2, note: 'blue' }], itemsfailed: [] })
  const removed = await done(t, 'lists/sfl/remove', guest, { lid, items: [product(1)] })
  expect(removed).toMatchObject({ itemsdeleted: [{ epi: 1 }], itemsfailed: [] })
  const moved = await done(t, 'lists/sfl/moved-to-cart', guest, { lid, items: [{ epi: 2 }] })
  expect(moved).toEqual({ itemsmoved: [updated.itemsupdated[0]], itemsfailed: [] })
  expect(await look(t, guest, lid)).toMatchObject({ cnt: 1, listcontents: [{ epi: 3 }] })
})

test('that can’t be read fail as they were sent, and the others succeed', async () => {
  const guest = await t.guest()
  const lid = await open(guest)
  const noProduct = { epi: 7, du: 'https://shop.example/7', mine: true }
  const negative = { ...product(8), qty: -1 }
  const added = await done(t, 'lists/sfl/add', guest, {
    lid,
    items: [noProduct, product(1), negative, 'shirt', null],
  })
  expect(added.itemsadded).toMatchObject([{ epi: 1 }])
  expect(added.itemsfailed).toEqual([
    { ...noProduct, reason: 'invalid-empi', msg: 'empi is required' },
    { ...negative, reason: 'invalid-qty', msg: expect.stringContaining('qty') },
    { item: 'shirt', reason: 'invalid-body', msg: expect.stringContaining('object') },
    { item: null, reason: 'invalid-body', msg: expect.stringContaining('object') },
  ])
  expect(await look(t, guest, lid)).toMatchObject({ cnt: 1 })
})

test.each(['remove', 'update', 'moved-to-cart'] as Call[])(
  'that are not there fail in %s, and the others succeed',
  async (call) => {
    const guest = await t.guest()
    const lid = await open(guest)
    await done(t, 'lists/sfl/add', guest, { lid, items: [product(1)] })
    const items = [{ epi: 404, note: 'x' }, { epi: 1, note: 'x' }, {}]
    const answer = await done(t, `lists/sfl/${call}`, guest, { lid, items })
    expect(answer[words[call]]).toMatchObject([{ epi: 1 }])
    expect(answer.itemsfailed).toMatchObject([
      { epi: 404, note: 'x', reason: 'unknown-item' },
      { reason: 'invalid-epi', msg: 'epi is required' },
    ])
  },
)

// proves C3.strict
test('unknown to a strict catalog and custom where they are off fail by themselves', async () => {
  const store = await t.newStore('catalog=strict')
  const guest = await t.guest(undefined, store)
  const { storeId } = await t.storeNow(store)
  await t.sql`insert into variants (store_id, variant_id, product_id, title) values (${storeId}, '1', '5001', 'Shirt')`
  const lid = await open(guest, store)
  const items = [product(2), { title: 'Handmade', price: 5 }, product(1)]
  const added = await done(t, 'lists/sfl/add', guest, { lid, items }, store)
  expect(added.itemsadded).toMatchObject([{ epi: 1, dt: 'Shirt' }])
  expect(added.itemsfailed).toMatchObject([
    { epi: 2, reason: 'unknown-product' },
    { title: 'Handmade', reason: 'custom-items-disabled' },
  ])
})

// proves C3.custom
test('may be custom where the store allows it', async () => {
  const store = await t.newStore('catalog=strict', 'custom-items=on')
  const guest = await t.guest(undefined, store)
  const lid = await open(guest, store)
  const added = await done(t, 'lists/sfl/add', guest, { lid, items: [{ title: 'Handmade', price: 5 }] }, store)
  expect(added).toMatchObject({ itemsadded: [{ title: 'Handmade', lity: 'custom' }], itemsfailed: [] })
  const [{ epi }] = added.itemsadded
  const moved = await done(t, 'lists/sfl/moved-to-cart', guest, { lid, items: [{ epi }] }, store)
  expect(moved.itemsmoved).toMatchObject([{ title: 'Handmade' }])
})

test('added twice, in one call or in two, are one item', async () => {
  const guest = await t.guest()
  const lid = await open(guest)
  await done(t, 'lists/sfl/add', guest, { lid, items: [product(1), product(1, { qty: 3 })] })
  await done(t, 'lists/sfl/add', guest, { lid, items: [product(1, { note: 'again' })] })
  expect(await look(t, guest, lid)).toMatchObject({ cnt: 1, listcontents: [{ qty: 3, note: 'again' }] })
})

test.each(calls)('%s refuses anything but an array of items, and accepts an empty one', async (call) => {
  const guest = await t.guest()
  const lid = await open(guest)
  for (const items of [undefined, '', 'x', '{}', Array(251).fill(product(1))])
    expectRefused(await t.shop(`lists/sfl/${call}`, guest, { lid, items }), 400, 'invalid-items', /^items /)
  expect(await done(t, `lists/sfl/${call}`, guest, { lid, items: [] })).toEqual({
    [words[call]]: [],
    itemsfailed: [],
  })
})

test.each(calls)('%s is only for the shopper’s own save-for-later list', async (call) => {
  const guest = await t.guest()
  const lid = await open(guest)
  await done(t, 'lists/sfl/add', guest, { lid, items: [product(1)] })
  const wishlist = (await makeList(t, guest)).lid
  const other = await t.guest()
  const items = [product(1)]
  for (const [who, list] of [
    [guest, wishlist],
    [other, lid],
    [guest, 'nonsense'],
    [guest, `${lid.slice(0, -1)}x`],
  ] as const)
    expectRefused(await t.shop(`lists/sfl/${call}`, who, { lid: list, items }), 404, 'unknown-list')
  expectRefused(await t.shop(`lists/sfl/${call}`, guest, { items }), 400, 'invalid-lid')
  expectRefused(await t.shop(`lists/sfl/${call}`, {}, { lid, items }), 401, 'sw-badregid')
  expect(await look(t, guest, lid)).toMatchObject({ cnt: 1 })
})

test('of a guest are the account’s after login, under the list’s old id', async () => {
  const guest = await t.guest()
  const account = await t.account('synced@example.com')
  const [lid, own] = [await open(guest), await open(account)]
  await done(t, 'lists/sfl/add', guest, { lid, items: [product(1)] })
  await done(t, 'lists/sfl/add', account, { lid: own, items: [product(2)] })
  const sync = { regid: guest.regid, useremail: 'synced@example.com', useragenttype: 'test' }
  expect((await t.admin('v3/user/guest-validate-sync', sync)).status).toBe(200)
  const added = await done(t, 'lists/sfl/add', account, { lid, items: [product(3)] })
  expect(added).toMatchObject({ itemsadded: [{ epi: 3, lid: own }], itemsfailed: [] })
  expect(await done(t, 'lists/sfl/fetch', account)).toMatchObject({ list: { lid: own }, pagination: { totalcount: 3 } })
  expectRefused(await t.shop('lists/sfl/add', guest, { lid, items: [product(4)] }), 404, 'unknown-list')
  expect(await done(t, 'lists/sfl/fetch', guest)).toMatchObject({ items: [], userinfo: null })
})
