/** Shopify's three privacy topics, each as a complete signed request; forged requests do nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectIntegration } from '../../domain/integrations/integrations.ts'
import { findSuppressed, suppress } from '../../domain/messages/suppressions.ts'
import { carryOutRedactions } from '../../domain/privacy/carry-out-redactions.ts'
import { eraseSubject } from '../../domain/privacy/erase-subject.ts'
import { cancelRedaction, listRedactions } from '../../domain/privacy/redactions.ts'
import { applyRetention } from '../../domain/privacy/retention.ts'
import { listSubjectExports } from '../../domain/privacy/subject-exports.ts'
import { basic, form } from '../../http/testing/test-app.ts'
import { openHookTest, signShopify } from '../testing/platforms.ts'

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

async function uninstall(own: TestStore): Promise<void> {
  const text = JSON.stringify({ id: 954889, name: 'Fern', myshopify_domain: shop.shop_domain })
  expect(await t.post(own.paths.shopify, text, signShopify('app/uninstalled', text))).toBe(200)
  await t.settled()
}

/** Makes the erasure due. */
async function carryOut({ store }: TestStore): Promise<number> {
  await t.sql`update redactions set due_at = now() - interval '1 second' where store_id = ${store.storeId} and due_at is not null`
  return await carryOutRedactions(t.sql, store)
}

const redactions = async ({ store }: TestStore) =>
  (await listRedactions(t.sql, store.storeId)).map(({ scope, status, settledBy }) => [scope, status, settledBy])

async function addOwner({ store: { storeId } }: TestStore): Promise<void> {
  await t.sql`
    with person as (
      insert into users (user_id, email) values (gen_random_uuid(), ${`owner-${storeId}@example.com`}) returning user_id
    )
    insert into members (store_id, user_id, role) select ${storeId}, user_id, 'owner' from person`
}
const ownerMails = async ({ store: { storeId } }: TestStore) =>
  (
    await t.sql`select subject, body_text from messages where store_id = ${storeId} and purpose = 'owner' order by created_at`
  ).map(({ subject, bodyText }) => `${subject} ${bodyText}`)
const audit = async ({ store: { storeId } }: TestStore) =>
  (await t.sql`select act from audit_log where store_id = ${storeId} order by happened_at, entry_id`).map(
    ({ act }) => act,
  )

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

test('data_request: the person’s data is stored once for the merchant', async () => {
  const own = await openStore()
  const ask = { customer, orders_requested: [299938], data_request: { id: 9999 } }
  for (let round = 0; round < 2; round++) expect(await tell(own, 'customers/data_request', ask)).toBe(200)
  const kept = await listSubjectExports(t.sql, own.store)
  expect(kept).toMatchObject([{ source: 'shopify', requestId: '9999', contents: { email: 'Ada@Example.com' } }])
  const { subscriptions } = kept[0]!.contents as { subscriptions: unknown[] }
  expect(subscriptions).toHaveLength(2)
  expect(JSON.stringify(kept)).not.toContain('bob@')
  expect(await waiting(own)).toEqual(all)
})

test('customers/redact: the person is erased, also when known by e-mail alone, and no one else', async () => {
  const own = await openStore()
  expect(await tell(own, 'customers/redact', { customer, orders_to_redact: [1] })).toBe(200)
  expect(await carryOut(own)).toBe(1)
  expect(await waiting(own)).toEqual(['bob@example.com waiting'])
  expect(await reasonFor(own, 'ada@example.com')).toBe('erased')
  expect(await tell(own, 'customers/redact', { customer: { id: 5, email: 'bob@example.com' } })).toBe(200)
  expect(await carryOut(own)).toBe(1)
  expect(await waiting(own)).toEqual([])
  expect(await failed(own)).toEqual([])
})

test('a customer without a valid address is done without an erasure and not tried again', async () => {
  const own = await openStore()
  for (const nobody of [{ id: 7 }, { id: 8, email: null, phone: null }, { id: 9, phone: '555' }, {}])
    for (const [topic, more] of [
      ['customers/redact', { orders_to_redact: [] }],
      ['customers/data_request', { data_request: { id: 1 } }],
    ] as const)
      expect(await tell(own, topic, { customer: nobody, ...more })).toBe(200)
  expect(await redactions(own)).toEqual([])
  expect(await failed(own)).toEqual([])
  expect(await waiting(own)).toEqual(all)
  expect(await listSubjectExports(t.sql, own.store)).toEqual([])
})

test('shop/redact: all shoppers are erased two days after the app was removed and the request came', async () => {
  const [own, other] = [await openStore(), await openStore()]
  await addOwner(own)
  await uninstall(own)
  expect(await tell(own, 'products/delete', {})).toBe(404)
  expect(await tell(own, 'shop/redact', {}, 'forged')).toBe(401)
  for (let round = 0; round < 2; round++) expect(await tell(own, 'shop/redact', {})).toBe(200)
  expect(await redactions(own)).toEqual([['shop', 'pending', null]])
  const [due] = await t.sql`
    select due_at - requested_at = interval '48 hours' as is_two_days from redactions where store_id = ${own.store.storeId}`
  expect(due).toEqual({ isTwoDays: true })
  expect(await ownerMails(own)).toEqual([expect.stringMatching(/every shopper will be erased on .*cancel/s)])
  expect(await carryOutRedactions(t.sql, own.store)).toBe(0)
  expect(await waiting(own)).toEqual(all)
  expect(await carryOut(own)).toBe(1)
  expect([await waiting(own), await waiting(other)]).toEqual([[], all])
  expect(await redactions(own)).toEqual([['shop', 'done', 'due']])
  expect(await audit(own)).toEqual(['redaction-requested', 'redaction-done'])
  expect(await ownerMails(own)).toEqual([expect.stringContaining('every shopper was erased')])
  expect(await carryOut(own)).toBe(0)
})

test('shop/redact of a connected shop erases no one, and waits for the end of the connection', async () => {
  const own = await openStore()
  await addOwner(own)
  expect(await tell(own, 'shop/redact', {})).toBe(200)
  expect(await redactions(own)).toEqual([['shop', 'held', null]])
  expect(await carryOut(own)).toBe(0)
  expect(await ownerMails(own)).toEqual([expect.stringContaining('still connected')])
  await connectIntegration(t.sql, t.vault, own.store, { kind: 'shopify', values: {}, enabled: false })
  expect(await redactions(own)).toEqual([['shop', 'pending', null]])
  expect(await ownerMails(own)).toHaveLength(2)
  expect(await waiting(own)).toEqual(all)
})

test('connecting again cancels the erasure of the shop', async () => {
  const own = await openStore()
  await uninstall(own)
  await tell(own, 'shop/redact', {})
  await connectIntegration(t.sql, t.vault, own.store, { kind: 'shopify', values: {}, enabled: true })
  expect(await redactions(own)).toEqual([['shop', 'cancelled', 'connected again']])
  expect(await carryOut(own)).toBe(0)
  expect(await waiting(own)).toEqual(all)
  expect(await audit(own)).toEqual(['redaction-requested', 'redaction-cancelled'])
})

test('a customer is erased after a day unless it is cancelled; by hand it is done at once', async () => {
  const own = await openStore()
  await addOwner(own)
  await tell(own, 'customers/redact', { customer, orders_to_redact: [] })
  await tell(own, 'customers/redact', { customer: { ...customer, id: 5 }, orders_to_redact: [] })
  expect(await redactions(own)).toEqual([['customer', 'pending', null]])
  const [told] = await ownerMails(own)
  expect(told).toContain('191167')
  expect(told).not.toContain('example.com')
  const [pending] = await listRedactions(t.sql, own.store.storeId)
  expect(pending!.person).toMatchObject({ email: 'Ada@Example.com' })
  expect((await cancelRedaction(t.sql, own.store.storeId, pending!.redactionId, 'Bo')).isNew).toBe(true)
  expect((await cancelRedaction(t.sql, own.store.storeId, pending!.redactionId, 'Bo')).isNew).toBe(false)
  const [cancelled] = await listRedactions(t.sql, own.store.storeId)
  expect(cancelled).toMatchObject({ status: 'cancelled', person: { email: 'Ada@Example.com' }, settledBy: 'Bo' })
  await t.sql`
    update redactions
    set settled_at = now() - interval '31 days'
    where store_id = ${own.store.storeId}`
  await applyRetention(t.sql, own.store, 100)
  expect((await listRedactions(t.sql, own.store.storeId))[0]).toMatchObject({ status: 'cancelled', person: null })
  expect(await carryOut(own)).toBe(0)
  expect(await waiting(own)).toEqual(all)
  await tell(own, 'customers/redact', { customer: { ...customer, id: 6 }, orders_to_redact: [] })
  await eraseSubject(t.sql, own.store, { email: 'ada@example.com' })
  expect(await redactions(own)).toEqual([
    ['customer', 'done', 'erased before'],
    ['customer', 'cancelled', 'Bo'],
  ])
})

test('a wrong signature is answered 401 and does nothing', async () => {
  const own = await openStore()
  for (const topic of ['customers/data_request', 'customers/redact', 'shop/redact'])
    expect([topic, await tell(own, topic, { customer, data_request: { id: 1 } }, 'forged')]).toEqual([topic, 401])
  expect(await waiting(own)).toEqual(all)
  expect(await listSubjectExports(t.sql, own.store)).toEqual([])
})

test('an erased person who consents again gets messages again; a bounced address does not', async () => {
  const own = await openStore()
  await suppress(t.sql, own.store, { medium: 'email', address: 'bob@example.com' }, 'bounced')
  for (const email of ['ada@example.com', 'bob@example.com'])
    await tell(own, 'customers/redact', { customer: { id: email.length, email } })
  await carryOut(own)
  for (const email of ['ada@example.com', 'bob@example.com']) await subscribe(own, 'email', email)
  expect(await waiting(own)).toEqual(['+15550100148 waiting', 'ada@example.com waiting', 'bob@example.com suppressed'])
  expect(await reasonFor(own, 'ada@example.com')).toBeNull()
  expect(await reasonFor(own, 'bob@example.com')).toBe('bounced')
})
