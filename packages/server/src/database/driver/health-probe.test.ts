/** A database that stops answering without a word, as behind a broken switch: a proxy in between that swallows everything. */

import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connect, type Database } from '../connect.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'

const quick = { every: 50, patience: 1_500 }

let database: TestDatabase
let proxy: Server
let url: string
let isHanging = false
const sockets = new Set<Socket>()
beforeAll(async () => {
  database = await openTestDatabase()
  const target = new URL(database.url)
  const { port, hostname } = target
  proxy = createServer((near) => {
    const far = dial(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => isHanging || to.write(bytes))
      from.on('error', () => {}).on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  target.port = String((proxy.address() as AddressInfo).port)
  url = target.href
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  proxy.close()
  await database.close()
})
let sql: Database | undefined
afterEach(async () => {
  isHanging = false
  await sql?.end({ timeout: 0 })
})

test('what waits for a database that hangs is told so, and the pool works again when it does', async () => {
  sql = connect({ url, pulse: quick })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  isHanging = true
  await expect(sql`select 2`).rejects.toMatchObject({ code: expect.stringMatching(/ETIMEDOUT|CONNECT/) })
  isHanging = false
  await vi.waitFor(async () => expect(await sql!`select 3 as three`).toEqual([{ three: 3 }]), { timeout: 45_000 })
})

test('a statement that takes its time is waited for', async () => {
  sql = connect({ url, pulse: quick })
  expect(await sql`select pg_sleep(2)::text as slept`).toEqual([{ slept: '' }])
})

test('a pool that is ended asks no more, in whatever moment it is', async () => {
  for (let moment = 0; moment < 40; moment++) {
    const own = connect({ url, name: 'ending', pulse: { ...quick, every: 1 } })
    await own`select 1`
    await pause(moment / 4)
    await own.end({ timeout: 1 })
  }
  await vi.waitFor(
    async () =>
      expect(
        await database.sql`select from pg_stat_activity where datname = current_database() and application_name = 'heartbell pulse'`,
      ).toHaveLength(0),
    { timeout: 45_000 },
  )
})
