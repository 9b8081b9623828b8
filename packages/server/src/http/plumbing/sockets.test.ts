/** Silent connections and incomplete heads or bodies are closed by time limits, and a forged address has no influence. */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { makeVault } from '../../domain/secrets/vault.ts'
import { type AppOptions, buildApp } from '../app.ts'

const database = useTestDatabase()

async function listen(options: Partial<AppOptions>) {
  const app = await buildApp({ sql: database.sql, vault: makeVault('a secret for tests'), ...options })
  app.get('/address', (request) => ({ ip: request.ip }))
  app.post('/echo', async (request) => ({ body: request.body ?? null }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

/** A connection that never answers our end with its own, as a silent attacker's does not; with our side of it. */
async function open(app: Awaited<ReturnType<typeof listen>>): Promise<{ theirs: Socket; ours: Socket }> {
  const { port } = app.server.address() as AddressInfo
  const accepted = once(app.server, 'connection')
  const theirs = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  theirs.on('error', () => {}).resume()
  const [ours] = (await accepted) as [Socket]
  return { theirs, ours }
}

const isGone = async (socket: Socket) => {
  if (!socket.closed) await once(socket, 'close')
}

/** Short limits for the test; the server's own are 20 s and 30 s. */
const clocks = { headMillis: 200, checkMillis: 50, bodyMillis: 200, lingerMillis: 50 }

test.each([
  ['nothing', ''],
  ['half a head', 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-'],
  ['half a line', 'GE'],
  ['half a second head', 'GET /address HTTP/1.1\r\nHost: x\r\n\r\nGET /address HTTP/1.1\r\nHo'],
  ['half a body', 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"'],
  ['half a text', 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf'],
])('a socket that sends %s and then is silent is closed, also where the other side never closes', async (_, sent) => {
  const app = await listen({ clocks })
  const { theirs, ours } = await open(app)
  if (sent) theirs.write(sent)
  await isGone(ours)
  theirs.destroy()
  await app.close()
})

test('a connection being answered is not closed by the time limit of headers', async () => {
  const app = await listen({ clocks })
  const { port } = app.server.address() as AddressInfo
  const idle = await open(app)
  const kept = connect({ port, host: '127.0.0.1' })
  kept.write('GET /address HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(kept, 'data')
  // the silent connection is closed first; the reused one, by then older than its limit, answers again
  await isGone(idle.ours)
  idle.theirs.destroy()
  kept.write('GET /address HTTP/1.1\r\nHost: x\r\n\r\n')
  const [answer] = await once(kept, 'data')
  expect(String(answer)).toContain('200 OK')
  kept.destroy()
  await app.close()
})

test.each([
  ['one hop', 1, '9.9.9.9, 203.0.113.7', '203.0.113.7'],
  ['two hops', 2, '9.9.9.9, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
  ['the proxy’s address', ['127.0.0.1'], '9.9.9.9, 203.0.113.7', '203.0.113.7'],
  ['another’s address', ['10.0.0.1'], '9.9.9.9', '127.0.0.1'],
  ['nobody', false, '9.9.9.9', '127.0.0.1'],
] as const)('a forged X-Forwarded-For does not choose the address behind %s', async (_, trusted, forwarded, ip) => {
  const app = await listen({
    trustProxy: trusted === false ? false : typeof trusted === 'number' ? trusted : [...trusted],
  })
  const { port } = app.server.address() as AddressInfo
  const reply = await fetch(`http://127.0.0.1:${port}/address`, { headers: { 'x-forwarded-for': forwarded } })
  expect(await reply.json()).toEqual({ ip })
  await app.close()
})
