import { beforeAll, expect, test } from 'vitest'
import { type Database, transaction } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { newShop, peopleOf, planAll, setStock, wait } from '../planning/testing/waiting-people.ts'
import { markBounced, markDelivered } from './delivery-marks.ts'
import { settleSent } from './settle-deliveries.ts'
import { settleUnsent } from './settle-unsent.ts'
import { deliveriesOf, newestTrigger, newRestock, restock, take } from './testing/claimed-deliveries.ts'
import {
  eventsOf,
  forgetWakes,
  key,
  sent,
  statuses,
  subscriptionOf,
  wakesOf,
  window,
} from './testing/settled-deliveries.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

test('a sent delivery is settled alone, and settling it again changes nothing', async () => {
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

test('each channel is settled separately', async () => {
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

test('if one channel refuses, the other may still deliver', async () => {
  const store = await newRestock(sql, ['ada'])
  await sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel, medium, due_at)
    select store_id, subscription_id, trigger_id, 'sms', 'sms', due_at
    from deliveries
    where store_id = ${store.storeId}`
  const [mail] = await take(sql, store)
  await take(sql, store, 1, 'sms')
  await settleUnsent(sql, store.storeId, [{ ...key(mail!), kind: 'failed', reason: 'refused' }], window)
  expect((await deliveriesOf(sql, store)).map(({ channel, status }) => `${channel} ${status}`)).toEqual([
    'email failed',
    'sms due',
  ])
})

test('only the last claim may schedule a retry, and its shopper waits in the old place', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const [ada, ben] = await take(sql, store)
  await forgetWakes(sql, store)
  const retry = { kind: 'retry', reason: 'busy', after: 60_000 } as const
  await settleUnsent(sql, store.storeId, [{ ...key(ben!), ...retry, attempts: 7 }], window)
  expect(await statuses(sql, store)).toEqual(['ada due told', 'ben due told'])
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), ...retry }], window)
  expect(await statuses(sql, store)).toEqual(['ada due waiting', 'ben due told'])
  expect(await subscriptionOf(sql, store, 'ada')).toMatchObject({
    toldTriggerId: null,
    toldAt: null,
    offeredUntil: null,
  })
  const [row] = await sql`
    select reason, tried_at is not null as was_tried, due_at > now() + interval '30 seconds' as is_later
    from deliveries
    where store_id = ${store.storeId}
      and subscription_id = ${ada!.subscriptionId}`
  expect(row).toEqual({ reason: 'busy', wasTried: true, isLater: true })
  expect(await wakesOf(sql, store)).toEqual([{ work: 'send', isDue: false }])
  expect((await eventsOf(sql, store, 'ada'))[0]).toBe('tried busy')
})

test('a sent or withheld delivery does not become due again', async () => {
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
  expect(await statuses(sql, store)).toEqual(['ada sent told', 'ben withheld waiting'])
})

test('settling one delivery does not wait for a lock on another subscription', async () => {
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
  expect(await statuses(sql, store)).toEqual(['ada withheld waiting', 'ben due told'])
})

test('only a subscription notified by this trigger waits again', async () => {
  const store = await newRestock(sql, ['ada'])
  const first = await newestTrigger(sql, store)
  const second = await restock(sql, store, 5)
  const taken = await take(sql, store)
  const old = taken.find(({ triggerId }) => triggerId === first)!
  await settleUnsent(sql, store.storeId, [{ ...key(old), kind: 'withheld', reason: 'superseded' }], window)
  expect(await subscriptionOf(sql, store, 'ada')).toMatchObject({ status: 'told', toldTriggerId: second })
  await sql`update subscriptions set status = 'left' where store_id = ${store.storeId}`
  const fresh = taken.find(({ triggerId }) => triggerId === second)!
  await settleUnsent(sql, store.storeId, [{ ...key(fresh), kind: 'withheld', reason: 'left' }], window)
  expect(await subscriptionOf(sql, store, 'ada')).toMatchObject({ status: 'left', toldTriggerId: second })
})

test('a suppressed address ends the waiting', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const [ada] = await take(sql, store)
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'withheld', reason: 'suppressed' }], window)
  expect(await statuses(sql, store)).toEqual(['ada withheld suppressed', 'ben due told'])
})

test('the reason for not sending is stored until the message is sent', async () => {
  const store = await newRestock(sql, ['ada'])
  const [ada] = await take(sql, store)
  const why = async () => (await sql`select reason, facts from deliveries where store_id = ${store.storeId}`)[0]
  const retry = { ...key(ada!), kind: 'retry', after: 0 } as const
  await settleUnsent(sql, store.storeId, [{ ...retry, reason: 'not-taken', detail: '451 come back' }], window)
  expect(await why()).toEqual({ reason: 'not-taken', facts: { detail: '451 come back' } })
  await settleUnsent(sql, store.storeId, [{ ...retry, reason: 'busy' }], window)
  expect(await why()).toEqual({ reason: 'busy', facts: null })
  await settleSent(sql, store.storeId, [sent(ada!, 'p1')])
  expect(await why()).toEqual({ reason: null, facts: {} })
})

test('a delivery is given up after a day of attempts, and not before', async () => {
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
  expect(await statuses(sql, store)).toEqual(['ada failed waiting', 'ben due waiting'])
  expect((await eventsOf(sql, store, 'ada'))[0]).toBe('failed given-up')
})

test('a provider’s report counts once, for the message with its id, and a bounced message did not arrive', async () => {
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
  expect((await eventsOf(sql, store, 'ada'))[0]).toBe('failed bounced')
  expect((await eventsOf(sql, store, 'ben'))[0]).not.toBe('failed bounced')
})

// proves C7.told
test('a notified subscription ends, unless its offer lapsed without a purchase', async () => {
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const afterTwoRestocks = async (...settings: string[]) => {
    const store = await newShop(sql, ...settings)
    await wait(sql, store, 'ada')
    await setStock(sql, store, 1)
    await planAll(sql, store)
    const [message] = await take(sql, store)
    await settleSent(sql, store.storeId, [sent(message!, 'p1')])
    await setStock(sql, store, 0)
    await planAll(sql, store, later(3))
    await setStock(sql, store, 1)
    await planAll(sql, store, later(4))
    return (await peopleOf(sql, store))[0]
  }
  expect(await afterTwoRestocks('pacing=everyone')).toMatchObject({ status: 'told', deliveries: ['sent'] })
  expect(await afterTwoRestocks('pacing=offers')).toMatchObject({ status: 'told', deliveries: ['sent', 'due'] })
})
