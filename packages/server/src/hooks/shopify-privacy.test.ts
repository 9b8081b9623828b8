/** Shopify's three privacy topics, each as a whole signed request: what is asked is done, and forged ones do nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listExports } from '../domain/subject-exports.ts'
import { findSuppressed, suppress } from '../domain/suppressions.ts'
import { basic, form } from '../http/testing.ts'
import { openHookTest, signShopify } from './testing.ts'

type Test = Awaited<ReturnType<typeof openHookTest>>
type TestStore = Awaited<ReturnType<Test['newStore']>>
let t: Test
beforeAll(async () => {
  t = await openHookTest()
})
afterAll(() => t.close())

const shop = { shop_id: 954889, shop_domain: 'fern.myshopify.com' }
const customer = { id: 191167, email: 'Ada@Example.com', phone: '+15550100148' }

async function tell({ paths }: TestStore, topic: string, body: object, key?: string): Promise<number> {
  const text = JSON.stringify({ ...shop, ...body })
  const status = await t.post(paths.shopify, text, signShopify(topic, text, {}, key))
  await t.settled()
  return status
}

async function subscribe({ keys }: TestStore, medium: 'email' | 'sms', mediumvalue: string): Promise<void> {
  const products = [{ epi: 1, empi: 1, du: 'https://shop.example/1' }]
  const reply = await t.app.inject({
    method: 'POST',
    url: '/storeadmin/bispa/subscriptions/create',
    payload: form({ medium, mediumvalue, products, topics: ['backinstock'], addtomailinglist: 0 }),
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basic(keys) },
  })
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
}

const waiting = async ({ store: { storeId } }: TestStore) =>
  (
    await t.sql<{ address: string; status: string }[]>`
      select address, status from subscriptions where store_id = ${storeId} order by address`
  ).map(({ address, status }) => `${address} ${status}`)

const reasonFor = async ({ store }: TestStore, address: string) =>
  (await findSuppressed(t.sql, store, [{ medium: 'email', address }]))[0]

const failed = async ({ store: { storeId } }: TestStore) =>
  await t.sql`select reason from inbound_messages where store_id = ${storeId} and (status <> 'done' or body is not null)`

async function openStore(): Promise<TestStore> {
  const own = await t.newStore()
  await subscribe(own, 'email', 'ada@example.com')
  await subscribe(own, 'sms', '+15550100148')
  await subscribe(own, 'email', 'bob@example.com')
  return own
}
const all = ['+15550100148 waiting', 'ada@example.com waiting', 'bob@example.com waiting']

test('data_request: what is held of the person is kept for the merchant to give, once', async () => {
  const own = await openStore()
  const ask = { customer, orders_requested: [299938], data_request: { id: 9999 } }
  for (let round = 0; round < 2; round++) expect(await tell(own, 'customers/data_request', ask)).toBe(200)
  const kept = await listExports(t.sql, own.store)
  expect(kept).toMatchObject([{ source: 'shopify', requestId: '9999', contents: { email: 'Ada@Example.com' } }])
  const { subscriptions } = kept[0]!.contents as { subscriptions: unknown[] }
  expect(subscriptions).toHaveLength(2)
  expect(JSON.stringify(kept)).not.toContain('bob@')
  expect(await waiting(own)).toEqual(all)
})

test('customers/redact: the person is gone, also known by e-mail alone, and nobody else is', async () => {
  const own = await openStore()
  expect(await tell(own, 'customers/redact', { customer, orders_to_redact: [1] })).toBe(200)
  expect(await waiting(own)).toEqual(['bob@example.com waiting'])
  expect(await reasonFor(own, 'ada@example.com')).toBe('erased')
  expect(await tell(own, 'customers/redact', { customer: { id: 5, email: 'bob@example.com' } })).toBe(200)
  expect(await waiting(own)).toEqual([])
  expect(await failed(own)).toEqual([])
})

test('a customer without an address, or with one that is none, is nobody: done, not tried again', async () => {
  const own = await openStore()
  for (const nobody of [{ id: 7 }, { id: 8, email: null, phone: null }, { id: 9, phone: '555' }, {}])
    for (const topic of ['customers/redact', 'customers/data_request'])
      expect(await tell(own, topic, { customer: nobody, data_request: { id: 1 } })).toBe(200)
  expect(await failed(own)).toEqual([])
  expect(await waiting(own)).toEqual(all)
  expect(await listExports(t.sql, own.store)).toEqual([])
})

test('shop/redact: nobody is left, also when it comes after the app was removed', async () => {
  const [own, other] = [await openStore(), await openStore()]
  expect(await tell(own, 'app/uninstalled', { id: 1 })).toBe(200)
  expect(await tell(own, 'products/delete', { id: 1 })).toBe(404)
  expect(await waiting(own)).toEqual(all)
  expect(await tell(own, 'shop/redact', {}, 'forged')).toBe(401)
  expect(await waiting(own)).toEqual(all)
  expect(await tell(own, 'shop/redact', {})).toBe(200)
  expect(await waiting(own)).toEqual([])
  expect(await waiting(other)).toEqual(all)
})

test('a wrong signature is answered 401 and does nothing', async () => {
  const own = await openStore()
  for (const topic of ['customers/data_request', 'customers/redact', 'shop/redact'])
    expect([topic, await tell(own, topic, { customer, data_request: { id: 1 } }, 'forged')]).toEqual([topic, 401])
  expect(await waiting(own)).toEqual(all)
  expect(await listExports(t.sql, own.store)).toEqual([])
})

test('who was erased and says yes anew is written to again; a bounce stands whatever anybody says', async () => {
  const own = await openStore()
  await suppress(t.sql, own.store, { medium: 'email', address: 'bob@example.com' }, 'bounced')
  for (const email of ['ada@example.com', 'bob@example.com'])
    await tell(own, 'customers/redact', { customer: { id: email.length, email } })
  for (const email of ['ada@example.com', 'bob@example.com']) await subscribe(own, 'email', email)
  expect(await waiting(own)).toEqual(['+15550100148 waiting', 'ada@example.com waiting', 'bob@example.com suppressed'])
  expect(await reasonFor(own, 'ada@example.com')).toBeNull()
  expect(await reasonFor(own, 'bob@example.com')).toBe('bounced')
})
