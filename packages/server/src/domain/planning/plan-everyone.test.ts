/** With pacing `everyone` all waiting subscriptions are notified: in turns that may be interrupted, each once, also those added before the position reached. */
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { recordProducts } from '../catalog/catalog.ts'
import { idOf } from '../deliveries/testing/claimed-deliveries.ts'
import type { Store } from '../stores/stores.ts'
import { saveTopics, type TopicChange } from '../stores/topics.ts'
import { confirmSubscriptions } from '../subscriptions/confirm-subscriptions.ts'
import { unsubscribeAll } from '../subscriptions/unsubscribe-all.ts'
import { planScheduled } from './plan.ts'
import { passedOver, planTurns, shirt } from './testing/rounds.ts'
import { emailOf, newShop, peopleOf, planAll, setStock, storeAgain, wait } from './testing/waiting-people.ts'
import { triggerTopic } from './trigger-topic.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

const day = 86_400_000

async function waiting(names: string[], ...settings: string[]): Promise<Store> {
  const store = await newShop(sql, 'pacing=everyone', ...settings)
  for (const name of names) await wait(sql, store, name)
  return store
}

async function withTopic(topic: TopicChange, ...settings: string[]): Promise<Store> {
  const shop = await newShop(sql, ...settings)
  await saveTopics(sql, shop, [topic])
  return await storeAgain(sql, shop)
}

const confirm = async (store: Store, ...names: string[]) => {
  const ids = await Promise.all(names.map((name) => idOf(sql, store, name)))
  await confirmSubscriptions(sql, store, ids)
}

/** Sets the time at which a subscription began to wait. */
const since = (store: Store, name: string, at: Date) => sql`
  update subscriptions
  set waiting_since = ${at}
  where store_id = ${store.storeId}
    and address = ${emailOf(name)}`

/** The names with a planned message, in the order of the line. */
const planned = async (store: Store) =>
  (await peopleOf(sql, store)).filter(({ deliveries }) => deliveries.length > 0).map(({ name }) => name)

test('subscriptions of the same moment are planned in as many turns as needed, and no more', async () => {
  const names = ['ada', 'ben', 'cleo', 'dan', 'eve', 'fay']
  const store = await waiting(names)
  for (const name of names) await since(store, name, new Date(Date.now() - day))
  await setStock(sql, store, 1)
  expect(await planTurns(sql, store, 20, 4)).toBe(2)
  expect((await planned(store)).sort()).toEqual(names)
})

test('with one per turn, the oldest place is planned first', async () => {
  const store = await waiting(['ada', 'ben', 'cleo'])
  await since(store, 'cleo', new Date(Date.now() - day))
  await setStock(sql, store, 1)
  await planScheduled(sql, store, { most: 1 })
  expect(await planned(store)).toEqual(['cleo'])
  expect(await planTurns(sql, store, 20, 1)).toBe(3)
  expect(await planned(store)).toEqual(['cleo', 'ada', 'ben'])
})

test('a shopper who unsubscribes and subscribes again during planning is not notified twice', async () => {
  const store = await waiting(['ada', 'ben'])
  await setStock(sql, store, 1)
  await planScheduled(sql, store, { most: 1 })
  await unsubscribeAll(sql, store, { medium: 'email', address: emailOf('ada') }, { source: 'page' })
  await wait(sql, store, 'ada')
  await planTurns(sql, store, 20, 1)
  expect((await peopleOf(sql, store)).map(({ name, deliveries }) => [name, deliveries])).toEqual([
    ['ben', ['due']],
    ['ada', ['withheld']],
  ])
})

test('late confirmations are planned in turns too, each once', async () => {
  const store = await waiting(['ada', 'ben', 'cleo', 'dan', 'eve'], 'double-opt-in=on')
  await confirm(store, 'cleo', 'dan', 'eve')
  await setStock(sql, store, 1)
  await planScheduled(sql, store, { most: 1 })
  await confirm(store, 'ada', 'ben')
  await planScheduled(sql, store, { most: 1 })
  expect(await planned(store)).toHaveLength(3)
  await planTurns(sql, store, 20, 1)
  expect(await planned(store)).toEqual(['ada', 'ben', 'cleo', 'dan', 'eve'])
  expect((await peopleOf(sql, store)).flatMap(({ deliveries }) => deliveries)).toHaveLength(5)
})

test('a late confirmation counts for its own topic only, and unsubscribing revokes it', async () => {
  const shop = await waiting([], 'double-opt-in=on')
  await saveTopics(sql, shop, [{ topic: 'launch', rule: 'manual' }])
  const store = await storeAgain(sql, shop)
  await wait(sql, store, 'launcher', { topics: ['launch'] })
  for (const name of ['ada', 'ben', 'cleo']) await wait(sql, store, name)
  await confirm(store, 'ben', 'cleo')
  await setStock(sql, store, 1)
  await planScheduled(sql, store, { most: 1 })
  await confirm(store, 'launcher', 'ada')
  await unsubscribeAll(sql, store, { medium: 'email', address: emailOf('ada') }, { source: 'page' })
  await planAll(sql, store)
  expect(await planned(store)).toEqual(['ben', 'cleo'])
  expect(await passedOver(sql, store)).toContain('launcher')
})

test('a shopper who confirms late during a price drop is notified if the price applies', async () => {
  const store = await withTopic({ topic: 'cheaper', rule: 'price-drop' }, 'double-opt-in=on')
  const asks = (name: string, targetPrice?: number) =>
    wait(sql, store, name, { products: [{ ...shirt, targetPrice }], topics: ['cheaper'] })
  await asks('ada', 10)
  await asks('ben', 15)
  for (const name of ['cleo', 'dan']) await asks(name)
  await confirm(store, 'cleo', 'dan')
  await recordProducts(sql, store, [{ ...shirt, price: 15 }], 'api')
  await planScheduled(sql, store, { most: 1 })
  await confirm(store, 'ada', 'ben')
  await planAll(sql, store)
  expect(await planned(store)).toEqual(['ben', 'cleo', 'dan'])
})

test('each reminder is due at its exact time after the subscription', async () => {
  const store = await withTopic({ topic: 'later', rule: 'reminder', options: { after: '3d' } })
  for (const name of ['ada', 'ben']) await wait(sql, store, name, { topics: ['later'] })
  const [first, second] = [new Date(Date.now() - day), new Date(Date.now() - day + 60_000)]
  await since(store, 'ada', first)
  await since(store, 'ben', second)
  await triggerTopic(sql, store, 'later', [shirt.variantId])
  const at = (moment: Date, more = 0) => new Date(moment.getTime() + 3 * day + more)
  const plan = async (now: Date) => {
    await sql`update wakes set due_at = ${now} where store_id = ${store.storeId} and work = 'plan'`
    await sql`
      insert into wakes (store_id, work, trigger_id, due_at)
      select store_id, 'plan', trigger_id, ${now}
      from triggers
      where store_id = ${store.storeId}
        and superseded_at is null`
    await planAll(sql, store, now)
  }
  await plan(at(first, -1))
  expect(await planned(store)).toEqual([])
  await plan(at(first))
  expect(await planned(store)).toEqual(['ada'])
  await plan(at(second))
  expect(await planned(store)).toEqual(['ada', 'ben'])
})

test('a reminder triggered by hand and paced by offers still notifies only subscriptions that are due', async () => {
  const store = await withTopic({ topic: 'later', rule: 'reminder', options: { after: '3d', pacing: 'offers' } })
  for (const name of ['ada', 'ben']) await wait(sql, store, name, { topics: ['later'] })
  const asked = new Date(Date.now() - 60_000)
  await since(store, 'ada', asked)
  await setStock(sql, store, 5)
  await triggerTopic(sql, store, 'later', [shirt.variantId])
  await planAll(sql, store, new Date(asked.getTime() + 3 * day))
  expect(await planned(store)).toEqual(['ada'])
})
