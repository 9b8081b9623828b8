/** A provider reports on a message before its provider id is stored. */
import { beforeAll, expect, test } from 'vitest'
import { type Database, transaction } from '../../database/connect.ts'
import { waitForLockWaiters } from '../../database/testing/locks.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { emailOf } from '../planning/testing/waiting-people.ts'
import type { Store } from '../stores/stores.ts'
import type { DueDelivery } from './deliveries.ts'
import { markMessages, type Report, recordReports } from './feedback.ts'
import { type Sent, settleSent } from './settle-deliveries.ts'
import { nameOf, newestTrigger, newRestock, restock, take } from './testing/claimed-deliveries.ts'
import { addTrigger } from './testing/settled-deliveries.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

const at = new Date('2026-01-01T00:00:00Z')
let told = 0
const report = (store: Store, name: string, providerId: string, more: Partial<Report> = {}) =>
  recordReports(sql, store, 'sendgrid', [
    {
      ...{ reportId: `r${told++}`, kind: 'delivered', medium: 'email', address: emailOf(name), at },
      ...{ providerIds: [undefined, '', providerId], detail: 'told early', ...more },
    },
  ])

/** As a worker does when the provider has accepted the message. */
const settle = (store: Store, delivery: DueDelivery, providerId: string) =>
  transaction(sql, async (sql) => {
    const { subscriptionId, triggerId, channel, attempts } = delivery
    const sent: Sent = {
      ...{ subscriptionId, triggerId, channel, attempts, providerId },
      ...{ provider: 'smtp', template: 't', values: {} },
    }
    await markMessages(sql, store, await settleSent(sql, store.storeId, [sent]))
  })

const marksOf = async ({ storeId }: Store) => {
  const rows = await sql`
    select provider_id, status, reason, delivered_at, early_reports
    from deliveries
    where store_id = ${storeId}
    order by provider_id`
  return rows.map((row) => ({ ...row }))
}
const arrived = (providerId: string) => ({ providerId, status: 'sent', reason: null, deliveredAt: at })
const onlySent = (providerId: string) => ({ providerId, status: 'sent', reason: null, deliveredAt: null })
const forgotten = { earlyReports: null }

test('a report that came before the provider id marks that message and no other', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const [ada, ben] = await take(sql, store)
  await report(store, 'Ada', 'p1')
  await settle(store, ben!, 'p2')
  await settle(store, ada!, 'p1')
  expect(await marksOf(store)).toEqual([
    { ...arrived('p1'), ...forgotten },
    { ...onlySent('p2'), ...forgotten },
  ])
})

test('a message that bounces at once is failed, although the bounce withholds a claimed delivery', async () => {
  const store = await newRestock(sql, ['ada'])
  const [ada] = await take(sql, store)
  await report(store, 'ada', 'p1', { kind: 'bounced', detail: 'no such box' })
  expect(await marksOf(store)).toMatchObject([{ status: 'withheld' }])
  await settle(store, ada!, 'p1')
  expect(await marksOf(store)).toMatchObject([{ providerId: 'p1', status: 'failed', reason: 'bounced' }])
  const lines = await sql`
    select facts ->> 'detail' as detail
    from subscription_events
    where store_id = ${store.storeId}
      and reason = 'bounced'`
  expect([...lines]).toEqual([{ detail: 'no such box' }])
})

test('of two messages to one address, the report marks the one with its id', async () => {
  const store = await newRestock(sql, ['ada'])
  await restock(sql, store, 5)
  await sql`update triggers set superseded_at = null where store_id = ${store.storeId}`
  const [one, other] = await take(sql, store)
  await report(store, 'ada', 'p2')
  await settle(store, one!, 'p1')
  await settle(store, other!, 'p2')
  expect(await marksOf(store)).toMatchObject([onlySent('p1'), arrived('p2')])
})

test('a report that arrives during settling waits for it', async () => {
  const store = await newRestock(sql, ['ada'])
  const [ada] = await take(sql, store)
  let reported: Promise<number> | undefined
  await transaction(sql, async (held) => {
    const sent = { ...ada!, provider: 'smtp', providerId: 'p1', template: 't', values: {} }
    expect(await settleSent(held, store.storeId, [sent])).toEqual([])
    reported = report(store, 'ada', 'p1')
    await waitForLockWaiters(sql)
  })
  await reported
  expect(await marksOf(store)).toEqual([{ ...arrived('p1'), ...forgotten }])
})

test('settling that starts during a report sees the report', async () => {
  const store = await newRestock(sql, ['ada'])
  const [ada] = await take(sql, store)
  let settled: Promise<void> | undefined
  await transaction(sql, async (held) => {
    await held`
      update deliveries
      set early_reports = ${sql.json([{ kind: 'delivered', providerIds: ['p1'], at: at.toISOString(), detail: '' }])}
      where store_id = ${store.storeId}`
    settled = settle(store, ada!, 'p1')
    await waitForLockWaiters(sql)
  })
  await settled
  expect(await marksOf(store)).toEqual([{ ...arrived('p1'), ...forgotten }])
})

const keptOf = async ({ storeId }: Store) => {
  const rows = await sql<{ kept: number }[]>`
    select coalesce(jsonb_array_length(early_reports), 0) as kept
    from deliveries
    where store_id = ${storeId}`
  return rows.map(({ kept }) => kept)
}

test('reports are stored only for claimed or recently withheld deliveries', async () => {
  const store = await newRestock(sql, ['ada'])
  await report(store, 'ada', 'newsletter')
  expect(await keptOf(store)).toEqual([0])
  const [ada] = await take(sql, store)
  expect(nameOf(ada!)).toBe('ada')
  await settle(store, ada!, 'p1')
  await report(store, 'ada', 'newsletter')
  expect(await keptOf(store)).toEqual([0])
  const age = (minutes: number) => sql`
    update deliveries
    set status = 'withheld',
        updated_at = now() - ${minutes} * interval '1 minute'
    where store_id = ${store.storeId}`
  await age(61)
  await report(store, 'ada', 'newsletter')
  expect(await keptOf(store)).toEqual([0])
  await age(59)
  await report(store, 'ada', 'newsletter')
  expect(await keptOf(store)).toEqual([1])
})

test('only reports on the message, with its address and medium, are stored', async () => {
  const store = await newRestock(sql, ['ada'])
  await take(sql, store)
  await report(store, 'ben', 'p1')
  await report(store, 'ada', 'p1', { address: undefined })
  await report(store, 'ada', 'p1', { medium: 'sms', address: '+12025550143' })
  expect(await keptOf(store)).toEqual([0])
  await report(store, 'ada', 'p1', { kind: 'complained' })
  expect(await keptOf(store)).toEqual([0])
  await report(store, 'ada', 'p1', { kind: 'failed' })
  expect(await keptOf(store)).toEqual([1])
})

test('a report is stored with the claimed message of that shopper and medium, and with no other', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const [triggerId, other] = [await newestTrigger(sql, store), await addTrigger(sql, store)]
  const add = (channel: string, trigger: string, status: string) => sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel, medium, status, due_at)
    select store_id, subscription_id, ${trigger}, ${channel}, ${channel}, ${status}, now() - interval '1 minute'
    from subscriptions
    where store_id = ${store.storeId}`
  await add('push', triggerId, 'due')
  await add('email', other, 'sent')
  const [ada] = await take(sql, store)
  await take(sql, store, 100, 'push')
  await report(store, 'ada', 'p1')
  const kept = await sql`
    select subscription_id, trigger_id, medium
    from deliveries
    where store_id = ${store.storeId}
      and early_reports is not null`
  expect([...kept]).toEqual([{ subscriptionId: ada!.subscriptionId, triggerId, medium: 'email' }])
})

test('at most twenty reports are stored with one message', async () => {
  const store = await newRestock(sql, ['ada'])
  await take(sql, store)
  for (let nth = 0; nth < 22; nth++) await report(store, 'ada', `newsletter ${nth}`)
  expect(await keptOf(store)).toEqual([20])
})
