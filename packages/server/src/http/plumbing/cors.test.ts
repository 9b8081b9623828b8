/** Which pages may call from a browser: a store's origins on shopper calls, none on Store Admin calls. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewStore } from '../../domain/stores/stores.ts'
import { basic, form, openTestApp, type TestApp } from '../testing/test-app.ts'

let t: TestApp
let picky: NewStore
beforeAll(async () => {
  t = await openTestApp()
  picky = await t.newStore('origins=https://shop.example,https://www.shop.example:8443')
})
afterAll(() => t.close())

const ofCors = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^access-control-/.test(name)))

const preflight = (url: string, origin = 'https://shop.example') =>
  t.app.inject({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  })

const path = (store: NewStore) => `/api/v3/lists/fetch-lists?pid=${encodeURIComponent(store.pid)}`

describe('a preflight of a shopper call', () => {
  // proves C1.cors
  test('allows any origin by default, without credentials', async () => {
    const reply = await preflight(path(t.store), 'https://anything.example')
    expect(reply.statusCode).toBe(204)
    expect(ofCors(reply.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type',
    })
    expect(reply.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  // proves C1.cors
  test.each(['https://shop.example', 'https://www.shop.example:8443'])(
    'allows the store’s own origin %s',
    async (origin) => {
      const reply = await preflight(path(picky), origin)
      expect(reply.headers['access-control-allow-origin']).toBe(origin)
      expect(reply.headers.vary).toContain('Origin')
    },
  )

  // proves C1.cors
  test.each([
    'https://evil.example',
    'http://shop.example',
    'https://shop.example.evil',
    'https://www.shop.example',
    'null',
  ])('does not allow %s', async (origin) => {
    expect((await preflight(path(picky), origin)).headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('knows the store also by a pid that was encoded twice', async () => {
    const url = `/api/v3/lists/fetch-lists?pid=${encodeURIComponent(encodeURIComponent(picky.pid))}`
    expect((await preflight(url, 'https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('a shopper call', () => {
  const call = async (store: NewStore, origin: string) =>
    t.app.inject({
      method: 'POST',
      url: path(store),
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      payload: form(await t.guest(undefined, store)),
    })

  test('allows the page to read the answer, its request id and Retry-After', async () => {
    const reply = await call(picky, 'https://shop.example')
    expect(reply.statusCode).toBe(200)
    expect(ofCors(reply.headers)).toEqual({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-expose-headers': 'x-request-id, retry-after',
    })
    expect((await call(t.store, 'https://any.example')).headers['access-control-allow-origin']).toBe('*')
  })

  test('from another origin sends no CORS headers', async () => {
    expect((await call(picky, 'https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('a refusal can be read by the page too', async () => {
    const reply = await t.app.inject({ method: 'POST', url: path(picky), headers: { origin: 'https://shop.example' } })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['access-control-allow-origin']).toBe('https://shop.example')
  })
})

describe('the origin is judged against the store that the call resolves to', () => {
  const url = '/api/v3/lists/fetch-lists'
  const send = async (origin: string | undefined, fields: object, query = '') =>
    t.app.inject({
      method: 'POST',
      url: url + query,
      headers: { ...(origin && { origin }), 'content-type': 'application/json' },
      payload: JSON.stringify(fields),
    })

  test('also where the body names it', async () => {
    const fields = { ...(await t.guest(undefined, picky)), pid: picky.pid }
    const allowed = await send('https://shop.example', fields)
    expect([allowed.statusCode, allowed.headers['access-control-allow-origin']]).toEqual([200, 'https://shop.example'])
    const refused = await send('https://evil.example', fields)
    expect(ofCors(refused.headers)).toEqual({})
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ type: 'foreign-origin' })
    expect(refused.json().message).toContain('https://evil.example')
  })

  test('a refused origin’s call does nothing', async () => {
    const guest = await t.guest(undefined, picky)
    const make = (origin: string, name: string) =>
      t.app.inject({
        method: 'POST',
        url: `/api/v3/lists/create?pid=${encodeURIComponent(picky.pid)}`,
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        payload: form({ ...guest, lname: name, lty: 'wl' }),
      })
    const lists = async () => (await t.sql`select name from lists where name like 'from %'`).map(({ name }) => name)
    expect((await make('https://evil.example', 'from evil')).statusCode).toBe(403)
    expect((await make('null', 'from nowhere')).statusCode).toBe(403)
    expect(await lists()).toEqual([])
    expect((await make('https://shop.example', 'from shop')).statusCode).toBe(200)
    expect(await lists()).toEqual(['from shop'])
  })

  test('a caller without an origin, and our own pages, are served', async () => {
    const fields = { ...(await t.guest(undefined, picky)), pid: picky.pid }
    expect((await send(undefined, fields)).statusCode).toBe(200)
    const own = await t.app.inject({
      method: 'POST',
      url,
      headers: { origin: 'https://wishes.example', host: 'wishes.example', 'content-type': 'application/json' },
      payload: JSON.stringify(fields),
    })
    expect(own.statusCode).toBe(200)
  })

  test('without a store there is no CORS header', async () => {
    for (const fields of [{}, { pid: [picky.pid] }]) {
      const reply = await send('https://shop.example', fields)
      expect([fields, ofCors(reply.headers)]).toEqual([fields, {}])
      expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    }
  })

  test('two different stores are refused for every origin', async () => {
    const query = `?pid=${encodeURIComponent(t.store.pid)}`
    const reply = await send('https://evil.example', { pid: picky.pid }, query)
    expect([reply.statusCode, reply.json().type]).toEqual([400, 'invalid-pid'])
  })

  test('a body that can’t be read answers a page of the store that the query names', async () => {
    const broken = (origin: string) =>
      t.app.inject({
        method: 'POST',
        url: path(picky),
        headers: { origin, 'content-type': 'application/json' },
        payload: '{',
      })
    expect((await broken('https://shop.example')).headers['access-control-allow-origin']).toBe('https://shop.example')
    expect(ofCors((await broken('https://evil.example')).headers)).toEqual({})
  })

  test('a preflight that names no store is let pass, because the call itself is judged; of an unknown store it is not', async () => {
    expect((await preflight(url, 'https://evil.example')).headers['access-control-allow-origin']).toBe('*')
    expect(ofCors((await preflight(`${url}?pid=nobody`, 'https://evil.example')).headers)).toEqual({})
  })

  test('the refusal of an unknown store can be read by every page, so that a wrong pid is not taken for CORS', async () => {
    const reply = await t.app.inject({
      method: 'POST',
      url: '/api/v3/provider/register?pid=nobody',
      headers: { origin: 'https://shop.example', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([reply.statusCode, reply.json().type]).toEqual([404, 'unknown-store'])
    expect(reply.headers['access-control-allow-origin']).toBe('*')
  })
})

test.each(['/api/v3/nowhere', '/client/core.js'])(
  'that there is nothing at %s can be read by every page, so that a misspelt name is not taken for CORS',
  async (url) => {
    for (const method of ['GET', 'POST'] as const) {
      const reply = await t.app.inject({ method, url, headers: { origin: 'https://shop.example' } })
      expect([reply.statusCode, reply.json().type]).toEqual([404, 'unknown-path'])
      expect(reply.headers['access-control-allow-origin']).toBe('*')
    }
  },
)

describe('Store Admin', () => {
  const paths = [
    '/storeadmin/me',
    '/storeadmin/v3/user/generate-regid',
    '/storeadmin/v3/catalog/products',
    '/storeadmin/nowhere',
    '/healthz',
    '/nowhere',
  ]

  // proves C1.admin-cors
  test.each(paths)('sends no CORS headers at all: %s', async (url) => {
    for (const reply of [
      await preflight(url),
      await t.app.inject({
        method: 'GET',
        url,
        headers: { origin: 'https://shop.example', authorization: basic(t.store) },
      }),
      await t.app.inject({
        method: 'POST',
        url,
        headers: { origin: 'https://shop.example', authorization: basic(t.store) },
      }),
    ]) {
      expect(ofCors(reply.headers)).toEqual({})
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    }
    expect([404, 405]).toContain((await preflight(url)).statusCode)
  })
})

test('an OPTIONS that is not a preflight is answered in JSON or without a body', async () => {
  for (const url of [path(t.store), '/api/v3/nowhere', '/storeadmin/me', '/', '*']) {
    const reply = await t.app.inject({ method: 'OPTIONS', url })
    expect(reply.statusCode).toBeLessThan(500)
    if (reply.body !== '') expect(reply.json()).toMatchObject({ error: true })
  }
})
