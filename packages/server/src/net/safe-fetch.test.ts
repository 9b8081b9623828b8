import type { lookup as lookUp } from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { BlockedRequest, type OutgoingHttp, type OutgoingHttpOptions, openOutgoingHttp } from './safe-fetch.ts'

const open: { server?: Server; ways: OutgoingHttp[] } = { ways: [] }
afterEach(async () => {
  for (const client of open.ways.splice(0)) await client.close()
  open.server?.closeAllConnections()
  open.server?.close()
})

async function serve(listener: RequestListener): Promise<{ port: number; calls: () => number }> {
  let calls = 0
  open.server = createServer((request, reply) => {
    calls++
    listener(request, reply)
  }).listen(0, '127.0.0.1')
  await once(open.server, 'listening')
  return { port: (open.server.address() as { port: number }).port, calls: () => calls }
}

function wayOut(options: OutgoingHttpOptions = {}) {
  const client = openOutgoingHttp(options)
  open.ways.push(client)
  return client.fetch
}

const naming = (...answers: string[][]) =>
  ((_host: string, _options: object, done: (error: null, found: object[]) => void) => {
    const addresses = answers.length > 1 ? answers.shift()! : answers[0]!
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof lookUp

test('a request is sent and the response returned unchanged', async () => {
  const { port } = await serve(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += chunk
    reply.writeHead(201, { etag: '"1"' }).end(`${request.method} ${request.headers['x-key']} ${body}`)
  })
  const fetch = wayOut({ allowLoopback: true })
  const headers = { 'x-key': 'k' }
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: 'hello' })
  expect([answer.status, answer.headers.etag, await answer.text()]).toEqual([201, '"1"', 'POST k hello'])
})

test('a literal address of the own network is refused before anything is opened', async () => {
  const { port, calls } = await serve((_request, reply) => void reply.end())
  const fetch = wayOut()
  const written = ['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '127.1', '0.0.0.0', '10.0.0.1']
  for (const host of written) await expect(fetch(`http://${host}:${port}/`), host).rejects.toThrow(BlockedRequest)
  expect(calls()).toBe(0)
})

test('a name is checked by all its addresses at the moment of connecting', async () => {
  const { port, calls } = await serve((_request, reply) => void reply.end())
  const url = `http://shop.example:${port}/`
  await expect(wayOut({ lookup: naming(['127.0.0.1']) })(url)).rejects.toThrow(BlockedRequest)
  await expect(wayOut({ lookup: naming(['8.8.8.8', '127.0.0.1']) })(url)).rejects.toThrow(BlockedRequest)
  await expect(wayOut({ lookup: naming([]) })(url)).rejects.toThrow(BlockedRequest)
  // A name that changes between check and use gains nothing: there is only one lookup.
  const fetch = wayOut({ allowLoopback: true, lookup: naming(['127.0.0.1'], ['10.0.0.1']) })
  expect(
    (await fetch(url, { headers: { connection: 'close' } }).then(async (a) => [a.status, await a.text()]))[0],
  ).toBe(200)
  await expect(wayOut({ allowLoopback: true, lookup: naming(['10.0.0.1']) })(url)).rejects.toThrow(BlockedRequest)
  expect(calls()).toBe(1)
})

test('other protocols, passwords and invalid URLs are refused', async () => {
  const fetch = wayOut({ allowLoopback: true })
  for (const url of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'http://me:secret@127.0.0.1/', 'nothing'])
    await expect(fetch(url), url).rejects.toThrow(BlockedRequest)
})

test('a redirect is returned and not followed', async () => {
  const { port, calls } = await serve((_request, reply) => void reply.writeHead(302, { location: '/other' }).end())
  const answer = await wayOut({ allowLoopback: true })(`http://127.0.0.1:${port}/`)
  await answer.dump()
  expect([answer.status, calls()]).toEqual([302, 1])
})

test('an endless response is cut off, and a missing one times out', async () => {
  const { port } = await serve((request, reply) => {
    if (request.url === '/slow') return
    reply.write('x'.repeat(5000))
    if (request.url === '/long') reply.end('x'.repeat(5000))
  })
  const fetch = wayOut({ allowLoopback: true })
  const url = (path: string) => `http://127.0.0.1:${port}${path}`
  await expect((await fetch(url('/long'), { maxBytes: 6000 })).text()).rejects.toThrow(BlockedRequest)
  await expect(fetch(url('/slow'), { timeoutMillis: 100 })).rejects.toThrow()
  await expect((await fetch(url('/stuck'), { timeoutMillis: 300 })).text()).rejects.toThrow()
})
