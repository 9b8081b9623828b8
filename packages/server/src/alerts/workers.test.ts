/** Several workers, crashed workers, providers that are down, and shoppers who leave at the last moment. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Outcome } from '../channels/channel.ts'
import { retryFailed } from '../domain/deliveries/retry-failed.ts'
import { freshFor } from './sending/provider-queue.ts'
import { type Alerts, noting, openAlerts, sent } from './testing/engine.ts'

let a: Alerts
beforeAll(async () => {
  a = await openAlerts()
})
afterAll(() => a.close())
afterEach(async () => {
  await a.stopAll()
  await a.sql`delete from deliveries`
})

const people = (count: number, name = 'person') =>
  Array.from({ length: count }, (_, n) => `${name}${String(n).padStart(4, '0')}@example.org`)

/** A busy machine is slow. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 45_000, interval: 10 })

test('several workers share the work and no message is sent twice', async () => {
  const store = await a.newStore()
  const { channel, addresses } = noting(async (message) => {
    await pause(3)
    return sent(message)
  })
  await a.restock(store, people(500))
  await Promise.all([a.start(channel), a.start(channel), a.start(channel)])
  await a.drained(store)
  expect(addresses()).toEqual(people(500))
})

test('deliveries of a dead worker are sent once by another after the lease, and the dead worker can’t undo it', async () => {
  const store = await a.newStore()
  let release = (_: Outcome) => {}
  const hung = noting(() => new Promise<Outcome>((resolve) => (release = resolve)))
  await a.start(hung.channel, { lease: 600_000, tick: 600_000 })
  await a.restock(store, people(1))
  await until(() => expect(hung.messages).toHaveLength(1))
  const other = noting()
  await a.start(other.channel)
  expect(other.messages).toEqual([])
  // A dead worker renews nothing: its lease expires, and the scheduled work at its end leads to it.
  await a.sql`update deliveries set due_at = now() - interval '1 second' where store_id = ${store.storeId}`
  await a.sql`update wakes set due_at = now() - interval '1 second' where store_id = ${store.storeId}`
  await a.becomes(store, [{ status: 'sent', attempts: 2 }])
  release({ kind: 'refused', reason: 'too late' })
  await a.stopAll()
  expect(await a.deliveries(store)).toMatchObject([{ status: 'sent', attempts: 2, reason: null }])
  expect(other.messages).toHaveLength(1)
})

test('the worker that sends a slow message renews its lease', async () => {
  const store = await a.newStore()
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const { channel, messages } = noting(async (message) => {
    await finished
    return sent(message)
  })
  await a.restock(store, people(3))
  // Renewed after a third of it, which a busy machine delays.
  await a.start(channel, { lease: 3000 })
  await a.start(channel, { lease: 3000 })
  await until(() => expect(messages).toHaveLength(3))
  const [first] = await a.sql`select max(due_at) as end from deliveries where store_id = ${store.storeId}`
  const isOver = async () => (await a.sql`select now() > ${first!.end} as is_over`)[0]!.isOver
  await expect.poll(isOver).toBe(true)
  expect(messages).toHaveLength(3)
  finish()
  await a.drained(store)
  expect(messages).toHaveLength(3)
})

test('a provider that is down is paused, uses up no attempts, and gets everything when it is back', async () => {
  const store = await a.newStore()
  let isAway = true
  const { channel, messages } = noting((message) =>
    isAway ? { kind: 'retry', reason: 'ECONNREFUSED' } : sent(message),
  )
  await a.restock(store, people(400))
  await a.start(channel, { circuit: { failures: 5, first: 100, longest: 200 } })
  await until(() => expect(messages.length).toBeGreaterThan(22))
  const tried = await a.sql`select from deliveries where store_id = ${store.storeId} and tried_at is not null`
  // The first twenty were on their way; then one at a time.
  expect(tried.length).toBeLessThan(60)
  isAway = false
  await a.drained(store)
  expect(await a.sql`select from deliveries where store_id = ${store.storeId} and status = 'sent'`).toHaveLength(400)
})

test('a store with very many deliveries does not delay another store', async () => {
  const [big, small] = [await a.newStore(), await a.newStore()]
  const order: string[] = []
  const { channel } = noting(async (message) => {
    order.push(message.recipient)
    await pause(2)
    return sent(message)
  })
  await a.restock(big, people(3000, 'many'))
  await a.start(channel)
  await until(() => expect(order.length).toBeGreaterThan(100))
  await a.restock(small, people(5, 'few'))
  await a.drained(small)
  const [row] = await a.sql`select count(*) as due from deliveries where store_id = ${big.storeId} and status = 'due'`
  expect(row!.due).toBeGreaterThan(500)
})

test('a shopper who leaves while the message waits in a worker gets none', async () => {
  const store = await a.newStore()
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const { channel, addresses } = noting(async (message) => {
    await opened
    return sent(message)
  })
  await a.restock(store, people(200))
  await a.start(channel)
  // As many as are sent at the same time; the others wait in the worker.
  await until(() => expect(addresses()).toHaveLength(20))
  const begun = new Set(addresses())
  await a.sql`
    update subscriptions
    set status = 'left'
    where store_id = ${store.storeId}
      and address > 'person0150'`
  // What was checked longer ago than this is checked again before it is sent.
  await pause(freshFor + 50)
  open()
  await a.drained(store)
  expect(addresses().filter((address) => address > 'person0150' && !begun.has(address))).toEqual([])
  expect(addresses().length).toBeGreaterThan(100)
  const withheld = await a.sql`
    select reason from deliveries where store_id = ${store.storeId} and status = 'withheld' group by reason`
  expect(withheld).toEqual([{ reason: 'left' }])
})

test('stopping releases deliveries that have not started, and settles those that have', async () => {
  const store = await a.newStore()
  const { channel, messages } = noting(async (message) => {
    await pause(50)
    return sent(message)
  })
  await a.restock(store, people(150))
  await a.start(channel)
  await until(() => expect(messages.length).toBeGreaterThan(5))
  await a.stopAll()
  const rows = await a.sql`
    select status, due_at <= now() as is_due, count(*) from deliveries where store_id = ${store.storeId} group by 1, 2`
  const sentCount = rows.find(({ status }) => status === 'sent')!.count
  expect(sentCount).toBe(messages.length)
  expect(rows.filter(({ status }) => status === 'due')).toEqual([
    { status: 'due', isDue: true, count: 150 - sentCount },
  ])
})

test('dead letters are retried on request, by reason and trigger', async () => {
  const store = await a.newStore()
  let isBroken = true
  const { channel } = noting((message) => (isBroken ? { kind: 'refused', reason: 'no' } : sent(message)))
  const triggerId = await a.restock(store, people(3))
  await a.start(channel)
  await a.becomes(store, Array(3).fill({ status: 'failed', subscription: 'waiting' }))
  isBroken = false
  expect(await retryFailed(a.sql, store, { reason: 'not-composed' })).toBe(0)
  await a.sql`update subscriptions set status = 'left' where store_id = ${store.storeId} and address like '%2@%'`
  expect(await retryFailed(a.sql, store, { triggerIds: [triggerId] })).toBe(2)
  await a.becomes(store, [{ status: 'sent' }, { status: 'sent' }, { status: 'failed' }])
  expect(await retryFailed(a.sql, store, {})).toBe(0)
})
