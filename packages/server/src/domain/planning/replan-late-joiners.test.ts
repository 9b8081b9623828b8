/** Subscriptions that begin to wait after everyone was notified are notified too while the trigger still applies, and no others. */
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { recordProducts } from '../catalog/catalog.ts'
import { idOf, take } from '../deliveries/testing/claimed-deliveries.ts'
import { suppress, unsuppress } from '../messages/suppressions.ts'
import type { Store } from '../stores/stores.ts'
import { saveTopics } from '../stores/topics.ts'
import { confirmSubscriptions } from '../subscriptions/confirm-subscriptions.ts'
import { moveAlert } from '../subscriptions/move-alert.ts'
import { undoUnsubscribeAll, unsubscribeAll } from '../subscriptions/unsubscribe-all.ts'
import { hat, newHatShop, planTurns, shirt, stockOf } from './testing/rounds.ts'
import { emailOf, newShop, peopleOf, planAll, setStock, storeAgain, variantId, wait } from './testing/waiting-people.ts'
import { triggerTopic } from './trigger-topic.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

const reach = (name: string) => ({ medium: 'email', address: emailOf(name) })

const confirm = async (store: Store, ...names: string[]) => {
  const ids = await Promise.all(names.map((name) => idOf(sql, store, name)))
  await confirmSubscriptions(sql, store, ids)
}

/** Each name with its number of messages, in the order of the line. */
const messages = async (store: Store) =>
  (await peopleOf(sql, store)).map(({ name, deliveries }) => `${name} ${deliveries.length}`)

/** Ada and Cleo have not confirmed, Ben has; after the restock all waiting subscriptions were notified. */
async function everyoneTold(...settings: string[]): Promise<Store> {
  const store = await newHatShop(sql, 'pacing=everyone', 'double-opt-in=on', ...settings)
  for (const name of ['ada', 'ben', 'cleo']) await wait(sql, store, name)
  await confirm(store, 'ben')
  await setStock(sql, store, 5)
  await planAll(sql, store)
  await take(sql, store)
  return store
}

test('a shopper who confirms while stock is left is notified once, before or after the last one in line', async () => {
  const store = await everyoneTold()
  expect(await messages(store)).toEqual(['ada 0', 'ben 1', 'cleo 0'])
  await confirm(store, 'ada')
  await planAll(sql, store)
  expect(await messages(store)).toEqual(['ada 1', 'ben 1', 'cleo 0'])
  await confirm(store, 'cleo')
  await planAll(sql, store)
  expect(await messages(store)).toEqual(['ada 1', 'ben 1', 'cleo 1'])
  const wakes = await sql`select from wakes where store_id = ${store.storeId} and work = 'send' and due_at <= now()`
  expect(wakes.length).toBeGreaterThan(0)
})

test('a shopper who subscribed after the restock is not notified because another confirms', async () => {
  const store = await everyoneTold()
  for (const name of ['dan', 'eve']) await wait(sql, store, name)
  await confirm(store, 'dan', 'ada')
  await planAll(sql, store)
  expect(await messages(store)).toEqual(['ada 1', 'ben 1', 'cleo 0', 'dan 0', 'eve 0'])
})

test('a shopper who subscribed after the restock is not notified when the confirmations need several turns', async () => {
  const store = await everyoneTold()
  await wait(sql, store, 'dan')
  await confirm(store, 'ada', 'cleo', 'dan')
  expect(await planTurns(sql, store, 20, 1)).toBeLessThan(6)
  expect(await messages(store)).toEqual(['ada 1', 'ben 1', 'cleo 1', 'dan 0'])
  const [round] = await sql`select planned, planned_at from triggers where store_id = ${store.storeId}`
  expect(round).toEqual({ planned: 3, plannedAt: expect.any(Date) })
})

test('a shopper who confirms after the product sold out is not notified', async () => {
  const store = await everyoneTold()
  await setStock(sql, store, 0)
  await confirm(store, 'ada')
  await planAll(sql, store)
  expect(await messages(store)).toEqual(['ada 0', 'ben 1', 'cleo 0'])
})

test('after selling out, an earlier restock notifies no shopper', async () => {
  const store = await everyoneTold('min-stock=3')
  await setStock(sql, store, 3)
  for (const hats of [5, 0]) await stockOf(sql, store, hat, hats)
  await confirm(store, 'ada')
  await planAll(sql, store)
  expect(await messages(store)).toEqual(['ada 1', 'ben 1', 'cleo 0'])
  await take(sql, store)
  await setStock(sql, store, 2)
  await setStock(sql, store, 3)
  await confirm(store, 'cleo')
  await planAll(sql, store)
  expect(await messages(store)).toEqual(['ada 1', 'ben 1', 'cleo 0'])
  await setStock(sql, store, 0)
  await setStock(sql, store, 3)
  await planAll(sql, store)
  expect(await messages(store)).toEqual(['ada 1', 'ben 1', 'cleo 1'])
})

test('a shopper who undoes an unsubscribe, or is no longer suppressed, is notified, unless notified already', async () => {
  const store = await newShop(sql, 'pacing=everyone')
  for (const name of ['ada', 'ben', 'cleo', 'dan']) await wait(sql, store, name)
  await unsubscribeAll(sql, store, reach('ada'), { source: 'page' })
  await suppress(sql, store, reach('cleo'), 'opted-out')
  await setStock(sql, store, 5)
  await planAll(sql, store)
  await unsubscribeAll(sql, store, reach('ben'), { source: 'page' })
  for (const name of ['ada', 'ben']) await undoUnsubscribeAll(sql, store, reach(name), { source: 'page' })
  await unsuppress(sql, store, reach('cleo'))
  await planAll(sql, store)
  expect(await messages(store)).toEqual(['ada 1', 'ben 1', 'cleo 1', 'dan 1'])
})

test('a shopper who moves to a variant in stock is notified', async () => {
  const store = await newShop(sql, 'pacing=everyone')
  await recordProducts(sql, store, [{ ...shirt, variantId: '112', stock: 0 }], 'api')
  await wait(sql, store, 'ada', { products: [{ ...shirt, variantId: '112' }] })
  await wait(sql, store, 'ben')
  await setStock(sql, store, 5)
  await planAll(sql, store)
  expect(await moveAlert(sql, store, reach('ada'), await idOf(sql, store, 'ada'), variantId)).toBe(true)
  await planAll(sql, store)
  expect(await messages(store)).toEqual(['ada 1', 'ben 1'])
})

test('a late confirmation sends an alert for a price that is still low, not for one that rose again', async () => {
  const shop = await newShop(sql, 'double-opt-in=on')
  await saveTopics(sql, shop, [{ topic: 'cheaper', rule: 'price-drop' }])
  const store = await storeAgain(sql, shop)
  for (const name of ['ada', 'ben', 'cleo']) await wait(sql, store, name, { topics: ['cheaper'] })
  await confirm(store, 'ben')
  const costs = async (price: number) => {
    await recordProducts(sql, store, [{ ...shirt, price }], 'api')
    await planAll(sql, store)
  }
  await costs(15)
  await take(sql, store)
  await confirm(store, 'ada')
  await planAll(sql, store)
  expect(await messages(store)).toEqual(['ada 1', 'ben 1', 'cleo 0'])
  await costs(25)
  await confirm(store, 'cleo')
  await planAll(sql, store)
  expect(await messages(store)).toEqual(['ada 1', 'ben 1', 'cleo 0'])
})

test('a late confirmation sends a low-stock alert while stock is low, whatever the store’s min-stock', async () => {
  const shop = await newShop(sql, 'double-opt-in=on', 'min-stock=5', 'low-stock=3')
  await saveTopics(sql, shop, [{ topic: 'last', rule: 'low-stock' }])
  const store = await storeAgain(sql, shop)
  await setStock(sql, store, 9)
  for (const name of ['ada', 'ben']) await wait(sql, store, name, { topics: ['last'] })
  await confirm(store, 'ben')
  await setStock(sql, store, 3)
  await planAll(sql, store)
  await setStock(sql, store, 2)
  await confirm(store, 'ada')
  await planAll(sql, store)
  expect(await messages(store)).toEqual(['ada 1', 'ben 1'])
})

test('a subscription at the exact time of the trigger counts as before it', async () => {
  const store = await everyoneTold()
  const asked = (name: string, later: number) => sql`
    update subscriptions
    set waiting_since = trigger.created_at + ${later} * interval '1 millisecond'
    from triggers trigger
    where subscriptions.store_id = ${store.storeId}
      and trigger.store_id = ${store.storeId}
      and address = ${emailOf(name)}`
  await asked('ada', 0)
  await asked('cleo', 1)
  await confirm(store, 'ada', 'cleo')
  await planAll(sql, store)
  expect(await messages(store)).toEqual(['ben 1', 'ada 1', 'cleo 0'])
})

test('only triggers of what they wait for are planned again', async () => {
  const shop = await everyoneTold()
  await saveTopics(sql, shop, [{ topic: 'launch', rule: 'manual' }])
  const store = await storeAgain(sql, shop)
  await wait(sql, store, 'launcher', { topics: ['launch'] })
  await wait(sql, store, 'hatter', { products: [hat] })
  await confirm(store, 'launcher', 'hatter')
  await triggerTopic(sql, store, 'launch', [variantId])
  await stockOf(sql, store, hat, 1)
  await confirm(store, 'cleo')
  for (const stock of [0, 5]) await setStock(sql, store, stock)
  await planAll(sql, store)
  const woken = () => sql`
    select trigger.topic, trigger.variant_id, trigger.superseded_at
    from wakes
    join triggers trigger using (store_id, trigger_id)
    where store_id = ${store.storeId}`
  // An unconfirmed subscription does not wait yet.
  await unsubscribeAll(sql, store, reach('ada'), { source: 'page' })
  await undoUnsubscribeAll(sql, store, reach('ada'), { source: 'page' })
  expect(await woken()).toEqual([])
  await confirm(store, 'ada')
  expect(await woken()).toEqual([{ topic: 'backinstock', variantId, supersededAt: null }])
})
