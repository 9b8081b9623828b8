import { beforeAll, expect, test } from 'vitest'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { waitForLockWaiters } from '../../database/testing/locks.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { planAll, variantId } from '../planning/testing/waiting-people.ts'
import type { Store } from '../stores/stores.ts'
import type { DeliveryKey } from './deliveries.ts'
import { retryFailed } from './retry-failed.ts'
import { settleSent } from './settle-deliveries.ts'
import { settleUnsent } from './settle-unsent.ts'
import { deliveriesOf, idOf, newestTrigger, newRestock, restock, take } from './testing/claimed-deliveries.ts'
import { addTrigger, sent } from './testing/settled-deliveries.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

/** All deliveries were tried and failed with this reason. */
async function fail(store: Store, reason = 'refused'): Promise<void> {
  const taken = await take(sql, store)
  const failed = taken.map(({ subscriptionId, triggerId, channel, attempts }) => ({
    ...{ subscriptionId, triggerId, channel, attempts, reason },
    kind: 'failed' as const,
  }))
  await settleUnsent(sql, store.storeId, failed, 3_600_000)
}

async function newFailures(names: string[], settings = ['pacing=everyone']): Promise<Store> {
  const store = await newRestock(sql, names, { settings })
  await fail(store)
  return store
}

const statuses = async (store: Store) => (await deliveriesOf(sql, store)).map(({ name, status }) => `${name} ${status}`)

test('only the named subscription is retried', async () => {
  const store = await newFailures(['ada', 'ben'])
  expect(await retryFailed(sql, store, { subscriptionIds: [await idOf(sql, store, 'ada')] })).toBe(1)
  expect(await statuses(store)).toEqual(['ada due', 'ben failed'])
  expect((await take(sql, store)).map(({ triedAt }) => triedAt)).toEqual([null])
  const planned = await sql`
    select subscription_id
    from subscription_events
    where store_id = ${store.storeId}
      and reason = 'redriven'`
  expect([...planned]).toEqual([{ subscriptionId: await idOf(sql, store, 'ada') }])
})

test('a delivery without an offer only schedules sending; without failures nothing is scheduled', async () => {
  const store = await newFailures(['ada'])
  const woken = async () => {
    const wakes = await sql`delete from wakes where store_id = ${store.storeId} returning work`
    return wakes.map(({ work }) => work)
  }
  await woken()
  expect(await retryFailed(sql, store, {})).toBe(1)
  expect(await woken()).toEqual(['send'])
  expect(await retryFailed(sql, store, {})).toBe(0)
  expect(await woken()).toEqual([])
})

test('retries can be limited to one reason and to one restock', async () => {
  const store = await newFailures(['ada', 'ben'])
  await sql`
    update deliveries
    set reason = 'given-up'
    where store_id = ${store.storeId}
      and subscription_id = ${await idOf(sql, store, 'ben')}`
  expect(await retryFailed(sql, store, { reason: 'given-up' })).toBe(1)
  expect(await statuses(store)).toEqual(['ada failed', 'ben due'])
  const first = await newestTrigger(sql, store)
  await restock(sql, store, 5)
  await sql`update deliveries set status = 'failed' where store_id = ${store.storeId}`
  await sql`update triggers set superseded_at = null where store_id = ${store.storeId}`
  expect(await retryFailed(sql, store, { triggerIds: [first] })).toBe(2)
  const again = (await deliveriesOf(sql, store)).filter(({ status }) => status === 'due')
  expect(new Set(again.map(({ triggerId }) => triggerId))).toEqual(new Set([first]))
})

test('at most the requested number is retried, the earliest failures first', async () => {
  const store = await newFailures(['ada', 'ben', 'cleo'])
  await sql`
    update deliveries
    set updated_at = now() - interval '1 hour'
    where store_id = ${store.storeId}
      and subscription_id = ${await idOf(sql, store, 'cleo')}`
  expect(await retryFailed(sql, store, { most: 1 })).toBe(1)
  expect(await statuses(store)).toEqual(['ada failed', 'ben failed', 'cleo due'])
})

test('a delivery that did not fail does not count towards the limit', async () => {
  const store = await newFailures(['ada', 'ben'])
  await sql`
    update deliveries
    set status = 'sent',
        updated_at = now() - interval '1 hour'
    where store_id = ${store.storeId}
      and subscription_id = ${await idOf(sql, store, 'ada')}`
  expect(await retryFailed(sql, store, { most: 1 })).toBe(1)
  expect(await statuses(store)).toEqual(['ada sent', 'ben due'])
})

test('only waiting subscriptions and those notified by this restock are retried', async () => {
  const store = await newFailures(['ada', 'ben', 'cleo'])
  const tell = async (name: string, triggerId: string) => sql`
    update subscriptions
    set status = 'told',
        told_trigger_id = ${triggerId}
    where store_id = ${store.storeId}
      and subscription_id = ${await idOf(sql, store, name)}`
  await tell('ada', await newestTrigger(sql, store))
  await tell('ben', await idOf(sql, store, 'ben'))
  await sql`
    update subscriptions
    set status = 'left'
    where store_id = ${store.storeId}
      and subscription_id = ${await idOf(sql, store, 'cleo')}`
  expect(await retryFailed(sql, store, {})).toBe(1)
  expect(await statuses(store)).toEqual(['ada due', 'ben failed', 'cleo failed'])
})

test('deliveries of a superseded restock and deliveries that did not fail are not retried', async () => {
  const store = await newFailures(['ada'])
  await restock(sql, store, 5)
  expect(await retryFailed(sql, store, {})).toBe(0)
  expect(await statuses(store)).toEqual(['ada failed', 'ada due'])
})

test('a delivery that had an offer waits until planning opens it again; other offers stay', async () => {
  const store = await newRestock(sql, ['ada', 'ben'], { settings: [] })
  const [ada] = await take(sql, store, 1)
  const { subscriptionId, triggerId, channel, attempts } = ada!
  const refused = { subscriptionId, triggerId, channel, attempts, kind: 'failed', reason: 'refused' } as const
  await settleUnsent(sql, store.storeId, [refused], 3_600_000)
  await sql`update offers set lapses_at = now() - interval '1 hour' where store_id = ${store.storeId} and closed_at is not null`
  await sql`delete from wakes where store_id = ${store.storeId}`
  expect(await retryFailed(sql, store, {})).toBe(1)
  expect(await statuses(store)).toEqual(['ada withheld', 'ben due'])
  const wakes = await sql`select work from wakes where store_id = ${store.storeId} order by work`
  expect([...wakes]).toEqual([{ work: 'plan' }, { work: 'send' }])
  await planAll(sql, store)
  expect(await statuses(store)).toEqual(['ada due', 'ben due'])
})

test('an accepted or declined offer is not opened again', async () => {
  const store = await newFailures(['ada'], [])
  await sql`update offers set closed_by = 'declined' where store_id = ${store.storeId}`
  await retryFailed(sql, store, {})
  const offers = await sql`select closed_by from offers where store_id = ${store.storeId}`
  expect([...offers]).toEqual([{ closedBy: 'declined' }])
})

test('a lapsed offer is opened again', async () => {
  const store = await newFailures(['ada'], [])
  await sql`update offers set closed_by = 'lapsed' where store_id = ${store.storeId}`
  expect(await retryFailed(sql, store, {})).toBe(1)
  await planAll(sql, store)
  expect(await statuses(store)).toEqual(['ada due'])
})

test('a bounced delivery that is retried is no longer marked as sent and has the reason of the retry', async () => {
  const store = await newFailures(['ada'])
  await sql`update deliveries set sent_at = now(), reason = 'bounced' where store_id = ${store.storeId}`
  await retryFailed(sql, store, {})
  const [again] = await sql`select sent_at, reason from deliveries where store_id = ${store.storeId}`
  expect(again).toEqual({ sentAt: null, reason: 'redriven' })
})

test('a delivery scheduled for later is retried now', async () => {
  const store = await newFailures(['ada'])
  await sql`update deliveries set due_at = now() + interval '1 hour' where store_id = ${store.storeId}`
  await retryFailed(sql, store, {})
  await expect.poll(async () => (await take(sql, store)).length, { timeout: 45_000 }).toBe(1)
})

test('only the offer that is retried gets a new window', async () => {
  const store = await newFailures(['ada', 'ben'], [])
  const [ada, older] = [await idOf(sql, store, 'ada'), await addTrigger(sql, store)]
  await sql`
    insert into offers (store_id, subscription_id, trigger_id, variant_id, quantity, lapses_at, closed_at, closed_by)
    values (${store.storeId}, ${ada}, ${older}, ${variantId}, 1, now(), now(), 'lapsed')`
  await sql`update offers set lapses_at = now() - interval '1 hour' where store_id = ${store.storeId}`
  expect(await retryFailed(sql, store, { subscriptionIds: [ada] })).toBe(1)
  const fresh = await sql`
    select subscription_id, trigger_id <> ${older} as is_newest
    from offers
    where store_id = ${store.storeId}
      and lapses_at > now()`
  expect([...fresh]).toEqual([{ subscriptionId: ada, isNewest: true }])
})

test('with a limit of one, only one of two failed channels is retried', async () => {
  const store = await newRestock(sql, ['ada'])
  await sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel, medium)
    select store_id, subscription_id, trigger_id, 'sms', 'sms'
    from deliveries
    where store_id = ${store.storeId}`
  await sql`update deliveries set status = 'failed' where store_id = ${store.storeId}`
  expect(await retryFailed(sql, store, { most: 1 })).toBe(1)
  expect((await statuses(store)).sort()).toEqual(['ada due', 'ada failed'])
})

/** Starts a retry while another transaction has locked the subscription and does this work. */
async function redriveDuring(store: Store, work: (sql: Sql) => Promise<unknown>): Promise<number> {
  let redriven: Promise<number> | undefined
  await transaction(sql, async (held) => {
    await held`select subscription_id from subscriptions where store_id = ${store.storeId} for update`
    redriven = retryFailed(sql, store, {})
    await waitForLockWaiters(sql)
    await work(held)
  })
  return await redriven!
}

test('a shopper who unsubscribes during the retry is not notified', async () => {
  const store = await newFailures(['ada'])
  const leave = (sql: Sql) => sql`update subscriptions set status = 'left' where store_id = ${store.storeId}`
  expect(await redriveDuring(store, leave)).toBe(0)
  expect(await statuses(store)).toEqual(['ada failed'])
})

test('a delivery that is settled as sent during the retry is not sent twice', async () => {
  const store = await newFailures(['ada'])
  const [delivery] = await sql<DeliveryKey[]>`
    select subscription_id, trigger_id, channel
    from deliveries
    where store_id = ${store.storeId}`
  const settle = (sql: Sql) => settleSent(sql, store.storeId, [sent({ ...delivery!, attempts: 1 }, 'p1')])
  expect(await redriveDuring(store, settle)).toBe(0)
  expect(await statuses(store)).toEqual(['ada sent'])
})
