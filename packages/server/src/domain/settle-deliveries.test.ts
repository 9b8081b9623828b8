import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, transaction } from '../database/connect.ts'
import { openTestDatabase, type TestDatabase } from '../database/testing.ts'
import { markBounced, markDelivered } from './delivery-marks.ts'
import { type Sent, settleSent, settleUnsent, type Unsent } from './settle-deliveries.ts'
import type { Store } from './stores.ts'
import { deliveriesOf, idOf, newestTrigger, newRestock, restock, take } from './testing-deliveries.ts'

let database: TestDatabase
let sql: Database
beforeAll(async () => {
  database = await openTestDatabase({ connections: 5 })
  sql = database.sql
})
afterAll(() => database.close())

const window = 3_600_000
type Key = Pick<Unsent, 'subscriptionId' | 'triggerId' | 'channel' | 'attempts'>
const key = ({ subscriptionId, triggerId, channel, attempts }: Key): Key => ({
  ...{ subscriptionId, triggerId, channel, attempts },
})
const sent = (held: Key, providerId: string): Sent => ({
  ...{ ...key(held), provider: 'smtp', providerId, template: 't', values: {} },
})
const later = () => new Date(Date.now() + 7_200_000)
const statuses = async (store: Store) =>
  (await deliveriesOf(sql, store)).map(({ name, status, subscription }) => `${name} ${status} ${subscription}`)
const subscriptionOf = async (store: Store, name: string) => {
  const [row] = await sql`
    select *
    from subscriptions
    where store_id = ${store.storeId}
      and subscription_id = ${await idOf(sql, store, name)}`
  return row!
}
const offersOf = ({ storeId }: Store) => sql`
  select offer.closed_by, offer.closed_at, offer.lapses_at, split_part(subscription.address, '@', 1) as name
  from offers offer
  join subscriptions subscription on subscription.store_id = ${storeId}
    and subscription.subscription_id = offer.subscription_id
  where offer.store_id = ${storeId}
  order by name, offer.opened_at`
const wakesOf = ({ storeId }: Store) => sql<{ work: string; isDue: boolean }[]>`
  select work, due_at <= now() + interval '1 second' as is_due
  from wakes
  where store_id = ${storeId}
  order by work, due_at`
const forgetWakes = ({ storeId }: Store) => sql`delete from wakes where store_id = ${storeId}`
const eventsOf = async (store: Store, name: string) => {
  const lines = await sql`
    select step, reason
    from subscription_events
    where store_id = ${store.storeId}
      and subscription_id = ${await idOf(sql, store, name)}
    order by happened_at desc`
  return lines.map(({ step, reason }) => `${step} ${reason}`)
}

test('what went out is settled for that delivery alone, and said again it changes nothing', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const first = await newestTrigger(sql, store)
  await restock(sql, store, 5)
  const taken = await take(sql, store)
  const [of] = taken.filter(({ triggerId }) => triggerId === first)
  await settleSent(sql, store.storeId, [sent(of!, 'p1')])
  await settleSent(sql, store.storeId, [sent(of!, 'p2')])
  const rows = await sql`
    select trigger_id, provider_id, status, sent_at is not null as has_time
    from deliveries
    where store_id = ${store.storeId}
      and provider_id is not null`
  expect([...rows]).toEqual([{ triggerId: first, providerId: 'p1', status: 'sent', hasTime: true }])
  expect((await deliveriesOf(sql, store)).filter(({ status }) => status === 'due')).toHaveLength(3)
})

test('over one channel is not over another', async () => {
  const store = await newRestock(sql, ['ada'])
  await sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel, medium, due_at)
    select store_id, subscription_id, trigger_id, 'sms', 'sms', due_at
    from deliveries
    where store_id = ${store.storeId}`
  const [mail] = await take(sql, store)
  await settleSent(sql, store.storeId, [sent(mail!, 'p1')])
  await settleSent(sql, store.storeId, [sent(mail!, 'p2')])
  const [known] = await sql`select provider_id from deliveries where store_id = ${store.storeId} and channel = 'email'`
  expect(known).toEqual({ providerId: 'p1' })
  const [text] = await take(sql, store, 1, 'sms')
  await settleUnsent(sql, store.storeId, [{ ...key(text!), kind: 'failed', reason: 'refused' }], window)
  expect((await deliveriesOf(sql, store)).map(({ channel, status }) => `${channel} ${status}`)).toEqual([
    'email sent',
    'sms failed',
  ])
})

test('what was not taken is tried again later, by whoever took it last, and its shopper waits in the old place', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const [ada, ben] = await take(sql, store)
  await forgetWakes(store)
  const retry = { kind: 'retry', reason: 'busy', after: 60_000 } as const
  await settleUnsent(sql, store.storeId, [{ ...key(ben!), ...retry, attempts: 7 }], window)
  expect(await statuses(store)).toEqual(['ada due told', 'ben due told'])
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), ...retry }], window)
  expect(await statuses(store)).toEqual(['ada due waiting', 'ben due told'])
  expect(await subscriptionOf(store, 'ada')).toMatchObject({ toldTriggerId: null, toldAt: null, offeredUntil: null })
  const [row] = await sql`
    select reason, tried_at is not null as was_tried, due_at > now() + interval '30 seconds' as is_later
    from deliveries
    where store_id = ${store.storeId}
      and subscription_id = ${ada!.subscriptionId}`
  expect(row).toEqual({ reason: 'busy', wasTried: true, isLater: true })
  expect(await wakesOf(store)).toEqual([{ work: 'send', isDue: false }])
  expect((await eventsOf(store, 'ada'))[0]).toBe('tried busy')
})

test('what went out meanwhile, or was withheld, is not due again', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const [ada, ben] = await take(sql, store)
  await settleSent(sql, store.storeId, [sent(ada!, 'p1')])
  await settleUnsent(sql, store.storeId, [{ ...key(ben!), kind: 'withheld', reason: 'left' }], window)
  const retry = { kind: 'retry', reason: 'busy', after: 0 } as const
  await settleUnsent(
    sql,
    store.storeId,
    [ada!, ben!].map((one) => ({ ...key(one), ...retry })),
    window,
  )
  expect(await statuses(store)).toEqual(['ada sent told', 'ben withheld waiting'])
})

test('settling one waits for nobody who holds another', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const [ada, ben] = await take(sql, store)
  await transaction(sql, async (held) => {
    await held`
      select subscription_id
      from subscriptions
      where store_id = ${store.storeId}
        and subscription_id = ${ben!.subscriptionId}
      for update`
    await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'withheld', reason: 'left' }], window)
  })
  expect(await statuses(store)).toEqual(['ada withheld waiting', 'ben due told'])
})

test('only whoever was told under this trigger waits again', async () => {
  const store = await newRestock(sql, ['ada'])
  const first = await newestTrigger(sql, store)
  const second = await restock(sql, store, 5)
  const taken = await take(sql, store)
  const old = taken.find(({ triggerId }) => triggerId === first)!
  await settleUnsent(sql, store.storeId, [{ ...key(old), kind: 'withheld', reason: 'superseded' }], window)
  expect(await subscriptionOf(store, 'ada')).toMatchObject({ status: 'told', toldTriggerId: second })
  await sql`update subscriptions set status = 'left' where store_id = ${store.storeId}`
  const fresh = taken.find(({ triggerId }) => triggerId === second)!
  await settleUnsent(sql, store.storeId, [{ ...key(fresh), kind: 'withheld', reason: 'left' }], window)
  expect(await subscriptionOf(store, 'ada')).toMatchObject({ status: 'left', toldTriggerId: second })
})

test('an address that must not be written to ends the waiting', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const [ada] = await take(sql, store)
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'withheld', reason: 'suppressed' }], window)
  expect(await statuses(store)).toEqual(['ada withheld suppressed', 'ben due told'])
})

test('a refusal for good closes that offer and no other, and planning looks again', async () => {
  const store = await newRestock(sql, ['ada', 'ben'], { settings: [] })
  const [ada] = await take(sql, store)
  await forgetWakes(store)
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'failed', reason: 'refused', detail: 'no' }], window)
  expect((await offersOf(store)).map(({ name, closedBy }) => [name, closedBy])).toEqual([
    ['ada', 'withdrawn'],
    ['ben', null],
  ])
  expect(await statuses(store)).toEqual(['ada failed waiting', 'ben due told'])
  expect(await wakesOf(store)).toEqual([{ work: 'plan', isDue: true }])
  expect((await eventsOf(store, 'ada'))[0]).toBe('failed refused')
})

test('an offer that was over already keeps how it ended', async () => {
  const store = await newRestock(sql, ['ada'], { settings: [] })
  const [ada] = await take(sql, store)
  await sql`
    update offers
    set closed_at = now(),
        closed_by = 'declined'
    where store_id = ${store.storeId}`
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'failed', reason: 'refused' }], window)
  expect((await offersOf(store)).map(({ closedBy }) => closedBy)).toEqual(['declined'])
})

test('a message that has to wait keeps its offer open, as long as a window from when it may go, and no other’s', async () => {
  const store = await newRestock(sql, ['ada', 'ben'], { settings: [] })
  const [ada] = await take(sql, store)
  const before = await offersOf(store)
  await forgetWakes(store)
  const until = later()
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'later', reason: 'quiet-hours', until }], window)
  const after = await offersOf(store)
  const lapsesAt = new Date(until.getTime() + window)
  expect(after.map(({ lapsesAt, closedBy }) => [lapsesAt, closedBy])).toEqual([
    [lapsesAt, null],
    [before[1]!.lapsesAt, null],
  ])
  expect(await statuses(store)).toEqual(['ada due told', 'ben due told'])
  expect(await subscriptionOf(store, 'ada')).toMatchObject({ offeredUntil: lapsesAt })
  expect(await subscriptionOf(store, 'ben')).toMatchObject({ offeredUntil: before[1]!.lapsesAt })
  const [delivery] = await sql`
    select due_at, tried_at
    from deliveries
    where store_id = ${store.storeId}
      and subscription_id = ${ada!.subscriptionId}`
  expect(delivery).toEqual({ dueAt: until, triedAt: null })
  expect(await wakesOf(store)).toEqual([
    { work: 'plan', isDue: false },
    { work: 'send', isDue: false },
  ])
  expect((await eventsOf(store, 'ada'))[0]).toBe('postponed quiet-hours')
})

test('whose message lay here while another restock went by is looked at in that one', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const [ada] = await take(sql, store, 1)
  const second = await restock(sql, store, 5)
  await forgetWakes(store)
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'withheld', reason: 'superseded' }], window)
  expect(await subscriptionOf(store, 'ada')).toMatchObject({ status: 'waiting', passedOver: true })
  const wakes = await sql`
    select work, trigger_id
    from wakes
    where store_id = ${store.storeId}`
  expect([...wakes]).toEqual([{ work: 'plan', triggerId: second }])
})

test('after a day of trying it is given up, and not before', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const [ada, ben] = await take(sql, store)
  const tried = (subscriptionId: string, hours: number) => sql`
    update deliveries
    set tried_at = now() - ${hours} * interval '1 hour'
    where store_id = ${store.storeId}
      and subscription_id = ${subscriptionId}`
  await tried(ada!.subscriptionId, 24.1)
  await tried(ben!.subscriptionId, 23.9)
  const retry = { kind: 'retry', reason: 'busy', after: 1_000 } as const
  await settleUnsent(
    sql,
    store.storeId,
    [ada!, ben!].map((one) => ({ ...key(one), ...retry })),
    window,
  )
  expect(await statuses(store)).toEqual(['ada failed waiting', 'ben due waiting'])
  expect((await eventsOf(store, 'ada'))[0]).toBe('failed given-up')
})

test('what a provider says counts for the message it gave that id to, once, and what came back did not arrive', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const taken = await take(sql, store)
  await settleSent(sql, store.storeId, [sent(taken[0]!, 'p1'), sent(taken[1]!, 'p2')])
  const at = new Date('2026-01-01T00:00:00Z')
  const ofAda = expect.objectContaining({ subscriptionId: taken[0]!.subscriptionId })
  expect(await markDelivered(sql, store.storeId, 'p1', at)).toEqual(ofAda)
  expect(await markDelivered(sql, store.storeId, 'p1', at)).toBeNull()
  expect(await markBounced(sql, store.storeId, 'p1', 'no such box')).toEqual(ofAda)
  expect(await markBounced(sql, store.storeId, 'p1', 'no such box')).toBeNull()
  expect(await markDelivered(sql, store.storeId, 'p1', at)).toBeNull()
  const rows = await sql`
    select provider_id, status, reason, delivered_at
    from deliveries
    where store_id = ${store.storeId}
    order by provider_id`
  expect([...rows]).toEqual([
    { providerId: 'p1', status: 'failed', reason: 'bounced', deliveredAt: null },
    { providerId: 'p2', status: 'sent', reason: null, deliveredAt: null },
  ])
  expect((await eventsOf(store, 'ada'))[0]).toBe('failed bounced')
  expect((await eventsOf(store, 'ben'))[0]).not.toBe('failed bounced')
})
