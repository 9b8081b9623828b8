/** Messages of platforms that can't be stored, are switched off, or can't be applied yet. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeInboundMessage } from '../../domain/inbound/inbound.ts'
import { connectIntegration } from '../../domain/integrations/integrations.ts'
import { attemptAndSettle } from '../../domain/schedule/leased-work.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'
import { openHookTest, secret, signBigcommerce, signShopify, signWoo } from '../testing/platforms.ts'
import { makeInboundWork } from './inbound-work.ts'

let t: Awaited<ReturnType<typeof openHookTest>>
beforeAll(async () => {
  t = await openHookTest()
})
afterAll(() => t.close())

const messagesOf = ({ storeId }: { storeId: number }) => t.sql`
  select topic, status, reason, attempts, request_id
  from inbound_messages
  where store_id = ${storeId}`

test('text that can’t be stored is answered 200, so that it is not sent again, and discarded', async () => {
  const { store, paths } = await t.newStore()
  const body = '{"id":1,"title":"a\0b"}'
  expect(await t.post(paths.shopify, body, signShopify('products/create', body))).toBe(200)
  expect(await messagesOf(store)).toEqual([])
})

test('an accepted message gets an empty answer, is stored with the id of the call, and is applied', async () => {
  const { store, paths } = await t.newStore()
  const body = JSON.stringify({ id: 7, title: 'A cup', variants: [{ id: 71, inventory_quantity: 3 }] })
  const reply = await t.app.inject({
    ...{ method: 'POST', url: paths.shopify, payload: body },
    headers: signShopify('products/create', body),
  })
  expect([reply.statusCode, reply.json()]).toEqual([200, {}])
  await t.settled()
  const [kept] = await messagesOf(store)
  const requestId = reply.headers['x-request-id']
  expect(requestId).toBeDefined()
  expect(kept).toMatchObject({ topic: 'products/create', status: 'done', requestId })
  expect(await t.variant(store.storeId, '71')).toMatchObject({ title: 'A cup' })
})

test('a signed message that can’t be parsed has no effect for any topic and is not tried again', async () => {
  const { store, paths } = await t.newStore()
  const broken = '{"id":'
  expect(await t.post(paths.shopify, broken, signShopify('products/update', broken))).toBe(200)
  await t.settled()
  expect(await messagesOf(store)).toMatchObject([{ topic: 'products/update', status: 'done', reason: null }])
  expect(await t.post(paths.shopify, '{"id":1}', signShopify('products/delete', '{"id":1}'))).toBe(200)
  await t.settled()
})

// proves C5.shopify
test('the answers to a wrong signature and to an unknown address differ', async () => {
  const { paths } = await t.newStore()
  const tell = async (url: string) => {
    const reply = await t.app.inject({ method: 'POST', url, payload: '{}', headers: { 'content-type': 'text/plain' } })
    return [reply.statusCode, reply.json().type]
  }
  expect(await tell(paths.shopify)).toEqual([401, 'invalid-signature'])
  expect(await tell('/hooks/shopify/nobody')).toEqual([404, 'unknown-hook'])
})

test('a connection that is switched off refuses messages and pings, except required ones', async () => {
  const { store, paths } = await t.newStore()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await t.post(paths.woocommerce, 'webhook_id=12', form)).toBe(200)
  for (const kind of ['shopify', 'woocommerce', 'bigcommerce'])
    await connectIntegration(t.sql, t.vault, store, { kind, values: {}, enabled: false })
  expect(await t.post(paths.woocommerce, 'webhook_id=12', form)).toBe(401)
  const body = '{"id":1}'
  expect(await t.post(paths.woocommerce, body, signWoo('product.created', body))).toBe(404)
  expect(await t.post(paths.bigcommerce, body, signBigcommerce(body))).toBe(404)
  expect(await t.post(paths.shopify, body, signShopify('products/create', body))).toBe(404)
  const shop = '{"shop_id":1,"shop_domain":"fern.myshopify.com"}'
  expect(await t.post(paths.shopify, shop, signShopify('shop/redact', shop))).toBe(200)
  await t.settled()
  expect((await messagesOf(store)).map(({ topic }) => topic)).toEqual(['shop/redact'])
})

test('a message that can’t be applied yet waits with its reason, and the error is logged', async () => {
  const { store } = await t.newStore()
  const values = { 'client-secret': secret, 'store-hash': 'abcde', 'access-token': 'token' }
  const data = { type: 'product', id: 206 }
  const body = JSON.stringify({ scope: 'store/product/updated', producer: 'stores/abcde', data })
  const message = await storeInboundMessage(t.sql, store, {
    ...{ source: 'bigcommerce', key: 'k1', topic: 'store/product/updated', meaning: 'webhook', body },
  })
  const fetchThat =
    (what: unknown): SafeFetch =>
    async () => {
      throw what
    }
  if (!message || message === 'other-meaning') throw new Error('not kept')
  const warnings: unknown[] = []
  const applying = async (what: unknown) => {
    const warn = (_sentence: string, error?: unknown) => warnings.push(error)
    const work = makeInboundWork({ sql: t.sql, vault: t.vault, fetch: fetchThat(what), warn })
    await attemptAndSettle(work, store.pid, { store, message, attempts: message.attempts, values })
  }
  await applying(new Error('no way there'))
  expect(await messagesOf(store)).toMatchObject([{ status: 'due', reason: 'no way there' }])
  await applying('a bare word')
  expect(await messagesOf(store)).toMatchObject([{ status: 'due', reason: 'a bare word' }])
  expect(warnings).toEqual([new Error('no way there'), 'a bare word'])
})
