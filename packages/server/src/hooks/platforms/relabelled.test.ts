/** Genuine messages under another label: the signature covers the body, so topic, shop and id are only claims. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHookTest, signBigcommerce, signShopify, signWoo } from '../testing/platforms.ts'

type Test = Awaited<ReturnType<typeof openHookTest>>
type TestStore = Awaited<ReturnType<Test['newStore']>>
let t: Test
beforeAll(async () => {
  t = await openHookTest()
})
afterAll(() => t.close())

const domain = 'fern.myshopify.com'

async function addShopper({ store: { storeId } }: TestStore, address = 'ada@example.com'): Promise<void> {
  await t.sql`
    insert into consents (store_id, consent_id, medium, address, purpose, granted, text_version, source)
    values (${storeId}, gen_random_uuid(), 'email', ${address}, 'marketing', true, '1', 'api')`
}
const shoppers = async ({ store: { storeId } }: TestStore) =>
  (await t.sql`select address from consents where store_id = ${storeId} order by address`).map(({ address }) => address)

const sendShopify = async (own: TestStore, topic: string, body: string, more = {}) => {
  const status = await t.post(own.paths.shopify, body, signShopify(topic, body, more))
  await t.settled()
  return status
}
const sendWoo = async (own: TestStore, topic: string, body: string, more = {}) => {
  const status = await t.post(own.paths.woocommerce, body, signWoo(topic, body, more))
  await t.settled()
  return status
}

const bodies = {
  stock: { inventory_item_id: 271, location_id: 1, available: 3, updated_at: '2026-07-01T10:00:00Z' },
  product: { id: 71, title: 'Tea', status: 'active', variants: [{ id: 711, inventory_quantity: 1 }] },
  order: { id: 81, email: 'ada@example.com', customer: { id: 5, email: 'ada@example.com' }, line_items: [] },
  draftOrder: { id: 71, status: 'open', customer: { id: 5, email: 'ada@example.com' }, line_items: [] },
  customer: { id: 5, email: 'ada@example.com', phone: '+15550100148' },
  dataRequest: {
    shop_id: 9,
    shop_domain: domain,
    orders_requested: [],
    customer: { id: 5, email: 'ada@example.com' },
    data_request: { id: 1 },
  },
}

describe('Shopify', () => {
  test.for(['shop/redact', 'customers/redact', 'customers/data_request', 'app/uninstalled', 'products/delete'])(
    'no body of another topic counts as %s',
    async (topic) => {
      const own = await t.newStore()
      await addShopper(own)
      await sendShopify(own, 'products/update', JSON.stringify(bodies.product))
      for (const [name, body] of Object.entries(bodies)) {
        if (topic === 'customers/data_request' && name === 'dataRequest') continue
        expect([name, await sendShopify(own, topic, JSON.stringify(body))]).toEqual([name, 401])
      }
      await t.sql`update integrations set enabled = false where store_id = ${own.store.storeId} and kind = 'shopify'`
      const isLate = /redact|data_request/.test(topic)
      for (const [name, body] of Object.entries(bodies)) {
        if (topic === 'customers/data_request' && name === 'dataRequest') continue
        expect([name, await sendShopify(own, topic, JSON.stringify({ ...body, note: 'late' }))]).toEqual([
          name,
          isLate ? 401 : 404,
        ])
      }
      expect(await shoppers(own)).toEqual(['ada@example.com'])
      expect(await t.variant(own.store.storeId, '711')).toMatchObject({ deletedAt: null })
      expect(await t.sql`select 1 from subject_exports where store_id = ${own.store.storeId}`).toHaveLength(0)
    },
  )

  test('a draft order is not read as a product that is no longer sold', async () => {
    const own = await t.newStore()
    await sendShopify(own, 'products/update', JSON.stringify(bodies.product))
    expect(await sendShopify(own, 'products/update', JSON.stringify(bodies.draftOrder))).toBe(200)
    expect(await t.variant(own.store.storeId, '711')).toMatchObject({ deletedAt: null })
  })

  test('the shop’s domain is required in the header, and in the body where it has one', async () => {
    const own = await t.newStore()
    const product = JSON.stringify(bodies.product)
    const { 'x-shopify-shop-domain': _, ...without } = signShopify('products/update', product)
    expect(await t.post(own.paths.shopify, product, without)).toBe(401)
    expect(await sendShopify(own, 'products/update', product, { 'x-shopify-shop-domain': 'other.myshopify.com' })).toBe(
      401,
    )
    await t.sql`update integrations set enabled = false where store_id = ${own.store.storeId} and kind = 'shopify'`
    const others = JSON.stringify({ shop_id: 9, shop_domain: 'other.myshopify.com' })
    expect(await sendShopify(own, 'shop/redact', others)).toBe(401)
    const person = JSON.stringify({
      ...JSON.parse(others),
      customer: { email: 'ada@example.com' },
      orders_to_redact: [],
    })
    expect(await sendShopify(own, 'customers/redact', person)).toBe(401)
  })

  test('a connection without its shop’s domain accepts stock and refuses an erasure', async () => {
    const own = await t.newStore()
    await t.sql`
      update integrations set settings = settings - 'shop', enabled = false
      where store_id = ${own.store.storeId} and kind = 'shopify'`
    expect(await sendShopify(own, 'shop/redact', JSON.stringify({ shop_id: 9, shop_domain: domain }))).toBe(401)
    await t.sql`update integrations set enabled = true where store_id = ${own.store.storeId} and kind = 'shopify'`
    expect(await sendShopify(own, 'products/update', JSON.stringify(bodies.product))).toBe(200)
  })

  test('a body that came under one topic is refused under another, also after its connection ended', async () => {
    const own = await t.newStore()
    // of one shape: a changed shop and a shop that removed the app
    const shop = JSON.stringify({ id: 9, name: 'Fern', domain: 'fern.example', myshopify_domain: domain })
    expect(await sendShopify(own, 'shop/update', shop)).toBe(200)
    expect(await sendShopify(own, 'app/uninstalled', shop)).toBe(401)
    const [row] =
      await t.sql`select enabled from integrations where store_id = ${own.store.storeId} and kind = 'shopify'`
    expect(row!.enabled).toBe(true)
  })

  test('two topics with the same body and the same meaning are both accepted', async () => {
    const own = await t.newStore()
    const product = JSON.stringify(bodies.product)
    for (const topic of ['products/create', 'products/update', 'products/update'])
      expect([topic, await sendShopify(own, topic, product)]).toEqual([topic, 200])
  })
})

describe('WooCommerce', () => {
  const product = { id: 5, name: 'Tea', type: 'simple', status: 'publish', manage_stock: true, stock_quantity: 2 }
  const order = { id: 5, status: 'processing', billing: { email: 'ada@example.com' }, line_items: [{ product_id: 5 }] }

  test('a deletion contains only an id, and an order is not read as a product', async () => {
    const own = await t.newStore()
    await sendWoo(own, 'product.updated', JSON.stringify(product))
    expect(await sendWoo(own, 'product.deleted', JSON.stringify({ ...product, stock_quantity: 3 }))).toBe(401)
    for (const topic of ['product.updated', 'product.restored'])
      expect([topic, await sendWoo(own, topic, JSON.stringify(order))]).toEqual([topic, 200])
    expect(await t.variant(own.store.storeId, '5')).toMatchObject({ deletedAt: null, stock: 2 })
  })

  test('the deletion of a customer or an order does not delete the product with that id', async () => {
    const own = await t.newStore()
    await sendWoo(own, 'product.updated', JSON.stringify(product))
    expect(await sendWoo(own, 'customer.deleted', '{"id":5}')).toBe(200)
    expect(await sendWoo(own, 'product.deleted', '{"id":5}')).toBe(401)
    expect(await t.variant(own.store.storeId, '5')).toMatchObject({ deletedAt: null })
  })

  test('an older message relabelled as a restore does not restore its stock level', async () => {
    const own = await t.newStore()
    const at = (minute: number, stock_quantity: number) =>
      JSON.stringify({ ...product, stock_quantity, date_modified_gmt: `2026-07-01T10:0${minute}:00` })
    await sendWoo(own, 'product.updated', at(1, 9))
    await sendWoo(own, 'product.updated', at(2, 0))
    await sendWoo(own, 'product.restored', at(1, 9))
    expect(await t.variant(own.store.storeId, '5')).toMatchObject({ stock: 0 })
    await sendWoo(own, 'product.deleted', '{"id":5}')
    await sendWoo(own, 'product.restored', at(3, 4))
    expect(await t.variant(own.store.storeId, '5')).toMatchObject({ deletedAt: null, stock: 4 })
  })
})

describe('BigCommerce', () => {
  const send = async (own: TestStore, body: object) => {
    const text = JSON.stringify(body)
    const status = await t.post(own.paths.bigcommerce, text, signBigcommerce(text))
    await t.settled()
    return status
  }
  const message = (more: object) => ({ scope: 'store/app/uninstalled', data: { type: 'app' }, created_at: 1, ...more })
  const isEnabled = async ({ store: { storeId } }: TestStore) =>
    (await t.sql`select enabled from integrations where store_id = ${storeId} and kind = 'bigcommerce'`)[0]!.enabled

  test('a message of another store of the same app, or of no store, changes nothing', async () => {
    const own = await t.newStore()
    for (const more of [{}, { producer: '' }, { producer: 'stores/other' }, { producer: ['stores/abcde'] }])
      expect([more, await send(own, message(more))]).toEqual([more, 200])
    expect(await isEnabled(own)).toBe(true)
  })

  test('a connection without its store’s hash refuses a removal', async () => {
    const own = await t.newStore()
    await t.sql`
      update integrations set settings = settings - 'store-hash'
      where store_id = ${own.store.storeId} and kind = 'bigcommerce'`
    await send(own, message({ producer: 'stores/other' }))
    expect(await isEnabled(own)).toBe(true)
  })
})
