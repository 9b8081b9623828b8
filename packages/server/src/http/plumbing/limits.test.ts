/** Rate limits: buckets per key, per shopper and per address. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSettings, parseSettings } from '../../domain/settings/settings.ts'
import type { NewStore } from '../../domain/stores/stores.ts'
import { expectRefused, makeList } from '../testing/lists.ts'
import { openTestApp, type Reply, type TestApp } from '../testing/test-app.ts'
import { makeRateLimits } from './limits.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

/** So slow that no test can wait for the next token: the burst of 2 is all there is. */
const slow = 0.001

function expectTooMany(reply: Reply): void {
  expectRefused(reply, 429, 'too-many-requests', /^Too many requests; try again in \d+ s\.$/)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1)
}

const identify = (store: Pick<NewStore, 'pid' | 'apiKey'>) =>
  t.admin('v3/user/generate-regid', { uuid: '3f8e1c1e-6c5c-4b57-8c11-3c1a8f6f6f01', useragenttype: 'test' }, store)

describe('per key', () => {
  // proves C1.buckets, C1.status-429
  test('the calls beyond the burst are 429 with Retry-After', async () => {
    const store = await t.newStore(`rate-key=${slow}`)
    expect((await identify(store)).status).toBe(200)
    expectTooMany(await identify(store))
  })

  test('another key of the store, and another store, are not touched', async () => {
    const [store, other] = [await t.newStore(`rate-key=${slow}`), await t.newStore(`rate-key=${slow}`)]
    const { storeId } = await t.storeNow(store)
    const { createApiKey } = await import('../../domain/stores/api-keys.ts')
    const { apiKey } = await createApiKey(t.sql, storeId)
    await identify(store)
    expectTooMany(await identify(store))
    await expect.poll(async () => (await identify({ pid: store.pid, apiKey })).status).toBe(200)
    expect((await identify(other)).status).toBe(200)
  })

  // proves C7.rate-defaults
  test('off lifts the limit', async () => {
    const store = await t.newStore('rate-key=off')
    for (let n = 0; n < 30; n++) expect((await identify(store)).status).toBe(200)
  })
})

describe('per shopper', () => {
  // proves C1.buckets, C1.status-429
  test('the calls beyond the burst are 429, and change nothing', async () => {
    const store = await t.newStore(`rate-shopper=${slow}`)
    const guest = await t.guest(undefined, store)
    await makeList(t, guest, { lname: 'The first' }, store)
    expectTooMany(await t.shop('lists/create', guest, { lname: 'One too many' }, store))
    expect(await t.sql`select name from lists where name = 'One too many'`).toHaveLength(0)
  })

  // proves C7.rates
  test('another shopper behind the same address is not touched', async () => {
    const store = await t.newStore(`rate-shopper=${slow}`)
    const [one, two] = [await t.guest(undefined, store), await t.guest(undefined, store)]
    await t.shop('lists/fetch-lists', one, {}, store)
    expectTooMany(await t.shop('lists/fetch-lists', one, {}, store))
    expect((await t.shop('lists/fetch-lists', two, {}, store)).status).toBe(200)
  })

  // proves C7.rates
  test('a valid key is limited as a key, a shopper as a shopper', async () => {
    const store = await t.newStore(`rate-shopper=${slow}`, `rate-address=${slow}`)
    for (let n = 0; n < 5; n++) expect((await identify(store)).status).toBe(200)
  })

  // proves C1.buckets
  test('off removes the limit, and a change takes effect while the server runs', async () => {
    const store = await t.newStore(`rate-shopper=${slow}`)
    const guest = await t.guest(undefined, store)
    await t.shop('lists/fetch-lists', guest, {}, store)
    expectTooMany(await t.shop('lists/fetch-lists', guest, {}, store))
    await changeSettings(t.sql, (await t.storeNow(store)).storeId, parseSettings(['rate-shopper=off']))
    await expect.poll(async () => (await t.shop('lists/fetch-lists', guest, {}, store)).status).toBe(200)
    for (let n = 0; n < 30; n++) expect((await t.shop('lists/fetch-lists', guest, {}, store)).status).toBe(200)
  })
})

describe('per address', () => {
  // proves C1.buckets, C7.rates
  test('only calls without a valid identity count', async () => {
    const store = await t.newStore(`rate-address=${slow}`)
    const guest = await t.guest(undefined, store)
    for (let n = 0; n < 10; n++) expect((await t.shop('lists/fetch-lists', guest, {}, store)).status).toBe(200)
    expectRefused(await t.shop('lists/fetch-lists', {}, {}, store), 401, 'sw-badregid')
    expectTooMany(await t.shop('lists/fetch-lists', {}, {}, store))
    expectTooMany(await t.shop('lists/fetch-lists', { ...guest, sessionid: 'x' }, {}, store))
    expect((await t.shop('lists/fetch-lists', guest, {}, store)).status).toBe(200)
  })

  test('a shopper above the limit has a valid identity and does not count against the address', async () => {
    const store = await t.newStore(`rate-shopper=${slow}`, `rate-address=${slow}`)
    const guest = await t.guest(undefined, store)
    await t.shop('lists/fetch-lists', guest, {}, store)
    for (let n = 0; n < 3; n++) expectTooMany(await t.shop('lists/fetch-lists', guest, {}, store))
    expectRefused(await t.shop('lists/fetch-lists', {}, {}, store), 401, 'sw-badregid')
  })

  test('wrong API keys count, by the store’s own setting', async () => {
    const store = await t.newStore(`rate-address=${slow}`)
    const wrong = { ...store, apiKey: 'hbk_wrong_key' }
    expectRefused(await identify(wrong), 401, 'unauthorised')
    expectTooMany(await identify(wrong))
    expect((await identify(store)).status).toBe(200)
  })

  test('unidentified callers of one store do not use the bucket of another store', async () => {
    const [one, two] = [await t.newStore(`rate-address=${slow}`), await t.newStore(`rate-address=${slow}`)]
    await t.shop('lists/fetch-lists', {}, {}, one)
    expectTooMany(await t.shop('lists/fetch-lists', {}, {}, one))
    expectRefused(await t.shop('lists/fetch-lists', {}, {}, two), 401, 'sw-badregid')
  })

  test('calls to no store at all are limited too', async () => {
    const nowhere = { ...t.store, pid: Buffer.alloc(32, 9).toString('base64') }
    const ask = async () => (await t.shop('lists/fetch-lists', {}, {}, nowhere)).status
    const statuses: number[] = []
    // A machine that takes a second for 200 of them reaches the limit with the next ones.
    while (!statuses.includes(429)) statuses.push(...(await Promise.all(Array.from({ length: 600 }, ask))))
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(400)
  })
})

describe('a bucket', () => {
  const takes = (limits: ReturnType<typeof makeRateLimits>, rate: number, now: number) => {
    try {
      limits.take('bucket', rate, now)
      return 'taken'
    } catch (refusal) {
      return (refusal as { retryAfter: number }).retryAfter
    }
  }

  // proves C1.buckets
  test('contains two seconds’ worth of tokens and refills at its rate', () => {
    const limits = makeRateLimits()
    const at = (now: number, count: number) => Array.from({ length: count }, () => takes(limits, 5, now))
    expect(at(0, 11)).toEqual([...Array(10).fill('taken'), 1])
    expect(at(1000, 6)).toEqual([...Array(5).fill('taken'), 1])
    expect(at(61_000, 11)).toEqual([...Array(10).fill('taken'), 1])
  })

  test('says when the next call is accepted', () => {
    const limits = makeRateLimits()
    takes(limits, 0.1, 0)
    expect(takes(limits, 0.1, 0)).toBe(10)
    expect(takes(limits, 0.1, 4000)).toBe(6)
    expect(takes(limits, 0.1, 10_000)).toBe('taken')
  })

  test('is forgotten when there are too many of them, without letting memory grow', () => {
    const limits = makeRateLimits()
    for (let n = 0; n < 100_001; n++) limits.take(`bucket ${n}`, 1, 0)
    expect(takes(limits, 1, 0)).toBe('taken')
  })
})

describe('what a call costs', () => {
  /** A list of a shopper who has made no other call. */
  async function seed(rate: string, items: number) {
    const store = await t.newStore(`rate-shopper=${rate}`)
    const guest = await t.guest(undefined, store)
    const { storeId } = await t.storeNow(store)
    const { lid } = await makeList(t, guest, {}, store)
    await t.sql`
      with item as (
        insert into items (store_id, list_id, item_id, variant_id, product_id, url, title)
        select ${storeId}, list_id, gen_random_uuid(), n, n, 'https://shop.example/' || n, 'Number ' || n
        from lists, generate_series(1, ${items}) as n
        where store_id = ${storeId}
        returning list_id
      )
      update lists
      set item_count = ${items}
      where store_id = ${storeId}`
    return { store, guest, lid }
  }

  test('a copied list counts as a call for each hundred items, and the next calls wait for it', async () => {
    const { store, guest, lid } = await seed('1', 3000)
    expect((await t.shop('lists/create', guest, { lname: 'A copy', fromlid: lid }, store)).status).toBe(200)
    const refused = await t.shop('lists/fetch-user-lists', guest, {}, store)
    expectTooMany(refused)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(5)
  })

  test('a move that spreads a whole list, and a restore, count as a call for each hundred items', async () => {
    const spread = await seed('1', 3000)
    const order = { lid: spread.lid, epi: 10, before: 20 }
    expect((await t.shop('lists/reorder', spread.guest, order, spread.store)).status).toBe(200)
    expectTooMany(await t.shop('lists/fetch-user-lists', spread.guest, {}, spread.store))
    const { store, guest, lid } = await seed('4', 3000)
    await t.shop('lists/delete-list', guest, { lid, itemslimit: 1 }, store)
    expect((await t.shop('lists/restore-list', guest, { lid }, store)).status).toBe(200)
    expectTooMany(await t.shop('lists/fetch-user-lists', guest, {}, store))
  })

  test('a large answer counts as a call for each 64 KiB', async () => {
    const { store, guest, lid } = await seed('1', 2000)
    expect((await t.shop('lists/fetch-list', guest, { lid }, store)).status).toBe(200)
    expectTooMany(await t.shop('lists/fetch-user-lists', guest, {}, store))
  })

  test('a debt is limited: no caller waits more than half a minute', () => {
    const limits = makeRateLimits()
    limits.take('who', 10, 0)
    limits.charge('who', 10, 1_000_000, 0)
    expect(() => limits.take('who', 10, 29_000)).toThrow('Too many')
    limits.take('who', 10, 30_200)
  })
})
