/** A deleted list is gone for everybody, and its owner restores it as it was. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, done, expectRefused, findUnsound, look, makeList, product, products } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let ada: TestShopper
beforeAll(async () => {
  ada = await t.account('ada@shop.example')
})
afterAll(async () => {
  expect(await findUnsound(t.sql)).toEqual([])
})

const restore = (lid: string, who = ada) => t.shop('lists/restore-list', who, { lid })
const socialCount = async (n: number) =>
  (await t.shop('product/wishlist/social-count', ada, { empi: n + 5000 })).body.data.count as number
/** The record without its owner, whose own time of change is none of the list. */
const listed = async (lid: string) => ({ ...(await look(t, ada, lid)), userinfo: null })
const restored = async (lid: string) => ({ ...(await done(t, 'lists/restore-list', ada, { lid })), userinfo: null })
const deleted = async (lid: string, who = ada) => done(t, 'lists/delete-list', who, { lid })

describe('restore-list', () => {
  // proves C9.restore-list
  test('the list is back with its id, items, prices when saved, order, priorities and public page', async () => {
    const { lid } = await makeList(t, ada, { lname: 'Birthday', lnote: 'in May', lprops: { colour: 'red' } })
    await add(t, ada, lid, [product(1, { pr: 12.5, note: 'blue', qty: 2 }), product(2), product(3)])
    await done(t, 'lists/reorder', ada, { lid, items: [1, 3, 2] })
    await done(t, 'lists/priority', ada, { lid, epi: 2, priority: 'would-love' })
    await done(t, 'lists/markPublic', ada, { lid })
    const before = await listed(lid)
    await deleted(lid)
    expect(await restored(lid)).toEqual(before)
    expect(await listed(lid)).toEqual(before)
    expect(await look(t, await t.guest(), lid)).toMatchObject({ lid, cnt: 3 })
    expect([await socialCount(1), await socialCount(2)]).toEqual([1, 1])
  })

  // proves C9.restore-hidden
  test('until then nobody finds it, and nothing of it counts', async () => {
    const { lid } = await makeList(t, ada)
    await add(t, ada, lid, [product(11)])
    await done(t, 'lists/markPublic', ada, { lid })
    await deleted(lid)
    for (const who of [ada, await t.guest()])
      expectRefused(await t.shop('lists/fetch-list', who, { lid }), 404, 'unknown-list')
    expect(await done(t, 'lists/contains', ada, { epis: [11] })).toEqual({ 11: [] })
    expect(await socialCount(11)).toBe(0)
    const names = (await done(t, 'lists/fetch-user-lists', ada)).data.map((list: { lid: string }) => list.lid)
    expect(names).not.toContain(lid)
    for (const call of ['lists/markPublic', 'lists/update-ctx', 'lists/delete-list'])
      expectRefused(await t.shop(call, ada, { lid, a: [product(12)] }), 404, 'unknown-list')
  })

  // proves C9.restore-repeated
  test('restoring again, or a list that was never deleted, answers the list', async () => {
    const { lid } = await makeList(t, ada)
    await add(t, ada, lid, [product(21)])
    const before = await listed(lid)
    expect(await restored(lid)).toEqual(before)
    await deleted(lid)
    expect(await restored(lid)).toEqual(before)
    expect(await restored(lid)).toEqual(before)
    await deleted(lid)
    expect(await restored(lid)).toEqual(before)
  })

  // proves C9.restore-name
  test('with a free name, which the answer says, if another list has taken the old one', async () => {
    const name = 'A name of fifty characters, which is the most, yes'
    const { lid } = await makeList(t, ada, { lname: name })
    await deleted(lid)
    await makeList(t, ada, { lname: name.toUpperCase() })
    const { body } = await restore(lid)
    expect(body).toMatchObject({ lid, hb: { renamedFrom: name } })
    expect(body.lname).toMatch(/^A name of fifty characters.* 2$|^A name of fifty characters/)
    expect(body.lname.length).toBeLessThanOrEqual(50)
    expect(body.lname.toLowerCase()).not.toBe(name.toLowerCase())
    expect(await look(t, ada, lid)).not.toHaveProperty('hb')
  })

  // proves C9.restore-owner
  test('only its owner restores it', async () => {
    const { lid } = await makeList(t, ada)
    await deleted(lid)
    expectRefused(await restore(lid, await t.guest()), 404, 'unknown-list')
    expectRefused(await restore(lid, { ...ada, sessionid: 'wrong' }), 401, 'invalid-session')
    expect((await restore(lid)).status).toBe(200)
  })

  test.each([
    ['an unknown id', 'q83vEjRW0190f3c2a5d87c1e9b6a4d2e8f70c135', 404, 'unknown-list'],
    ['no id', '', 400, 'invalid-lid'],
  ])('%s is refused', async (_, lid, status, type) => {
    expectRefused(await restore(lid), status, type)
  })

  // proves C9.restore-time
  test('after 30 days it is unknown', async () => {
    const { lid } = await makeList(t, ada)
    await deleted(lid)
    await t.sql`update deleted_lists set deleted_at = now() - interval '31 days'`
    expectRefused(await restore(lid), 404, 'unknown-list')
  })

  // proves C9.restore-time
  test('the newest 25 of a shopper are stored', async () => {
    const guest = await t.guest()
    const lids: string[] = []
    for (let n = 0; n < 26; n++) {
      const { lid } = await makeList(t, guest)
      await deleted(lid, guest)
      lids.push(lid)
    }
    expectRefused(await restore(lids[0]!, guest), 404, 'unknown-list')
    expect((await restore(lids[1]!, guest)).status).toBe(200)
  })

  test('the quotas of lists and items hold', async () => {
    const store = await t.newStore('max-lists=1', 'max-items=2')
    const who = await t.guest(undefined, store)
    const { lid } = await makeList(t, who, {}, store)
    await add(t, who, lid, products(1, 2), store)
    await done(t, 'lists/delete-list', who, { lid }, store)
    const { lid: other } = await makeList(t, who, {}, store)
    expectRefused(await t.shop('lists/restore-list', who, { lid }, store), 409, 'too-many-lists')
    await done(t, 'lists/delete-list', who, { lid: other }, store)
    expect(await done(t, 'lists/restore-list', who, { lid }, store)).toMatchObject({ cnt: 2 })
  })

  test('an archived list stays archived, and needs no free name', async () => {
    const { lid, lname } = await makeList(t, ada)
    await done(t, 'lists/markArchived', ada, { lid })
    await deleted(lid)
    await makeList(t, ada, { lname })
    expect((await restore(lid)).body).toMatchObject({ lid, lname, st: 0 })
  })

  // proves C9.restore-sfl
  test('a save-for-later list is united with the one that was created since', async () => {
    const { lid } = await done(t, 'lists/sfl/create', ada, { lname: 'For later' })
    await done(t, 'lists/sfl/add', ada, { lid, items: [product(31, { qty: 2 }), product(32)] })
    await deleted(lid)
    const { list: newer } = await done(t, 'lists/sfl/fetch', ada)
    await done(t, 'lists/sfl/add', ada, { lid: newer.lid, items: [product(31), product(33)] })
    expect((await restore(lid)).body).toMatchObject({ lid, lty: 'sfl', cnt: 3, st: 1 })
    const { list, items } = await done(t, 'lists/sfl/fetch', ada)
    expect(list.lid).toBe(lid)
    expect(items.map(({ epi }: { epi: number }) => epi).sort()).toEqual([31, 32, 33])
    expect(await look(t, ada, newer.lid)).toMatchObject({ lid })
  })

  test('custom items and bundles are whole', async () => {
    const store = await t.newStore('custom-items=on')
    const who = await t.guest(undefined, store)
    const { lid } = await makeList(t, who, {}, store)
    const bundle = { title: 'Set', price: 42, bundle: [{ title: 'Pot', price: 9 }], platformitemid: 7 }
    await add(t, who, lid, [bundle], store)
    const before = await look(t, who, lid, store)
    await done(t, 'lists/delete-list', who, { lid }, store)
    expect(await done(t, 'lists/restore-list', who, { lid }, store)).toEqual(before)
  })
})
