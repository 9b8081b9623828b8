/** A database that silently stops answering, as behind a broken switch: a proxy in between drops everything. */

import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connect, type Database } from '../connect.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'

const quick = { every: 50, timeoutMillis: 1_500 }

const database = useTestDatabase()
let proxy: Server
let url: string
let isHanging = false
const sockets = new Set<Socket>()
beforeAll(async () => {
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
})
let sql: Database | undefined
afterEach(async () => {
  isHanging = false
  await sql?.end({ timeout: 0 })
})

test('statements on a hanging database fail, and the pool recovers with the database', async () => {
  sql = connect({ url, healthProbe: quick })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  isHanging = true
  await expect(sql`select 2`).rejects.toMatchObject({ code: expect.stringMatching(/ETIMEDOUT|CONNECT/) })
  isHanging = false
  await vi.waitFor(async () => expect(await sql!`select 3 as three`).toEqual([{ three: 3 }]), { timeout: 45_000 })
})

test('a slow statement is waited for', async () => {
  sql = connect({ url, healthProbe: quick })
  expect(await sql`select pg_sleep(2)::text as slept`).toEqual([{ slept: '' }])
})

test('an ended pool stops probing, whenever it ends', async () => {
  for (let moment = 0; moment < 40; moment++) {
    const own = connect({ url, name: 'ending', healthProbe: { ...quick, every: 1 } })
    await own`select 1`
    await pause(moment / 4)
    await own.end({ timeout: 1 })
  }
  await vi.waitFor(
    async () =>
      expect(
        await database.sql`select from pg_stat_activity where datname = current_database() and application_name = 'heartbell health probe'`,
      ).toHaveLength(0),
    { timeout: 45_000 },
  )
})
