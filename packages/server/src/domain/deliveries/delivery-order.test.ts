/** Deliveries are claimed and subscriptions are locked in one order, whatever query plan PostgreSQL chooses. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database, transaction } from '../../database/connect.ts'
import { waitForLockWaiters } from '../../database/testing/locks.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import type { Store } from '../stores/stores.ts'
import { recordReports } from './feedback.ts'
import { retryFailed } from './retry-failed.ts'
import { settleSent } from './settle-deliveries.ts'
import { settleUnsent } from './settle-unsent.ts'
import { nameOf, newRestock, take } from './testing/claimed-deliveries.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
/** Forces a sequential scan, which the planner may choose. */
let worker: Database
beforeAll(async () => {
  sql = database.sql
  worker = connect({ url: `${database.url}?enable_indexscan=off&enable_bitmapscan=off`, connections: 1 })
})
afterAll(async () => {
  await worker.end()
})

const names = ['ada', 'ben', 'cleo']

/** The physical row order is the reverse of the waiting line and of the ids. */
async function turnRows({ storeId }: Store): Promise<void> {
  const people = await sql<{ subscriptionId: string }[]>`
    select subscription_id
    from subscriptions
    where store_id = ${storeId}
    order by subscription_id desc`
  for (const { subscriptionId } of people)
    for (const table of ['subscriptions', 'deliveries'])
      await sql`
        update ${sql(table)}
        set updated_at = now()
        where store_id = ${storeId}
          and subscription_id = ${subscriptionId}`
}

async function newTaken() {
  const store = await newRestock(sql, names)
  const taken = await take(sql, store)
  await turnRows(store)
  return { store, turned: [...taken].reverse() }
}

/** The names whose rows are unlocked while a call that needs all rows waits for ada's. */
async function freeWhileWaiting(store: Store, held: string, free: string, work: () => Promise<unknown>) {
  let working: Promise<unknown> | undefined
  const rows = await transaction(sql, async (holder) => {
    await holder`
      select subscription_id
      from ${sql(held)}
      where store_id = ${store.storeId}
      order by subscription_id
      limit 1
      for update`
    working = work()
    await waitForLockWaiters(sql)
    return await sql<{ name: string }[]>`
      select split_part(person.address, '@', 1) as name
      from ${sql(free)} as row
      join subscriptions person using (store_id, subscription_id)
      where store_id = ${store.storeId}
      for update of row skip locked`
  })
  await working
  return rows.map(({ name }) => name).sort()
}

test('the delivery that is due longest is claimed first', async () => {
  const store = await newRestock(sql, names)
  await turnRows(store)
  expect((await take(worker, store, 1)).map(nameOf)).toEqual(['ada'])
})

test('two calls that settle sent deliveries do not deadlock', async () => {
  const { store, turned } = await newTaken()
  const sent = turned.map((one) => ({ ...one, provider: 'smtp', providerId: nameOf(one), template: 't', values: {} }))
  const settle = () => settleSent(worker, store.storeId, sent)
  expect(await freeWhileWaiting(store, 'deliveries', 'deliveries', settle)).toEqual(['ben', 'cleo'])
})

test('two calls that settle unsent deliveries do not deadlock, and lock the subscription before the delivery', async () => {
  const { store, turned } = await newTaken()
  const unsent = turned.map((one) => ({ ...one, kind: 'later' as const, reason: 'quiet-hours', until: new Date() }))
  const settle = () => settleUnsent(worker, store.storeId, unsent, 3_600_000)
  expect(await freeWhileWaiting(store, 'subscriptions', 'subscriptions', settle)).toEqual(['ben', 'cleo'])
  const again = await take(sql, store)
  const withheld = again.map((one) => ({ ...one, kind: 'withheld' as const, reason: 'sold-out' }))
  const end = () => settleUnsent(worker, store.storeId, withheld, 3_600_000)
  expect(await freeWhileWaiting(store, 'subscriptions', 'deliveries', end)).toEqual(names)
})

test('two retries do not deadlock', async () => {
  const { store, turned } = await newTaken()
  const failed = turned.map((one) => ({ ...one, kind: 'failed' as const, reason: 'refused' }))
  await settleUnsent(sql, store.storeId, failed, 3_600_000)
  await turnRows(store)
  const again = () => retryFailed(worker, store, {})
  expect(await freeWhileWaiting(store, 'subscriptions', 'subscriptions', again)).toEqual(['ben', 'cleo'])
})

test('two reports about the same deliveries do not deadlock', async () => {
  const { store, turned } = await newTaken()
  const reports = turned.map((one) => ({
    ...{ reportId: nameOf(one), kind: 'delivered' as const, medium: 'email' as const, detail: '' },
    ...{ address: one.subscription.address, providerIds: [nameOf(one)] },
  }))
  const tell = () => recordReports(worker, store, 'sendgrid', reports)
  expect(await freeWhileWaiting(store, 'deliveries', 'deliveries', tell)).toEqual(['ben', 'cleo'])
})
