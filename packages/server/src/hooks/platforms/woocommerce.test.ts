import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHookTest, signWoo } from '../testing/platforms.ts'

let t: Awaited<ReturnType<typeof openHookTest>>
beforeAll(async () => {
  t = await openHookTest()
})
afterAll(() => t.close())

const tell = async (topic: string, body: object, more = {}) => {
  const text = JSON.stringify(body)
  const status = await t.post(t.paths.woocommerce, text, signWoo(topic, text, more))
  await t.settled()
  return status
}
const variant = (id: number) => t.variant(t.store.storeId, String(id))
const time = (minute: number) => `2026-07-01T10:${String(minute).padStart(2, '0')}:00`

const simple = (id: number, more: object = {}) => ({
  id,
  name: 'Tea',
  type: 'simple',
  status: 'publish',
  permalink: `https://shop.example/tea-${id}`,
  sku: 'T-1',
  price: '9.50',
  regular_price: '12.00',
  sale_price: '9.50',
  manage_stock: true,
  stock_quantity: 0,
  stock_status: 'outofstock',
  backorders: 'no',
  images: [{ src: 'https://shop.example/tea.jpg' }],
  variations: [],
  date_modified_gmt: time(0),
  ...more,
})

// proves C5.woocommerce
test('a product and its variations are in the catalog, each with its stock', async () => {
  expect(await tell('product.created', simple(1))).toBe(200)
  expect(await variant(1)).toMatchObject({
    productId: '1',
    title: 'Tea',
    url: 'https://shop.example/tea-1',
    price: '9.5',
    compareAtPrice: '12',
    stock: 0,
    tracked: true,
    sellsWhenEmpty: false,
  })
  await tell('product.updated', simple(2, { type: 'variable', variations: [21, 22] }))
  expect(await variant(2)).toBeUndefined()
  await tell(
    'product.updated',
    simple(21, { type: 'variation', parent_id: 2, stock_quantity: 4, backorders: 'notify' }),
  )
  expect(await variant(21)).toMatchObject({ productId: '2', stock: 4, sellsWhenEmpty: true })
  await tell('product.updated', simple(3, { manage_stock: false, stock_quantity: null }))
  expect(await variant(3)).toMatchObject({ tracked: false, stock: null })
})

test('a product is deleted and restored', async () => {
  await tell('product.created', simple(4))
  await tell('product.deleted', { id: 4 })
  expect((await variant(4))!.deletedAt).not.toBeNull()
  await tell('product.updated', simple(4, { date_modified_gmt: time(1) }))
  expect((await variant(4))!.deletedAt).not.toBeNull()
  await tell('product.restored', simple(4))
  expect((await variant(4))!.deletedAt).toBeNull()
})

test('two events of one second with the same delivery id both count; a repeated event counts once, an older one not', async () => {
  await tell('product.created', simple(5))
  const shared = { 'x-wc-webhook-delivery-id': 'same' }
  for (const quantity of [3, 7, 3, 7])
    await tell('product.updated', simple(5, { stock_quantity: quantity, date_modified_gmt: time(2) }), shared)
  await tell('product.updated', simple(5, { stock_quantity: 9, date_modified_gmt: time(1) }))
  expect(await t.moves(t.store.storeId, '5')).toEqual([
    [null, 0],
    [0, 3],
    [3, 7],
  ])
})

test('an order counts once, when it is paid', async () => {
  const order = { id: 9, currency: 'EUR', billing: { email: 'ada@example.com' }, date_created_gmt: time(1) }
  const line_items = [{ product_id: 2, variation_id: 21, quantity: 2, price: 9.5 }]
  await tell('order.created', { ...order, status: 'pending', line_items })
  for (const status of ['processing', 'completed']) await tell('order.updated', { ...order, status, line_items })
  const bought = await t.sql`select variant_id, quantity from purchases where store_id = ${t.store.storeId}`
  expect(bought.map((one) => ({ ...one }))).toEqual([{ variantId: '21', quantity: 2 }])
})

// proves C5.woocommerce
test('the ping is the only unsigned message that is answered 200', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await t.post(t.paths.woocommerce, 'webhook_id=12', form)).toBe(200)
  for (const body of ['webhook_id=12&x=1', 'webhook_id=', 'webhook_id=1\n', ' webhook_id=1', '', '{"id":1}'])
    expect([body, await t.post(t.paths.woocommerce, body, form)]).toEqual([body, 401])
  const body = JSON.stringify(simple(6))
  expect(await t.post(t.paths.woocommerce, body, signWoo('product.created', body, {}, 'other'))).toBe(401)
  expect(await t.post('/hooks/woocommerce/nobody', body, signWoo('product.created', body))).toBe(404)
  expect(await variant(6)).toBeUndefined()
})
