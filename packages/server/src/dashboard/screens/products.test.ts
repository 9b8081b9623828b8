import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ask, fillShop, mug, nasty, shirt } from '../testing/shop.ts'
import { openTestDashboard, type Person, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
let viewer: ReturnType<Person['in']>
beforeAll(async () => {
  t = await openTestDashboard()
  viewer = (await t.member('viewer')).in()
  await fillShop(t)
  for (const name of ['ada', 'ben']) await ask(t, `${name}@mail.example`)
})
afterAll(() => t.close())

const ids = (body: { rows: { variantId: string }[] }) => body.rows.map(({ variantId }) => variantId)

test('variants are listed with their stock and the numbers of waiting and saving shoppers', async () => {
  const row = await vi.waitFor(
    async () => {
      const { rows } = (await viewer.get('/products')).body
      expect(rows[0].waiting).toBe(2)
      return rows[0]
    },
    { timeout: 30_000, interval: 200 },
  )
  expect(row).toMatchObject({ variantId: shirt, title: 'Linen shirt', stock: 0, units: 2, savers: 0, price: 20 })
  const first = (await viewer.get('/products?limit=1')).body
  expect(ids((await viewer.get(`/products?limit=1&after=${encodeURIComponent(first.next)}`)).body)).toEqual([mug])
})

test('products are found by demand, by sold-out stock and by a search', async () => {
  expect(ids((await viewer.get('/products?show=wanted')).body)).toEqual([shirt])
  expect(ids((await viewer.get('/products?show=sold-out')).body)).toEqual([shirt])
  expect(ids((await viewer.get('/products?q=script')).body)).toEqual([mug])
  expect(ids((await viewer.get('/products?q=222')).body)).toEqual([mug])
  expect(ids((await viewer.get('/products?q=%25')).body)).toEqual([])
  expect((await viewer.get('/products.csv')).body).toContain(`${nasty},`)
})

test('units are added or set, the ledger records the user, and waiting shoppers are notified', async () => {
  const marketer = (await t.member('marketer')).in()
  expect((await marketer.post('/products/stock', { variantId: shirt, add: 5 })).body).toEqual({ stock: 5, before: 0 })
  const { product } = (await viewer.get(`/product?variantId=${shirt}`)).body
  expect(product).toMatchObject({ stock: 5, moves: [{ stockBefore: 0, stockAfter: 5, source: 'dashboard' }, {}] })
  const { storeId } = await t.storeNow()
  expect(await t.sql`select cause from triggers where store_id = ${storeId}`).toHaveLength(1)
  expect((await marketer.post('/products/stock', { variantId: shirt, stock: 2 })).body).toEqual({ stock: 2, before: 5 })
  const admin = (await t.member('admin')).in()
  expect((await admin.get('/audit?act=stock-set')).body.rows[0]).toMatchObject({
    act: 'stock-set',
    factsBefore: { stock: 5 },
    factsAfter: { stock: 2 },
  })
})

test('an invalid number and an unknown product are refused', async () => {
  const marketer = (await t.member('marketer')).in()
  const set = (fields: object) => marketer.post('/products/stock', { variantId: shirt, ...fields })
  expect(await set({ stock: -1 })).toMatchObject({ status: 400 })
  expect(await set({ stock: 1.5 })).toMatchObject({ status: 400, body: { msg: 'stock must be a whole number' } })
  expect(await set({})).toMatchObject({ status: 400, body: { type: 'missing-stock' } })
  expect(await set({ variantId: 'nothing', stock: 1 })).toMatchObject({ status: 404 })
  expect(await viewer.get('/product?variantId=nothing')).toMatchObject({ status: 404 })
  expect(await viewer.get('/products?show=nothing')).toMatchObject({ status: 400 })
})

test('a viewer can’t set stock, and callers without a session see no products', async () => {
  expect((await viewer.post('/products/stock', { variantId: shirt, stock: 9 })).status).toBe(403)
  expect((await t.stranger.in().get('/products')).status).toBe(401)
  const other = await t.newStore()
  const theirs = (await t.member('owner', other)).in(other)
  expect((await theirs.get(`/product?variantId=${shirt}`)).status).toBe(404)
  expect((await theirs.post('/products/stock', { variantId: shirt, stock: 9 })).status).toBe(404)
})
