import type { lookup as lookUp } from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { Forbidden, openWayOut, type WayOut, type WayOutOptions } from './safe-fetch.ts'

const open: { server?: Server; ways: WayOut[] } = { ways: [] }
afterEach(async () => {
  for (const way of open.ways.splice(0)) await way.close()
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

function wayOut(options: WayOutOptions = {}) {
  const way = openWayOut(options)
  open.ways.push(way)
  return way.fetch
}

const naming = (...answers: string[][]) =>
  ((_host: string, _options: object, done: (error: null, found: object[]) => void) => {
    const addresses = answers.length > 1 ? answers.shift()! : answers[0]!
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof lookUp

test('what was sent arrives, and the answer comes back as it is', async () => {
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

test('a literal that leads into the house is refused before anything is opened', async () => {
  const { port, calls } = await serve((_request, reply) => void reply.end())
  const fetch = wayOut()
  const written = ['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '127.1', '0.0.0.0', '10.0.0.1']
  for (const host of written) await expect(fetch(`http://${host}:${port}/`), host).rejects.toThrow(Forbidden)
  expect(calls()).toBe(0)
})

test('a name is judged by every address it means, at the moment of connecting', async () => {
  const { port, calls } = await serve((_request, reply) => void reply.end())
  const url = `http://shop.example:${port}/`
  await expect(wayOut({ lookup: naming(['127.0.0.1']) })(url)).rejects.toThrow(Forbidden)
  await expect(wayOut({ lookup: naming(['8.8.8.8', '127.0.0.1']) })(url)).rejects.toThrow(Forbidden)
  await expect(wayOut({ lookup: naming([]) })(url)).rejects.toThrow(Forbidden)
  // A name that changes its meaning between two looks gains nothing: there is only one look.
  const fetch = wayOut({ allowLoopback: true, lookup: naming(['127.0.0.1'], ['10.0.0.1']) })
  expect(
    (await fetch(url, { headers: { connection: 'close' } }).then(async (a) => [a.status, await a.text()]))[0],
  ).toBe(200)
  await expect(wayOut({ allowLoopback: true, lookup: naming(['10.0.0.1']) })(url)).rejects.toThrow(Forbidden)
  expect(calls()).toBe(1)
})

test('other protocols, passwords and what is no URL are refused', async () => {
  const fetch = wayOut({ allowLoopback: true })
  for (const url of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'http://me:secret@127.0.0.1/', 'nothing'])
    await expect(fetch(url), url).rejects.toThrow(Forbidden)
})

test('a redirect is an answer, not a way', async () => {
  const { port, calls } = await serve((_request, reply) => void reply.writeHead(302, { location: '/other' }).end())
  const answer = await wayOut({ allowLoopback: true })(`http://127.0.0.1:${port}/`)
  await answer.dump()
  expect([answer.status, calls()]).toEqual([302, 1])
})

test('an answer without end is cut off, and one that never comes is not waited for', async () => {
  const { port } = await serve((request, reply) => {
    if (request.url === '/slow') return
    reply.write('x'.repeat(5000))
    if (request.url === '/long') reply.end('x'.repeat(5000))
  })
  const fetch = wayOut({ allowLoopback: true })
  const url = (path: string) => `http://127.0.0.1:${port}${path}`
  await expect((await fetch(url('/long'), { mostBytes: 6000 })).text()).rejects.toThrow(Forbidden)
  await expect(fetch(url('/slow'), { timeoutMillis: 100 })).rejects.toThrow()
  await expect((await fetch(url('/stuck'), { timeoutMillis: 300 })).text()).rejects.toThrow()
})
