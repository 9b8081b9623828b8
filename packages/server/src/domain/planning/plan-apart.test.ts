/** Two products, two topics, two shoppers at the same time: what happens to one does not affect the other. */
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { recordProducts } from '../catalog/catalog.ts'
import { recordStock } from '../catalog/stock.ts'
import { recordPurchase } from '../deliveries/purchases.ts'
import type { Store } from '../stores/stores.ts'
import { saveTopics } from '../stores/topics.ts'
import { confirmSubscriptions } from '../subscriptions/confirm-subscriptions.ts'
import { planScheduled } from './plan.ts'
import { emailOf, newShop, planAll, storeAgain, wait } from './testing/waiting-people.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const shirt = { variantId: '111', productId: '11', url: '/shirt' }
const hat = { variantId: '222', productId: '22', url: '/hat' }
type Product = typeof shirt

const asks = (store: Store, name: string, product: Product, topic = 'backinstock') =>
  wait(sql, store, name, { products: [product], topics: [topic] })

/** Ada and Ben wait for the shirt, Cleo and Dan for the hat. */
async function twoProducts(...settings: string[]): Promise<Store> {
  const shop = await newShop(sql, ...settings)
  await saveTopics(sql, shop, [{ topic: 'pricedrop', rule: 'price-drop' }])
  const store = await storeAgain(sql, shop)
  await recordProducts(sql, store, [{ ...hat, price: 9, stock: 0 }], 'api')
  for (const name of ['ada', 'ben']) await asks(store, name, shirt)
  for (const name of ['cleo', 'dan']) await asks(store, name, hat)
  return store
}

const setStocks = (store: Store, figures: [Product, number][]) =>
  recordStock(
    sql,
    store,
    figures.map(([{ variantId }, stock]) => ({ variantId, stock })),
    'api',
  )

const subscriptionsOf = (store: Store) => sql<
  { who: string; status: string; deliveries: string[]; offers: string[] }[]
>`
  select split_part(address, '@', 1) || ' ' || topic || ' ' || variant_id as who, status,
    array(
      select delivery.status
      from deliveries delivery
      where delivery.store_id = ${store.storeId}
        and delivery.subscription_id = subscription.subscription_id
      order by delivery.created_at
    ) as deliveries,
    array(
      select coalesce(offer.closed_by, 'open')
      from offers offer
      where offer.store_id = ${store.storeId}
        and offer.subscription_id = subscription.subscription_id
      order by offer.opened_at
    ) as offers
  from subscriptions subscription
  where store_id = ${store.storeId}
  order by who`

/** The names with an open offer. */
const told = async (store: Store) =>
  (await subscriptionsOf(store)).filter(({ offers }) => offers.includes('open')).map(({ who }) => who.split(' ')[0])

const planned = async (store: Store) =>
  (await subscriptionsOf(store)).filter(({ deliveries }) => deliveries.length > 0).map(({ who }) => who)

const buys = (store: Store, name: string, product: Product, orderId: string) =>
  recordPurchase(sql, store, {
    ...{ orderId, email: emailOf(name), items: [{ variantId: product.variantId, quantity: 1 }], source: 'api' },
  })

test('a restock of one product notifies no shopper who waits for the other', async () => {
  const store = await twoProducts()
  await setStocks(store, [[shirt, 5]])
  await planAll(sql, store)
  expect(await told(store)).toEqual(['ada', 'ben'])
})

test('units reserved of one product are not reserved of the other', async () => {
  const store = await twoProducts()
  await setStocks(store, [[shirt, 1]])
  await planAll(sql, store)
  await setStocks(store, [[hat, 1]])
  await planAll(sql, store)
  expect(await told(store)).toEqual(['ada', 'cleo'])
})

test('each product is planned by its own scheduled work', async () => {
  const store = await twoProducts()
  await setStocks(store, [
    [shirt, 1],
    [hat, 1],
  ])
  expect(await planScheduled(sql, store)).toBe(true)
  expect(await told(store)).toHaveLength(1)
  expect(await planScheduled(sql, store)).toBe(true)
  expect(await told(store)).toEqual(['ada', 'cleo'])
  expect(await planScheduled(sql, store)).toBe(false)
})

test('work that is not due yet stays scheduled', async () => {
  const store = await twoProducts()
  await setStocks(store, [[shirt, 1]])
  await sql`
    update wakes
    set due_at = now() + interval '1 hour'
    where store_id = ${store.storeId}`
  expect(await planScheduled(sql, store)).toBe(false)
  expect(await planScheduled(sql, store, { now: hours(2) })).toBe(true)
})

test('units ordered of one product are not subtracted from the other, nor those the stock figure already includes', async () => {
  const store = await twoProducts()
  await buys(store, 'somebody', hat, 'o1')
  await setStocks(store, [[shirt, 1]])
  await planAll(sql, store)
  expect(await told(store)).toEqual(['ada'])
  await setStocks(store, [[hat, 1]])
  await planAll(sql, store)
  expect(await told(store)).toEqual(['ada', 'cleo'])
  await setStocks(store, [[shirt, 2]])
  await buys(store, 'somebody', hat, 'o2')
  await planAll(sql, store)
  expect(await told(store)).toEqual(['ada', 'ben', 'cleo'])
})

test('when one product sells out, offers of the other stay open', async () => {
  const store = await twoProducts()
  await setStocks(store, [
    [shirt, 1],
    [hat, 1],
  ])
  await planAll(sql, store)
  await setStocks(store, [[shirt, 0]])
  await planAll(sql, store)
  expect(await told(store)).toEqual(['cleo'])
})

test('when offers of one product lapse, later offers of the other stay open', async () => {
  const store = await twoProducts('offer-window=2h')
  await setStocks(store, [[shirt, 1]])
  await planAll(sql, store)
  await setStocks(store, [[hat, 1]])
  await planAll(sql, store, hours(1))
  await planAll(sql, store, hours(2.5))
  expect(await told(store)).toEqual(['ben', 'cleo'])
})

test('a shopper who bought one product still waits for the other, and so do all other shoppers', async () => {
  const store = await twoProducts()
  await asks(store, 'ada', hat)
  expect(await buys(store, 'ada', shirt, 'o1')).toMatchObject({ recorded: 1, bought: 1 })
  const statuses = (await subscriptionsOf(store)).map(
    ({ who, status }) => `${who.replace(' backinstock', '')} ${status}`,
  )
  expect(statuses).toEqual([
    'ada 111 bought',
    'ada 222 waiting',
    'ben 111 waiting',
    'cleo 222 waiting',
    'dan 222 waiting',
  ])
})

test('an alert sent after the order is not attributed to it', async () => {
  const store = await twoProducts()
  await setStocks(store, [[shirt, 1]])
  await planAll(sql, store)
  const order = { orderId: 'o1', email: emailOf('ada'), items: [{ variantId: '111', quantity: 1 }], source: 'api' }
  const before = await recordPurchase(sql, store, { ...order, at: hours(-1) })
  expect(before).toEqual({ recorded: 1, bought: 1, conversions: 0 })
})

test('a purchase does not mark an ended subscription as bought', async () => {
  const store = await twoProducts()
  await sql`
    update subscriptions
    set status = 'left'
    where store_id = ${store.storeId}`
  expect(await buys(store, 'ada', shirt, 'o1')).toEqual({ recorded: 1, bought: 0, conversions: 0 })
})

test('a topic notifies its own subscribers: a restock is no price drop', async () => {
  const store = await twoProducts()
  await asks(store, 'ada', shirt, 'pricedrop')
  await setStocks(store, [[shirt, 5]])
  await planAll(sql, store)
  expect(await planned(store)).toEqual(['ada backinstock 111', 'ben backinstock 111'])
  await recordProducts(sql, store, [{ ...shirt, price: 15 }], 'api')
  await planAll(sql, store)
  expect(await planned(store)).toEqual(['ada backinstock 111', 'ada pricedrop 111', 'ben backinstock 111'])
})

test('a price drop notifies those whose target it meets', async () => {
  const store = await twoProducts()
  const named = (name: string, targetPrice: number) =>
    wait(sql, store, name, { products: [{ ...shirt, targetPrice }], topics: ['pricedrop'] })
  await named('ada', 15)
  await named('ben', 14)
  await asks(store, 'cleo', shirt, 'pricedrop')
  await asks(store, 'dan', hat, 'pricedrop')
  await recordProducts(sql, store, [{ ...shirt, price: 15 }], 'api')
  await planAll(sql, store)
  expect(await planned(store)).toEqual(['ada pricedrop 111', 'cleo pricedrop 111'])
})

test('everyone who waits for one product is notified, and no shopper of the other or of an ended subscription', async () => {
  const store = await twoProducts('pacing=everyone')
  await sql`
    update subscriptions
    set status = 'left'
    where store_id = ${store.storeId}
      and address = ${emailOf('ben')}`
  await setStocks(store, [[shirt, 1]])
  await planAll(sql, store)
  expect(await planned(store)).toEqual(['ada backinstock 111'])
})

test('a shopper who confirms during a round is planned in it once, and in no other round', async () => {
  const store = await twoProducts('pacing=everyone', 'double-opt-in=on')
  for (const name of ['eve', 'fay']) await asks(store, name, shirt)
  const confirm = async (...names: string[]) => {
    const rows = await sql<{ subscriptionId: string }[]>`
      select subscription_id
      from subscriptions
      where store_id = ${store.storeId}
        and address = any(${names.map(emailOf)})`
    await confirmSubscriptions(
      sql,
      store,
      rows.map(({ subscriptionId }) => subscriptionId),
    )
  }
  await confirm('eve', 'fay')
  await setStocks(store, [[shirt, 1]])
  await planScheduled(sql, store, { most: 1 })
  expect(await planned(store)).toEqual(['eve backinstock 111'])
  await confirm('ada', 'cleo')
  await planAll(sql, store)
  expect(await planned(store)).toEqual(['ada backinstock 111', 'eve backinstock 111', 'fay backinstock 111'])
  const passedOver = await sql`
    select address
    from subscriptions
    where store_id = ${store.storeId}
      and passed_over`
  expect(passedOver.map(({ address }) => address)).toContain(emailOf('cleo'))
  expect(passedOver.map(({ address }) => address)).not.toContain(emailOf('ada'))
})
