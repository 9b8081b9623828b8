import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { deleteProducts, recordProducts } from '../catalog/catalog.ts'
import { planScheduled } from './plan.ts'
import {
  holdersOf,
  markSent,
  newShop,
  newStore,
  peopleOf,
  planAll,
  setStock,
  variantId,
  wait,
} from './testing/waiting-people.ts'

const database = useTestDatabase({ connections: 10 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const six = ['ada', 'ben', 'cleo', 'dan', 'eve', 'fay']

async function sixWaiting(...settings: string[]) {
  const store = await newShop(sql, ...settings)
  for (const name of six) await wait(sql, store, name)
  return store
}

const wakesOf = ({ storeId }: { storeId: number }) => sql`select * from wakes where store_id = ${storeId}`
const triggersOf = ({ storeId }: { storeId: number }) =>
  sql`select * from triggers where store_id = ${storeId} order by created_at`

test('each unit notifies one shopper, a fall notifies none, a lapse notifies the next one', async () => {
  const store = await sixWaiting()
  await setStock(sql, store, 1)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada'])
  await setStock(sql, store, 2)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben'])
  await markSent(sql, store)
  await setStock(sql, store, 1)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada'])
  await planAll(sql, store, hours(3))
  expect(await holdersOf(sql, store)).toEqual(['cleo'])
  const people = await peopleOf(sql, store)
  expect(people.map(({ name }) => name)).toEqual(six)
  expect(people.map(({ status }) => status)).toEqual(['waiting', 'waiting', 'told', 'waiting', 'waiting', 'waiting'])
  expect(people.map(({ deliveries }) => deliveries.length)).toEqual([1, 1, 1, 0, 0, 0])
})

test('sold out before sending: no shopper is notified, and all keep their places for the next restock', async () => {
  const store = await sixWaiting()
  await setStock(sql, store, 2)
  await planAll(sql, store)
  await setStock(sql, store, 0)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual([])
  expect((await peopleOf(sql, store)).map(({ deliveries }) => deliveries)).toEqual([
    ['withheld'],
    ['withheld'],
    [],
    [],
    [],
    [],
  ])
  await setStock(sql, store, 3)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben', 'cleo'])
  expect((await peopleOf(sql, store))[0]!.deliveries).toEqual(['withheld', 'due'])
})

test('a withdrawn offer is opened again in the same round without a second message', async () => {
  const store = await sixWaiting()
  await setStock(sql, store, 3)
  await planAll(sql, store)
  await markSent(sql, store)
  await setStock(sql, store, 1)
  expect(await holdersOf(sql, store)).toEqual(['ada'])
  await setStock(sql, store, 4)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben', 'cleo', 'dan'])
  expect((await peopleOf(sql, store)).map(({ deliveries }) => deliveries)).toEqual([
    ['sent'],
    ['sent'],
    ['sent'],
    ['due'],
    [],
    [],
  ])
})

test('a shopper who wants more units than are free is passed over, and notified when there are enough', async () => {
  const store = await newShop(sql)
  await wait(sql, store, 'ada', { products: [{ variantId, productId: '11', url: '/shirt', quantity: 3 }] })
  for (const name of ['ben', 'cleo']) await wait(sql, store, name)
  await setStock(sql, store, 1)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ben'])
  await setStock(sql, store, 4)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben'])
})

test('the offer ratio sets how many are notified for each unit', async () => {
  const store = await sixWaiting('offer-ratio=2.5')
  await setStock(sql, store, 1)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben'])
})

test('min-stock: below it no shopper is notified, at it as many as there are units', async () => {
  const store = await sixWaiting('min-stock=3')
  await setStock(sql, store, 2)
  await planAll(sql, store)
  expect(await triggersOf(store)).toHaveLength(0)
  await setStock(sql, store, 3)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toHaveLength(3)
})

test('everyone: all are planned for at once, in batches that may be interrupted', async () => {
  const store = await sixWaiting('pacing=everyone')
  await setStock(sql, store, 1)
  expect(await planScheduled(sql, store, { most: 4 })).toBe(true)
  expect((await peopleOf(sql, store)).map(({ deliveries }) => deliveries.length)).toEqual([1, 1, 1, 1, 0, 0])
  while (await planScheduled(sql, store, { most: 4 }));
  const people = await peopleOf(sql, store)
  expect(people.map(({ deliveries }) => deliveries)).toEqual(six.map(() => ['due']))
  expect(people.every(({ status }) => status === 'waiting')).toBe(true)
  const [trigger] = await triggersOf(store)
  expect(trigger).toMatchObject({ planned: 6, plannedAt: expect.any(Date) })
})

test('without waiting subscriptions nothing is written', async () => {
  const store = await newShop(sql)
  await setStock(sql, store, 5)
  expect(await triggersOf(store)).toHaveLength(0)
  expect(await wakesOf(store)).toHaveLength(0)
})

test('a variant that is not counted, or sold without stock, has no restock', async () => {
  const store = await sixWaiting()
  const shirt = { variantId, productId: '11' }
  await recordProducts(sql, store, [{ ...shirt, tracked: false, stock: 5 }], 'api')
  await recordProducts(sql, store, [{ ...shirt, tracked: true, sellsWhenEmpty: true, stock: 6 }], 'api')
  expect(await triggersOf(store)).toHaveLength(0)
})

test('the first stock figure counts as a restock', async () => {
  const store = await newStore(sql)
  await wait(sql, store, 'ada')
  await recordProducts(sql, store, [{ variantId, productId: '11', stock: 1 }], 'api')
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada'])
})

test('deleting a product withdraws its offers; when it returns, they are opened again', async () => {
  const store = await sixWaiting()
  await setStock(sql, store, 1)
  await planAll(sql, store)
  await deleteProducts(sql, store, { variantIds: [variantId], productIds: [] })
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual([])
  await recordProducts(sql, store, [{ variantId, productId: '11', stock: 1 }], 'api')
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada'])
})

test('after the settle time, planning reads the stock again', async () => {
  const store = await sixWaiting('settle-time=10m')
  await setStock(sql, store, 5)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual([])
  await setStock(sql, store, 1)
  await planAll(sql, store, hours(1))
  expect(await holdersOf(sql, store)).toEqual(['ada'])
})

test('a restock supersedes an older one that is still being planned', async () => {
  const store = await sixWaiting('pacing=everyone')
  await setStock(sql, store, 1)
  await planAll(sql, store)
  await setStock(sql, store, 0)
  await setStock(sql, store, 1)
  const [older, newer] = await triggersOf(store)
  expect(older!.supersededAt).toBeInstanceOf(Date)
  expect(newer!.supersededAt).toBeNull()
})
