import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../http/testing/test-app.ts'
import { newId } from '../secrets/ids.ts'
import type { Store } from '../stores/stores.ts'
import { findSuppressed, suppress, unsuppress } from './suppressions.ts'

const t = useTestApp()
let store: Store
beforeAll(async () => {
  store = await t.storeNow()
})

const subscribe = (address: string, medium = 'email', variant = 1) =>
  t.admin('bispa/subscriptions/create', {
    medium,
    mediumvalue: address,
    products: [{ epi: variant, empi: 1, du: 'https://shop.example/p' }],
    topics: ['backinstock'],
    addtomailinglist: 0,
  })

const statuses = async (address: string) =>
  (
    await t.sql`
      select status from subscriptions where store_id = ${store.storeId} and address = ${address} order by variant_id`
  ).map(({ status }) => status)

const email = (address: string) => ({ medium: 'email' as const, address })

test('a suppressed address no longer waits, and its offers go to the next shoppers', async () => {
  await subscribe('gone@shop.example')
  const [row] = await t.sql`
    select subscription_id from subscriptions where store_id = ${store.storeId} and address = 'gone@shop.example'`
  const subscriptionId = row!.subscriptionId
  const triggerId = newId()
  await t.sql`
    insert into triggers (store_id, trigger_id, topic, variant_id, cause)
    values (${store.storeId}, ${triggerId}, 'backinstock', '1', 'restock')`
  await t.sql`
    insert into offers (store_id, subscription_id, trigger_id, variant_id, quantity, lapses_at)
    values (${store.storeId}, ${subscriptionId}, ${triggerId}, '1', 1, now() + interval '1 hour')`
  await t.sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel)
    values (${store.storeId}, ${subscriptionId}, ${triggerId}, 'email')`
  await suppress(t.sql, store, email('gone@shop.example'), 'bounced')
  await suppress(t.sql, store, email('gone@shop.example'), 'complained')
  expect(await statuses('gone@shop.example')).toEqual(['suppressed'])
  expect(await t.sql`select closed_by from offers where trigger_id = ${triggerId}`).toEqual([{ closedBy: 'declined' }])
  expect(await t.sql`select status, reason from deliveries where trigger_id = ${triggerId}`).toEqual([
    { status: 'withheld', reason: 'suppressed' },
  ])
  expect(await t.sql`select work from wakes where trigger_id = ${triggerId}`).toEqual([{ work: 'plan' }])
  expect(
    await t.sql`select step, reason from subscription_events where subscription_id = ${subscriptionId} and step = 'suppressed'`,
  ).toEqual([{ step: 'suppressed', reason: 'address-bounced' }])
})

test('a suppression applies only to its address, store and medium', async () => {
  await suppress(t.sql, store, email('one@shop.example'), 'complained')
  const other = await t.storeNow(await t.newStore())
  expect(
    await findSuppressed(t.sql, store, [
      email('two@shop.example'),
      email('one@shop.example'),
      { medium: 'sms', address: 'one@shop.example' },
    ]),
  ).toEqual([null, 'complained', null])
  expect(await findSuppressed(t.sql, other, [email('one@shop.example')])).toEqual([null])
  const kept = await t.sql`select * from suppressions`
  expect(JSON.stringify(kept)).not.toContain('one@shop.example')
})

test('subscribing a suppressed address gets the usual answer, and the address does not wait', async () => {
  const before = await subscribe('fine@shop.example', 'email', 5)
  await suppress(t.sql, store, email('never@shop.example'), 'bounced')
  const after = await subscribe('never@shop.example', 'email', 5)
  expect(after.status).toBe(200)
  expect(after.body).toEqual(before.body)
  expect(await statuses('never@shop.example')).toEqual(['suppressed'])
})

test('after the suppression is lifted, the alerts of the address wait again', async () => {
  await subscribe('back@shop.example')
  await suppress(t.sql, store, email('back@shop.example'), 'bounced')
  expect(await unsuppress(t.sql, store, email('back@shop.example'), ['opted-out'])).toBe(false)
  expect(await statuses('back@shop.example')).toEqual(['suppressed'])
  expect(await unsuppress(t.sql, store, email('back@shop.example'))).toBe(true)
  expect(await unsuppress(t.sql, store, email('back@shop.example'))).toBe(false)
  expect(await statuses('back@shop.example')).toEqual(['waiting'])
})
