/** The id of a delivery, and the fields a worker gets when it claims one. */
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { recordProducts } from '../catalog/catalog.ts'
import { newShop, wait } from '../planning/testing/waiting-people.ts'
import { saveTopics } from '../stores/topics.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { messageIdOf } from './deliveries.ts'
import { idOf, newestTrigger, newRestock, restock, take } from './testing/claimed-deliveries.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

test('a message has the same id at every attempt, and no other message has it', () => {
  const key = { subscriptionId: 's', triggerId: 't', channel: 'email' }
  const id = messageIdOf(1, key)
  expect(messageIdOf(1, { ...key })).toBe(id)
  expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  const others = [
    messageIdOf(2, key),
    messageIdOf(1, { ...key, subscriptionId: 'st' }),
    messageIdOf(1, { ...key, triggerId: 'u' }),
    messageIdOf(1, { ...key, channel: 'sms' }),
  ]
  expect(new Set([id, ...others]).size).toBe(5)
})

test('a claimed delivery has its subscription, restock, offer, product and topic', async () => {
  const store = await newShop(sql)
  const product = { variantId: '111', productId: '11', url: '/shirt' }
  const words = {
    title: 'A shirt',
    brand: 'Bell',
    sku: 'S-1',
    variantInfo: 'red',
    imageUrl: 'https://shop.example/i.png',
  }
  const price = { price: 20, compareAtPrice: 25, currency: 'EUR', tags: ['new'] }
  await recordProducts(sql, store, [{ ...product, variantUrl: '/shirt?red', ...words, ...price }], 'api')
  await saveTopics(sql, store, [{ topic: 'backinstock', channels: ['email'], options: { 'min-stock': '2' } }])
  await wait(sql, store, 'ada', {
    ...{ products: [{ ...product, quantity: 2 }], locale: 'de', extras: 'gift' },
  })
  await sql`update subscriptions set time_zone = 'Europe/Berlin' where store_id = ${store.storeId}`
  await restock(sql, store, 3)
  const [taken] = await take(sql, store)
  expect(taken).toMatchObject({
    ...{ subscriptionId: await idOf(sql, store, 'ada'), triggerId: await newestTrigger(sql, store) },
    ...{ channel: 'email', medium: 'email', attempts: 1, triedAt: null },
    subscription: {
      ...{ address: 'ada@mail.example', topic: 'backinstock', ...product, status: 'told', isHeld: true },
      ...{ quantity: 2, locale: 'de', timeZone: 'Europe/Berlin', extras: 'gift' },
    },
    trigger: { cause: 'restock', pacing: 'offers', supersededAt: null, facts: expect.any(Object) },
    offer: { quantity: 2, closedBy: null, openedAt: expect.any(Date), lapsesAt: expect.any(Date) },
    variant: {
      ...{ ...product, variantUrl: '/shirt?red', ...words, ...price },
      ...{ tracked: true, sellsWhenEmpty: false, stock: 3, isDeleted: false },
    },
    topic: { rule: 'back-in-stock', options: { 'min-stock': '2' }, enabled: true },
  })
  for (const at of [taken!.createdAt, taken!.claimedAt, taken!.subscription.waitingSince, taken!.trigger.createdAt])
    expect(at).toBeInstanceOf(Date)
})

test('without an offer, a product or a topic of the store, these fields are empty', async () => {
  const store = await newRestock(sql, ['ada'])
  await sql`delete from variants where store_id = ${store.storeId}`
  await sql`delete from topics where store_id = ${store.storeId}`
  expect(await take(sql, store)).toMatchObject([{ offer: null, variant: null, topic: null }])
})

test('the work that guards a lease is due after the lease ends, or it would not find the delivery', async () => {
  const store = await newRestock(sql, ['ada'])
  await sql`delete from wakes where store_id = ${store.storeId}`
  await claimDeliveries(sql, store.storeId, 'email', { most: 1, lease: 60_000 })
  const [guard] = await sql`
    select wake.due_at > delivery.due_at as is_after, wake.due_at < delivery.due_at + interval '5 seconds' as is_soon
    from wakes wake
    join deliveries delivery on delivery.store_id = ${store.storeId}
    where wake.store_id = ${store.storeId}`
  expect(guard).toEqual({ isAfter: true, isSoon: true })
})
