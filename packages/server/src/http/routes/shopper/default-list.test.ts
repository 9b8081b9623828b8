import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { storeIdOf } from '../../../domain/stores/stores.ts'
import { add, expectRefused, makeList, product } from '../../testing/lists.ts'
import { basic, form, type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
beforeAll(async () => {
  const products = [1, 2, 3].map((n) => product(n, { dt: `Product ${n}`, bt: 'Fern', stk: n, pr: 5 }))
  await t.admin('v3/catalog/products', { products })
})

const newEmail = () => `${randomUUID()}@shop.example`
const lists = async (who: TestShopper) => (await t.shop('lists/fetch-lists', who)).body
const nobody = { pid: '', apiKey: '' }

async function fetchWishlist(who: Partial<TestShopper>, store = t.store) {
  const reply = await t.app.inject({
    method: 'POST',
    url: `/api/v2/provider/fetchWishlist?pid=${encodeURIComponent(store.pid)}`,
    payload: form(who),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

describe('api/v2/provider/fetchWishlist', () => {
  // proves C4.fetchWishlist
  test('gives the items of the oldest wishlist in use, newest first', async () => {
    const who = await t.guest()
    expect((await fetchWishlist(who)).body).toEqual([])
    const old = await makeList(t, who)
    const { lid } = await makeList(t, who)
    await add(t, who, old.lid, [product(9)])
    await add(t, who, lid, [product(1)])
    await add(t, who, lid, [product(2)])
    expect((await fetchWishlist(who)).body).toMatchObject([{ epi: 9, lid: old.lid }])
    await t.shop('lists/markArchived', who, { lid: old.lid })
    expect((await fetchWishlist(who)).body).toMatchObject([{ epi: 2 }, { epi: 1 }])
  })

  test('refuses callers without an identity or with an ended session', async () => {
    expectRefused(await fetchWishlist({}), 401, 'sw-badregid')
    const who = await t.guest()
    expectRefused(await fetchWishlist({ regid: who.regid }), 401, 'invalid-session')
    await t.admin('v3/user/end-sessions', { regid: who.regid })
    expectRefused(await fetchWishlist(who), 401, 'invalid-session')
  })
})

describe('storeadmin/user/wishlist', () => {
  test('gives products and the moments they were saved, by e-mail and by regid, by GET and by POST', async () => {
    const useremail = newEmail()
    const who = await t.account(useremail)
    const { lid } = await makeList(t, who)
    await add(t, who, lid, [product(1), { ...product(8), dt: 'Unknown' }])
    const { status, body } = await t.admin('user/wishlist', { useremail })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['epis', 'metadata'])
    const byVariant = (epi: number) => body.metadata.find((one: { epi: number }) => one.epi === epi)
    expect(byVariant(1)).toMatchObject({ empi: 5001, title: 'Product 1', vendor: 'Fern', iqty: 1, pr: 5, lid })
    expect(byVariant(8)).toMatchObject({ title: 'Unknown', vendor: '', iqty: null, uri: `${product(8).du}?variant=8` })
    expect(body.epis).toHaveLength(2)
    expect(body.epis[0]).toEqual({
      epi: expect.any(Number),
      ts: expect.any(Number),
      _id: expect.any(String),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      di: expect.any(String),
      et: 4,
    })
    expect((await t.admin('user/wishlist', { regid: who.regid })).body).toEqual(body)
    const url = `/storeadmin/user/wishlist?useremail=${encodeURIComponent(useremail)}`
    const got = await t.app.inject({ url, headers: { authorization: basic(t.store) } })
    expect(got.json()).toEqual(body)
  })

  test('is empty for an unknown address, and stores nothing', async () => {
    const useremail = newEmail()
    expect((await t.admin('user/wishlist', { useremail })).body).toEqual({ metadata: [], epis: [] })
    const rows = await t.sql`
      select email
      from shoppers
      where store_id = ${storeIdOf(t.store.pid)}
        and email = ${useremail}`
    expect(rows).toHaveLength(0)
  })

  test('refuses a call without a shopper, another store’s regid, and a wrong key', async () => {
    expectRefused(await t.admin('user/wishlist', {}), 400, 'invalid-regid')
    expectRefused(await t.admin('user/wishlist', { useremail: 'nobody' }), 400, 'invalid-useremail')
    const stranger = await t.guest(undefined, await t.newStore())
    expectRefused(await t.admin('user/wishlist', { regid: stranger.regid }), 401, 'sw-badregid')
    expectRefused(await t.admin('user/wishlist', { useremail: newEmail() }, nobody), 401, 'unauthorised')
  })
})

describe('storeadmin/user/add-wishlist and remove-wishlist', () => {
  test('add variants the catalog knows, and make the list and the account at first use', async () => {
    const useremail = newEmail()
    const { status, body } = await t.admin('user/add-wishlist', { useremail, epis: [1, '2'] })
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Product(s) added to user collection' } })
    const who = await t.account(useremail)
    expect(await lists(who)).toMatchObject([
      { lname: 'My Wishlist', lty: 'wl', cnt: 2, cby: useremail, userinfo: { em: useremail } },
    ])
    await t.admin('user/remove-wishlist', { useremail, epis: [1, 77] })
    expect((await fetchWishlist(who)).body).toMatchObject([{ epi: 2, empi: 5002, dt: 'Product 2' }])
  })

  test('accept one product with all fields, known or not, also in the query as older callers send it', async () => {
    const who = await t.guest()
    await t.admin('user/add-wishlist', { regid: who.regid, ...product(55) })
    expect((await fetchWishlist(who)).body).toMatchObject([{ epi: 55, empi: 5055 }])
    const url = `/storeadmin/user/remove-wishlist?regid=${who.regid}&epi=55`
    const gone = await t.app.inject({ method: 'POST', url, headers: { authorization: basic(t.store) } })
    expect(gone.json()).toEqual({ message: "Product(s) removed from user's collection" })
    expect((await fetchWishlist(who)).body).toEqual([])
  })

  test('create one list when two arrive at the same time', async () => {
    const useremail = newEmail()
    const calls = [1, 2, 3].map((epi) => t.admin('user/add-wishlist', { useremail, epis: [epi] }))
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await lists(await t.account(useremail))).toMatchObject([{ cnt: 3 }])
  })

  test('refuse unknown variants, no variant, no shopper, and a wrong key', async () => {
    const useremail = newEmail()
    expectRefused(await t.admin('user/add-wishlist', { useremail, epis: [1, 999] }), 400, 'unknown-product', '999')
    expectRefused(await t.admin('user/add-wishlist', { useremail, epi: 999, empi: 5 }), 400, 'unknown-product')
    expectRefused(await t.admin('user/add-wishlist', { useremail }), 400, 'invalid-epis')
    expectRefused(await t.admin('user/remove-wishlist', { useremail, epis: [] }), 400, 'invalid-epis')
    expectRefused(await t.admin('user/add-wishlist', { epis: [1] }), 400, 'invalid-regid')
    for (const call of ['add-wishlist', 'remove-wishlist'])
      expectRefused(await t.admin(`user/${call}`, { useremail, epis: [1] }, nobody), 401, 'unauthorised')
    expect((await t.admin('user/remove-wishlist', { useremail, epis: [1] })).status).toBe(200)
    expect(await lists(await t.account(useremail))).toEqual([])
  })
})

describe('storeadmin/user/subscribe-isa', () => {
  const waiting = async (address: string) =>
    await t.sql`
      select variant_id, product_id, topic, medium, status
      from subscriptions
      where store_id = ${storeIdOf(t.store.pid)}
        and address = ${address}
      order by variant_id`

  test('subscribes an address to the stock of products', async () => {
    const useremail = newEmail()
    const { body } = await t.admin('user/subscribe-isa', { useremail, epis: [1] })
    expect(body).toEqual({ message: 'Product(s) added to user collection' })
    const { regid } = await t.account(useremail)
    await t.admin('user/subscribe-isa', { regid, ...product(71) })
    expect(await waiting(useremail)).toEqual([
      { variantId: '1', productId: '5001', topic: 'backinstock', medium: 'email', status: 'waiting' },
      { variantId: '71', productId: '5071', topic: 'backinstock', medium: 'email', status: 'waiting' },
    ])
  })

  test('refuses a guest without an address, unknown variants, and stores without managed inventory', async () => {
    const { regid } = await t.guest()
    expectRefused(await t.admin('user/subscribe-isa', { regid, epis: [1] }), 400, 'invalid-useremail')
    expectRefused(await t.admin('user/subscribe-isa', { useremail: newEmail(), epis: [99] }), 400, 'unknown-product')
    const store = await t.newStore('inventory=unmanaged')
    const call = { useremail: newEmail(), ...product(5) }
    expectRefused(await t.admin('user/subscribe-isa', call, store), 403, 'inventory-not-managed')
    expectRefused(await t.admin('user/subscribe-isa', call, nobody), 401, 'unauthorised')
  })
})
