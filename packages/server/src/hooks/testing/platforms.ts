/** For tests: the platform routes with their own database, a connected store, and messages signed as the platforms sign. */
import { createHmac } from 'node:crypto'
import { vi } from 'vitest'
import { openTestDatabase } from '../../database/testing/test-database.ts'
import { hookPath } from '../../domain/integrations/hook-addresses.ts'
import { connectIntegration } from '../../domain/integrations/integrations.ts'
import { signBody, signWebhook } from '../../domain/secrets/signatures.ts'
import { makeVault } from '../../domain/secrets/vault.ts'
import { parseSettings } from '../../domain/settings/settings.ts'
import { createStore, findStore } from '../../domain/stores/stores.ts'
import { buildApp } from '../../http/app.ts'
import { openOutgoingHttp } from '../../net/safe-fetch.ts'
import { hookRoutes } from '../routes.ts'

export const secret = 'hush'
type Headers = Record<string, string>

export async function openHookTest() {
  const { sql, url, close } = await openTestDatabase()
  const vault = makeVault('a secret for tests')
  const way = openOutgoingHttp({ allowLoopback: true })
  const app = await buildApp({
    sql,
    vault,
    mounts: [
      (scope, { stores }) =>
        hookRoutes(scope, { sql, vault, stores, fetch: way.fetch, publicUrl: () => 'https://wishes.example' }),
    ],
  })
  const newStore = async (...settings: string[]) => {
    const keys = await createStore(sql, vault, { name: 'Fern & Field', settings: parseSettings(settings) })
    const store = (await findStore(sql, vault, keys.pid))!
    const connect = async (kind: string, values: Headers) =>
      hookPath(await connectIntegration(sql, vault, store, { kind, values }))
    const paths = {
      shopify: await connect('shopify', { shop: 'fern.myshopify.com', 'client-secret': secret }),
      woocommerce: await connect('woocommerce', { 'webhook-secret': secret }),
      bigcommerce: await connect('bigcommerce', { 'client-secret': secret, 'store-hash': 'abcde' }),
    }
    return { keys, store, paths, connect }
  }
  const post = async (path: string, body: string, headers: Headers) => {
    const reply = await app.inject({ method: 'POST', url: path, payload: body, headers })
    return reply.statusCode
  }
  /** Waits until all messages are applied. */
  const settled = () =>
    vi.waitFor(
      async () => {
        const [left] = await sql`select count(*) as n from inbound_messages where status = 'due'`
        if (left!.n > 0) throw new Error(`${left!.n} messages are not applied yet`)
      },
      { timeout: 30_000, interval: 10 },
    )
  const variant = async (storeId: number, variantId: string) =>
    (await sql`select * from variants where store_id = ${storeId} and variant_id = ${variantId}`)[0]
  const moves = async (storeId: number, variantId: string) =>
    (
      await sql`select stock_before, stock_after from stock_moves
        where store_id = ${storeId} and variant_id = ${variantId} order by move`
    ).map(({ stockBefore, stockAfter }) => [stockBefore, stockAfter])
  return {
    app,
    sql,
    url,
    vault,
    fetch: way.fetch,
    ...(await newStore()),
    newStore,
    post,
    settled,
    variant,
    moves,
    close: async () => {
      await app.close()
      await way.close()
      await close()
    },
  }
}

let sequence = 0

export function signShopify(topic: string, body: string, more: Headers = {}, key = secret): Headers {
  return {
    'content-type': 'application/json',
    'x-shopify-topic': topic,
    'x-shopify-hmac-sha256': signBody(key, Buffer.from(body)),
    'x-shopify-shop-domain': 'fern.myshopify.com',
    'x-shopify-api-version': '2026-07',
    'x-shopify-webhook-id': `webhook-${++sequence}`,
    'x-shopify-event-id': `event-${sequence}`,
    ...more,
  }
}

export function signWoo(topic: string, body: string, more: Headers = {}, key = secret): Headers {
  return {
    'content-type': 'application/json',
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-signature': createHmac('sha256', key).update(body).digest('base64'),
    'x-wc-webhook-delivery-id': `delivery-${++sequence}`,
    ...more,
  }
}

export function signBigcommerce(body: string, more: Headers = {}, key = secret, now = Date.now()): Headers {
  const id = more['webhook-id'] ?? `msg_${++sequence}`
  const seconds = Math.floor(now / 1000)
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signWebhook(Buffer.from(key), id, seconds, Buffer.from(body)),
    ...more,
  }
}
