/** Updating and removing items, and all three together: deletes, then updates, then adds, all or nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, expectRefused, findUnsound, look, makeList, product } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let guest: TestShopper
beforeAll(async () => {
  guest = await t.guest()
})
afterAll(async () => {
  expect(await findUnsound(t.sql)).toEqual([])
})

const change = (lid: string, fields: object) => t.shop('lists/update-ctx', guest, { lid, ...fields })

/** A list with variants 1, 2 and 3, each with everything said. */
async function threeItems(): Promise<string> {
  const { lid } = await makeList(t, guest)
  const said = { qty: 2, note: 'n', cprops: { a: 1 }, lbls: ['l'], _av: true, dt: 'Title', pr: 5 }
  await add(t, guest, lid, [product(1, said), product(2, said), product(3, said)])
  return lid
}
const epis = (list: { listcontents: { epi: number }[] }) => list.listcontents.map(({ epi }) => epi)

describe('u', () => {
  // proves C3.update-ctx
  test('changes what was sent of each item and nothing else', async () => {
    const lid = await threeItems()
    const was = (await look(t, guest, lid)).listcontents
    const { body, status } = await change(lid, {
      u: [
        { epi: 3, qty: 9 },
        { epi: '1', note: 'new', lbls: ['m'] },
      ],
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      a: [],
      u: [
        { ...was[0], qty: 9, uts: expect.any(Number) },
        { ...was[2], note: 'new', lbls: ['m'], uts: expect.any(Number) },
      ],
      d: [],
    })
    expect((await look(t, guest, lid)).listcontents).toEqual([body.u[0], was[1], body.u[1]])
  })

  test('clears note, label and custom fields by null', async () => {
    const lid = await threeItems()
    const { body } = await change(lid, { u: [{ epi: 1, note: null, lbls: null, cprops: null }] })
    expect(body.u[0]).toMatchObject({ note: null, lbls: [], cprops: {}, qty: 2, _av: true })
    expect((await change(lid, { u: [{ epi: 2, lbls: [], _av: false }] })).body.u[0]).toMatchObject({
      lbls: [],
      _av: false,
    })
  })

  test('the same variant twice combines both; the later fields win', async () => {
    const lid = await threeItems()
    const { body } = await change(lid, {
      u: [
        { epi: 1, qty: 4, note: 'x' },
        { epi: '1', qty: 6 },
      ],
    })
    expect(body.u).toEqual([expect.objectContaining({ epi: 1, qty: 6, note: 'x' })])
  })

  // proves C3.unknown-item
  test('of an item that is not there is 404 unknown-item, and changes nothing', async () => {
    const lid = await threeItems()
    const was = await look(t, guest, lid)
    const reply = await change(lid, {
      u: [
        { epi: 1, qty: 50 },
        { epi: 77, qty: 1 },
      ],
    })
    expectRefused(reply, 404, 'unknown-item', /epi 77 is not in this list/)
    expect(await look(t, guest, lid)).toEqual(was)
  })

  test.each([
    [{ qty: 1 }, /^u\[0\]\.epi is required$/],
    [{ epi: 1, qty: 0 }, /^u\[0\]\.qty must be a whole number/],
    [{ epi: 1, lbls: ['a', 'b'] }, /^u\[0\]\.lbls may contain one label only$/],
    [{ epi: 1, note: 'x'.repeat(2001) }, /^u\[0\]\.note must be at most 2000/],
    [{ epi: 1, cprops: 'x' }, /^u\[0\]\.cprops must be an object$/],
    [{ epi: 1, du: 'vbscript:x' }, /^u\[0\]\.du must be an http/],
  ])('refuses %j', async (edit, says) => {
    expectRefused(await change(await threeItems(), { u: [edit] }), 400, 'invalid-u', says)
  })
})

describe('d', () => {
  // proves C3.update-ctx
  test('removes by variant and answers the items as they were', async () => {
    const lid = await threeItems()
    const was = (await look(t, guest, lid)).listcontents
    expect((await change(lid, { d: [{ epi: 2, empi: 5002, du: '/x' }, { epi: '3' }] })).body).toEqual({
      a: [],
      u: [],
      d: [was[0], was[1]],
    })
    expect(await look(t, guest, lid)).toMatchObject({ cnt: 1, listcontents: [{ epi: 1 }] })
  })

  // proves C3.delete-missing
  test('of one that is not there answers d: []', async () => {
    const lid = await threeItems()
    expect((await change(lid, { d: [{ epi: 99 }] })).body).toEqual({ a: [], u: [], d: [] })
    expect((await change(lid, { d: [{ epi: 1 }, { epi: 1 }, { epi: 99 }] })).body.d).toHaveLength(1)
    expect((await look(t, guest, lid)).cnt).toBe(2)
  })

  test('refuses what names no variant', async () => {
    const lid = await threeItems()
    expectRefused(await change(lid, { d: [{}] }), 400, 'invalid-d', /^d\[0\]\.epi is required$/)
    expectRefused(await change(lid, { d: [5] }), 400, 'invalid-d', /^d\[0\] must be an object$/)
  })
})

describe('together', () => {
  test('a change of variant is d + a in one call', async () => {
    const lid = await threeItems()
    const { body } = await change(lid, { d: [{ epi: 1 }], a: [product(10, { qty: 4 })] })
    expect(body).toMatchObject({ d: [{ epi: 1 }], a: [{ epi: 10, qty: 4 }], u: [] })
    const list = await look(t, guest, lid)
    expect(epis(list)).toEqual([10, 3, 2])
    expect(list.cnt).toBe(3)
  })

  // proves C3.transaction
  test('deletes run first, so the same variant in d and a starts again', async () => {
    const lid = await threeItems()
    const { body } = await change(lid, { a: [product(1)], d: [{ epi: 1 }] })
    expect(body.d[0]).toMatchObject({ qty: 2, note: 'n' })
    expect(body.a[0]).toMatchObject({ qty: 1, note: null, lbls: [], cprops: {}, _av: false })
    expect(epis(await look(t, guest, lid))).toEqual([1, 3, 2])
  })

  // proves C3.transaction
  test('updates run before adds: a call cannot update what it adds', async () => {
    const lid = await threeItems()
    const was = await look(t, guest, lid)
    expectRefused(await change(lid, { u: [{ epi: 20, qty: 2 }], a: [product(20)] }), 404, 'unknown-item')
    expectRefused(await change(lid, { d: [{ epi: 1 }], u: [{ epi: 1, qty: 2 }] }), 404, 'unknown-item')
    expect(await look(t, guest, lid)).toEqual(was)
  })

  // proves C3.transaction
  test('a failing part leaves nothing changed', async () => {
    const store = await t.newStore('catalog=strict')
    const shopper = await t.guest(undefined, store)
    const storeId = (await t.storeNow(store)).storeId
    await t.sql`insert into variants (store_id, variant_id, product_id) values (${storeId}, '1', '5001')`
    const { lid } = await makeList(t, shopper, {}, store)
    await add(t, shopper, lid, [product(1)], store)
    const was = await look(t, shopper, lid, store)
    const fields = { lid, d: [{ epi: 1 }], a: [product(1), product(2)] }
    expectRefused(await t.shop('lists/update-ctx', shopper, fields, store), 400, 'unknown-product')
    expect(await look(t, shopper, lid, store)).toEqual(was)
  })
})
