import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, fillShop, mug, shirt } from '../testing/shop.ts'
import { openTestDashboard, type Person, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
let marketer: ReturnType<Person['in']>
beforeAll(async () => {
  t = await openTestDashboard()
  marketer = (await t.member('marketer')).in()
  await fillShop(t)
  for (const name of ['ada', 'ben', 'cem']) await ask(t, `${name}@mail.example`)
  const products = [{ variantId: mug, productId: '22', url: 'https://shop.example/mug' }]
  await ask(t, 'dee@mail.example', { products, topics: ['comingsoon'] })
})
afterAll(() => t.close())

test('a dry run shows who would be notified and why, and stores nothing', async () => {
  const { body } = await marketer.post('/products/dry-run', { variantId: shirt, add: 2 })
  expect(body.stock).toBe(2)
  expect(body.notified).toMatchObject([
    { address: 'ada@mail.example', position: 1, reason: expect.stringContaining('offer 1 of 2') },
    { address: 'ben@mail.example', position: 2, reason: expect.stringContaining('offer 2 of 2') },
  ])
  expect((await marketer.get('/subscriptions?status=told')).body.rows).toEqual([])
  expect((await marketer.get(`/product?variantId=${shirt}`)).body.product.stock).toBe(0)
})

test('shoppers who wait for a launch are notified by hand', async () => {
  expect((await marketer.post('/products/notify', { variantId: mug, topic: 'comingsoon' })).body).toEqual({
    notified: true,
  })
  const { storeId } = await t.storeNow()
  expect(await t.sql`select cause from triggers where store_id = ${storeId}`).toEqual([{ cause: 'by-hand' }])
})

test('an unknown product or one without waiting shoppers is refused', async () => {
  expect(await marketer.post('/products/notify', { variantId: shirt, topic: 'comingsoon' })).toMatchObject({
    status: 409,
    body: { type: 'nobody-waits' },
  })
  expect(await marketer.post('/products/notify', { variantId: 'nothing', topic: 'comingsoon' })).toMatchObject({
    status: 404,
  })
  expect(await marketer.post('/products/dry-run', { variantId: 'nothing', add: 1 })).toMatchObject({ status: 404 })
  expect(await marketer.post('/products/dry-run', { variantId: shirt, add: 0 })).toMatchObject({ status: 400 })
})

test('a viewer may do a dry run but not notify', async () => {
  const viewer = (await t.member('viewer')).in()
  expect((await viewer.post('/products/dry-run', { variantId: shirt, add: 1 })).status).toBe(200)
  expect((await viewer.post('/products/notify', { variantId: mug, topic: 'comingsoon' })).status).toBe(403)
  expect((await t.stranger.in().post('/products/dry-run', { variantId: shirt, add: 1 })).status).toBe(401)
})
