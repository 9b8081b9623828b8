/** Planning runs while a shopper unsubscribes, buys or the product sells out: the second transaction sees what the first one did. */
import { beforeAll, expect, test } from 'vitest'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { waitUntilBlocked } from '../../database/testing/locks.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { recordPurchase } from '../deliveries/purchases.ts'
import { idOf } from '../deliveries/testing/claimed-deliveries.ts'
import type { Store } from '../stores/stores.ts'
import { confirmSubscriptions } from '../subscriptions/confirm-subscriptions.ts'
import { closeOffers } from './offers.ts'
import { planScheduled } from './plan.ts'
import { closingsOf, hours, planTurns, reasonsOf, shirt, waitFor } from './testing/rounds.ts'
import { emailOf, holdersOf, newShop, peopleOf, planAll, setStock, variantId, wait } from './testing/waiting-people.ts'
import { triggerTopic } from './trigger-topic.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

/** The first transaction has done its work but not committed when the second begins. */
async function during<Second>(first: (sql: Sql) => Promise<unknown>, second: () => Promise<Second>): Promise<Second> {
  const [begun] = await transaction(sql, async (held) => {
    await first(held)
    const work = second()
    await waitUntilBlocked(sql, work)
    return [work] as const
  })
  return await begun
}

const leaves =
  ({ storeId }: Store, name: string) =>
  (held: Sql) =>
    held`
    update subscriptions
    set status = 'left'
    where store_id = ${storeId}
      and address = ${emailOf(name)}`

async function threeWaiting(...settings: string[]): Promise<Store> {
  const store = await newShop(sql, ...settings)
  for (const name of ['ada', 'ben', 'cleo']) await wait(sql, store, name)
  return store
}

test('no shopper is notified of a product that is being sold out', async () => {
  const store = await threeWaiting()
  await setStock(sql, store, 1)
  const soldOut = (held: Sql) => held`
    update variants
    set stock = 0
    where store_id = ${store.storeId}
      and variant_id = ${variantId}`
  expect(await during(soldOut, () => planScheduled(sql, store))).toBe(true)
  expect(await holdersOf(sql, store)).toEqual([])
})

test('no shopper is notified for a trigger that is being superseded', async () => {
  const store = await newShop(sql)
  await wait(sql, store, 'ada', { topics: ['launch'], products: [{ ...shirt, variantId: '999' }] })
  await triggerTopic(sql, store, 'launch', ['999'])
  const replaced = (held: Sql) => held`
    update triggers
    set superseded_at = now()
    where store_id = ${store.storeId}`
  await during(replaced, () => planScheduled(sql, store))
  expect((await peopleOf(sql, store))[0]).toMatchObject({ name: 'ada', status: 'waiting', deliveries: [] })
})

test('a shopper who is just unsubscribing is not notified, and the next one is', async () => {
  const store = await threeWaiting()
  await setStock(sql, store, 1)
  await during(leaves(store, 'ada'), () => planScheduled(sql, store))
  expect(await holdersOf(sql, store)).toEqual([])
  expect(await planTurns(sql, store, 5, 10)).toBe(1)
  expect(await holdersOf(sql, store)).toEqual(['ben'])
  expect((await peopleOf(sql, store))[0]).toMatchObject({ name: 'ada', status: 'left', deliveries: [] })
})

test('a shopper who is just unsubscribing gets no timeline entry for being passed over', async () => {
  const store = await newShop(sql)
  await waitFor(sql, store, 'ada', shirt, 3)
  await setStock(sql, store, 1)
  await during(leaves(store, 'ada'), () => planScheduled(sql, store))
  expect(await reasonsOf(sql, store, 'ada')).toEqual(['subscribed'])
})

test('no message is planned for a shopper who confirmed late and is just unsubscribing', async () => {
  const store = await newShop(sql, 'pacing=everyone', 'double-opt-in=on')
  for (const name of ['ada', 'ben', 'cleo']) await wait(sql, store, name)
  const confirm = async (name: string) => confirmSubscriptions(sql, store, [await idOf(sql, store, name)])
  await confirm('ben')
  await confirm('cleo')
  await setStock(sql, store, 1)
  await planScheduled(sql, store, { most: 1 })
  await confirm('ada')
  await during(leaves(store, 'ada'), () => planAll(sql, store, hours(1)))
  expect((await peopleOf(sql, store)).map(({ deliveries }) => deliveries.length)).toEqual([0, 1, 1])
})

test('a shopper who has just unsubscribed is not marked as a buyer', async () => {
  const store = await threeWaiting()
  const order = { orderId: 'o1', email: emailOf('ada'), items: [{ variantId, quantity: 1 }], source: 'api' }
  const done = await during(leaves(store, 'ada'), () => recordPurchase(sql, store, order))
  expect(done).toEqual({ recorded: 1, bought: 0, conversions: 0 })
})

test('unsubscribing while the offer lapses causes no deadlock', async () => {
  const store = await threeWaiting()
  await setStock(sql, store, 1)
  await planAll(sql, store)
  const adaId = await idOf(sql, store, 'ada')
  const [lapsing] = await transaction(sql, async (held) => {
    await leaves(store, 'ada')(held)
    const lapse = planScheduled(sql, store, { now: hours(3) })
    await waitUntilBlocked(sql, lapse)
    await closeOffers(held, store, [adaId], { by: 'declined', reason: 'unsubscribed' })
    return [lapse] as const
  })
  await lapsing
  expect(await closingsOf(sql, store)).toEqual(['ada declined', 'ben open'])
})

test('planning does not wait for locks on those it does not notify', async () => {
  const store = await threeWaiting()
  await waitFor(sql, store, 'ada', shirt, 3)
  await setStock(sql, store, 1)
  await transaction(sql, async (held) => {
    await leaves(store, 'cleo')(held)
    await planAll(sql, store)
  })
  expect(await holdersOf(sql, store)).toEqual(['ben'])
})

test('planning for everyone does not wait for locks on those planned already', async () => {
  const store = await threeWaiting('pacing=everyone')
  await setStock(sql, store, 1)
  await planScheduled(sql, store, { most: 2 })
  await transaction(sql, async (held) => {
    await leaves(store, 'ada')(held)
    expect(await planTurns(sql, store, 5, 2)).toBe(1)
  })
  expect((await peopleOf(sql, store)).map(({ deliveries }) => deliveries.length)).toEqual([1, 1, 1])
})
