/** The database away and back again: a proxy between the app and PostgreSQL that can be cut. */
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, type Database, transaction } from '../../database/connect.ts'
import { waitForLockWaiters } from '../../database/testing/locks.ts'
import { buildApp } from '../app.ts'
import { expectRefused, makeList, product } from '../testing/lists.ts'
import { form, type Reply, type TestShopper, useTestApp } from '../testing/test-app.ts'

type Proxy = { port: number; cut(): Promise<void>; mend(): Promise<void> }

async function openProxy(target: { host: string; port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let server: Server
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server = createServer((near) => {
        const far = dial(target)
        for (const socket of [near, far]) {
          sockets.add(socket)
          socket.on('error', () => undefined).on('close', () => [near, far].map((end) => end.destroy()))
        }
        near.pipe(far).pipe(near)
      }).listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    })
  const port = await listen(0)
  return {
    port,
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      await closed
    },
    mend: async () => void (await listen(port)),
  }
}

const t = useTestApp()
let guest: TestShopper
let lid: string
let proxy: Proxy
let sql: Database
let app: FastifyInstance
beforeAll(async () => {
  const url = new URL(t.databaseUrl)
  proxy = await openProxy({ host: url.hostname, port: Number(url.port) })
  url.host = `127.0.0.1:${proxy.port}`
  sql = connect({ url: url.href })
  app = await buildApp({ sql, vault: t.vault, checkReplies: true })
})
afterAll(async () => {
  await app.close()
  await sql.end({ timeout: 1 })
  await proxy.cut()
})
beforeEach(async () => {
  guest = await t.guest()
  lid = (await makeList(t, guest)).lid
})

async function call(path: string, fields: object = {}): Promise<Reply> {
  const reply = await app.inject({
    method: 'POST',
    url: `/api/v3/lists/${path}?pid=${encodeURIComponent(t.store.pid)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form({ ...guest, ...fields }),
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}
const ready = async () => (await app.inject('/readyz')).statusCode

function expectAway(reply: Reply): void {
  expectRefused(reply, 503, 'database-away', /can’t reach its database/)
  expect(reply.headers['retry-after']).toBe('1')
}

test('without its database the service answers 503, also on /readyz; with it, it is ready again by itself', async () => {
  expect((await call('fetch-lists')).status).toBe(200)
  expect(await ready()).toBe(200)
  await proxy.cut()
  const replies = await Promise.all([
    call('fetch-lists'),
    call('create', { lname: 'Not now' }),
    call('update-ctx', { lid, a: [product(1)] }),
    call('update-ctx', { lid, d: [{ epi: 1 }] }),
    call('delete-list', { lid }),
    call('contains', { epis: [1] }),
  ])
  for (const reply of replies) expectAway(reply)
  const notReady = await app.inject('/readyz')
  expect([notReady.statusCode, notReady.json()]).toEqual([
    503,
    { status: 'not ready', reason: 'the database can’t be reached' },
  ])
  expect(Number(notReady.headers['retry-after'])).toBeGreaterThan(0)
  expect((await app.inject('/healthz')).statusCode).toBe(200)

  await proxy.mend()
  await expect.poll(ready, { timeout: 45_000, interval: 20 }).toBe(200)
  expect((await call('update-ctx', { lid, a: [product(1)] })).body.a).toHaveLength(1)
})

/** As it is with a disk that is full, and with a former primary. */
async function takeWrites(isOn: boolean): Promise<void> {
  const [{ name }] = (await t.sql`select current_database() as name`) as unknown as [{ name: string }]
  await t.sql.unsafe(`alter database ${name} set default_transaction_read_only = ${isOn ? 'off' : 'on'}`)
  await proxy.cut()
  await proxy.mend()
  await expect.poll(ready, { timeout: 45_000, interval: 20 }).toBe(200)
}

test('a database that accepts no writes is 503 for writes, and reading still works', async () => {
  await takeWrites(false)
  try {
    const refused = await call('update-ctx', { lid, a: [product(1)] })
    expectRefused(refused, 503, 'read-only', /reading still works/)
    expect(refused.headers['retry-after']).toBe('5')
    expect((await call('fetch-lists')).body).toHaveLength(1)
  } finally {
    await takeWrites(true)
  }
  expect((await call('update-ctx', { lid, a: [product(1)] })).body.a).toHaveLength(1)
})

test('a call whose connection is cut in the middle is 503, and is done once or not at all', async () => {
  let waiting: Promise<Reply> | undefined
  await transaction(t.sql, async (held) => {
    await held`select list_id from lists for update`
    waiting = call('update-ctx', { lid, a: [product(1)] })
    await waitForLockWaiters(t.sql)
    await proxy.cut()
    expectAway(await waiting)
  })
  await proxy.mend()
  await expect.poll(ready, { timeout: 45_000, interval: 20 }).toBe(200)
  expect((await call('update-ctx', { lid, a: [product(1)] })).status).toBe(200)
  expect((await call('fetch-list', { lid })).body.cnt).toBe(1)
})

test('connections that PostgreSQL closes are opened again', async () => {
  await call('fetch-lists')
  await t.sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and application_name = 'heartbell'`
  await expect.poll(async () => (await call('fetch-lists')).status, { timeout: 45_000, interval: 20 }).toBe(200)
})

test('a store that was not looked up yet is 503, not unknown, while the database is away', async () => {
  const store = await t.newStore()
  await proxy.cut()
  const reply = await app.inject({
    method: 'POST',
    url: `/api/v3/lists/fetch-lists?pid=${encodeURIComponent(store.pid)}`,
  })
  expectAway({ status: reply.statusCode, body: reply.json(), headers: reply.headers })
  await proxy.mend()
  await expect.poll(ready, { timeout: 45_000, interval: 20 }).toBe(200)
})
