/** First come, first served, whatever query plan PostgreSQL chooses. Index scans are disabled here, because their order would be right by chance. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { newestTrigger } from '../deliveries/testing/claimed-deliveries.ts'
import type { Store } from '../stores/stores.ts'
import { planScheduled } from './plan.ts'
import { hat, newHatShop, passedOver, shirt, stockOf, waitFor } from './testing/rounds.ts'
import { emailOf, holdersOf, newShop, peopleOf, planAll, setStock, wait } from './testing/waiting-people.ts'

const database = useTestDatabase({ connections: 1 })
let sql: Database
beforeAll(async () => {
  const name = new URL(database.url).pathname.slice(1)
  for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan'])
    await database.sql.unsafe(`alter database ${name} set enable_${way} = off`)
  sql = connect({ url: database.url, connections: 2, name: 'heartbell test' })
})
afterAll(async () => {
  await sql.end({ timeout: 5 })
})

const older = (store: Store, name: string) => sql`
  update subscriptions
  set waiting_since = waiting_since - interval '1 hour'
  where store_id = ${store.storeId}
    and address = ${emailOf(name)}`

test('work that is due longest is done first', async () => {
  const store = await newHatShop(sql)
  await waitFor(sql, store, 'ada', shirt)
  await waitFor(sql, store, 'ben', hat)
  for (const product of [shirt, hat]) await stockOf(sql, store, product, 1)
  await sql`
    update wakes
    set due_at = now() - interval '1 hour'
    where store_id = ${store.storeId}
      and trigger_id = ${await newestTrigger(sql, store)}`
  await planScheduled(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ben'])
})

test('the oldest place in line is planned first, also among those passed over', async () => {
  const store = await newShop(sql)
  for (const name of ['ada', 'ben']) await waitFor(sql, store, name, shirt, 3)
  await older(store, 'ben')
  await setStock(sql, store, 1)
  await planScheduled(sql, store, { most: 1 })
  expect(await passedOver(sql, store)).toEqual(['ben'])
  await planAll(sql, store)
  expect(await passedOver(sql, store)).toEqual(['ben', 'ada'])
  // PostgreSQL writes an updated row behind the others.
  await older(store, 'ben')
  await setStock(sql, store, 3)
  await planScheduled(sql, store, { most: 1 })
  expect(await holdersOf(sql, store)).toEqual(['ben'])
})

test('the oldest place is planned first where everyone is notified', async () => {
  const store = await newShop(sql, 'pacing=everyone')
  for (const name of ['ada', 'ben']) await wait(sql, store, name)
  await older(store, 'ben')
  await setStock(sql, store, 1)
  await planScheduled(sql, store, { most: 1 })
  expect((await peopleOf(sql, store)).map(({ name, deliveries }) => [name, deliveries.length])).toEqual([
    ['ben', 1],
    ['ada', 0],
  ])
})
