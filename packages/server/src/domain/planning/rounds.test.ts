/** Rounds of two products and two topics at the same time, and rounds that supersede another. */
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { recordProducts } from '../catalog/catalog.ts'
import { recordPurchase } from '../deliveries/purchases.ts'
import { idOf } from '../deliveries/testing/claimed-deliveries.ts'
import type { Store } from '../stores/stores.ts'
import { saveTopics, type TopicChange } from '../stores/topics.ts'
import { confirmSubscriptions } from '../subscriptions/confirm-subscriptions.ts'
import { planScheduled } from './plan.ts'
import { closingsOf, hat, hours, newHatShop, reasonsOf, shirt, stockOf, waitFor } from './testing/rounds.ts'
import { emailOf, holdersOf, newShop, peopleOf, planAll, setStock, storeAgain, wait } from './testing/waiting-people.ts'
import { triggerTopic } from './trigger-topic.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

async function withTopics(shop: Store, ...topics: TopicChange[]): Promise<Store> {
  await saveTopics(sql, shop, topics)
  return await storeAgain(sql, shop)
}

/** As a worker does after it sent the message. */
const sent = async (store: Store, name: string) => sql`
  update deliveries
  set status = 'sent',
      sent_at = now()
  where store_id = ${store.storeId}
    and subscription_id = ${await idOf(sql, store, name)}
    and status = 'due'`

/** Stock falls below min-stock and rises to it again: the next round begins while offers are still open. */
async function nextRound(store: Store, now?: Date): Promise<void> {
  await setStock(sql, store, 2)
  await setStock(sql, store, 3)
  await planAll(sql, store, now)
}

test('a notified shopper keeps the offer when another restock follows; the others are notified of that one', async () => {
  const store = await newHatShop(sql, 'min-stock=3')
  for (const name of ['ada', 'ben', 'cleo']) await waitFor(sql, store, name, shirt)
  for (const name of ['dan', 'eve', 'fay']) await waitFor(sql, store, name, hat)
  await setStock(sql, store, 3)
  await stockOf(sql, store, hat, 3)
  await planAll(sql, store)
  await sent(store, 'ada')
  await nextRound(store)
  expect((await closingsOf(sql, store)).sort()).toEqual([
    ...['ada open', 'ben open', 'ben withdrawn', 'cleo open', 'cleo withdrawn', 'dan open', 'eve open', 'fay open'],
  ])
  expect(await reasonsOf(sql, store, 'ben')).toEqual(['subscribed', 'superseded'])
  expect((await peopleOf(sql, store)).slice(0, 3).map(({ deliveries }) => deliveries)).toEqual([
    ['sent'],
    ['withheld', 'due'],
    ['withheld', 'due'],
  ])
})

test('a notification of an earlier restock does not count for this one', async () => {
  const store = await newShop(sql, 'min-stock=3')
  for (const name of ['ada', 'ben', 'cleo', 'dan']) await wait(sql, store, name)
  await setStock(sql, store, 3)
  await planAll(sql, store)
  await sent(store, 'ada')
  await planAll(sql, store, hours(3))
  await nextRound(store, hours(3))
  await nextRound(store, hours(4))
  const ofAda = (await closingsOf(sql, store)).filter((one) => one.startsWith('ada'))
  expect(ofAda).toEqual(['ada lapsed', 'ada withdrawn', 'ada open'])
})

test('two topics triggered at once each notify their own subscribers', async () => {
  const shop = await newShop(sql, 'pacing=everyone')
  const store = await withTopics(shop, { topic: 'cheaper', rule: 'price-drop' })
  await wait(sql, store, 'ada')
  await wait(sql, store, 'ben', { topics: ['cheaper'] })
  await recordProducts(sql, store, [{ ...shirt, price: 15, stock: 1 }], 'api')
  await planAll(sql, store)
  const told = await sql`
    select trigger.topic, split_part(subscription.address, '@', 1) as name, trigger.planned
    from deliveries delivery
    join triggers trigger using (store_id, trigger_id)
    join subscriptions subscription using (store_id, subscription_id)
    where store_id = ${store.storeId}
    order by name`
  expect(told).toEqual([
    { topic: 'backinstock', name: 'ada', planned: 1 },
    { topic: 'cheaper', name: 'ben', planned: 1 },
  ])
})

test('for each product as many are notified as it has units', async () => {
  const store = await newHatShop(sql)
  for (const name of ['ada', 'ben']) await waitFor(sql, store, name, shirt)
  for (const name of ['cleo', 'dan', 'eve']) await waitFor(sql, store, name, hat)
  await stockOf(sql, store, shirt, 1)
  await stockOf(sql, store, hat, 2)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada', 'cleo', 'dan'])
})

test('the planning position of one product does not affect another product', async () => {
  const store = await newHatShop(sql)
  await waitFor(sql, store, 'ada', shirt)
  await waitFor(sql, store, 'ben', hat)
  await stockOf(sql, store, hat, 1)
  await stockOf(sql, store, shirt, 1)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben'])
})

test('lapsed offers of one product are closed when that product is planned, not before', async () => {
  const store = await newHatShop(sql)
  await waitFor(sql, store, 'ada', shirt)
  await waitFor(sql, store, 'ben', hat)
  for (const product of [shirt, hat]) {
    await stockOf(sql, store, product, 1)
    await planAll(sql, store)
  }
  await planScheduled(sql, store, { now: hours(3) })
  expect(await closingsOf(sql, store)).toEqual(['ada lapsed', 'ben open'])
  await planScheduled(sql, store, { now: hours(3) })
  expect(await closingsOf(sql, store)).toEqual(['ada lapsed', 'ben lapsed'])
})

test('an offer lapses at its exact time', async () => {
  const store = await newShop(sql)
  for (const name of ['ada', 'ben']) await wait(sql, store, name)
  await setStock(sql, store, 1)
  const now = hours(0)
  await planAll(sql, store, now)
  const lapse = now.getTime() + 2 * 3_600_000
  await planAll(sql, store, new Date(lapse - 1))
  expect(await holdersOf(sql, store)).toEqual(['ada'])
  await planAll(sql, store, new Date(lapse))
  expect(await holdersOf(sql, store)).toEqual(['ben'])
})

test('units that one topic’s shoppers let lapse are free for another topic', async () => {
  const store = await withTopics(await newShop(sql), { topic: 'vip', rule: 'back-in-stock' })
  await wait(sql, store, 'ada')
  await wait(sql, store, 'vera', { topics: ['vip'] })
  await setStock(sql, store, 1)
  await planAll(sql, store)
  const [first] = await holdersOf(sql, store)
  await planAll(sql, store, hours(3))
  expect(await holdersOf(sql, store)).toEqual(['ada', 'vera'].filter((name) => name !== first))
})

test('of two reminders that begin at the same time the newer one notifies, once', async () => {
  const store = await withTopics(await newShop(sql), { topic: 'later', rule: 'reminder', options: { after: '1d' } })
  await wait(sql, store, 'ada', { topics: ['later'] })
  await sql`
    with newer as (
      insert into triggers (store_id, trigger_id, topic, variant_id, cause, pacing, created_at)
      select store_id, gen_random_uuid(), topic, variant_id, 'newer', pacing, created_at + interval '1 second'
      from triggers
      where store_id = ${store.storeId}
      returning *
    )
    insert into wakes (store_id, work, trigger_id, due_at)
    select store_id, 'plan', trigger_id, now()
    from newer`
  await planAll(sql, store, hours(25))
  const told = await sql`
    select trigger.cause
    from deliveries delivery
    join triggers trigger using (store_id, trigger_id)
    where store_id = ${store.storeId}`
  expect(told).toEqual([{ cause: 'newer' }])
})

test('units of an order are reserved for ten minutes, unless a stock figure of that time or later includes it', async () => {
  /** An order of the only unit, so many milliseconds after the stock figure. */
  const ordered = async (after: number) => {
    const store = await newShop(sql)
    await wait(sql, store, 'ada')
    await setStock(sql, store, 1)
    const [order] = await sql<{ boughtAt: Date }[]>`
      insert into purchases (store_id, order_id, variant_id, quantity, source, bought_at)
      select ${store.storeId}, 'o1', variant_id, 1, 'api', stock_at + ${after} * interval '1 millisecond'
      from variants
      where store_id = ${store.storeId}
      returning bought_at`
    const later = (minutes: number, more = 0) => new Date(order!.boughtAt.getTime() + minutes * 60_000 + more)
    return { store, later }
  }
  const held = await ordered(1)
  await planAll(sql, held.store, held.later(10, -1))
  expect(await holdersOf(sql, held.store)).toEqual([])
  // Planning runs again when the time is over, without any call.
  await planAll(sql, held.store, held.later(20))
  expect(await holdersOf(sql, held.store)).toEqual(['ada'])
  const free = await ordered(1)
  await planAll(sql, free.store, free.later(10))
  expect(await holdersOf(sql, free.store)).toEqual(['ada'])
  const shown = await ordered(0)
  await planAll(sql, shown.store, shown.later(1))
  expect(await holdersOf(sql, shown.store)).toEqual(['ada'])
})

test('closing an offer does not withhold a message of an earlier round', async () => {
  const shop = await newShop(sql, 'pacing=everyone')
  await wait(sql, shop, 'ada')
  await setStock(sql, shop, 1)
  await planAll(sql, shop)
  const store = await withTopics(shop, { topic: 'backinstock', options: { pacing: 'offers' } })
  await setStock(sql, store, 0)
  await setStock(sql, store, 1)
  await planAll(sql, store)
  expect((await peopleOf(sql, store))[0]!.deliveries).toEqual(['due', 'due'])
  await setStock(sql, store, 0)
  expect((await peopleOf(sql, store))[0]).toMatchObject({ status: 'waiting', deliveries: ['due', 'withheld'] })
})

test.each(['offers', 'everyone'])(
  'while stock settles, a purchase or a confirmation sends no message sooner (%s)',
  async (pacing) => {
    const store = await newShop(sql, `pacing=${pacing}`, 'settle-time=10m', 'double-opt-in=on')
    for (const name of ['ada', 'ben', 'cleo']) await wait(sql, store, name)
    const confirm = async (name: string) => confirmSubscriptions(sql, store, [await idOf(sql, store, name)])
    await confirm('ben')
    await setStock(sql, store, 5)
    await confirm('ada')
    const items = [{ variantId: shirt.variantId, quantity: 1 }]
    await recordPurchase(sql, store, { orderId: 'o1', email: emailOf('somebody'), items, source: 'api' })
    await planAll(sql, store)
    const messages = async () => (await peopleOf(sql, store)).map(({ deliveries }) => deliveries.length)
    expect(await messages()).toEqual([0, 0, 0])
    await planAll(sql, store, hours(0.5))
    expect(await messages()).toEqual([1, 1, 0])
  },
)

test('a trigger by hand ignores the settle time', async () => {
  const store = await newShop(sql, 'settle-time=10m')
  await wait(sql, store, 'ada', { topics: ['launch'] })
  await triggerTopic(sql, store, 'launch', [shirt.variantId])
  await planAll(sql, store, hours(0))
  expect((await peopleOf(sql, store))[0]!.deliveries).toEqual(['due'])
})
