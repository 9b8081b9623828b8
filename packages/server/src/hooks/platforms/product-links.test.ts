/** Addresses of products and variants that platforms send, as the API answers them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic } from '../../http/testing/test-app.ts'
import { openHookTest, signBigcommerce, signShopify, signWoo } from '../testing/platforms.ts'

let t: Awaited<ReturnType<typeof openHookTest>>
beforeAll(async () => {
  t = await openHookTest()
})
afterAll(() => t.close())

type TestStore = Awaited<ReturnType<typeof t.newStore>>

async function linksOf({ keys }: TestStore): Promise<[du: string, uri: string][]> {
  const reply = await t.app.inject({ url: '/storeadmin/v3/catalog/products', headers: { authorization: basic(keys) } })
  return reply.json().products.map(({ du, uri }: { du: string; uri: string }) => [du, uri])
}

const shirt = {
  id: 45,
  title: 'Shirt',
  handle: 'linen-shirt',
  variants: [
    { id: 4001, title: 'S', inventory_management: 'shopify', inventory_quantity: 1 },
    { id: 4002, title: 'M', inventory_management: 'shopify', inventory_quantity: 0 },
  ],
}

async function tellShopify(own: TestStore, body: object): Promise<void> {
  const text = JSON.stringify(body)
  expect(await t.post(own.paths.shopify, text, signShopify('products/update', text))).toBe(200)
  await t.settled()
}

// proves C8.1.uri-shopify, C8.1.shopify-du
test('Shopify: du from the handle and the shop’s address, uri with the variant', async () => {
  const own = await t.newStore('shop-url=https://fern.example/')
  await tellShopify(own, shirt)
  const du = 'https://fern.example/products/linen-shirt'
  expect(await linksOf(own)).toEqual([
    [du, `${du}?variant=4001`],
    [du, `${du}?variant=4002`],
  ])
  await tellShopify(own, { ...shirt, handle: 'été', updated_at: new Date().toISOString() })
  expect((await linksOf(own))[0]![0]).toBe('https://fern.example/products/%C3%A9t%C3%A9')
})

test('Shopify: without shop-url the address is the shop’s own domain; without a handle nothing changes', async () => {
  const own = await t.newStore()
  await tellShopify(own, shirt)
  const du = 'https://fern.myshopify.com/products/linen-shirt'
  const { handle: _, ...nameless } = shirt
  await tellShopify(own, { ...nameless, updated_at: new Date().toISOString() })
  expect(await linksOf(own)).toEqual([
    [du, `${du}?variant=4001`],
    [du, `${du}?variant=4002`],
  ])
})

test('Shopify: without shop-url the platform’s domain does not replace an address that the store sent', async () => {
  const own = await t.newStore()
  const du = 'https://fern.example/shirt'
  const sent = await t.app.inject({
    method: 'POST',
    url: '/storeadmin/v3/catalog/products',
    headers: { authorization: basic(own.keys) },
    payload: { products: [{ epi: 4001, empi: 45, du, dt: 'Shirt' }] },
  })
  expect(sent.statusCode).toBe(200)
  await tellShopify(own, shirt)
  const fallback = 'https://fern.myshopify.com/products/linen-shirt'
  expect(await linksOf(own)).toEqual([
    [du, `${du}?variant=4001`],
    [fallback, `${fallback}?variant=4002`],
  ])
})

// proves C8.1.uri-woocommerce
test('WooCommerce: a variation’s permalink selects it; du is the product’s page', async () => {
  const own = await t.newStore()
  const tell = async (body: object) => {
    const text = JSON.stringify(body)
    expect(await t.post(own.paths.woocommerce, text, signWoo('product.updated', text))).toBe(200)
    await t.settled()
  }
  const page = 'https://woo.example/product/shirt/'
  await tell({ id: 11, type: 'simple', name: 'Mug', permalink: 'https://woo.example/product/mug/' })
  await tell({ id: 21, parent_id: 20, type: 'variation', name: 'S', permalink: `${page}?attribute_pa_size=s&lang=de` })
  await tell({ id: 22, parent_id: 20, type: 'variation', name: 'M', permalink: page })
  expect(await linksOf(own)).toEqual([
    ['https://woo.example/product/mug/', 'https://woo.example/product/mug/'],
    [`${page}?lang=de`, `${page}?attribute_pa_size=s&lang=de`],
    [page, `${page}?variation_id=22`],
  ])
})

// proves C8.1.uri-bigcommerce
test('BigCommerce: the product’s path at the shop’s address, with the SKU of the variant', async () => {
  const variants = [
    { id: 509, sku: 'B 1', option_values: [{ label: 'Red' }] },
    { id: 510, sku: '', option_values: [{ label: 'Blue' }] },
  ]
  const product = { name: 'Bag', inventory_tracking: 'none', is_visible: true, custom_url: { url: '/bag/' } }
  const single = { ...product, custom_url: { url: '/cup/' }, variants: [{ id: 700, sku: 'C', option_values: [] }] }
  const api = createServer((request, reply) => {
    const data = request.url!.includes('/products/206') ? { ...product, variants } : single
    reply.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const { port } = api.address() as { port: number }
  const links = async (...settings: string[]) => {
    const own = await t.newStore(...settings)
    await own.connect('bigcommerce', { 'access-token': 'token', 'api-url': `http://127.0.0.1:${port}` })
    for (const id of [206, 207]) {
      const body = JSON.stringify({
        ...{ scope: 'store/product/updated', store_id: '1', data: { type: 'product', id }, hash: 'x' },
        ...{ created_at: 1_782_000_000, producer: 'stores/abcde' },
      })
      expect(await t.post(own.paths.bigcommerce, body, signBigcommerce(body))).toBe(200)
      await t.settled()
    }
    return await linksOf(own)
  }
  for (const [shop, settings] of [
    ['https://bags.example', ['shop-url=https://bags.example']],
    ['https://store-abcde.mybigcommerce.com', []],
  ] as const)
    expect(await links(...settings)).toEqual([
      [`${shop}/bag/`, `${shop}/bag/?sku=B%201`],
      [`${shop}/bag/`, `${shop}/bag/?variant=510`],
      [`${shop}/cup/`, `${shop}/cup/`],
    ])
  api.closeAllConnections()
  api.close()
})
