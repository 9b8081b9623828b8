import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readStocks } from '../../domain/catalog/stock.ts'
import { connectIntegration } from '../../domain/integrations/integrations.ts'
import { changeSettings } from '../../domain/settings/settings.ts'
import { hookRoutes } from '../../hooks/routes.ts'
import { openTestApp, type TestApp } from '../../http/testing/test-app.ts'
import { demoRoutes } from './demo.ts'
import { demoFolder, demoShop, fillDemo, homePage, products } from './demo-shop.ts'

let shop: TestApp
beforeAll(async () => {
  let pid = ''
  shop = await openTestApp({
    mounts: [
      (scope, context) => demoRoutes(scope, context, () => pid),
      (scope, context) =>
        hookRoutes(scope, { ...context, fetch: (() => Promise.reject(new Error('no way out'))) as never }),
    ],
  })
  pid = shop.store.pid
  const store = await shop.storeNow()
  await fillDemo(shop.sql, store, 'http://shop.example')
  await changeSettings(shop.sql, store.storeId, { 'shop-url': homePage('http://shop.example') })
  const values = { shop: demoShop, 'webhook-secret': 'hush-hush' }
  await connectIntegration(shop.sql, shop.vault, store, { kind: 'shopify', values })
})
afterAll(() => shop.close())

const post = (url: string, fields: Record<string, string> = {}) =>
  shop.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('24 products, 61 variants, 9 of them sold out', async () => {
  const stocks = await readStocks(shop.sql, await shop.storeNow())
  expect(products).toHaveLength(24)
  expect(stocks.size).toBe(61)
  expect([...stocks.values()].filter((stock) => stock === 0)).toHaveLength(9)
})

test('every product has a page and a picture, drawn as the script draws it', async () => {
  const { drawAll } = await import(new URL('draw.js', demoFolder).href)
  for (const [handle, picture] of drawAll(products)) {
    expect(readFileSync(new URL(`pictures/${handle}.svg`, demoFolder), 'utf8'), handle).toBe(picture)
    expect((await shop.app.inject(`/demo/products/${handle}`)).statusCode).toBe(200)
    expect((await shop.app.inject(`/demo/pictures/${handle}.svg`)).statusCode).toBe(200)
  }
  expect((await shop.app.inject('/demo/products/nothing')).statusCode).toBe(404)
  expect((await shop.app.inject('/demo/pictures/..%2Fcatalog.json')).statusCode).toBe(404)
})

test('a restart does not restock', async () => {
  const store = await shop.storeNow()
  await shop.admin('v3/catalog/stock', { items: [{ epi: 70011, stk: 1 }] })
  await fillDemo(shop.sql, store, 'http://shop.example')
  expect((await readStocks(shop.sql, store)).get('70011')).toBe(1)
})

test('a restock arrives as a platform’s signed webhook and adds five units', async () => {
  const { answered } = (await post('/demo/restock', { variant: '70061' })).json()
  expect(answered).toBe(200)
  await vi.waitFor(async () => expect((await readStocks(shop.sql, await shop.storeNow())).get('70061')).toBe(5), {
    timeout: 30_000,
  })
  const [row] = await shop.sql<{ url: string }[]>`select url from variants where variant_id = '70061'`
  expect(row!.url).toBe('http://shop.example/demo/products/brass-watering-can')
  for (const variant of ['1', { toString: 'x' }, [], null]) {
    const { statusCode } = await shop.app.inject({ method: 'POST', url: '/demo/restock', payload: { variant } })
    expect(statusCode).toBe(404)
  }
})

test('a lower price arrives as a platform’s signed webhook, and a restart does not raise it', async () => {
  const priceOf = async () => (await shop.app.inject('/demo/goods.json')).json().variants['70081'].price
  expect(await priceOf()).toBe(34)
  expect((await post('/demo/lower-price', { variant: '70081' })).json().answered).toBe(200)
  await vi.waitFor(async () => expect(await priceOf()).toBe(27), { timeout: 30_000 })
  await fillDemo(shop.sql, await shop.storeNow(), 'http://shop.example')
  expect(await priceOf()).toBe(27)
  expect((await shop.app.inject('/demo')).body).toContain('€27.00')
  expect((await post('/demo/lower-price', { variant: 'nothing' })).statusCode).toBe(404)
})

test('the browser keeps no page of a signed-in shopper, so that Back after signing out does not sign in again', async () => {
  const { headers } = await post('/demo/sign-in', { email: 'ruth@shop.example' })
  const cookie = String(headers['set-cookie']).split(';')[0]!
  const page = await shop.app.inject({ url: '/demo/wishlist', headers: { cookie } })
  expect(page.body).toMatch(/data-identity="[^"]+"/)
  expect(page.headers['cache-control']).toBe('no-store')
  expect((await shop.app.inject('/demo/wishlist')).headers['cache-control']).toBe('private, no-cache')
})

test('in the grid a product with several variants asks which one', async () => {
  const { body } = await shop.app.inject('/demo')
  const hearts = [...body.matchAll(/<heartbell-heart ([^>]*)>/g)].map(([, attributes]) => attributes!)
  expect(hearts).toHaveLength(24)
  const several = products.filter(({ variants }) => variants.length > 1).length
  expect(hearts.filter((one) => / variants=|^variants=/.test(one))).toHaveLength(several)
  expect(hearts.filter((one) => /^variant=/.test(one))).toHaveLength(24 - several)
})

test('Heartbell is at another origin than the shop, where the computer has two names', async () => {
  const at = async (host: string) => {
    const { body, headers } = await shop.app.inject({ url: '/demo', headers: { host } })
    return { script: /src="([^"]*)\/client/.exec(body)![1], policy: String(headers['content-security-policy']), body }
  }
  expect((await at('localhost:4000')).script).toBe('http://127.0.0.1:4000')
  expect((await at('127.0.0.1:5000')).script).toBe('http://localhost:5000')
  const elsewhere = await shop.app.inject({ url: '/demo/bag?a=b', headers: { host: '127.0.0.1:4000' } })
  expect(elsewhere.headers.location).toBe('http://localhost:4000/demo/bag?a=b')
  expect((await at('localhost:4000')).policy).toContain("script-src 'self' http://127.0.0.1:4000;")
  expect((await at('localhost:4000')).body).toContain('data-share-url="http://localhost:4000/demo/wishlist?list={lid}"')
  expect((await at('demo.shop.example')).script).toBe('http://demo.shop.example')
  expect((await at('evil"><b>;script-src *')).policy).not.toMatch(/evil|script-src \*/)
})

test('signing in returns to a page of the demo, never to another site', async () => {
  const to = async (wanted: string) =>
    (await post('/demo/sign-in', { email: 'ada@shop.example', to: wanted })).headers.location
  expect(await to('/demo/wishlist#heartbell-share=abc')).toBe('/demo/wishlist#heartbell-share=abc')
  expect(await to('http://localhost:4000/demo/bag?a=b')).toBe('/demo/bag?a=b')
  for (const elsewhere of [
    'https://evil.example/x',
    '//evil.example/demo',
    '/demo/..//evil.example',
    '/demox',
    'javascript:alert(1)',
    '',
  ])
    expect(await to(elsewhere), elsewhere).toMatch(/^\/demo(\/|$)/)
  for (const above of [
    '/demo/..//evil.example',
    '/demo/%2e%2e/dashboard',
    '/demo/%2E./dashboard',
    '/demo/..%5cdashboard',
  ])
    expect(await to(above), above).toBe('/demo')
  expect((await shop.app.inject('/demo/sign-in?to=%22%3E%3Cscript%3E')).body).toContain('name="to" value="/demo"')
})

test('signing in gives an identity token, for a valid address only', async () => {
  const { headers } = await post('/demo/sign-in', { email: 'ada@shop.example' })
  const cookie = String(headers['set-cookie']).split(';')[0]!
  const { body } = await shop.app.inject({ url: '/demo', headers: { cookie } })
  const [, identity] = /data-identity="([^"]+)"/.exec(body)!
  const guest = await shop.guest()
  expect((await shop.shop('lists/user-validate-sync', guest, { identity })).status).toBe(200)
  expect((await post('/demo/sign-in', { email: '"><script>' })).headers.location).toBe('/demo/sign-in?to=%2Fdemo')
  const forged = await shop.app.inject({ url: '/demo', headers: { cookie: 'fern_and_field=%3Cscript%3E' } })
  expect(forged.body).toContain('data-identity=""')
})

test('the outbox contains only its own messages', async () => {
  expect((await shop.app.inject('/demo/mail')).json()).toEqual({ messages: [] })
  expect((await shop.app.inject('/demo/mail/m:nonsense')).statusCode).toBe(404)
})

test('the outbox shows a text message with its first words and its text, at the time it was sent', async () => {
  const store = await shop.storeNow()
  const fields = { medium: 'sms', mediumvalue: '+14155550123', topics: ['backinstock'] }
  const products = [{ epi: 70062, empi: 7006, du: 'http://shop.example/demo/products/brass-watering-can' }]
  expect((await shop.admin('bispa/subscriptions/create', { ...fields, products })).status).toBe(200)
  const [row] = await shop.sql<{ subscriptionId: string }[]>`
    select subscription_id from subscriptions where address = '+14155550123'`
  const values = {
    kind: 'restock',
    topic: 'backinstock',
    language: 'en',
    locale: 'en',
    timeZone: 'UTC',
    title: 'Brass Watering Can',
  }
  await shop.sql`
    insert into triggers (store_id, trigger_id, topic, variant_id, cause)
    values (${store.storeId}, ${row!.subscriptionId}, 'backinstock', '70062', 'restock')`
  await shop.sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel, medium, status, sent_at, facts)
    values (${store.storeId}, ${row!.subscriptionId}, ${row!.subscriptionId}, 'sms', 'sms', 'sent', '2026-01-01T13:04:00Z', ${shop.sql.json(values as never)})`
  const [message] = (await shop.app.inject('/demo/mail')).json().messages
  expect(message).toMatchObject({ to: '+14155550123', at: '2026-01-01T13:04:00.000Z' })
  expect(message.subject).toContain('Brass Watering Can')
  const page = await shop.app.inject(`/demo/mail/${encodeURIComponent(message.key)}`)
  expect(page.body).toMatch(/<p>[^<]*Brass Watering Can/)
  expect(page.body).toMatch(/<a href="https?:/)
})

test('a page elsewhere neither restocks nor lowers a price', async () => {
  const from = (origin: string) =>
    shop.app.inject({
      ...{ method: 'POST' as const, url: '/demo/restock', payload: 'variant=70061' },
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'demo.example:4000', origin },
    })
  const before = (await readStocks(shop.sql, await shop.storeNow())).get('70061')
  for (const origin of ['https://evil.example', 'null', 'http://demo.example:4001']) {
    const { statusCode } = await from(origin)
    expect([origin, statusCode]).toEqual([origin, 403])
  }
  expect((await readStocks(shop.sql, await shop.storeNow())).get('70061')).toBe(before)
  expect((await from('http://demo.example:4000')).json().answered).toBe(200)
})
