/** A shopper's alerts from a browser: subscribe, list, unsubscribe; other shoppers learn nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { done, expectRefused } from '../../testing/lists.ts'
import { openTestApp, type TestApp, type TestShopper } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const shirt = { epi: 111, empi: 11, du: 'https://shop.example/products/shirt' }
const hat = { epi: '222', empi: '22', du: '/products/hat' }

let people = 0
const newEmail = () => `shopper${++people}@mail.example`

const ask = (mediumvalue: string, fields: object = {}) => ({
  medium: 'email',
  mediumvalue,
  products: [shirt],
  topics: ['backinstock'],
  ...fields,
})

const subscribe = (who: TestShopper, mediumvalue: string, fields: object = {}, store?: NewStore) =>
  done(t, 'subscriptions/create', who, ask(mediumvalue, fields), store)
const seen = (who: TestShopper, fields: object = {}, store?: NewStore) =>
  done(t, 'subscriptions/fetch-subs', who, fields, store)
const leave = async (who: TestShopper, fields: object = {}, store?: NewStore) =>
  (await done(t, 'subscriptions/remove', who, { topic: 'backinstock', epi: 111, ...fields }, store)).removed

const rowsOf = async (store: NewStore, address: string) => {
  const { storeId } = await t.storeNow(store)
  return await t.sql`
    select status, url, shopper_id, (
      select array_agg(step || ': ' || reason order by happened_at)
      from subscription_events event
      where event.store_id = ${storeId}
        and event.subscription_id = subscription.subscription_id
    ) as timeline
    from subscriptions subscription
    where store_id = ${storeId}
      and address = ${address}`
}

const setStatus = async (store: NewStore, address: string, status: string) => {
  const { storeId } = await t.storeNow(store)
  await t.sql`
    update subscriptions
    set status = ${status}
    where store_id = ${storeId}
      and address = ${address}`
}

describe('asking', () => {
  // proves C4.twin, C4.fetch-subs-guest, C4.fetch-subs
  test('a guest subscribes as the store’s server does, and sees the alert without the address', async () => {
    const store = await t.newStore()
    await t.admin('v3/catalog/products', { products: [{ ...shirt, dt: 'Shirt', iu: '/shirt.jpg', pr: 19.9 }] }, store)
    const guest = await t.guest(undefined, store)
    const email = newEmail()
    const asked = await subscribe(guest, email, { addtomailinglist: 0, extras: 'product page' }, store)
    expect(asked).toMatchObject({ topics: ['backinstock'], products: [{ epi: 111, dt: 'Shirt' }] })
    expect(await seen(guest, {}, store)).toEqual({
      limit: 10,
      offset: 0,
      total: 1,
      subscriptions: [
        {
          medium: 'email',
          mediumvalue: 'XXXXXX',
          topic: 'backinstock',
          epi: 111,
          empi: 11,
          du: shirt.du,
          dt: 'Shirt',
          iu: '/shirt.jpg',
          pr: 19.9,
          cts: expect.any(Number),
          cby: 'XXXXXX',
          uby: 'XXXXXX',
          status: 'waiting',
          position: 1,
          hb: { targetPrice: null, any: false },
        },
      ],
    })
    expect(await rowsOf(store, email)).toMatchObject([{ status: 'waiting', timeline: ['waiting: subscribed'] }])
    const [consent] = await t.sql`select source, user_agent from consents where address = ${email}`
    expect(consent).toEqual({ source: 'browser', userAgent: 'heartbell-tests' })
  })

  test('an account sees the address, and what was asked for it elsewhere', async () => {
    const email = newEmail()
    const ada = await t.account(email)
    await subscribe(ada, '+14155552671', { medium: 'sms', products: [hat] })
    await t.admin('bispa/subscriptions/create', ask(email))
    await subscribe(await t.guest(), email, { topics: ['comingsoon'] })
    const { total, subscriptions } = await seen(ada)
    expect(total).toBe(3)
    expect(subscriptions).toMatchObject([
      { mediumvalue: email, topic: 'comingsoon', cby: null, uby: null },
      { mediumvalue: email, topic: 'backinstock', cby: email, uby: email },
      { mediumvalue: '+14155552671', medium: 'sms', epi: 222, cby: email, dt: '', pr: null },
    ])
  })

  test('subscribing again succeeds and is one subscription with the same position', async () => {
    const store = await t.newStore()
    const guest = await t.guest(undefined, store)
    const email = newEmail()
    await subscribe(guest, email, {}, store)
    const [first] = (await seen(guest, {}, store)).subscriptions
    await subscribe(await t.guest(undefined, store), newEmail(), {}, store)
    await subscribe(guest, email.toUpperCase(), {}, store)
    expect((await seen(guest, {}, store)).subscriptions).toEqual([first])
  })

  test.each([
    ['medium', 'pigeon', 'medium'],
    ['mediumvalue', 'nobody', 'mediumvalue'],
    ['products', '[]', 'products'],
    ['topics', '', 'topics'],
    ['addtomailinglist', 2, 'addtomailinglist'],
    ['extras', 'x'.repeat(2049), 'extras'],
  ])('%s %j is refused by name', async (field, value, says) => {
    const refused = await t.shop('subscriptions/create', await t.guest(), ask(newEmail(), { [field]: value }))
    expectRefused(refused, 400, `invalid-${field}`, says)
  })

  test('a store with unmanaged inventory: 403', async () => {
    const store = await t.newStore('inventory=unmanaged')
    const guest = await t.guest(undefined, store)
    const refused = await t.shop('subscriptions/create', guest, ask(newEmail()), store)
    expectRefused(refused, 403, 'inventory-not-managed')
  })
})

describe('seeing', () => {
  // proves C4.fetch-subs
  test('pages, topics and mediums: newest first, with the true total', async () => {
    const guest = await t.guest()
    const email = newEmail()
    const products = Array.from({ length: 12 }, (_, i) => ({ ...shirt, epi: 9000 + i }))
    for (const product of products) await subscribe(guest, email, { products: [product] })
    await subscribe(guest, '+14155550123', { medium: 'sms', products: [hat], topics: ['comingsoon'] })
    const epis = async (fields: object) =>
      (await seen(guest, fields)).subscriptions.map(({ epi }: { epi: number }) => epi)
    expect(await seen(guest)).toMatchObject({ limit: 10, offset: 0, total: 13 })
    const all = await epis({ limit: 100 })
    expect(all.toSorted()).toEqual([222, ...products.map(({ epi }) => epi)])
    expect([...(await epis({ limit: 5 })), ...(await epis({ limit: 100, offset: 5 }))]).toEqual(all)
    expect(await epis({ offset: 13 })).toEqual([])
    expect(await epis({ topic: 'comingsoon' })).toEqual([222])
    expect(await epis({ medium: 'sms' })).toEqual([222])
    expect(await epis({ medium: 'sms', topic: 'backinstock' })).toEqual([])
  })

  test.each([
    ['limit', 0],
    ['limit', 101],
    ['limit', 'many'],
    ['offset', -1],
    ['medium', 'pigeon'],
    ['topic', '<b>'],
  ])('%s %j is refused by name', async (field, value) => {
    const refused = await t.shop('subscriptions/fetch-subs', await t.guest(), { [field]: value })
    expectRefused(refused, 400, `invalid-${field}`, field)
  })

  test('the position is the place in the line of that variant and topic, and none when not waiting', async () => {
    const store = await t.newStore()
    const guests = await Promise.all([1, 2, 3].map(() => t.guest(undefined, store)))
    const emails = guests.map(newEmail)
    for (const [i, guest] of guests.entries()) await subscribe(guest, emails[i]!, {}, store)
    await subscribe(guests[2]!, emails[2]!, { topics: ['comingsoon'] }, store)
    const place = async (i: number) =>
      (await seen(guests[i]!, { topic: 'backinstock' }, store)).subscriptions[0]?.position
    expect([await place(0), await place(1), await place(2)].toSorted()).toEqual([1, 2, 3])
    const { subscriptions } = await seen(guests[2]!, { topic: 'comingsoon' }, store)
    expect(subscriptions[0].position).toBe(1)
    await setStatus(store, emails[0]!, 'told')
    expect((await seen(guests[0]!, {}, store)).subscriptions).toMatchObject([{ status: 'told', position: null }])
    expect([await place(1), await place(2)].toSorted()).toEqual([1, 2])
  })
})

describe('leaving', () => {
  // proves C4.remove, C7.remove
  test('once, with a line in the timeline; again it is 0', async () => {
    const guest = await t.guest()
    const email = newEmail()
    await subscribe(guest, email, { products: [shirt, hat] })
    expect(await leave(guest, { epi: '111' })).toBe(1)
    expect(await leave(guest)).toBe(0)
    expect(await seen(guest)).toMatchObject({ total: 1, subscriptions: [{ epi: 222 }] })
    const [left] = (await rowsOf(t.store, email)).filter(({ url }) => url === shirt.du)
    expect(left).toMatchObject({ status: 'left', timeline: ['waiting: subscribed', 'left: removed-by-shopper'] })
  })

  // proves C7.remove
  test('a medium that is named is the only one left', async () => {
    const guest = await t.guest()
    await subscribe(guest, newEmail())
    await subscribe(guest, '+14155552600', { medium: 'sms' })
    expect(await leave(guest, { medium: 'sms' })).toBe(1)
    expect(await seen(guest)).toMatchObject({ total: 1, subscriptions: [{ medium: 'email' }] })
    await subscribe(guest, '+14155552600', { medium: 'sms' })
    expect(await leave(guest)).toBe(2)
  })

  test.each([
    [{ topic: '' }, 'topic'],
    [{ epi: '' }, 'epi'],
    [{ medium: 'pigeon' }, 'medium'],
  ])('%j is refused by name', async (fields, field) => {
    const refused = await t.shop('subscriptions/remove', await t.guest(), {
      topic: 'backinstock',
      epi: 111,
      ...fields,
    })
    expectRefused(refused, 400, `invalid-${field}`, field)
  })

  test('a shopper cannot unsubscribe another one', async () => {
    const email = newEmail()
    const owner = await t.account(email)
    await subscribe(owner, email)
    for (const stranger of [await t.guest(), await t.account(newEmail())]) expect(await leave(stranger)).toBe(0)
    expect((await seen(owner)).total).toBe(1)
  })

  test('the owner of an address can end subscriptions that others made for it, for good', async () => {
    const email = newEmail()
    const [owner, stranger] = [await t.account(email), await t.guest()]
    await subscribe(stranger, email)
    expect(await leave(owner)).toBe(1)
    expect([(await seen(owner)).total, (await seen(stranger)).total]).toEqual([0, 0])
    expect(await rowsOf(t.store, email)).toMatchObject([{ status: 'left' }])
  })
})

test.each([
  ['subscriptions/create', ask('somebody@mail.example')],
  ['subscriptions/fetch-subs', {}],
  ['subscriptions/remove', { topic: 'backinstock', epi: 111 }],
])('not allowed: %s with an identity that is none', async (path, fields) => {
  const [guest, other] = [await t.guest(), await t.guest()]
  const elsewhere = await t.newStore()
  expectRefused(await t.shop(path, { sessionid: guest.sessionid }, fields), 401, 'sw-badregid')
  expectRefused(await t.shop(path, { regid: guest.regid }, fields), 401, 'invalid-session')
  expectRefused(await t.shop(path, { ...guest, sessionid: other.sessionid }, fields), 401, 'invalid-session')
  expectRefused(await t.shop(path, guest, fields, elsewhere), 401, 'sw-badregid')
  expectRefused(await t.shop(path, guest, fields, { ...t.store, pid: 'nonsense' }), 404, 'unknown-store')
  const email = newEmail()
  const ended = await t.account(email)
  await t.admin('v3/user/end-sessions', { useremail: email })
  expectRefused(await t.shop(path, ended, fields), 401, 'invalid-session')
  expect(await rowsOf(t.store, 'somebody@mail.example')).toEqual([])
})
