/** Those whom planning went past without telling them: who wanted more than was free, confirmed late, or came back. */
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

/** Each waits for so many shirts. */
async function waiting(wishes: [string, number][], ...settings: string[]): Promise<Store> {
  const store = await newShop(sql, ...settings)
  for (const [name, quantity] of wishes) await waitFor(sql, store, name, shirt, quantity)
  return store
}

const arrives = async (store: Store, stock: number) => {
  await setStock(sql, store, stock)
  await planAll(sql, store)
}

test('only who wanted too much is passed over and reads so, and no longer is when told', async () => {
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

test('every restock that is too small for somebody says so once', async () => {
  const store = await waiting([['ada', 5]])
  await arrives(store, 1)
  await arrives(store, 3)
  expect(await reasonsOf(sql, store, 'ada')).toEqual(['subscribed', 'wants-more-than-free'])
  await restock(sql, store, 2)
  expect(await reasonsOf(sql, store, 'ada')).toEqual(['subscribed', 'wants-more-than-free', 'wants-more-than-free'])
  // Nobody was told, so there is nothing to send and nothing that lapses.
  expect(await sql`select from wakes where store_id = ${store.storeId}`).toHaveLength(0)
})

test('who was passed over last stands in line once, before those who came later', async () => {
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

test('who confirmed before the restock stands in line once', async () => {
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

test('however many want too much, the line moves on past them', async () => {
  const store = await waiting([
    ['ada', 5],
    ['ben', 5],
    ['cleo', 1],
  ])
  await setStock(sql, store, 1)
  await planTurns(sql, store, 10, 2)
  expect(await holdersOf(sql, store)).toEqual(['cleo'])
})

test('in one turn no more are decided for than asked, whether passed over or not', async () => {
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

test('the older place goes first, also where one turn decides for one', async () => {
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

test('who is brought along from elsewhere with an older place is told of the next restock, not of this one', async () => {
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
  await arrives(store, 3)
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben'])
  await restock(sql, store, 1)
  expect(await holdersOf(sql, store)).toEqual(['zoe'])
})

test('who leaves and comes back gets no second offer of the same restock', async () => {
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

test('who is passed over for one product is nobody in the line of another', async () => {
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

test('a channel that the topic gave up meanwhile reaches nobody who was passed over', async () => {
  const shop = await waiting([
    ['ada', 3],
    ['ben', 1],
  ])
  await arrives(shop, 1)
  await saveTopics(sql, shop, [{ topic: 'backinstock', channels: ['sms'] }])
  await arrives(await storeAgain(sql, shop), 9)
  expect(await holdersOf(sql, shop)).toEqual(['ben'])
})
