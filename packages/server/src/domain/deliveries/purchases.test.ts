import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import {
  emailOf,
  holdersOf,
  markSent,
  newShop,
  peopleOf,
  planAll,
  setStock,
  variantId,
  wait,
} from '../planning/testing/waiting-people.ts'
import { identifyAccount, identifyShopper } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { confirmSubscriptions } from '../subscriptions/confirm-subscriptions.ts'
import { expireAlerts } from '../subscriptions/expire-alerts.ts'
import { removeSubscriptions } from '../subscriptions/remove-subscriptions.ts'
import { readTimeline } from '../timeline/timeline.ts'
import { recordPurchase } from './purchases.ts'

const database = useTestDatabase({ connections: 10 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

async function threeWaiting(...settings: string[]) {
  const store = await newShop(sql, ...settings)
  for (const name of ['ada', 'ben', 'cleo']) await wait(sql, store, name)
  return store
}

const buys = (store: Store, name: string, orderId: string, at?: Date) =>
  recordPurchase(sql, store, {
    ...{ orderId, at },
    email: emailOf(name).toUpperCase(),
    items: [{ variantId, quantity: 1 }],
    total: 20,
    currency: 'EUR',
    source: 'api',
  })

const statusOf = async (store: Store, name: string) =>
  (await peopleOf(sql, store)).find((person) => person.name === name)!.status

const idOf = async ({ storeId }: Store, name: string): Promise<string> => {
  const [row] =
    await sql`select subscription_id from subscriptions where store_id = ${storeId} and address = ${emailOf(name)}`
  return row!.subscriptionId
}

const sentences = async (store: Store, name: string) =>
  (await readTimeline(sql, store, await idOf(store, name))).map(({ sentence }) => sentence)

test('a purchase closes the offer; its units are not offered again before the stock figure follows', async () => {
  const store = await threeWaiting()
  await setStock(sql, store, 1)
  await planAll(sql, store)
  await markSent(sql, store)
  expect(await buys(store, 'ada', 'o1')).toEqual({ recorded: 1, bought: 1, conversions: 1 })
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual([])
  expect(await statusOf(store, 'ada')).toBe('bought')
  await setStock(sql, store, 0)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual([])
})

test('if no stock figure follows an order, its units are free again after a while', async () => {
  const store = await threeWaiting()
  await setStock(sql, store, 1)
  await planAll(sql, store)
  await buys(store, 'ada', 'o1')
  await planAll(sql, store, hours(0.5))
  expect(await holdersOf(sql, store)).toEqual(['ben'])
})

test('an order with a clock that runs ahead reserves its units no longer than others', async () => {
  const store = await threeWaiting()
  await setStock(sql, store, 1)
  await planAll(sql, store)
  await buys(store, 'ada', 'o1', new Date('2099-01-01T00:00:00Z'))
  await planAll(sql, store, hours(0.5))
  expect(await holdersOf(sql, store)).toEqual(['ben'])
})

test('an order that is reported twice counts once', async () => {
  const store = await threeWaiting()
  await setStock(sql, store, 2)
  await planAll(sql, store)
  expect(await buys(store, 'ada', 'o1')).toMatchObject({ recorded: 1 })
  expect(await buys(store, 'ada', 'o1')).toEqual({ recorded: 0, bought: 0, conversions: 0 })
  const rows = await sql`select * from purchases where store_id = ${store.storeId}`
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ amount: '20', currency: 'EUR', triggerId: expect.any(String) })
})

test('an order after the offer lapsed or was withdrawn still counts as bought', async () => {
  const store = await threeWaiting()
  await setStock(sql, store, 2)
  await planAll(sql, store)
  await markSent(sql, store)
  await setStock(sql, store, 1)
  expect(await statusOf(store, 'ben')).toBe('waiting')
  expect(await buys(store, 'ben', 'o2')).toMatchObject({ bought: 1, conversions: 1 })
  await planAll(sql, store, hours(3))
  expect(await statusOf(store, 'ada')).toBe('waiting')
  expect(await buys(store, 'ada', 'o3')).toMatchObject({ bought: 1, conversions: 1 })
  const closings = await sql`select closed_by from offers where store_id = ${store.storeId} order by opened_at, number`
  expect(closings.map(({ closedBy }) => closedBy)).toEqual(['bought', 'bought', null])
})

test('a purchase by a shopper who was never notified ends the waiting and is attributed to no alert', async () => {
  const store = await threeWaiting()
  expect(await buys(store, 'cleo', 'o1')).toEqual({ recorded: 1, bought: 1, conversions: 0 })
  expect(await statusOf(store, 'cleo')).toBe('bought')
})

test('a shopper who unsubscribes frees the units for the next one, and subscribes again at the end of the line', async () => {
  const store = await threeWaiting()
  await setStock(sql, store, 1)
  await planAll(sql, store)
  const identity = await identifyAccount(sql, store, emailOf('ada'))
  const ada = identifyShopper(store, identity.regid, identity.sessionId)
  expect(await removeSubscriptions(sql, ada, { topic: 'backinstock', variantId }, 'browser')).toBe(1)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ben'])
  expect((await peopleOf(sql, store))[0]).toMatchObject({ name: 'ada', status: 'left', deliveries: ['withheld'] })
  await wait(sql, store, 'ada')
  expect((await peopleOf(sql, store)).map(({ name }) => name)).toEqual(['ben', 'cleo', 'ada'])
  await setStock(sql, store, 5)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ben', 'cleo'])
})

test('a shopper who subscribes again while units are reserved keeps them', async () => {
  const store = await threeWaiting()
  await setStock(sql, store, 1)
  await planAll(sql, store)
  await wait(sql, store, 'ada')
  expect(await holdersOf(sql, store)).toEqual(['ada'])
  expect(await statusOf(store, 'ada')).toBe('told')
})

test('a late confirmation keeps its place and is planned in the current round', async () => {
  const store = await newShop(sql, 'double-opt-in=on')
  for (const name of ['ada', 'ben']) await wait(sql, store, name)
  await confirmSubscriptions(sql, store, [await idOf(store, 'ben')])
  await setStock(sql, store, 2)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ben'])
  expect(await confirmSubscriptions(sql, store, [await idOf(store, 'ada')])).toBe(1)
  expect(await confirmSubscriptions(sql, store, [await idOf(store, 'ada')])).toBe(0)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben'])
})

test('alerts that waited too long expire in batches', async () => {
  const store = await threeWaiting('alert-expiry=30d')
  expect(await expireAlerts(sql, store, new Date(), 10)).toBe(0)
  expect(await expireAlerts(sql, store, hours(31 * 24), 2)).toBe(2)
  expect(await expireAlerts(sql, store, hours(31 * 24), 2)).toBe(1)
  expect((await peopleOf(sql, store)).every(({ status }) => status === 'expired')).toBe(true)
})

test('the timeline has every step and its reason', async () => {
  const store = await threeWaiting()
  await setStock(sql, store, 1)
  await planAll(sql, store)
  await markSent(sql, store)
  await planAll(sql, store, hours(3))
  const ada = await sentences(store, 'ada')
  expect(ada[0]).toBe('waiting: subscribed (test)')
  expect(ada).toContainEqual(expect.stringMatching(/^notified: offer 1 of 1, the next at \w+ \d+, \d+:\d\d.[AP]M UTC$/))
  expect(ada).toContainEqual('planned: restock of 1')
  expect(ada).toContainEqual('waiting: the offer lapsed without a purchase; keeps its place in line')
  expect(await sentences(store, 'cleo')).toEqual([
    'waiting: subscribed (test)',
    expect.stringMatching(/^waiting: not reached by the restock of 1: 1 notified, the last of them waiting since /),
    'waiting: 2nd, last restock 1',
  ])
})
