import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { recordProducts } from '../catalog/catalog.ts'
import { changeItems } from '../items/items.ts'
import { createList } from '../lists/lists.ts'
import { emailOf, newShop, planAll, setStock, storeAgain, variantId, wait } from '../planning/testing/waiting-people.ts'
import { triggerTopic } from '../planning/trigger-topic.ts'
import { identifyAccount, identifyShopper } from '../shoppers/shoppers.ts'
import type { Store } from './stores.ts'
import { saveTopics, type TopicChange } from './topics.ts'

const database = useTestDatabase({ connections: 10 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

async function shopWith(...topics: TopicChange[]): Promise<Store> {
  const store = await newShop(sql)
  await saveTopics(sql, store, topics)
  return await storeAgain(sql, store)
}

const shirt = { variantId, productId: '11', url: '/shirt' }

/** The names with a planned message, in the order of the line. */
async function toldOf({ storeId }: Store): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select split_part(subscription.address, '@', 1) as name
    from deliveries delivery
    join subscriptions subscription using (store_id, subscription_id)
    where delivery.store_id = ${storeId}
      and delivery.status = 'due'
    order by subscription.waiting_since, subscription.subscription_id`
  return rows.map(({ name }) => name)
}

// proves C5.price
test('a price drop notifies shoppers who saved it at a higher price or set a target price that is reached', async () => {
  const store = await shopWith({ topic: 'cheaper', rule: 'price-drop' })
  const topics = ['cheaper']
  await wait(sql, store, 'ada', { topics })
  await wait(sql, store, 'ben', { topics, products: [{ ...shirt, targetPrice: 10 }] })
  await recordProducts(sql, store, [{ ...shirt, price: 15 }], 'api')
  await wait(sql, store, 'cleo', { topics })
  await planAll(sql, store)
  expect(await toldOf(store)).toEqual(['ada'])
  await recordProducts(sql, store, [{ ...shirt, price: 15 }], 'api')
  await recordProducts(sql, store, [{ ...shirt, price: 10 }], 'api')
  await planAll(sql, store)
  expect(await toldOf(store)).toEqual(['ada', 'ada', 'ben', 'cleo'])
})

test('a price that rose again before sending notifies no shopper', async () => {
  const store = await shopWith({ topic: 'cheaper', rule: 'price-drop' })
  await wait(sql, store, 'ada', { topics: ['cheaper'] })
  await recordProducts(sql, store, [{ ...shirt, price: 15 }], 'api')
  await recordProducts(sql, store, [{ ...shirt, price: 25 }], 'api')
  await planAll(sql, store)
  expect(await toldOf(store)).toEqual([])
})

/** Saves the shirt on a list of the shopper. */
async function save(store: Store, name: string): Promise<void> {
  const { regid, sessionId } = await identifyAccount(sql, store, emailOf(name))
  const who = identifyShopper(store, regid, sessionId)
  const { record } = await createList(sql, who, { name: 'Wishes' })
  const add = [shirt] as never[]
  await changeItems(sql, who, JSON.parse(record).lid, { add, update: [], remove: [] })
}

test('low stock notifies its subscribers, and subscribers of another topic who saved the product; no other shoppers', async () => {
  const store = await shopWith({ topic: 'last', rule: 'low-stock' })
  await setStock(sql, store, 9)
  await wait(sql, store, 'asked', { topics: ['last'] })
  await wait(sql, store, 'saver', { topics: ['last'], products: [{ ...shirt, variantId: '222' }] })
  await save(store, 'saver')
  await save(store, 'stranger')
  await wait(sql, store, 'elsewhere', { topics: ['last'], products: [{ ...shirt, variantId: '222' }] })
  await setStock(sql, store, 2)
  await planAll(sql, store)
  expect(await toldOf(store)).toEqual(['asked', 'saver'])
})

test('a mail can say whether its reader asked or saved, in the language that the reader chose', async () => {
  const store = await shopWith({ topic: 'last', rule: 'low-stock' })
  await setStock(sql, store, 9)
  await wait(sql, store, 'asked', { topics: ['last'] })
  await wait(sql, store, 'saver', { topics: ['last'], products: [{ ...shirt, variantId: '222' }], locale: 'sv' })
  await save(store, 'saver')
  await setStock(sql, store, 2)
  await planAll(sql, store)
  const origins = async () =>
    await sql`
      select address, origin, locale
      from subscriptions
      where store_id = ${store.storeId} and variant_id = ${shirt.variantId}
      order by address`
  expect(await origins()).toEqual([
    { address: emailOf('asked'), origin: 'asked', locale: null },
    { address: emailOf('saver'), origin: 'saved', locale: 'sv' },
  ])
  // Ended, it starts again when its owner asks.
  await sql`update subscriptions set status = 'left' where store_id = ${store.storeId} and address = ${emailOf('saver')}`
  await wait(sql, store, 'saver', { topics: ['last'] })
  expect(await origins()).toMatchObject([{ origin: 'asked' }, { origin: 'asked', locale: 'sv' }])
})

// proves S2.4.backinstock
test('a restock notifies only its subscribers, not shoppers who saved it and subscribed to another topic', async () => {
  const store = await newShop(sql)
  await wait(sql, store, 'asked')
  await wait(sql, store, 'saver', { products: [{ ...shirt, variantId: '222' }] })
  await save(store, 'saver')
  await setStock(sql, store, 5)
  await planAll(sql, store)
  expect(await toldOf(store)).toEqual(['asked'])
})

// proves S2.4.comingsoon
test('coming soon is sent when its tag is removed', async () => {
  const store = await shopWith({ topic: 'comingsoon', options: { tag: 'soon' } })
  await recordProducts(sql, store, [{ ...shirt, tags: ['soon', 'new'] }], 'api')
  await wait(sql, store, 'ada', { topics: ['comingsoon'] })
  await recordProducts(sql, store, [{ ...shirt, tags: ['soon'] }], 'api')
  await planAll(sql, store)
  expect(await toldOf(store)).toEqual([])
  await recordProducts(sql, store, [{ ...shirt, tags: [] }], 'api')
  await planAll(sql, store)
  expect(await toldOf(store)).toEqual(['ada'])
})

test('a reminder is sent the set time after the subscription', async () => {
  const store = await shopWith({ topic: 'remind', rule: 'reminder', options: { after: '3d' } })
  await wait(sql, store, 'ada', { topics: ['remind'] })
  await planAll(sql, store, new Date(Date.now() + 2 * 86_400_000))
  expect(await toldOf(store)).toEqual([])
  await planAll(sql, store, new Date(Date.now() + 3 * 86_400_000 + 60_000))
  expect(await toldOf(store)).toEqual(['ada'])
})

test('a disabled topic notifies no shopper, and one with fewer channels uses only those', async () => {
  const off = await shopWith({ topic: 'backinstock', enabled: false })
  await wait(sql, off, 'ada')
  await setStock(sql, off, 5)
  await planAll(sql, off)
  expect(await toldOf(off)).toEqual([])
  const smsOnly = await shopWith({ topic: 'backinstock', channels: ['sms'] })
  await wait(sql, smsOnly, 'ada')
  await wait(sql, smsOnly, 'ben', { medium: 'sms', address: '+14155550123' })
  await setStock(sql, smsOnly, 5)
  await planAll(sql, smsOnly)
  expect(await toldOf(smsOnly)).toEqual(['+14155550123'])
})

test('two topics of one variant share its units', async () => {
  const store = await shopWith({ topic: 'vip', rule: 'back-in-stock' })
  for (const [name, topic] of [
    ['ada', 'backinstock'],
    ['vera', 'vip'],
  ] as const)
    await wait(sql, store, name, { topics: [topic] })
  await setStock(sql, store, 1)
  await planAll(sql, store)
  expect(await toldOf(store)).toHaveLength(1)
})

// proves S2.4.custom, C4.any-topic
test('triggered by hand, a product without a catalog entry notifies every subscriber', async () => {
  const store = await newShop(sql)
  await wait(sql, store, 'ada', { topics: ['launch'], products: [{ ...shirt, variantId: '999' }] })
  expect(await triggerTopic(sql, store, 'launch', ['999', '998'])).toEqual(['999'])
  await planAll(sql, store)
  expect(await toldOf(store)).toEqual(['ada'])
})
