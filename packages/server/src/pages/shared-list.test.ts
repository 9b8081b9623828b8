import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestShopper } from '../http/testing/test-app.ts'
import { clientFileRoutes, clientVersion } from './client-files.ts'
import { sharedRoutes } from './shared-list.ts'

let shop: TestApp
let ada: TestShopper
let lid: string
beforeAll(async () => {
  shop = await openTestApp({ mounts: [clientFileRoutes, sharedRoutes] })
  ada = await shop.account('ada@shop.example')
  lid = (await shop.shop('lists/create', ada, { lname: 'For <b>Ada</b>' })).body.lid
  const a = [{ epi: 101, empi: 10, du: 'https://shop.example/a', dt: 'Lamp "<i>"', pr: 12.5 }]
  await shop.shop('lists/update-ctx', ada, { lid, a })
})
afterAll(() => shop.close())

const get = (url: string) => shop.app.inject({ method: 'GET', url })

// proves C1.text, C7.pages
test('a public list has a page with escaped text, hidden from search engines', async () => {
  await shop.shop('lists/markPublic', ada, { lid })
  const { statusCode, body, headers } = await get(`/shared/${lid}`)
  expect(statusCode).toBe(200)
  expect(body).toContain('For &lt;b&gt;Ada&lt;/b&gt;')
  expect(body).toContain('Lamp &quot;&lt;i&gt;&quot;')
  expect(body).not.toMatch(/<i>|ada@shop/)
  expect(body).toContain(`data-store="${shop.store.pid}"`)
  expect(headers['x-robots-tag']).toBe('noindex')
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
})

test('a private, unknown or foreign list looks the same as none', async () => {
  await shop.shop('lists/markPrivate', ada, { lid })
  const answers = await Promise.all(
    [lid, `${lid.slice(0, 8)}${'0'.repeat(32)}`, 'nonsense'].map((id) => get(`/shared/${id}`)),
  )
  for (const { statusCode, body } of answers) {
    expect(statusCode).toBe(404)
    expect(body).toBe(answers[0]!.body)
  }
})

test('storefront files are cached forever under their version and briefly under latest', async () => {
  const version = clientVersion()
  const core = await get(`/client/${version}/core.js`)
  expect([core.statusCode, core.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(core.headers['access-control-allow-origin']).toBe('*')
  const latest = await get('/client/latest/core.js')
  expect(latest.headers['cache-control']).toBe('public, max-age=300')
  expect(latest.body).toBe(core.body)
  const { files } = (await get('/client/latest/manifest.json')).json()
  expect(files['core.js'].integrity).toMatch(/^sha384-/)
})

test('no other version and no other file is served', async () => {
  for (const path of ['0.0.1/core.js', 'latest/package.json', 'latest/..%2F..%2Fpackage.json', 'latest/constructor'])
    expect((await get(`/client/${path}`)).statusCode, path).toBe(404)
})
