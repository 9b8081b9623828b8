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

/** All of them tried, and given up for this. */
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

test('one that is named goes again, and nobody else', async () => {
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

test('one without an offer is only to be sent, and where nothing failed nobody is woken', async () => {
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

test('of one reason, and of one restock', async () => {
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

test('no more than asked for, those that failed first before the others', async () => {
  const store = await newFailures(['ada', 'ben', 'cleo'])
  await sql`
    update deliveries
    set updated_at = now() - interval '1 hour'
    where store_id = ${store.storeId}
      and subscription_id = ${await idOf(sql, store, 'cleo')}`
  expect(await retryFailed(sql, store, { most: 1 })).toBe(1)
  expect(await statuses(store)).toEqual(['ada failed', 'ben failed', 'cleo due'])
})

test('what did not fail takes nobody’s turn', async () => {
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

test('only of people who still wait, or are told by this very restock', async () => {
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

test('nothing of a restock that another one followed, and nothing that did not fail', async () => {
  const store = await newFailures(['ada'])
  await restock(sql, store, 5)
  expect(await retryFailed(sql, store, {})).toBe(0)
  expect(await statuses(store)).toEqual(['ada failed', 'ada due'])
})

test('one that held an offer waits for planning to give it one again, and others keep theirs', async () => {
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

test('an offer that was taken or declined is not opened again', async () => {
  const store = await newFailures(['ada'], [])
  await sql`update offers set closed_by = 'declined' where store_id = ${store.storeId}`
  await retryFailed(sql, store, {})
  const offers = await sql`select closed_by from offers where store_id = ${store.storeId}`
  expect([...offers]).toEqual([{ closedBy: 'declined' }])
})

test('an offer that had lapsed is opened again, too', async () => {
  const store = await newFailures(['ada'], [])
  await sql`update offers set closed_by = 'lapsed' where store_id = ${store.storeId}`
  expect(await retryFailed(sql, store, {})).toBe(1)
  await planAll(sql, store)
  expect(await statuses(store)).toEqual(['ada due'])
})

test('what came back and goes again was not sent, and says why it goes', async () => {
  const store = await newFailures(['ada'])
  await sql`update deliveries set sent_at = now(), reason = 'bounced' where store_id = ${store.storeId}`
  await retryFailed(sql, store, {})
  const [again] = await sql`select sent_at, reason from deliveries where store_id = ${store.storeId}`
  expect(again).toEqual({ sentAt: null, reason: 'redriven' })
})

test('what was to be tried some other time goes now', async () => {
  const store = await newFailures(['ada'])
  await sql`update deliveries set due_at = now() + interval '1 hour' where store_id = ${store.storeId}`
  await retryFailed(sql, store, {})
  await expect.poll(async () => (await take(sql, store)).length, { timeout: 20_000 }).toBe(1)
})

test('one offer gets a new window, and neither another’s nor an older one', async () => {
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

test('of two channels that failed, one alone goes again where no more is asked for', async () => {
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

/** Begun while somebody else has the person in hand and does this. */
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

test('whoever leaves in that moment is not written to', async () => {
  const store = await newFailures(['ada'])
  const leave = (sql: Sql) => sql`update subscriptions set status = 'left' where store_id = ${store.storeId}`
  expect(await redriveDuring(store, leave)).toBe(0)
  expect(await statuses(store)).toEqual(['ada failed'])
})

test('what turns out in that moment to have gone out is not sent twice', async () => {
  const store = await newFailures(['ada'])
  const [delivery] = await sql<DeliveryKey[]>`
    select subscription_id, trigger_id, channel
    from deliveries
    where store_id = ${store.storeId}`
  const settle = (sql: Sql) => settleSent(sql, store.storeId, [sent({ ...delivery!, attempts: 1 }, 'p1')])
  expect(await redriveDuring(store, settle)).toBe(0)
  expect(await statuses(store)).toEqual(['ada sent'])
})
