/** Locked rows: callers that need them get 503 with Retry-After, and other callers are not affected. */
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ConnectOptions, connect, type Database } from '../../database/connect.ts'
import { defaultShareLimits } from '../../database/driver/queues/shares.ts'
import { waitForLockWaiters } from '../../database/testing/locks.ts'
import { buildApp } from '../app.ts'
import { expectRefused, makeList, product } from '../testing/lists.ts'
import { form, openTestApp, type Reply, type TestApp, type TestShopper } from '../testing/test-app.ts'

let t: TestApp
let guest: TestShopper
let lid: string
let sql: Database
let app: FastifyInstance
beforeEach(async () => {
  t = await openTestApp()
  guest = await t.guest()
  lid = (await makeList(t, guest)).lid
})
afterEach(async () => {
  await app.close()
  await sql.end({ timeout: 0 })
  await t.close()
})

async function serve(options: Partial<ConnectOptions>): Promise<void> {
  sql = connect({ url: t.databaseUrl, connections: 3, sessions: 4, shares: defaultShareLimits, ...options })
  app = await buildApp({ sql, vault: t.vault, checkReplies: true })
}

async function call(path: string, fields: object, who = guest, of = t.store): Promise<Reply> {
  const reply = await app.inject({
    method: 'POST',
    url: `/api/v3/lists/${path}?pid=${encodeURIComponent(of.pid)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form({ ...who, ...fields }),
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

/** Locks every list of the first store while `work` runs. */
const holding = (work: () => Promise<unknown>) =>
  t.sql.begin(async (sql) => {
    await sql`select from lists where store_id = ${(await t.storeNow()).storeId} for update`
    await work()
  })

describe('a row that is locked longer than the lock timeout', () => {
  beforeEach(() => serve({ lockTimeout: 100 }))

  test('makes every call answer 503 with Retry-After and change nothing', async () => {
    await holding(async () => {
      const replies = await Promise.all([
        call('update-ctx', { lid, a: [product(1)] }),
        call('update', { lid, lname: 'Another name' }),
        call('delete-list', { lid }),
      ])
      for (const reply of replies) {
        expectRefused(reply, 503, 'locked', /changing the same data/)
        expect(reply.headers['retry-after']).toBe('1')
      }
    })
    expect((await call('update-ctx', { lid, a: [product(1)] })).body.a).toHaveLength(1)
    expect(await t.sql`select from lists where name = 'Another name'`).toHaveLength(0)
  })
})

describe('many calls that wait for a locked row', () => {
  beforeEach(() => {
    const limits = (lanes: number, sessions: number) => {
      const usual = defaultShareLimits(lanes, sessions)
      return { ...usual, shopper: { ...usual.shopper, patience: 300 } }
    }
    return serve({ shares: limits })
  })

  test('do not delay another store, and a call that waits too long is refused', async () => {
    const other = await t.newStore()
    const stranger = await t.guest(undefined, other)
    const away = (await makeList(t, stranger, {}, other)).lid
    let stuck: Promise<Reply[]> | undefined
    await holding(async () => {
      stuck = Promise.all(Array.from({ length: 30 }, (_, n) => call('update', { lid, lname: `Name ${n}` })))
      await waitForLockWaiters(t.sql)
      for (let turn = 0; turn < 10; turn++)
        expect((await call('update-ctx', { lid: away, a: [product(turn)] }, stranger, other)).status).toBe(200)
      await expect.poll(() => sql.figures().waiting + sql.figures().transactions.waiting, { timeout: 45_000 }).toBe(0)
    })
    const replies = await stuck!
    const refused = replies.filter(({ status }) => status !== 200)
    for (const reply of refused) {
      expectRefused(reply, 503, 'busy', /are running/)
      expect(reply.headers['retry-after']).toBe('1')
    }
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(30)
  })
})
