/** Items that are in no catalog, and bundles of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { add, expectRefused, findUnsound, look, makeList, product } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let store: NewStore
let guest: TestShopper
let lid: string
beforeAll(async () => {
  store = await t.newStore('custom-items=on')
  guest = await t.guest(undefined, store)
  lid = (await makeList(t, guest, {}, store)).lid
})
afterAll(async () => {
  expect(await findUnsound(t.sql)).toEqual([])
})

const change = (fields: object) => t.shop('lists/update-ctx', guest, { lid, ...fields }, store)
const lamp = { title: 'Painted lamp', du: '/custom/lamp', price: 49.9 }
const parts = [
  { title: 'Foot', price: 20, empi: 11, epi: '111', iu: '/foot.png', uri: '/p/foot?variant=111', vendor: 'Holz' },
  { title: 'Shade', price: 29.9, empi: 'shade', epi: '0022', iu: '/shade.png', uri: '/p/shade', vendor: 'Stoff' },
]

// proves S1.custom, S4.7.enabled, C3.custom-disabled
test('a store must have them enabled', async () => {
  const other = await t.guest()
  const list = await makeList(t, other)
  const reply = await t.shop('lists/update-ctx', other, { lid: list.lid, a: [product(1), lamp] })
  expectRefused(reply, 403, 'custom-items-disabled')
  expect((await look(t, other, list.lid)).cnt).toBe(0)
})

describe('a custom item', () => {
  // proves S2.7.title, S2.7.du, S2.7.price, S2.7.ids, S2.7.lity, C3.custom
  test('is added with title, du and price; epi, empi and lity are made for it', async () => {
    const [item] = await add(t, guest, lid, [lamp], store)
    expect(item).toMatchObject({ ...lamp, lity: 'custom', dt: 'Painted lamp', pr: 49.9, qty: 1, bundle: [] })
    expect(item).toMatchObject({ epi: expect.any(String), empi: expect.any(String), compareAtPrice: null })
    expect((await look(t, guest, lid, store)).listcontents[0]).toEqual(item)
  })

  // proves S2.7.iu, S2.7.sku, S2.7.compareAtPrice, S2.7.qty, S2.7.cprops
  test('stores every field that was sent', async () => {
    const sent = {
      ...lamp,
      iu: 'https://shop.example/lamp.png',
      sku: 'LAMP-1',
      compareAtPrice: 60,
      qty: 2,
      platformitemid: 4711,
      cprops: { colour: 'blue', camelCase: { lid: 1 } },
    }
    expect((await add(t, guest, lid, [sent], store))[0]).toMatchObject(sent)
  })

  // proves S2.7.platformitemid
  test('platformitemid may be a number or a text', async () => {
    const [text] = await add(t, guest, lid, [{ ...lamp, platformitemid: 'gid://7' }], store)
    expect(text.platformitemid).toBe('gid://7')
    const [digits] = await add(t, guest, lid, [{ ...lamp, platformitemid: '9007199254740991' }], store)
    expect(digits.platformitemid).toBe(9007199254740991)
  })

  test('is a new item each time: two of them differ only in their ids', async () => {
    const [one] = await add(t, guest, lid, [lamp], store)
    const [two] = await add(t, guest, lid, [lamp], store)
    expect(two.epi).not.toBe(one.epi)
  })

  test('may be sent with products in one call', async () => {
    const items = await add(t, guest, lid, [product(1), lamp, product(2)], store)
    expect(items.map((item: { lity?: string }) => item.lity)).toEqual([undefined, 'custom', undefined])
    expect(items[0]).not.toHaveProperty('bundle')
  })
})

describe('a bundle', () => {
  // proves S1.custom, S2.7.bundle, S2.7.lity, S2.7.parts
  test('with parts makes it a customBundle that answers its parts as they were sent', async () => {
    const [item] = await add(t, guest, lid, [{ ...lamp, bundle: parts }], store)
    expect(item.lity).toBe('customBundle')
    expect(item.bundle).toEqual([{ ...parts[0], epi: 111 }, parts[1]])
  })

  // proves S2.7.bundle
  test('without parts is a custom item', async () => {
    expect((await add(t, guest, lid, [{ ...lamp, bundle: [] }], store))[0]).toMatchObject({
      lity: 'custom',
      bundle: [],
    })
  })

  test('ids of parts too large for a number are read losslessly', async () => {
    const a = '[{"title":"Set","bundle":[{"title":"One","epi":9007199254740993,"empi":7}]}]'
    expect((await change({ a })).body.a[0].bundle).toEqual([{ title: 'One', epi: '9007199254740993', empi: 7 }])
  })

  test.each([
    [[{ price: 1 }], /^a\[0\]\.bundle\[0\]\.title is required$/],
    [[{ title: 'x', price: -1 }], /^a\[0\]\.bundle\[0\]\.price must be a price/],
    [[parts[0], 5], /^a\[0\]\.bundle\[1\] must be an object$/],
    ['text', /^a\[0\]\.bundle must be an array$/],
    [Array.from({ length: 101 }, () => parts[0]), /^a\[0\]\.bundle may contain at most 100/],
  ])('with wrong parts is refused (%#)', async (bundle, says) => {
    expectRefused(await change({ a: [{ ...lamp, bundle }] }), 400, 'invalid-a', says)
  })
})

describe('update and delete', () => {
  // proves C3.custom-edit
  test('use the epi of the answer', async () => {
    const [item] = await add(t, guest, lid, [lamp], store)
    const { body } = await change({ u: [{ epi: item.epi, title: 'Red lamp', price: 10, qty: 3, note: 'n' }] })
    const expected = { ...item, title: 'Red lamp', dt: 'Red lamp', price: 10, pr: 10, savedpr: 10, qty: 3, note: 'n' }
    expect(body.u[0]).toEqual({ ...expected, uts: expect.any(Number) })
    expect((await change({ d: [{ epi: item.epi }] })).body.d[0].epi).toBe(item.epi)
    expect((await change({ d: [{ epi: item.epi }] })).body.d).toEqual([])
  })

  test('every field of a custom item can be updated', async () => {
    const [item] = await add(t, guest, lid, [lamp], store)
    const sent = {
      du: '/custom/other',
      iu: '/other.png',
      sku: 'O-1',
      compareAtPrice: 12.5,
      platformitemid: 'v-7',
      cprops: { a: 1 },
      lbls: ['hall'],
    }
    expect((await change({ u: [{ epi: item.epi, ...sent }] })).body.u[0]).toMatchObject(sent)
  })

  test('a bundle can be removed and added', async () => {
    const [item] = await add(t, guest, lid, [{ ...lamp, bundle: parts }], store)
    expect((await change({ u: [{ epi: item.epi, bundle: [] }] })).body.u[0]).toMatchObject({
      lity: 'custom',
      bundle: [],
    })
    const given = (await change({ u: [{ epi: item.epi, bundle: [parts[1]] }] })).body.u[0]
    expect(given).toMatchObject({ lity: 'customBundle', bundle: [parts[1]] })
  })

  test('still work after the setting is switched off', async () => {
    const [item] = await add(t, guest, lid, [lamp], store)
    const off = await t.newStore('custom-items=on')
    const shopper = await t.guest(undefined, off)
    const list = await makeList(t, shopper, {}, off)
    const [saved] = await add(t, shopper, list.lid, [lamp], off)
    expect(saved.lity).toBe(item.lity)
    await t.sql`update stores set settings = '{}' where pid = ${off.pid}`
    await t.sql`select pg_notify('heartbell_store', store_id::text) from stores where pid = ${off.pid}`
    const edit = { lid: list.lid, u: [{ epi: saved.epi, qty: 2 }], d: [] }
    expect((await t.shop('lists/update-ctx', shopper, edit, off)).body.u[0]).toMatchObject({ qty: 2, lity: 'custom' })
  })
})

describe('refused', () => {
  // proves C3.custom-invalid
  test.each<[string, object, RegExp]>([
    ['without a title', { du: '/x', price: 5 }, /^a\[0\]\.title is required$/],
    ['with an empty title', { title: ' ', du: '/x', price: 5 }, /^a\[0\]\.title is required$/],
    ['with a title of 513 characters', { ...lamp, title: 'x'.repeat(513) }, /^a\[0\]\.title must be at most 512/],
    ['with a title that is no text', { ...lamp, title: 5 }, /^a\[0\]\.title must be text$/],
    ['with a negative price', { ...lamp, price: -0.01 }, /^a\[0\]\.price must be a price/],
    ['with a price that is no number', { ...lamp, price: 'free' }, /^a\[0\]\.price must be a price/],
    ['with a negative compareAtPrice', { ...lamp, compareAtPrice: -1 }, /^a\[0\]\.compareAtPrice must be a price/],
    ['with qty 0', { ...lamp, qty: 0 }, /^a\[0\]\.qty must be a whole number/],
    ['with a du that runs code', { ...lamp, du: 'JavaScript:alert(1)' }, /^a\[0\]\.du must be an http/],
    ['with cprops that is no object', { ...lamp, cprops: 'x' }, /^a\[0\]\.cprops must be an object$/],
    ['with two labels', { ...lamp, lbls: ['a', 'b'] }, /^a\[0\]\.lbls may contain one label only$/],
  ])('%s', async (_, item, says) => {
    expectRefused(await change({ a: [item] }), 400, 'invalid-a', says)
  })

  test('an update with a negative price or an invalid title', async () => {
    const [item] = await add(t, guest, lid, [lamp], store)
    const refused = await change({ u: [{ epi: item.epi, price: -1 }] })
    expectRefused(refused, 400, 'invalid-u', /^u\[0\]\.price must be a price/)
    expectRefused(await change({ u: [{ epi: item.epi, title: 7 }] }), 400, 'invalid-u', /^u\[0\]\.title must be text$/)
  })
})
