import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveDue } from '../../domain/schedule/leased-work.ts'
import { openHookTest, signBigcommerce } from '../testing/platforms.ts'
import { makeInboundWork } from './inbound-work.ts'

let t: Awaited<ReturnType<typeof openHookTest>>
beforeAll(async () => {
  t = await openHookTest()
})
afterAll(() => t.close())

const envelope = (scope: string, data: object, more: object = {}) =>
  JSON.stringify({
    scope,
    store_id: '1025646',
    data,
    hash: 'x',
    created_at: 1_782_000_000,
    producer: 'stores/abcde',
    ...more,
  })

const inventory = (value: number, method = 'absolute') => ({
  type: 'sku',
  id: 461,
  inventory: { product_id: 206, method, value, variant_id: 509 },
})
const known = async (storeId: number) => {
  await t.sql`insert into variants (store_id, variant_id, product_id, stock, stock_move) values (${storeId}, '509', '206', 0, 0)`
}

// proves C5.bigcommerce
test('without a token an absolute value is a stock level, and a relative value is ignored', async () => {
  const own = await t.newStore()
  await known(own.store.storeId)
  const tell = async (body: string, more = {}) => {
    const status = await t.post(own.paths.bigcommerce, body, signBigcommerce(body, more))
    await t.settled()
    return status
  }
  expect(await tell(envelope('store/sku/inventory/updated', inventory(5)))).toBe(200)
  expect(
    await tell(envelope('store/sku/inventory/updated', inventory(-1, 'relative'), { created_at: 1_782_000_009 })),
  ).toBe(200)
  expect(await tell(envelope('store/sku/inventory/updated', inventory(9), { created_at: 1_781_000_000 }))).toBe(200)
  expect(
    await tell(
      envelope('store/sku/inventory/updated', inventory(8), { producer: 'stores/other', created_at: 1_783_000_000 }),
    ),
  ).toBe(200)
  expect(await tell(envelope('store/nothing/known', {}))).toBe(200)
  expect(await t.moves(own.store.storeId, '509')).toEqual([[0, 5]])
  expect(await tell(envelope('store/product/deleted', { type: 'product', id: 206 }))).toBe(200)
  expect((await t.variant(own.store.storeId, '509'))!.deletedAt).not.toBeNull()
})

test('with a token the platform is called, and called again when it does not answer', async () => {
  const own = await t.newStore()
  let isUp = false
  const asked: string[] = []
  const api = createServer((request, reply) => {
    asked.push(`${request.url} ${request.headers['x-auth-token']}`)
    if (!isUp) return void reply.writeHead(503).end()
    const variants = [{ id: 509, sku: 'B-1', price: 12, inventory_level: 7, option_values: [{ label: 'Red' }] }]
    const product = { name: 'Bag', inventory_tracking: 'variant', is_visible: true, variants }
    const order = { id: 5, status_id: 11, currency_code: 'USD', billing_address: { email: 'ada@example.com' } }
    const lines = [{ variant_id: 509, quantity: 1, price_inc_tax: '12.00' }]
    const answer = request.url!.includes('/products/206')
      ? { data: product }
      : request.url!.endsWith('/products')
        ? lines
        : order
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const { port } = api.address() as { port: number }
  await own.connect('bigcommerce', { 'access-token': 'token', 'api-url': `http://127.0.0.1:${port}` })
  const body = envelope('store/sku/inventory/updated', inventory(-1, 'relative'))
  expect(await t.post(own.paths.bigcommerce, body, signBigcommerce(body))).toBe(200)
  const [message] = await t.sql`select 1 from inbound_messages where store_id = ${own.store.storeId}`
  expect(message).toBeDefined()
  await expect
    .poll(
      async () => (await t.sql`select reason from inbound_messages where store_id = ${own.store.storeId}`)[0]!.reason,
      { timeout: 45_000 },
    )
    .toMatch(/503/)
  isUp = true
  await t.sql`update inbound_messages set due_at = now() - interval '1 second' where store_id = ${own.store.storeId}`
  await serveDue(makeInboundWork({ sql: t.sql, vault: t.vault, fetch: t.fetch, warn: () => undefined }))
  expect(await t.variant(own.store.storeId, '509')).toMatchObject({
    title: 'Bag',
    stock: 7,
    variantInfo: 'Red',
    tracked: true,
  })
  expect(asked[0]).toBe('/stores/abcde/v3/catalog/products/206?include=variants,images token')
  const bought = envelope('store/order/created', { type: 'order', id: 5 })
  expect(await t.post(own.paths.bigcommerce, bought, signBigcommerce(bought))).toBe(200)
  await t.settled()
  expect(await t.sql`select order_id from purchases where store_id = ${own.store.storeId}`).toHaveLength(1)
  api.closeAllConnections()
  api.close()
})

// proves C5.bigcommerce
test('another key, another body, an old or missing timestamp and a foreign address are refused', async () => {
  const body = envelope('store/product/deleted', { type: 'product', id: 1 })
  const good = signBigcommerce(body)
  const { 'webhook-id': _, ...nameless } = good
  const refused = [
    signBigcommerce(body, {}, 'other'),
    signBigcommerce(`${body} `),
    signBigcommerce(body, {}, 'hush', Date.now() - 6 * 60_000),
    signBigcommerce(body, {}, 'hush', Date.now() + 6 * 60_000),
    { ...good, 'webhook-timestamp': String(Number(good['webhook-timestamp']) + 1) },
    { ...good, 'webhook-id': 'another' },
    nameless,
    { 'content-type': 'application/json' },
  ]
  for (const headers of refused)
    expect(await t.post(t.paths.bigcommerce, body, headers as Record<string, string>)).toBe(401)
  expect(await t.post('/hooks/bigcommerce/nobody', body, good)).toBe(404)
})
