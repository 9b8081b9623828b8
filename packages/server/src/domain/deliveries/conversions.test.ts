/** Which alert led to which purchase, and what a purchase changes in offers and timelines. */
import { createHmac } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { recordProducts } from '../catalog/catalog.ts'
import { closingsOf, hat, hours, newHatShop, reasonsOf, shirt, stockOf, waitFor } from '../planning/testing/rounds.ts'
import { emailOf, markSent, newShop, planAll, setStock, storeAgain, wait } from '../planning/testing/waiting-people.ts'
import { triggerTopic } from '../planning/trigger-topic.ts'
import { makeTokenKey } from '../secrets/tokens.ts'
import type { Store } from '../stores/stores.ts'
import { saveTopics } from '../stores/topics.ts'
import { moveAlert } from '../subscriptions/move-alert.ts'
import { hashBuyer, type Order, recordPurchase } from './purchases.ts'
import { deliveriesOf, idOf, newestTrigger, restock } from './testing/claimed-deliveries.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

const line = ({ variantId }: typeof shirt, more: object = {}) => ({ variantId, quantity: 1, ...more })

const buys = (store: Store, name: string | null, more: Partial<Order> = {}) =>
  recordPurchase(sql, store, {
    ...{ orderId: 'o1', email: name ? emailOf(name) : undefined, items: [line(shirt)], source: 'api', ...more },
  })

const purchasesOf = ({ storeId }: Store) => sql`
  select order_id || ' ' || variant_id as line, subscription_id, trigger_id, quantity, amount::float8, currency
  from purchases
  where store_id = ${storeId}
  order by line`

async function told(...names: string[]): Promise<Store> {
  const store = await newHatShop(sql)
  for (const name of names) await waitFor(sql, store, name, shirt)
  await setStock(sql, store, names.length)
  await planAll(sql, store)
  await markSent(sql, store)
  return store
}

test('an alert is attributed to one line of one order only', async () => {
  const store = await told('ada')
  await buys(store, null, { orderId: 'before' })
  expect(await buys(store, 'ada', { items: [line(shirt), line(hat)] })).toEqual({
    ...{ recorded: 2, bought: 1, conversions: 1 },
  })
  const alert = { subscriptionId: await idOf(sql, store, 'ada'), triggerId: await newestTrigger(sql, store) }
  const none = { subscriptionId: null, triggerId: null }
  expect(await purchasesOf(store)).toMatchObject([
    { line: 'before 111', ...none },
    { line: 'o1 111', ...alert },
    { line: 'o1 222', ...none },
  ])
})

test('only the offer of the buyer’s last alert counts as accepted', async () => {
  const store = await told('ada', 'ben')
  await planAll(sql, store, hours(3))
  await restock(sql, store, 2)
  await planAll(sql, store, hours(6))
  expect(await closingsOf(sql, store)).toEqual(['ada lapsed', 'ben lapsed', 'ada lapsed', 'ben lapsed'])
  await buys(store, 'ada', { at: hours(7) })
  expect(await closingsOf(sql, store)).toEqual(['ada lapsed', 'ben lapsed', 'ada bought', 'ben lapsed'])
})

test('an alert at the exact time of the order counts as before it', async () => {
  const store = await newShop(sql)
  for (const name of ['ada', 'ben']) await wait(sql, store, name)
  await setStock(sql, store, 2)
  const now = hours(0)
  await planAll(sql, store, now)
  expect(await buys(store, 'ada', { at: now })).toMatchObject({ conversions: 1 })
  expect(await buys(store, 'ben', { orderId: 'o2', at: new Date(now.getTime() - 1) })).toMatchObject({ conversions: 0 })
})

test('of two alerts for one variant, the later one is attributed', async () => {
  const shop = await newShop(sql, 'pacing=everyone')
  await saveTopics(sql, shop, [
    { topic: 'early', rule: 'manual', options: { pacing: 'offers' } },
    { topic: 'late', rule: 'manual', options: { pacing: 'offers' } },
  ])
  const store = await storeAgain(sql, shop)
  await setStock(sql, store, 5)
  await wait(sql, store, 'ada', { topics: ['early', 'late'] })
  await triggerTopic(sql, store, 'late', [shirt.variantId])
  const late = await newestTrigger(sql, store)
  await triggerTopic(sql, store, 'early', [shirt.variantId])
  await planAll(sql, store)
  const toldAt = (topic: string, at: Date) => sql`
    update subscriptions
    set told_at = ${at}
    where store_id = ${store.storeId}
      and topic = ${topic}`
  await toldAt('early', hours(-2))
  await toldAt('late', hours(-1))
  expect(await buys(store, 'ada')).toEqual({ recorded: 1, bought: 2, conversions: 1 })
  expect(await purchasesOf(store)).toMatchObject([{ triggerId: late }])
})

test('if the subscription moved to another size after the alert, a purchase of that size is attributed to no alert', async () => {
  const store = await told('ada')
  await recordProducts(sql, store, [{ ...shirt, variantId: '112', stock: 0 }], 'api')
  await planAll(sql, store, hours(3))
  const of = { medium: 'email', address: emailOf('ada') }
  expect(await moveAlert(sql, store, of, await idOf(sql, store, 'ada'), '112')).toBe(true)
  const done = await buys(store, 'ada', { items: [{ variantId: '112', quantity: 1 }], at: hours(4) })
  expect(done).toEqual({ recorded: 1, bought: 1, conversions: 0 })
  expect(await reasonsOf(sql, store, 'ada')).toContain('bought-untold')
})

test('the timeline of a buyer has the purchase once, with its order', async () => {
  const store = await told('ada')
  await buys(store, 'ada')
  expect(await reasonsOf(sql, store, 'ada')).toEqual(['subscribed', 'bought'])
})

test('a shopper who buys before the message is sent gets none, and the delivery has the reason', async () => {
  const store = await newShop(sql)
  await wait(sql, store, 'ada')
  await setStock(sql, store, 1)
  await planAll(sql, store)
  await buys(store, 'ada')
  expect(await deliveriesOf(sql, store)).toMatchObject([{ name: 'ada', status: 'withheld', reason: 'bought' }])
})

test('a buyer is also found by phone number', async () => {
  const store = await newShop(sql)
  await wait(sql, store, 'ada', { medium: 'sms', address: '+14155550123' })
  expect(await buys(store, null, { phone: '+1 415 555 0123' })).toMatchObject({ bought: 1 })
})

test('lines of one variant are added up; a total is known only for an order of one variant', async () => {
  const store = await newHatShop(sql)
  const amountOf = async (orderId: string, more: Partial<Order>) => {
    await buys(store, null, { orderId, currency: 'EUR', ...more })
    const lines = await purchasesOf(store)
    return lines.filter(({ line }) => line.startsWith(orderId)).map(({ quantity, amount }) => [quantity, amount])
  }
  const twice = [line(shirt, { price: 5 }), line(shirt, { quantity: 2, price: 4 })]
  expect(await amountOf('twice', { items: twice, total: 99 })).toEqual([[3, 13]])
  const partly = [line(shirt, { price: 5 }), line(shirt)]
  expect(await amountOf('partly', { items: partly })).toEqual([[2, 5]])
  const unknown = [line(shirt), line(shirt)]
  expect(await amountOf('unknown', { items: unknown })).toEqual([[2, null]])
  expect(await amountOf('total', { total: 20 })).toEqual([[1, 20]])
  expect(await amountOf('several', { items: [line(shirt), line(hat)], total: 20 })).toEqual([
    [1, null],
    [1, null],
  ])
})

test('an order schedules planning only for the variants it contains', async () => {
  const store = await newHatShop(sql)
  for (const [name, product] of [
    ['ada', shirt],
    ['ben', hat],
  ] as const)
    await waitFor(sql, store, name, product)
  for (const product of [shirt, hat]) await stockOf(sql, store, product, 1)
  await planAll(sql, store)
  const woken = async () => {
    const rows = await sql`
      select distinct trigger.variant_id
      from wakes
      join triggers trigger using (store_id, trigger_id)
      where store_id = ${store.storeId}
        and due_at <= now()`
    return rows.map(({ variantId }) => variantId)
  }
  expect(await woken()).toEqual([])
  await buys(store, 'somebody')
  expect(await woken()).toEqual([shirt.variantId])
})

test('the stored hash of a buyer’s address differs from other stored hashes of it', () => {
  const key = makeTokenKey(Buffer.alloc(32, 7))
  const kept = hashBuyer(key, emailOf('ada'))
  expect(kept).toEqual(hashBuyer(key, emailOf('ada')))
  expect(kept).not.toEqual(createHmac('sha256', key).update(emailOf('ada')).digest())
})
