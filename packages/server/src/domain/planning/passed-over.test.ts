/** Subscriptions that planning passed without notifying: they wanted more than was free, confirmed late, or came back. */
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { idOf, restock } from '../deliveries/testing/claimed-deliveries.ts'
import { importSubscriptions } from '../portability/import-subscriptions.ts'
import type { Store } from '../stores/stores.ts'
import { saveTopics } from '../stores/topics.ts'
import { confirmSubscriptions } from '../subscriptions/confirm-subscriptions.ts'
import { undoUnsubscribeAll, unsubscribeAll } from '../subscriptions/unsubscribe-all.ts'
import { planScheduled } from './plan.ts'
import {
  hat,
  newHatShop,
  numbersOf,
  passedOver,
  planTurns,
  reasonsOf,
  shirt,
  stockOf,
  waitFor,
} from './testing/rounds.ts'
import {
  emailOf,
  holdersOf,
  markSent,
  newShop,
  planAll,
  setStock,
  storeAgain,
  variantId,
  wait,
} from './testing/waiting-people.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

/** Each name waits for so many shirts. */
async function waiting(wishes: [string, number][], ...settings: string[]): Promise<Store> {
  const store = await newShop(sql, ...settings)
  for (const [name, quantity] of wishes) await waitFor(sql, store, name, shirt, quantity)
  return store
}

const arrives = async (store: Store, stock: number) => {
  await setStock(sql, store, stock)
  await planAll(sql, store)
}

test('only a shopper who wants too many units is passed over; the timeline has it, and a notification ends it', async () => {
  const store = await waiting([
    ['ada', 3],
    ['ben', 1],
    ['cleo', 1],
  ])
  await arrives(store, 1)
  expect(await passedOver(sql, store)).toEqual(['ada'])
  expect(await reasonsOf(sql, store, 'ada')).toEqual(['subscribed', 'wants-more-than-free'])
  expect(await reasonsOf(sql, store, 'cleo')).toEqual(['subscribed'])
  await arrives(store, 4)
  expect(await numbersOf(sql, store)).toEqual(['ben 1 of 1', 'ada 2 of 4'])
  expect(await passedOver(sql, store)).toEqual([])
})

test('each restock that is too small for a subscription is in its timeline once', async () => {
  const store = await waiting([['ada', 5]])
  await arrives(store, 1)
  await arrives(store, 3)
  expect(await reasonsOf(sql, store, 'ada')).toEqual(['subscribed', 'wants-more-than-free'])
  await restock(sql, store, 2)
  expect(await reasonsOf(sql, store, 'ada')).toEqual(['subscribed', 'wants-more-than-free', 'wants-more-than-free'])
  // No subscription was notified, so there is nothing to send and nothing that lapses.
  expect(await sql`select from wakes where store_id = ${store.storeId}`).toHaveLength(0)
})

test('a passed-over subscription is in line once, before later ones', async () => {
  const store = await waiting([
    ['ada', 1],
    ['ben', 3],
  ])
  await arrives(store, 2)
  expect(await numbersOf(sql, store)).toEqual(['ada 1 of 2'])
  for (const name of ['cleo', 'dan']) await wait(sql, store, name)
  await arrives(store, 9)
  expect(await numbersOf(sql, store)).toEqual(['ada 1 of 2', 'ben 2 of 9', 'cleo 3 of 9', 'dan 4 of 9'])
})

test('a subscription confirmed before the restock is in line once', async () => {
  const store = await waiting(
    [
      ['ada', 1],
      ['ben', 1],
    ],
    'double-opt-in=on',
  )
  await confirmSubscriptions(sql, store, [await idOf(sql, store, 'ada'), await idOf(sql, store, 'ben')])
  await arrives(store, 5)
  expect(await numbersOf(sql, store)).toEqual(['ada 1 of 5', 'ben 2 of 5'])
})

test('planning continues past any number of subscriptions that want too many units', async () => {
  const store = await waiting([
    ['ada', 5],
    ['ben', 5],
    ['cleo', 1],
  ])
  await setStock(sql, store, 1)
  await planTurns(sql, store, 10, 2)
  expect(await holdersOf(sql, store)).toEqual(['cleo'])
})

test('one turn decides at most the requested number, passed over or not', async () => {
  const store = await waiting([
    ['ada', 3],
    ['ben', 3],
  ])
  await arrives(store, 2)
  for (const name of ['cleo', 'dan']) await wait(sql, store, name)
  await setStock(sql, store, 9)
  await planScheduled(sql, store, { most: 2 })
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben'])
  await planScheduled(sql, store, { most: 2 })
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben', 'cleo', 'dan'])
})

test('the older place is planned first, also with one per turn', async () => {
  const store = await waiting([
    ['ada', 2],
    ['ben', 2],
    ['cleo', 1],
    ['dan', 1],
  ])
  const older = (name: string) => sql`
    update subscriptions
    set waiting_since = waiting_since - interval '1 hour'
    where store_id = ${store.storeId}
      and address = ${emailOf(name)}`
  await older('ben')
  await setStock(sql, store, 1)
  await planTurns(sql, store, 10, 1)
  expect([await holdersOf(sql, store), await passedOver(sql, store)]).toEqual([['cleo'], ['ben', 'ada']])
  await setStock(sql, store, 3)
  await planScheduled(sql, store, { most: 1 })
  expect(await holdersOf(sql, store)).toEqual(['ben', 'cleo'])
  await older('dan')
  await wait(sql, store, 'eve')
  await setStock(sql, store, 0)
  await setStock(sql, store, 1)
  await planScheduled(sql, store, { most: 1 })
  expect(await passedOver(sql, store)).toContain('ben')
  await planTurns(sql, store, 10, 1)
  expect(await holdersOf(sql, store)).toEqual(['dan'])
})

test('an imported subscription with an older place stands before the others in the restock that is being offered', async () => {
  const store = await waiting([
    ['ada', 1],
    ['ben', 1],
  ])
  await arrives(store, 1)
  await importSubscriptions(sql, store, 'import', [
    {
      ...{ to: { medium: 'email', address: emailOf('zoe') }, product: { variant: variantId }, topic: 'backinstock' },
      ...{ since: new Date(Date.now() - 86_400_000), quantity: 1, locale: null },
    },
  ])
  await arrives(store, 2)
  expect(await holdersOf(sql, store)).toEqual(['zoe', 'ada'])
})

test('a shopper who unsubscribes and subscribes again gets no second offer of the same restock', async () => {
  const store = await waiting([
    ['ada', 1],
    ['ben', 1],
    ['cleo', 1],
  ])
  await arrives(store, 1)
  const from = { medium: 'email', address: emailOf('ada') }
  await unsubscribeAll(sql, store, from, { source: 'page' })
  await planAll(sql, store)
  expect(await undoUnsubscribeAll(sql, store, from, { source: 'page' })).toBe(1)
  await planTurns(sql, store, 5, 100)
  await setStock(sql, store, 5)
  await planTurns(sql, store, 5, 100)
  expect(await holdersOf(sql, store)).toEqual(['ben', 'cleo'])
  await markSent(sql, store)
  await restock(sql, store, 3)
  expect(await holdersOf(sql, store)).toContain('ada')
})

test('a subscription passed over for one product is not in the line of another', async () => {
  const store = await newHatShop(sql)
  await waitFor(sql, store, 'hatter', hat, 3)
  for (const name of ['ada', 'ben']) await waitFor(sql, store, name, shirt)
  await stockOf(sql, store, hat, 1)
  await stockOf(sql, store, shirt, 1)
  await planAll(sql, store)
  expect(await passedOver(sql, store)).toEqual(['hatter'])
  await stockOf(sql, store, shirt, 9)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben'])
})

test('a passed-over subscription is not notified if the topic no longer has its channel', async () => {
  const shop = await waiting([
    ['ada', 3],
    ['ben', 1],
  ])
  await arrives(shop, 1)
  await saveTopics(sql, shop, [{ topic: 'backinstock', channels: ['sms'] }])
  await arrives(await storeAgain(sql, shop), 9)
  expect(await holdersOf(sql, shop)).toEqual(['ben'])
})
