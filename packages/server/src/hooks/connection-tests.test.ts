/** Testing a connection: the last message of a platform is shown, feeds are read, and a provider's error is quoted. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findIntegration } from '../domain/integrations/integrations.ts'
import { hookConnectionTests } from './connection-tests.ts'
import { openHookTest, signShopify } from './testing/platforms.ts'

let t: Awaited<ReturnType<typeof openHookTest>>
let server: Server
let home: string
let answer: { status: number; text: string }
const asked: (string | undefined)[] = []
beforeAll(async () => {
  t = await openHookTest()
  server = createServer((request, reply) => {
    asked.push(request.url)
    reply.writeHead(answer.status).end(answer.text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  home = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await t.close()
})

const probe = async (kind: string) =>
  await hookConnectionTests(t)[kind]!((await findIntegration(t.sql, t.vault, t.store.storeId, kind))!)

test('the test of a platform that only calls us shows its last message and the result', async () => {
  for (const [kind, title] of [
    ['shopify', 'Shopify'],
    ['woocommerce', 'WooCommerce'],
    ['bigcommerce', 'BigCommerce'],
  ] as const) {
    const says = `${title} calls us; without an API token nothing can be asked. Nothing was received yet at ${t.paths[kind]}.`
    expect(await probe(kind)).toEqual({ ok: true, says })
  }
  const body = '{"id":1}'
  expect(await t.post(t.paths.shopify, body, signShopify('products/delete', body))).toBe(200)
  await t.settled()
  expect(await probe('shopify')).toEqual({
    ok: true,
    says: expect.stringMatching(/ Last received: products\/delete, \d{4}-\d\d-\d\d \d\d:\d\d UTC, done\.$/),
  })
  await t.sql`update inbound_messages set status = 'failed', reason = 'no sense' where store_id = ${t.store.storeId}`
  expect(await probe('shopify')).toEqual({ ok: false, says: expect.stringContaining('failed (no sense).') })
  expect((await probe('woocommerce')).says).toContain('Nothing was received yet')
})

test('BigCommerce is called when there is a token', async () => {
  await t.connect('bigcommerce', { 'access-token': 'token', 'api-url': home })
  answer = { status: 200, text: '{"data":[]}' }
  expect(await probe('bigcommerce')).toMatchObject({
    ok: true,
    says: expect.stringMatching(/^BigCommerce let us read/),
  })
  expect(asked.at(-1)).toBe('/stores/abcde/v3/catalog/products?limit=1')
  answer = { status: 401, text: '' }
  expect(await probe('bigcommerce')).toEqual({ ok: false, says: 'BigCommerce answered 401' })
  answer = { status: 404, text: '' }
  expect(await probe('bigcommerce')).toMatchObject({ ok: false, says: expect.stringContaining('hash') })
})

test('the test of a feed shows its size and the entries that would be refused', async () => {
  await t.connect('google-feed', { url: `${home}/feed.csv` })
  const look = async (status: number, text: string) => {
    answer = { status, text }
    return await probe('google-feed')
  }
  const header = 'id,title,price,availability\n'
  const columns = 'with 4 columns: id, title, price, availability.'
  const row = (n: number) => `${n},Tea,4 EUR,in_stock\n`
  expect(await look(200, header + row(1) + row(2))).toEqual({ ok: true, says: `2 items ${columns}` })
  const long = Array.from({ length: 5000 }, (_, n) => row(n + 1)).join('')
  expect(await look(200, header + long)).toEqual({ ok: true, says: `The first 20 items ${columns}` })
  expect(await look(200, `${header + row(1)}2,Tea,cheap,in_stock\n`)).toEqual({
    ok: true,
    says: `2 items ${columns} Refused: 2: price "cheap" is not a price.`,
  })
  const xml = '<rss><channel><item><g:id>1</g:id><title>Tea</title></item></channel></rss>'
  expect(await look(200, xml)).toEqual({ ok: true, says: '1 item with 2 columns: id, title.' })
  expect(await look(200, header)).toMatchObject({ ok: false })
  expect(await look(200, 'colour,size\nred,1\n')).toEqual({ ok: false, says: expect.stringContaining('first row') })
  expect(await look(200, '')).toEqual({ ok: false, says: 'The feed is empty.' })
  expect(await look(503, 'later')).toEqual({ ok: false, says: 'The address answered 503.' })
  // A test stores nothing in the catalog.
  expect(await t.variant(t.store.storeId, '1')).toBeUndefined()
})
