/** Rules of every call, played by HTTP where no test of a single route proves them. */
import crypto, { randomUUID } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { printSettings } from '../../packages/server/src/domain/settings/settings.ts'
import { makeList } from '../../packages/server/src/http/testing/lists.ts'
import { basic, useTestApp } from '../../packages/server/src/http/testing/test-app.ts'
import { readText } from '../codebase/sources.ts'

const t = useTestApp()

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

// proves C1.pid
test('a pid is a base64 text of 44 characters, and is read from a URL that encodes it', async () => {
  const stores = await Promise.all(Array.from({ length: 20 }, () => t.newStore()))
  for (const store of stores) {
    expect(store.pid).toMatch(/^[A-Za-z0-9+/]{43}=$/)
    expect((await t.shop('lists/fetch-lists', await t.guest(undefined, store), {}, store)).status).toBe(200)
  }
  expect(stores.some(({ pid }) => /[+/]/.test(pid))).toBe(true)
})

// proves C2.keys
test('no table contains an API key: it is stored as a hash', async () => {
  const { apiKey } = await t.newStore()
  const secret = apiKey.slice(apiKey.lastIndexOf('_') + 1)
  const rows = await t.sql<{ text: string }[]>`
    select row_to_json(api_keys)::text as text from api_keys
    union all
    select row_to_json(stores)::text from stores`
  expect(rows.length).toBeGreaterThan(1)
  const forms = [apiKey, secret, Buffer.from(secret).toString('hex'), Buffer.from(secret, 'base64url').toString('hex')]
  expect(rows.filter(({ text }) => forms.some((form) => text.includes(form)))).toEqual([])
})

// proves C2.constant-time
test('a key is compared in constant time, also a wrong one and one of no store', async () => {
  const compare = vi.spyOn(crypto, 'timingSafeEqual')
  syncBuiltinESMExports()
  const { pid, apiKey } = await t.newStore()
  const unknownId = `hbk_${'0'.repeat(12)}_${apiKey.slice(-43)}`
  for (const [key, status] of [
    [apiKey, 200],
    [`${apiKey.slice(0, -1)}${apiKey.endsWith('A') ? 'B' : 'A'}`, 401],
    [unknownId, 401],
  ] as const) {
    compare.mockClear()
    const headers = { authorization: basic({ pid, apiKey: key }) }
    expect((await t.app.inject({ url: '/storeadmin/me', headers })).statusCode).toBe(status)
    const [given, stored] = compare.mock.calls[0]!
    expect([given.byteLength, stored.byteLength]).toEqual([32, 32])
  }
})

// proves C3.create-fields
test('create takes note, type, properties, description and anonRead', async () => {
  const eva = await t.account(`${randomUUID()}@shop.example`)
  const sent = { lnote: 'a note', lty: 'wl', lprops: { a: 1 }, ldesc: { text: 'd' }, anonRead: true }
  expect(await makeList(t, eva, sent)).toMatchObject(sent)
})

// proves C7.defaults, C7.rate-defaults, C7.quiet-hours, C7.open, C2.lenient, C8.1.leeway
test('a new store has the default settings; the documentation calls lenient sessions weaker and names the leeway of tokens', () => {
  expect(printSettings({})).toMatchObject({
    pacing: 'offers',
    'double-opt-in': 'off',
    'quiet-hours': 'off',
    'quiet-channels': 'sms,push',
    catalog: 'open',
    sessions: 'strict',
    'custom-items': 'off',
    'rate-key': '500',
    'rate-shopper': '50',
    'rate-address': '200',
  })
  expect(readText('docs/operating.md')).toMatch(/`lenient` accepts any session .*weaker/)
  expect(readText('docs/operating.md')).toMatch(/`exp`, `iat` and `nbf` have 60 seconds/)
})

// proves C7.open
test('a catalog that was sent leaves the store open', async () => {
  const store = await t.newStore()
  await t.admin('v3/catalog/products', { products: [{ epi: 1, empi: 1, du: '/known' }] }, store)
  const guest = await t.guest(undefined, store)
  const { lid } = await makeList(t, guest, {}, store)
  const added = await t.shop('lists/update-ctx', guest, { lid, a: [{ epi: 2, empi: 2, du: '/unknown' }] }, store)
  expect(added).toMatchObject({ status: 200, body: { a: [{ epi: 2, du: '/unknown', dt: 'unknown' }] } })
})

// proves C7.pages
test('pages, /metrics and /docs are not JSON', async () => {
  const docs = await t.app.inject('/docs')
  expect([docs.statusCode, docs.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/html/)])
  const metrics = await t.app.inject('/metrics')
  expect([metrics.statusCode, metrics.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/plain/)])
})

// proves C1.lengths, C1.notes
test('addresses have at most 2,048 characters, titles 512, notes 2,000, and one more is refused by name', async () => {
  const store = await t.newStore('custom-items=on')
  const guest = await t.guest(undefined, store)
  const { lid } = await makeList(t, guest, {}, store)
  const item = { epi: 1, empi: 1, du: '/p' }
  const lamp = { title: 'Lamp', du: '/lamp', price: 1 }
  const longest = [
    [item, 'du', 2048],
    [item, 'iu', 2048],
    [item, 'dt', 512],
    [item, 'note', 2000],
    [lamp, 'title', 512],
    [lamp, 'iu', 2048],
  ] as const
  for (const [thing, field, most] of longest) {
    const add = (length: number) =>
      t.shop('lists/update-ctx', guest, { lid, a: [{ ...thing, [field]: `/${'x'.repeat(length - 1)}` }] }, store)
    expect([field, (await add(most)).status]).toEqual([field, 200])
    const refused = await add(most + 1)
    expect([refused.status, refused.body.msg]).toEqual([400, `a[0].${field} must be at most ${most} characters`])
  }
})

// proves C7.recent, C4.shapes
test('recently viewed products and the saved cart of a new shopper are empty arrays', async () => {
  const guest = await t.guest()
  const [viewed, cart] = [
    await t.shop('shopper/fetch-recently-viewed-products', guest),
    await t.shop('shopper/fetch-saved-cart-products', guest),
  ]
  expect([viewed.status, viewed.body]).toEqual([200, { recentlyViewed: [] }])
  expect([cart.status, cart.body]).toEqual([200, { savedCart: [] }])
})
