import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHookTest, signShopify } from '../testing/platforms.ts'

type Test = Awaited<ReturnType<typeof openHookTest>>
let t: Test
beforeAll(async () => {
  t = await openHookTest()
})
afterAll(() => t.close())

const id = (n: number) => `8${String(n).padStart(11, '0')}`
const time = (minute: number) => `2026-07-01T10:${String(minute).padStart(2, '0')}:00-05:00`

const product = (n: number, more: object = {}, variant: object = {}) => ({
  id: Number(id(n)),
  title: 'Linen shirt',
  vendor: 'Fern & Field',
  status: 'active',
  tags: 'summer, linen',
  image: { src: 'https://cdn.shopify.com/1.jpg' },
  updated_at: time(0),
  variants: [
    {
      id: Number(id(n)) + 1,
      sku: 'FF-1',
      price: '69.00',
      compare_at_price: '89.00',
      option1: 'Moss',
      option2: 'M',
      inventory_item_id: Number(id(n)) + 2,
      inventory_quantity: 0,
      inventory_policy: 'deny',
      inventory_management: 'shopify',
      ...variant,
    },
  ],
  ...more,
})

const tell = async (topic: string, body: object | string, more = {}, path = t.paths.shopify) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const status = await t.post(path, text, signShopify(topic, text, more))
  await t.settled()
  return status
}
const level = (n: number, available: number | null, minute: number, location = 1) => ({
  inventory_item_id: Number(id(n)) + 2,
  location_id: location,
  available,
  updated_at: time(minute),
})
const variantId = (n: number) => String(Number(id(n)) + 1)
const variant = (n: number) => t.variant(t.store.storeId, variantId(n))
const moves = (n: number) => t.moves(t.store.storeId, variantId(n))

describe('messages of the platform', () => {
  test('a title that was cut in the middle of an emoji is stored with a replacement character', async () => {
    expect(await tell('products/create', product(90, { title: 'Linen shirt \ud83c' }))).toBe(200)
    expect(await variant(90)).toMatchObject({ title: 'Linen shirt �' })
  })

  // proves C5.shopify
  test('a product is stored in the catalog with all its fields', async () => {
    expect(await tell('products/create', product(1, {}, { inventory_quantity: 3 }))).toBe(200)
    expect(await variant(1)).toMatchObject({
      productId: id(1),
      title: 'Linen shirt',
      brand: 'Fern & Field',
      sku: 'FF-1',
      variantInfo: 'Moss / M',
      imageUrl: 'https://cdn.shopify.com/1.jpg',
      price: '69',
      compareAtPrice: '89',
      tags: ['summer', 'linen'],
      tracked: true,
      sellsWhenEmpty: false,
      stock: 3,
    })
    expect(await moves(1)).toEqual([[null, 3]])
  })

  test('the stock level is the sum of all locations', async () => {
    await tell('products/create', product(2))
    await tell('inventory_levels/update', level(2, 4, 1, 11))
    await tell('inventory_levels/update', level(2, 2, 2, 12))
    await tell('inventory_levels/update', level(2, 1, 3, 11))
    expect(await moves(2)).toEqual([
      [null, 0],
      [0, 4],
      [4, 6],
      [6, 3],
    ])
  })

  test('a repeated message and an older message change nothing', async () => {
    await tell('products/create', product(3))
    const body = JSON.stringify(level(3, 5, 4))
    const headers = signShopify('inventory_levels/update', body)
    for (let round = 0; round < 3; round++) expect(await t.post(t.paths.shopify, body, headers)).toBe(200)
    await t.settled()
    await tell('inventory_levels/update', level(3, 9, 2))
    // The headers are not signed: a replay under another id is as old as its body.
    await tell('inventory_levels/update', level(3, 7, 1), { 'x-shopify-triggered-at': new Date().toISOString() })
    await tell('products/update', product(3, { title: 'Older', updated_at: '2026-06-30T10:00:00-05:00' }))
    expect(await moves(3)).toEqual([
      [null, 0],
      [0, 5],
    ])
    expect(await variant(3)).toMatchObject({ title: 'Linen shirt' })
  })

  test('a time in the future, or one that the database can’t store, is ignored: later messages count', async () => {
    await tell('products/create', product(91, { updated_at: '2199-01-01T00:00:00Z' }))
    await tell('inventory_levels/update', { ...level(91, 4, 1), updated_at: '2199-01-01T00:00:00Z' })
    expect(await variant(91)).toMatchObject({ stock: 4 })
    await tell('products/update', product(91, { title: 'Later', updated_at: '99999' }))
    expect(await variant(91)).toMatchObject({ title: 'Later', stock: 0 })
    const now = new Date().toISOString()
    await tell('products/update', product(91, { title: 'True', updated_at: now }, { inventory_quantity: 7 }))
    expect(await variant(91)).toMatchObject({ title: 'True', stock: 7 })
  })

  test('a sum of units above the maximum becomes the maximum', async () => {
    await tell('products/create', product(92))
    for (const place of [1, 2, 3]) await tell('inventory_levels/update', level(92, 999_999_999, place, place))
    expect(await variant(92)).toMatchObject({ stock: 1_000_000_000 })
  })

  test('ids beyond 2^53 and GraphQL ids are read exactly', async () => {
    const body = JSON.stringify(product(4, {}, { id: 'gid://shopify/ProductVariant/77' })).replace(
      `"inventory_item_id":${Number(id(4)) + 2}`,
      '"inventory_item_id":271878346596884015',
    )
    await tell('products/create', body)
    await tell(
      'inventory_levels/update',
      '{"inventory_item_id":271878346596884015,"location_id":24826418,"available":6,"updated_at":"2026-12-31T19:00:00-05:00"}',
    )
    expect(await t.variant(t.store.storeId, '77')).toMatchObject({ stock: 6 })
  })

  test('variants that sell without stock or are not tracked are stored as such', async () => {
    await tell('products/create', product(5, {}, { inventory_policy: 'continue', inventory_quantity: -2 }))
    expect(await variant(5)).toMatchObject({ sellsWhenEmpty: true, stock: -2 })
    await tell('products/create', product(6, {}, { inventory_management: null }))
    expect(await variant(6)).toMatchObject({ tracked: false, stock: null })
    await tell('inventory_items/update', { id: Number(id(6)) + 2, sku: 'x', tracked: true })
    expect(await variant(6)).toMatchObject({ tracked: true })
  })

  test('an omitted variant, a draft and a deleted product are no longer sold, and can return', async () => {
    const two = product(7)
    const both = [...two.variants, { ...two.variants[0], id: 5 }]
    await tell('products/create', { ...two, variants: both })
    await tell('products/update', { ...two, updated_at: time(1) })
    expect((await t.variant(t.store.storeId, '5'))!.deletedAt).not.toBeNull()
    await tell('products/update', product(7, { status: 'draft', updated_at: time(2) }))
    expect((await variant(7))!.deletedAt).not.toBeNull()
    await tell('products/update', product(7, { updated_at: time(3) }))
    expect((await variant(7))!.deletedAt).toBeNull()
    await tell('products/delete', { id: Number(id(7)) })
    expect((await variant(7))!.deletedAt).not.toBeNull()
    await tell('products/update', product(7, { updated_at: time(2) }))
    expect((await variant(7))!.deletedAt).not.toBeNull()
  })

  test('an order is recorded as a purchase', async () => {
    const order = { id: 99, email: 'Ada@Example.com', currency: 'USD', created_at: time(1) }
    await tell('orders/create', { ...order, line_items: [{ variant_id: 1, quantity: 2, price: '10.00' }] })
    await tell('orders/paid', { ...order, line_items: [{ variant_id: 1, quantity: 2, price: '10.00' }] })
    const bought = await t.sql`select * from purchases where store_id = ${t.store.storeId} and order_id = '99'`
    expect(bought).toHaveLength(1)
    expect(bought[0]).toMatchObject({ variantId: '1', quantity: 2, source: 'shopify', currency: 'USD' })
  })
})

describe('what is refused', () => {
  const body = JSON.stringify(product(20))
  // proves C5.shopify
  test('a wrong, missing, cut or malformed signature, a changed body and a missing topic', async () => {
    const good = signShopify('products/create', body)
    const { 'x-shopify-hmac-sha256': signature, ...unsigned } = good
    const wrong: [string, string, Record<string, string>][] = [
      ['wrong key', body, signShopify('products/create', body, {}, 'other')],
      ['missing', body, unsigned],
      ['cut', body, { ...good, 'x-shopify-hmac-sha256': signature!.slice(0, -2) }],
      ['hex', body, { ...good, 'x-shopify-hmac-sha256': Buffer.from(signature!, 'base64').toString('hex') }],
      ['empty', body, { ...good, 'x-shopify-hmac-sha256': '' }],
      ['changed', body.replace('Linen', 'Wool'), good],
      ['cut body', body.slice(0, -1), good],
    ]
    for (const [name, text, headers] of wrong)
      expect([name, await t.post(t.paths.shopify, text, headers)]).toEqual([name, 401])
    for (const topic of ['customers/redact', 'customers/data_request', 'shop/redact'])
      expect(await t.post(t.paths.shopify, '{}', signShopify(topic, '{}', {}, 'other'))).toBe(401)
    expect(await variant(20)).toBeUndefined()
  })

  test('a signed message that is invalid or not relevant is answered 200 and changes nothing', async () => {
    for (const text of ['', '{', '[]', 'null', '"x"', '{"id":{}}', '{"inventory_item_id":[1],"available":"many"}'])
      for (const topic of ['products/update', 'inventory_levels/update', 'orders/create', 'something/else'])
        expect([text, topic, await tell(topic, `${text} `.padEnd(text.length + topic.length))]).toEqual([
          text,
          topic,
          200,
        ])
    const failed = await t.sql`select * from inbound_messages where status = 'failed'`
    expect(failed).toHaveLength(0)
  })

  test('an unknown address and another store’s address are refused', async () => {
    const other = await t.newStore()
    await other.connect('shopify', { 'client-secret': 'another' })
    const headers = signShopify('products/create', body)
    expect(await t.post(other.paths.shopify, body, headers)).toBe(401)
    expect(await t.post('/hooks/shopify/nobody', body, headers)).toBe(404)
    expect(await t.post(t.paths.shopify.replace('shopify', 'magento'), body, headers)).toBe(404)
    // The store's pid is an address too.
    expect(await t.post(`/hooks/shopify/${encodeURIComponent(t.keys.pid)}`, body, headers)).toBe(200)
    await t.settled()
  })
})

test('newer headers without X- are accepted, and so are both secrets', async () => {
  const own = await t.newStore()
  const path = await own.connect('shopify', {
    'client-secret': 'app',
    'webhook-secret': 'by-hand',
    shop: 'fern.myshopify.com',
  })
  const body = JSON.stringify(product(30))
  const plain = signShopify('products/create', body, {}, 'by-hand')
  const bare = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name.replace(/^x-/, ''), value]))
  expect(await t.post(path, body, bare)).toBe(200)
  await t.settled()
  expect(await t.variant(own.store.storeId, variantId(30))).toBeDefined()
  const elsewhere = signShopify('products/create', body, { 'x-shopify-shop-domain': 'other.myshopify.com' }, 'app')
  expect(await t.post(path, body, elsewhere)).toBe(401)
})

test('after uninstalling, messages are refused', async () => {
  const own = await t.newStore()
  const body = '{"id":1}'
  const shop = '{"id":1,"name":"Fern","myshopify_domain":"fern.myshopify.com"}'
  expect(await t.post(own.paths.shopify, shop, signShopify('app/uninstalled', shop))).toBe(200)
  await t.settled()
  expect(await t.post(own.paths.shopify, body, signShopify('products/delete', body))).toBe(404)
})
