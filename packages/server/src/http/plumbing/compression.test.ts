import { randomBytes } from 'node:crypto'
import { type RequestOptions, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { form, openTestApp, type TestApp, type TestShopper } from '../testing/test-app.ts'
import { chooseEncoding } from './compression.ts'

const long = 'a long text, '.repeat(400)

/** Random, so that the compressed text does not fit into a buffer. */
async function* breakAfter(parts: number) {
  for (let part = 0; part < parts; part++) yield randomBytes(64_000).toString('hex')
  throw new Error('the disk is gone')
}

let shop: TestApp
let ada: TestShopper
let port: number
beforeAll(async () => {
  shop = await openTestApp({
    mounts: [
      (scope) => {
        scope.get('/page', (_, reply) => reply.type('text/html; charset=utf-8').send(long))
        scope.get('/cookie', (_, reply) => reply.header('set-cookie', 'a=b').send({ long }))
        scope.get('/picture', (_, reply) => reply.type('image/png').send(Buffer.from(long)))
        scope.get('/stream', (_, reply) => reply.type('text/plain').send(Readable.from([long, long])))
        scope.get('/broken', (_, reply) => reply.type('text/plain').send(Readable.from(breakAfter(0))))
        scope.get('/cut', (_, reply) => reply.type('text/plain').send(Readable.from(breakAfter(50))))
        scope.get('/dashboard/api/long', () => ({ long }))
      },
    ],
  })
  ada = await shop.account('ada@shop.example')
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  port = (shop.app.server.address() as AddressInfo).port
})
afterAll(() => shop.close())

type Got = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** Without the decoding that `fetch` does. */
const get = (path: string, headers: Record<string, string> = {}, more: RequestOptions = {}, body = '') =>
  new Promise<Got>((done, fail) => {
    const sent = request({ port, path, headers, ...more }, async (reply) => {
      const parts: Buffer[] = []
      try {
        for await (const part of reply) parts.push(part)
        done({ status: reply.statusCode!, headers: reply.headers, body: Buffer.concat(parts) })
      } catch (error) {
        fail(error)
      }
    })
    sent.once('error', fail).end(body)
  })

const fetchLists = (accepted: string, more: Record<string, string> = {}) =>
  get(
    `/api/v3/lists/fetch-lists?pid=${encodeURIComponent(shop.store.pid)}`,
    { 'accept-encoding': accepted, 'content-type': 'application/x-www-form-urlencoded', ...more },
    { method: 'POST' },
    form(ada),
  )

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['identity', null],
  ['br;q=0, gzip;q=0', null],
  ['deflate, zstd', null],
  ['BR', 'br'],
  [';;,=;q=x', null],
  ['', null],
])('“%s” is answered with %s', (accepted, encoding) => expect(chooseEncoding(accepted)).toBe(encoding))

describe('answers of the API', () => {
  test('a small list is sent as it is', async () => {
    const { headers, body } = await fetchLists('br, gzip')
    expect(headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(body.toString())).toEqual([])
  })

  test('a long list is compressed with brotli, gzip or not at all, and is the same', async () => {
    const { lid } = (await shop.shop('lists/create', ada, { lname: 'Long' })).body
    const a = Array.from({ length: 40 }, (_, place) => ({
      epi: place + 1,
      empi: 1,
      du: `https://shop.example/${place}`,
      dt: `Mug ${place}`,
    }))
    await shop.shop('lists/update-ctx', ada, { lid, a })
    const [plain, br, gzip] = await Promise.all(['identity', 'br', 'gzip'].map((accepted) => fetchLists(accepted)))
    expect(plain!.headers).toMatchObject({ vary: 'Accept-Encoding' })
    expect(plain!.headers['content-encoding']).toBeUndefined()
    expect(br!.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(gzip!.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    for (const { headers, body } of [plain!, br!, gzip!]) expect(Number(headers['content-length'])).toBe(body.length)
    expect(br!.body.length).toBeLessThan(plain!.body.length / 5)
    const text = plain!.body.toString()
    expect(JSON.parse(brotliDecompressSync(br!.body).toString())).toEqual(JSON.parse(text))
    expect(JSON.parse(gunzipSync(gzip!.body).toString())).toEqual(JSON.parse(text))
  })

  test('the origin stays in `vary`', async () => {
    const other = await shop.newStore('origins=https://shop.example')
    const { headers } = await get(
      `/api/v3/lists/fetch-lists?pid=${encodeURIComponent(other.pid)}`,
      { 'accept-encoding': 'br', origin: 'https://shop.example', 'content-type': 'application/json' },
      { method: 'POST' },
      `{"long": "${long}`,
    )
    expect(headers.vary).toMatch(/Origin/)
    const { headers: own } = await fetchLists('br', { origin: 'https://shop.example' })
    expect(own['access-control-allow-origin']).toBe('*')
  })
})

describe('other answers', () => {
  test('the OpenAPI document and a page', async () => {
    for (const path of ['/openapi.json', '/page']) {
      const plain = await get(path)
      const br = await get(path, { 'accept-encoding': 'br' })
      expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
      expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
    }
  })

  test('HEAD has the headers of GET and no body', async () => {
    const full = await get('/page', { 'accept-encoding': 'br' })
    const head = await get('/page', { 'accept-encoding': 'br' }, { method: 'HEAD' })
    expect(head.body.length).toBe(0)
    for (const name of ['content-encoding', 'content-length', 'vary', 'content-type'])
      expect(head.headers[name]).toBe(full.headers[name])
    const stream = await get('/stream', { 'accept-encoding': 'br' }, { method: 'HEAD' })
    expect(stream.headers['content-encoding']).toBe('br')
  })

  test('a range is answered with the whole', async () => {
    const { status, headers, body } = await get('/page', { 'accept-encoding': 'gzip', range: 'bytes=0-9' })
    expect([status, headers['accept-ranges']]).toEqual([200, undefined])
    expect(gunzipSync(body).toString()).toBe(long)
  })

  test('a stream', async () => {
    const br = await get('/stream', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(br.body).toString()).toBe(long + long)
    const gzip = await get('/stream', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzip.body).toString()).toBe(long + long)
  })

  test('a stream that breaks ends the connection instead of looking complete', async () => {
    await expect(get('/cut', { 'accept-encoding': 'gzip' })).rejects.toThrow()
    const { status, headers, body } = await get('/broken', { 'accept-encoding': 'br' })
    expect([status, headers['content-encoding']]).toEqual([500, undefined])
    expect(JSON.parse(body.toString()).type).toBe('internal-error')
  })

  test('a picture is sent as it is', async () => {
    const { headers } = await get('/picture', { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBeUndefined()
  })
})

describe('the length of an answer tells nothing about a secret', () => {
  test('the dashboard’s data, answers with a cookie, and pages for a caller with a cookie are not compressed', async () => {
    for (const path of ['/dashboard/api/long', '/cookie', '/page']) {
      const { headers } = await get(path, { 'accept-encoding': 'br, gzip', cookie: 'session=1' })
      expect(headers['content-encoding'], path).toBeUndefined()
    }
  })
})
