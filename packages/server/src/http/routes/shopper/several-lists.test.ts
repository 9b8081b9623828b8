/** One item into, or out of, several lists at once: all of them or none. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, done, expectRefused, findUnsound, look, makeList, product } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let guest: TestShopper
beforeAll(async () => {
  guest = await t.guest()
})
afterAll(async () => {
  expect(await findUnsound(t.sql)).toEqual([])
})

const change = (fields: object) => t.shop('lists/update-multiple-ctx', guest, { ...fields })
const lists = async (count: number): Promise<string[]> => {
  const made: string[] = []
  for (let n = 0; n < count; n++) made.push((await makeList(t, guest)).lid)
  return made
}

// proves C3.update-multiple-ctx
test('adds one item to each of ten lists and answers one item per list', async () => {
  const lids = await lists(10)
  const { status, body } = await change({ lids, a: [product(1, { qty: 2, note: 'n' })] })
  expect(status).toBe(200)
  expect(body.d).toEqual([])
  expect(body.a).toHaveLength(10)
  expect(body.a.map(({ lid }: { lid: string }) => lid).sort()).toEqual([...lids].sort())
  for (const lid of lids) {
    const list = await look(t, guest, lid)
    expect(list).toMatchObject({ cnt: 1, listcontents: [{ epi: 1, qty: 2, note: 'n', lid }] })
    expect(body.a).toContainEqual(list.listcontents[0])
  }
})

// proves C3.update-multiple-ctx
test('removes it from each; lists without it are not an error', async () => {
  const lids = await lists(3)
  await change({ lids: lids.slice(1), a: [product(1), product(2)] })
  const { body } = await change({ lids, d: [{ epi: '1' }] })
  expect(body.a).toEqual([])
  expect(body.d.map(({ lid }: { lid: string }) => lid).sort()).toEqual(lids.slice(1).sort())
  for (const lid of lids.slice(1)) expect((await look(t, guest, lid)).cnt).toBe(1)
})

test('moves it from one variant to another by d and a in one call', async () => {
  const lids = await lists(2)
  for (const lid of lids) await add(t, guest, lid, [product(1)])
  const { body } = await change({ lids, d: [{ epi: 1 }], a: [product(2)] })
  expect([body.d.length, body.a.length]).toEqual([2, 2])
  for (const lid of lids) expect((await look(t, guest, lid)).listcontents).toMatchObject([{ epi: 2 }])
})

test('a list named twice gets the item once', async () => {
  const [lid] = await lists(1)
  expect((await change({ lids: [lid, lid], a: [product(1)] })).body.a).toHaveLength(1)
})

test('one list that is not the shopper’s, and none is changed', async () => {
  const lids = await lists(2)
  const stranger = await t.account('stranger@shop.example')
  const theirs = [await makeList(t, stranger), await makeList(t, stranger, { anonRead: true })]
  for (const other of [...theirs.map(({ lid }) => lid), 'nonsense']) {
    expectRefused(await change({ lids: [...lids, other], a: [product(1)] }), 404, 'unknown-list')
    expectRefused(await change({ lids: [other, ...lids], d: [{ epi: 1 }] }), 404, 'unknown-list')
  }
  for (const lid of lids) expect((await look(t, guest, lid)).cnt).toBe(0)
  for (const { lid } of theirs) expect((await look(t, stranger, lid)).cnt).toBe(0)
})

test('in a strict store an unknown product changes none of the lists', async () => {
  const store = await t.newStore('catalog=strict')
  const shopper = await t.guest(undefined, store)
  const made = [await makeList(t, shopper, {}, store), await makeList(t, shopper, {}, store)]
  const fields = { lids: made.map(({ lid }) => lid), a: [product(1)] }
  expectRefused(await t.shop('lists/update-multiple-ctx', shopper, fields, store), 400, 'unknown-product')
  for (const list of await done(t, 'lists/fetch-lists', shopper, {}, store)) expect(list.cnt).toBe(0)
})

// proves C3.update-multiple-ctx
test('refuses too many lists, none, and calls that change nothing', async () => {
  const [lid] = await lists(1)
  const eleven = Array.from({ length: 11 }, () => lid)
  expectRefused(
    await change({ lids: eleven, a: [product(1)] }),
    400,
    'invalid-lids',
    'lids may contain at most 10 list ids',
  )
  expectRefused(await change({ lids: [], a: [product(1)] }), 400, 'invalid-lids', 'lids must contain a list id')
  expectRefused(await change({ a: [product(1)] }), 400, 'invalid-lids', 'lids is required')
  expectRefused(await change({ lids: lid, a: [product(1)] }), 400, 'invalid-lids', 'lids must be JSON')
  expectRefused(await change({ lids: [5], a: [product(1)] }), 400, 'invalid-lids', /^lids\[0\] must be text$/)
  expectRefused(await change({ lids: [lid] }), 400, 'nothing-to-do')
  expectRefused(await change({ lids: [lid], a: [{ epi: 1 }] }), 400, 'invalid-a', /^a\[0\]\.empi is required$/)
  const many = Array.from({ length: 251 }, (_, n) => product(n))
  expectRefused(await change({ lids: [lid], d: many }), 400, 'invalid-d', 'd may contain at most 250 items')
  expect((await change({ lids: [lid], a: [] })).body).toEqual({ a: [], d: [] })
})
