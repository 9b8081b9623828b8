/** Adding items to a list. */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { add, done, expectRefused, findUnsound, look, makeList, product, products } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let guest: TestShopper
let lid: string
beforeAll(async () => {
  guest = await t.guest()
  lid = (await makeList(t, guest)).lid
})

const change = (fields: object) => t.shop('lists/update-ctx', guest, { lid, ...fields })
const epis = (items: { epi: number }[]) => items.map(({ epi }) => epi)

describe('an item', () => {
  // proves S2.6.epi, S2.6.empi, S2.6.du, S2.6.qty, S4.4.path, C3.update-ctx, C3.internal
  test('is added with epi, empi and du, and answered as a full record', async () => {
    const before = Date.now() - 5
    const reply = await change({ a: [product(1)] })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ a: [expect.any(Object)], u: [], d: [] })
    const [item] = reply.body.a
    expect(item).toEqual({
      id: expect.any(String),
      lid,
      epi: 1,
      empi: 5001,
      du: 'https://shop.example/products/number-1',
      qty: 1,
      note: null,
      cprops: {},
      lbls: [],
      _av: false,
      dt: 'number-1',
      bt: '',
      sku: '',
      vi: '',
      iu: null,
      pr: null,
      savedpr: null,
      stk: null,
      inactive: false,
      di: expect.any(String),
      cts: expect.any(Number),
      uts: expect.any(Number),
      uby: null,
      pid: createHash('sha256').update('5001').digest('base64'),
      _pkey: expect.any(String),
      _t: expect.any(Number),
    })
    expect(item.cts).toBeGreaterThanOrEqual(before)
    expect(item.cts).toBeLessThanOrEqual(Date.now() + 5)
  })

  // proves S2.6.qty, S2.6.note, S2.6.cprops, S2.6.lbls, S2.6._av, C1.text
  test('stores quantity, note, custom fields, label and _av as they were sent', async () => {
    const sent = { qty: 3, note: 'für Oma\n🎁', cprops: { size: 'M' }, lbls: ['Küche'], _av: true }
    const [item] = await add(t, guest, lid, [product(2, sent)])
    expect(item).toMatchObject(sent)
    expect((await look(t, guest, lid)).listcontents[0]).toEqual(item)
  })

  // proves S2.6.shown
  test('stores what the page knew of the product', async () => {
    const sent = { dt: 'Green shirt', bt: 'Linen', sku: 'GS-1', vi: 'M / green', iu: '/img/1.png', pr: 19.5 }
    expect((await add(t, guest, lid, [product(3, sent)]))[0]).toMatchObject({ ...sent, savedpr: 19.5 })
    expect((await add(t, guest, lid, [product(4, { pr: '0.10' })]))[0].pr).toBe(0.1)
  })

  // proves C7.item-title
  test('without a title is called by the last part of its address', async () => {
    const titles = [
      ['https://shop.example/products/blue%20hat?variant=1#top', 'blue hat'],
      ['/products/caf%C3%A9/', 'café'],
      ['https://shop.example', 'shop.example'],
      ['/products/%zz', '%zz'],
    ]
    for (const [du, dt] of titles) expect((await add(t, guest, lid, [{ ...product(5), epi: du, du }]))[0].dt).toBe(dt)
  })

  test('is called by at most 512 characters of its address, none of them cut in two', async () => {
    const du = `/a${'🎁'.repeat(1000)}`
    const [item] = await add(t, guest, lid, [{ epi: 'long', empi: 1, du }])
    expect(item.dt).toBe(`a${'🎁'.repeat(511)}`)
  })

  test('of a logged-in shopper has the address of its last change', async () => {
    const kim = await t.account('kim@shop.example')
    const list = await makeList(t, kim)
    expect((await add(t, kim, list.lid, [product(1)]))[0].uby).toBe('kim@shop.example')
  })
})

describe('adding', () => {
  // proves C3.order
  test('puts the newest first; within one call the later is the newer', async () => {
    const list = await makeList(t, guest)
    await add(t, guest, list.lid, [product(1), product(2)])
    await add(t, guest, list.lid, [product(3), product(4)])
    expect(epis((await look(t, guest, list.lid)).listcontents)).toEqual([4, 3, 2, 1])
    await add(t, guest, list.lid, [product(1)])
    expect(epis((await look(t, guest, list.lid)).listcontents)).toEqual([4, 3, 2, 1])
  })

  // proves C3.add-again, C3.unique
  test('a variant that is there replaces what was sent and leaves the rest', async () => {
    const list = await makeList(t, guest)
    const sent = { qty: 2, note: 'n', cprops: { a: 1 }, lbls: ['l'], _av: true, dt: 'Title', pr: 5, iu: '/i.png' }
    const [first] = await add(t, guest, list.lid, [product(1, sent)])
    const [again] = await add(t, guest, list.lid, [product(1)])
    expect(again).toEqual({ ...first, uts: expect.any(Number) })
    const [third] = await add(t, guest, list.lid, [product(1, { qty: 7, du: '/new', empi: 9, pr: 4 })])
    expect(third).toEqual({ ...again, ...third, qty: 7, du: '/new', empi: 9, pr: 4, dt: 'Title', note: 'n' })
    expect(third).toMatchObject({ id: first.id, cts: first.cts, lbls: ['l'], _av: true })
    expect((await look(t, guest, list.lid)).cnt).toBe(1)
  })

  // proves C7.note
  test('note null clears it; so do null for label and custom fields', async () => {
    const list = await makeList(t, guest)
    await add(t, guest, list.lid, [product(1, { note: 'n', lbls: ['l'], cprops: { a: 1 } })])
    const cleared = product(1, { note: null, lbls: null, cprops: null })
    expect((await add(t, guest, list.lid, [cleared]))[0]).toMatchObject({ note: null, lbls: [], cprops: {} })
  })

  // proves C3.unique
  test('the same variant twice in one call is one item with the later fields', async () => {
    const list = await makeList(t, guest)
    const items = [product(1, { qty: 2, note: 'first' }), product(2), product(1, { qty: 5 })]
    const answered = await add(t, guest, list.lid, items)
    expect(answered).toHaveLength(2)
    expect(answered).toContainEqual(expect.objectContaining({ epi: 1, qty: 5, note: 'first' }))
    expect(await look(t, guest, list.lid)).toMatchObject({ cnt: 2, listcontents: [{ epi: 1 }, { epi: 2 }] })
  })

  // proves C1.most-items
  test('accepts 250 items in one call and refuses 251', async () => {
    const list = await makeList(t, guest)
    const answered = await add(t, guest, list.lid, products(1, 250))
    expect(epis(answered)).toEqual(epis(products(1, 250)))
    expect((await look(t, guest, list.lid)).cnt).toBe(250)
    for (const word of ['a', 'u', 'd']) {
      const reply = await t.shop('lists/update-ctx', guest, { lid: list.lid, [word]: products(1, 251) })
      expectRefused(reply, 400, `invalid-${word}`, `${word} may contain at most 250 items`)
    }
  })

  // proves S2.5.cnt, S2.5.uts
  test('the list’s cnt and uts follow', async () => {
    const list = await makeList(t, guest)
    await t.sql`update lists set updated_at = '2020-01-01', item_count = item_count where name = ${list.lname}`
    await add(t, guest, list.lid, products(1, 3))
    const after = await look(t, guest, list.lid)
    expect(after.cnt).toBe(3)
    expect(after.uts).toBeGreaterThanOrEqual(list.uts)
  })
})

describe('an item is refused', () => {
  // proves S2.6.epi, S2.6.empi, S2.6.du, S2.6.qty, S2.6.lbls, S8.lbls, C1.notes, C1.lengths, C3.lbls, C3.qty
  test.each<[string, object | null, RegExp]>([
    ['without epi', { empi: 1, du: '/x' }, /^a\[1\]\.epi is required$/],
    ['without empi', { epi: 1, du: '/x' }, /^a\[1\]\.empi is required$/],
    ['without du', { epi: 1, empi: 1 }, /^a\[1\]\.du is required$/],
    ['with an empty du', { epi: 1, empi: 1, du: '  ' }, /^a\[1\]\.du is required$/],
    ['with a du that runs code', product(1, { du: 'javascript:alert(1)' }), /^a\[1\]\.du must be an http/],
    ['with a du of 2,049 characters', product(1, { du: `/${'x'.repeat(2048)}` }), /^a\[1\]\.du must be at most 2048/],
    ['with an iu that runs code', product(1, { iu: 'data:text/html,x' }), /^a\[1\]\.iu must be an http/],
    ['with a title of 513 characters', product(1, { dt: 'x'.repeat(513) }), /^a\[1\]\.dt must be at most 512/],
    ['with qty 0', product(1, { qty: 0 }), /^a\[1\]\.qty must be a whole number/],
    ['with qty -1', product(1, { qty: -1 }), /^a\[1\]\.qty must be a whole number/],
    ['with qty 1.5', product(1, { qty: 1.5 }), /^a\[1\]\.qty must be a whole number/],
    ['with qty "many"', product(1, { qty: 'many' }), /^a\[1\]\.qty must be a whole number/],
    ['with qty true', product(1, { qty: true }), /^a\[1\]\.qty must be a whole number/],
    ['with qty 1e30', product(1, { qty: 1e30 }), /^a\[1\]\.qty must be a whole number/],
    ['with two labels', product(1, { lbls: ['a', 'b'] }), /^a\[1\]\.lbls may contain one label only$/],
    ['with a label that is no text', product(1, { lbls: [1] }), /^a\[1\]\.lbls\[0\] must be text$/],
    ['with lbls that is no array', product(1, { lbls: 'kitchen' }), /^a\[1\]\.lbls must be an array$/],
    ['with a note of 2,001 characters', product(1, { note: 'x'.repeat(2001) }), /^a\[1\]\.note must be at most 2000/],
    ['with a note that is no text', product(1, { note: { a: 1 } }), /^a\[1\]\.note must be text$/],
    ['with _av that is no boolean', product(1, { _av: 'yes' }), /^a\[1\]\._av must be true or false$/],
    ['with cprops that is no object', product(1, { cprops: [1] }), /^a\[1\]\.cprops must be an object$/],
    ['with a negative price', product(1, { pr: -1 }), /^a\[1\]\.pr must be a price/],
    ['that is null', null, /^a\[1\] must be an object$/],
  ])('%s', async (_, item, says) => {
    const list = await makeList(t, guest)
    const reply = await t.shop('lists/update-ctx', guest, { lid: list.lid, a: [product(9), item] })
    expectRefused(reply, 400, 'invalid-a', says)
    expect(await look(t, guest, list.lid)).toMatchObject({ cnt: 0, listcontents: [] })
  })

  test.each([
    ['{"epi":1}', 'a must be an array'],
    ['not json', 'a must be JSON'],
    ['"text"', 'a must be an array'],
  ])('when a is %s', async (a, says) => {
    expectRefused(await change({ a }), 400, 'invalid-a', says)
  })

  test('what must not be wrong may still be long: a note of 2,000 and a label of one value', async () => {
    const sent = { note: '🎁'.repeat(2000), lbls: ['only one'] }
    expect((await add(t, guest, lid, [product(1, sent)]))[0]).toMatchObject(sent)
  })
})

// proves C3.one-of-a-u-d
test('one of a, u and d is required; empty arrays are fine', async () => {
  expectRefused(await change({}), 400, 'nothing-to-do', /One of a, u and d is required/)
  expect((await change({ a: [] })).body).toEqual({ a: [], u: [], d: [] })
  expect((await change({ a: [], u: [], d: [] })).body).toEqual({ a: [], u: [], d: [] })
  expectRefused(await t.shop('lists/update-ctx', guest, { a: [product(1)] }), 400, 'invalid-lid', 'lid is required')
})

test('every count is that of the items', async () => {
  await done(t, 'lists/fetch-lists', guest)
  expect(await findUnsound(t.sql)).toEqual([])
})
