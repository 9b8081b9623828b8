import { expect, test } from 'vitest'
import { planAll } from '../../../domain/planning/testing/waiting-people.ts'
import { useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

const shirt = { epi: 111, empi: 11, du: 'https://shop.example/shirt' }

test('an order ends the buyer’s alert and counts once', async () => {
  const store = await t.newStore()
  await t.admin('v3/catalog/products', { products: [{ ...shirt, stk: 0 }] }, store)
  const alert = {
    medium: 'email',
    mediumvalue: 'ada@shop.example',
    products: [{ ...shirt, qty: 2 }],
    topics: ['backinstock'],
  }
  await t.admin('bispa/subscriptions/create', alert, store)
  await t.admin('v3/catalog/stock', { items: [{ epi: 111, stk: 2 }] }, store)
  await planAll(t.sql, await t.storeNow(store))
  const order = {
    orderid: 'A-1',
    useremail: 'Ada@Shop.example',
    items: [{ epi: 111, qty: 2, pr: 9.5 }],
    currency: 'EUR',
  }
  expect((await t.admin('v3/orders', order, store)).body).toEqual({ recorded: 1, bought: 1, conversions: 1 })
  expect((await t.admin('v3/orders', order, store)).body).toEqual({ recorded: 0, bought: 0, conversions: 0 })
  const { storeId } = await t.storeNow(store)
  const [purchase] = await t.sql`select quantity, amount::float8, currency from purchases where store_id = ${storeId}`
  expect(purchase).toEqual({ quantity: 2, amount: 19, currency: 'EUR' })
  const [offer] = await t.sql`select quantity, closed_by from offers where store_id = ${storeId}`
  expect(offer).toEqual({ quantity: 2, closedBy: 'bought' })
})

test('an order that is sent again with its prices gets them, and counts once', async () => {
  const store = await t.newStore()
  const order = {
    orderid: 'P-1',
    items: [
      { epi: 111, qty: 3 },
      { epi: 112, qty: 1, pr: 5 },
    ],
  }
  expect((await t.admin('v3/orders', order, store)).body.recorded).toBe(2)
  const priced = { ...order, currency: 'EUR', items: order.items.map((item) => ({ ...item, pr: '19.99' })) }
  for (let i = 0; i < 2; i++) expect((await t.admin('v3/orders', priced, store)).body.recorded).toBe(0)
  const { storeId } = await t.storeNow(store)
  const lines = await t.sql`
    select quantity, amount::float8, currency from purchases where store_id = ${storeId} order by variant_id`
  expect(lines).toEqual([
    { quantity: 3, amount: 59.97, currency: 'EUR' },
    { quantity: 1, amount: 5, currency: null },
  ])
})

test('an order without a buyer is stored for the figures', async () => {
  const order = { orderid: 'B-1', items: [{ epi: 111, qty: 1 }] }
  expect((await t.admin('v3/orders', order)).body).toEqual({ recorded: 1, bought: 0, conversions: 0 })
})

test.each([
  [{ items: [{ epi: 1, qty: 1 }] }, 'invalid-orderid'],
  [{ orderid: 'x', items: [] }, 'invalid-items'],
  [{ orderid: 'x', items: [{ epi: 1, qty: 0 }] }, 'invalid-items'],
  [{ orderid: 'x', items: [{ qty: 1 }] }, 'invalid-items'],
  [{ orderid: 'x', useremail: 'nobody', items: [{ epi: 1, qty: 1 }] }, 'invalid-useremail'],
  [{ orderid: 'x', phone: 'call me', items: [{ epi: 1, qty: 1 }] }, 'invalid-phone'],
  [{ orderid: 'x', at: 'yesterday', items: [{ epi: 1, qty: 1 }] }, 'invalid-at'],
])('%j is refused as %s', async (order, type) => {
  const reply = await t.admin('v3/orders', order)
  expect([reply.status, reply.body.type]).toEqual([400, type])
})

test('an order without the key is refused', async () => {
  const order = { orderid: 'C-1', items: [{ epi: 111, qty: 1 }] }
  expect((await t.admin('v3/orders', order, { ...t.store, apiKey: 'wrong' })).status).toBe(401)
})
