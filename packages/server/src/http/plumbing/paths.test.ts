/** Unknown paths, wrong methods and broken requests; the answer is always JSON. */
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectRefused } from '../testing/lists.ts'
import { form, type Reply, type TestShopper, useTestApp } from '../testing/test-app.ts'

const t = useTestApp()
let guest: TestShopper
let port: number
beforeAll(async () => {
  guest = await t.guest()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.server.address() as { port: number }).port
})

const anyMethod = async (method: string, url: string, more: object = {}): Promise<Reply> => {
  const reply = await t.app.inject({ method: method as 'GET', url, ...more })
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  return { status: reply.statusCode, body: reply.body === '' ? '' : reply.json(), headers: reply.headers }
}

describe('paths', () => {
  // proves C1.always-json
  test.each([
    '/',
    '/nowhere',
    '/api',
    '/api/v3/lists',
    '/api/v3/lists/nowhere',
    '/api/v4/lists/create',
    '/storeadmin/nowhere',
    '/API/V3/LISTS/CREATE',
    '/api/v3/lists/create/more',
    '/api/v3/lists/create%2f',
    '/constructor',
    '/__proto__',
    '/.env',
    '/api/../etc/passwd',
    '/%00',
    `/${'x'.repeat(5000)}`,
    '/*',
    '/*x*',
    '/api/v3/*/lists',
    '/:id',
  ])('nothing is at %s', async (url) => {
    for (const method of ['GET', 'POST'])
      expectRefused(await anyMethod(method, url), 404, 'unknown-path', /^There is nothing at \//)
  })

  test.each(['/%zz', '/%', '/api/v3/lists/%ff', '/api/v3/lists/create%', '/%c0%ae%c0%ae/'])(
    'a path that can’t be decoded is 400: %s',
    async (url) => {
      for (const method of ['GET', 'POST']) expectRefused(await anyMethod(method, url), 400, 'invalid-path', /^path /)
    },
  )

  test('nothing is at a path with a part longer than any name', async () => {
    for (const part of ['x'.repeat(201), encodeURIComponent('%'.repeat(201))])
      expectRefused(await anyMethod('GET', `/storeadmin/v3/subscriptions/${part}/timeline`), 404, 'unknown-path')
  })

  test('a query that cannot be decoded is read unchanged', async () => {
    const reply = await anyMethod('POST', '/api/v3/lists/fetch-lists?pid=%zz&%=%&=&&')
    expectRefused(reply, 404, 'unknown-store')
  })

  test.each(['//api/v3/lists/fetch-lists', '/api//v3///lists/fetch-lists', '/api/v3/lists/fetch-lists/'])(
    'more slashes than needed do no harm: %s',
    async (path) => {
      const reply = await anyMethod('POST', `${path}?pid=${encodeURIComponent(t.store.pid)}`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: form(guest),
      })
      expect(reply).toMatchObject({ status: 200, body: [] })
    },
  )
})

// proves S9.paths
test('list calls stand under /api/v3, generate-regid under v3, the subscription without a version', async () => {
  for (const url of [
    '/api/v3/lists/delete-list',
    '/api/v3/lists/update-ctx',
    '/storeadmin/v3/user/generate-regid',
    '/storeadmin/bispa/subscriptions/create',
  ])
    expect((await anyMethod('POST', url)).status, url).not.toBe(404)
  for (const url of [
    '/api/lists/delete-list',
    '/api/v2/lists/delete-list',
    '/storeadmin/v3/bispa/subscriptions/create',
  ])
    expectRefused(await anyMethod('POST', url), 404, 'unknown-path')
})

describe('methods', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('%s where POST is asked for is 405 with Allow', async (method) => {
    for (const url of [
      '/api/v3/lists/create',
      '//api/v3/lists/create?pid=x',
      '/api/v3/lists/create/',
      '/storeadmin/v3/user/generate-regid',
    ]) {
      const reply = await anyMethod(method, url)
      expectRefused(reply, 405, 'wrong-method', 'This path answers to POST.')
      expect(reply.headers.allow).toBe('POST')
    }
  })

  test('POST where GET is asked for is 405 with Allow', async () => {
    for (const url of ['/storeadmin/me', '/healthz', '/readyz']) {
      const reply = await anyMethod('POST', url)
      expectRefused(reply, 405, 'wrong-method')
      expect(reply.headers.allow).toBe('GET')
    }
  })

  test('HEAD answers without a body, as GET would', async () => {
    const [wrong, nowhere] = [await anyMethod('HEAD', '/api/v3/lists/create'), await anyMethod('HEAD', '/nowhere')]
    expect([wrong.status, wrong.headers.allow, nowhere.status]).toEqual([405, 'POST', 404])
    expect((await t.app.inject({ method: 'HEAD', url: '/healthz' })).statusCode).toBe(200)
  })

  test.each(['PROPFIND', 'TRACE', 'LOCK', 'SEARCH'])('an unused method (%s) is 405 or 404', async (method) => {
    const reply = await raw(`${method} /api/v3/lists/create HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expectRefused(reply, 405, 'wrong-method')
    expectRefused(await raw(`${method} /nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`), 404, 'unknown-path')
  })

  test('an unknown expectation is ignored', async () => {
    const head = 'GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\nexpect: wonders\r\n\r\n'
    expectRefused(await raw(head), 404, 'unknown-path')
  })

  test('a body on a GET does no harm', async () => {
    expect(
      (await anyMethod('GET', '/healthz', { payload: 'x', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(200)
  })
})

/** Bytes as they are, over a real connection, because no HTTP library would send these. */
function raw(text: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8')
    socket.on('data', (part) => {
      answer += part
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      const [status = '', ...lines] = head.split('\r\n')
      const headers = Object.fromEntries(lines.map((line) => [line.split(': ')[0]!.toLowerCase(), line.split(': ')[1]]))
      try {
        resolve({ status: Number(status.split(' ')[1]), body: body && JSON.parse(body), headers })
      } catch {
        reject(new Error(`not a JSON answer: ${answer}`))
      }
    })
  })
}

describe('malformed HTTP', () => {
  // proves C1.always-json
  test.each([
    ['a request line of nonsense', 'nonsense\r\n\r\n', 400],
    ['an unknown method', 'FROBNICATE / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['a header without a name', 'GET / HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
    ],
    ['a length that is none', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: many\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address without end', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
  ])('%s is answered in JSON too', async (_, text, status) => {
    const { body, ...reply } = await raw(text)
    expect(reply).toMatchObject({ status, headers: { 'content-type': 'application/json; charset=utf-8' } })
    expect(Object.keys(body)).toEqual(['error', 'type', 'msg', 'message', 'requestid'])
    expect(body.requestid).toBe(reply.headers['x-request-id'])
  })

  test('a HEAD request gets no body', async () => {
    const { status, headers, body } = await raw('HEAD / HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n')
    expect({ status, body }).toEqual({ status: 400, body: '' })
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  })
})
