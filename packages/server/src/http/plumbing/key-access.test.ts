/** Who may call the store's API: keys of other stores, revoked keys and read-only keys against every call. */
import { allEndpoints } from '@heartbell/contract/endpoints'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApiKey, revokeApiKey } from '../../domain/stores/api-keys.ts'
import type { NewStore } from '../../domain/stores/stores.ts'
import { basic, useTestApp } from '../testing/test-app.ts'

const t = useTestApp()
const shirt = { epi: 111, empi: 11, du: 'https://shop.example/shirt' }
type Caller = Pick<NewStore, 'pid' | 'apiKey'>
let [subscriptionId, other, reader, revoked, mixed] = ['', {} as NewStore, {} as Caller, {} as Caller, {} as Caller]

beforeAll(async () => {
  const { storeId } = await t.storeNow()
  const { pid } = t.store
  other = await t.newStore()
  reader = { pid, apiKey: (await createApiKey(t.sql, storeId, 'warehouse', 'read')).apiKey }
  const old = await createApiKey(t.sql, storeId, 'old')
  await revokeApiKey(t.sql, storeId, old.keyId)
  revoked = { pid, apiKey: old.apiKey }
  mixed = { pid, apiKey: other.apiKey }
  const alert = { medium: 'email', mediumvalue: 'ada@shop.example', products: [shirt], topics: ['backinstock'] }
  await t.admin('bispa/subscriptions/create', alert)
  const found = await call('GET', '/storeadmin/v3/subscriptions', t.store)
  subscriptionId = found.body.subscriptions[0].id
})

async function call(method: string, path: string, who: Caller, payload: object = {}) {
  const reply = await t.app.inject({
    ...{ method: method as 'GET', url: path.replace(':id', subscriptionId) },
    ...(method !== 'GET' && { payload }),
    headers: { authorization: basic(who), 'user-agent': 'tests' },
  })
  return { status: reply.statusCode, body: reply.json() }
}

const statusOfAda = async () =>
  (await call('GET', `/storeadmin/v3/subscriptions/${subscriptionId}`, t.store)).body.subscription

const ofStore = allEndpoints.filter(([, { auth }]) => auth === 'store')
const writes = ofStore.filter(([, { method }]) => method !== 'GET')
const people = ofStore.filter(([, { path }]) => path.includes('/subscriptions/:id'))

test('there is something to call', () => {
  expect([ofStore.length > 30, writes.length > 20, people.length]).toEqual([true, true, 6])
})

describe('a read-only key', () => {
  test.each(writes)('is refused by %s', async (_, { method, path }) => {
    const { status, body } = await call(method, path, reader, { note: 'x' })
    expect([status, body.type]).toEqual([403, 'read-only-key'])
  })

  test('reads, also in a store whose key it was before', async () => {
    expect((await call('GET', '/storeadmin/v3/subscriptions', reader)).body.subscriptions).toHaveLength(1)
    expect((await call('GET', '/storeadmin/v3/subscriptions/:id', reader)).status).toBe(200)
  })

  test('an access that this release does not know may only read', async () => {
    const made = await createApiKey(t.sql, (await t.storeNow()).storeId, 'newer', 'orders' as never)
    const newer = { pid: t.store.pid, apiKey: made.apiKey }
    // The process knows a key a moment after it is made.
    await expect.poll(async () => (await call('GET', '/storeadmin/v3/subscriptions/:id', newer)).status).toBe(200)
    const refused = await call('POST', '/storeadmin/v3/subscriptions/:id/end', newer)
    expect(refused.body.type).toBe('read-only-key')
  })
})

test.each(ofStore)('a revoked key and the key of another store are refused by %s', async (_, { method, path }) => {
  for (const who of [revoked, mixed]) {
    const { status, body } = await call(method, path, who)
    expect([status, body.type]).toEqual([401, 'unauthorised'])
  }
})

test('neither the session of a dashboard nor a shopper’s identity is a key', async () => {
  const guest = await t.guest()
  const cookie = `heartbell_session=${'a'.repeat(43)}`
  for (const [, { method, path }] of people) {
    const url = `${path.replace(':id', subscriptionId)}?pid=${encodeURIComponent(t.store.pid)}`
    const payload = method === 'GET' ? {} : { payload: { ...guest, pid: t.store.pid } }
    const reply = await t.app.inject({ method: method as 'GET', url, ...payload, headers: { cookie } })
    expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Basic')])
  }
})

const bodies: Record<string, object> = {
  moveSubscription: { epi: 112 },
  changeAddress: { mediumvalue: 'eve@evil.example' },
}

test.each(people)('another store does not know the subscription in %s', async (name, { method, path }) => {
  const { status, body } = await call(method, path, other, bodies[name])
  expect([status, body.type]).toEqual([404, 'unknown-subscription'])
})

test('after all of this nothing has changed, and nothing is in the audit trail', async () => {
  expect(await statusOfAda()).toMatchObject({ status: 'waiting', mediumvalue: 'ada@shop.example', epi: 111 })
  expect(await t.sql`select act from audit_log`).toEqual([])
})
