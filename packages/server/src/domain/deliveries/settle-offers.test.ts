/** What happens to offers, and to other restocks, when a message was not sent. */
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { alertChannel } from '../schedule/scheduled-work.ts'
import { settleUnsent } from './settle-unsent.ts'
import { newRestock, restock, take } from './testing/claimed-deliveries.ts'
import {
  addTrigger,
  eventsOf,
  forgetWakes,
  key,
  later,
  offersOf,
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

test('a permanent refusal closes only that offer and schedules planning', async () => {
  const store = await newRestock(sql, ['ada', 'ben'], { settings: [] })
  const [ada] = await take(sql, store)
  await forgetWakes(sql, store)
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'failed', reason: 'refused', detail: 'no' }], window)
  expect((await offersOf(sql, store)).map(({ name, closedBy }) => [name, closedBy])).toEqual([
    ['ada', 'withdrawn'],
    ['ben', null],
  ])
  expect(await statuses(sql, store)).toEqual(['ada failed waiting', 'ben due told'])
  expect(await wakesOf(sql, store)).toEqual([{ work: 'plan', isDue: true }])
  expect(await subscriptionOf(sql, store, 'ada')).toMatchObject({ offeredUntil: null })
  expect((await eventsOf(sql, store, 'ada'))[0]).toBe('failed refused')
})

test('a closed offer keeps its closing reason', async () => {
  const store = await newRestock(sql, ['ada'], { settings: [] })
  const [ada] = await take(sql, store)
  await sql`
    update offers
    set closed_at = now(),
        closed_by = 'declined'
    where store_id = ${store.storeId}`
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'failed', reason: 'refused' }], window)
  expect((await offersOf(sql, store)).map(({ closedBy }) => closedBy)).toEqual(['declined'])
})

test('a failure under one restock does not change the offer of another', async () => {
  const store = await newRestock(sql, ['ada'], { settings: [] })
  const [ada] = await take(sql, store)
  const other = await addTrigger(sql, store)
  await sql`update offers set trigger_id = ${other} where store_id = ${store.storeId}`
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'failed', reason: 'refused' }], window)
  expect((await offersOf(sql, store)).map(({ closedBy }) => closedBy)).toEqual([null])
})

test('the offer of a shopper who has unsubscribed is closed', async () => {
  const store = await newRestock(sql, ['ada'], { settings: [] })
  const [ada] = await take(sql, store)
  await sql`update subscriptions set status = 'left', offered_until = null where store_id = ${store.storeId}`
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'withheld', reason: 'left' }], window)
  expect((await offersOf(sql, store)).map(({ closedBy }) => closedBy)).toEqual(['withdrawn'])
  expect(await subscriptionOf(sql, store, 'ada')).toMatchObject({ status: 'left', offeredUntil: null })
})

test('a retry keeps the offer and its window, and schedules no planning', async () => {
  const store = await newRestock(sql, ['ada'], { settings: [] })
  const [ada] = await take(sql, store)
  const [before] = await offersOf(sql, store)
  await forgetWakes(sql, store)
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'retry', reason: 'busy', after: 60_000 }], window)
  expect(await offersOf(sql, store)).toEqual([before])
  expect(await statuses(sql, store)).toEqual(['ada due told'])
  expect(await wakesOf(sql, store)).toEqual([{ work: 'send', isDue: false }])
})

test('a postponed message keeps only its own offer open, until one window after it may be sent', async () => {
  const store = await newRestock(sql, ['ada', 'ben'], { settings: [] })
  const [ada] = await take(sql, store)
  const before = await offersOf(sql, store)
  await forgetWakes(sql, store)
  const until = later()
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'later', reason: 'quiet-hours', until }], window)
  const after = await offersOf(sql, store)
  const lapsesAt = new Date(until.getTime() + window)
  expect(after.map(({ lapsesAt, closedBy }) => [lapsesAt, closedBy])).toEqual([
    [lapsesAt, null],
    [before[1]!.lapsesAt, null],
  ])
  expect(await statuses(sql, store)).toEqual(['ada due told', 'ben due told'])
  expect(await subscriptionOf(sql, store, 'ada')).toMatchObject({ offeredUntil: lapsesAt })
  expect(await subscriptionOf(sql, store, 'ben')).toMatchObject({ offeredUntil: before[1]!.lapsesAt })
  const [delivery] = await sql`
    select due_at, tried_at
    from deliveries
    where store_id = ${store.storeId}
      and subscription_id = ${ada!.subscriptionId}`
  expect(delivery).toEqual({ dueAt: until, triedAt: null })
  expect(await wakesOf(sql, store)).toEqual([
    { work: 'plan', isDue: false },
    { work: 'send', isDue: false },
  ])
  expect((await eventsOf(sql, store, 'ada'))[0]).toBe('postponed quiet-hours')
})

test('a subscription whose restock was superseded is planned again in the newest restock', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const [ada] = await take(sql, store, 1)
  await restock(sql, store, 5)
  const newest = await addTrigger(sql, store)
  await addTrigger(sql, store, { variantId: '222' }, 2)
  await addTrigger(sql, store, { topic: 'comingsoon' }, 2)
  await addTrigger(sql, store, { supersededAt: new Date() }, 2)
  await forgetWakes(sql, store)
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'withheld', reason: 'superseded' }], window)
  expect(await subscriptionOf(sql, store, 'ada')).toMatchObject({ status: 'waiting', passedOver: true })
  const wakes = await sql`
    select work, trigger_id
    from wakes
    where store_id = ${store.storeId}`
  expect([...wakes]).toEqual([{ work: 'plan', triggerId: newest }])
})

test('workers are notified of work that is due now, not of later work', async () => {
  const store = await newRestock(sql, ['ada', 'ben'], { settings: [] })
  const [ada, ben] = await take(sql, store)
  const heard: string[] = []
  await sql.listen(alertChannel, (word) => heard.push(word))
  await settleUnsent(sql, store.storeId, [{ ...key(ada!), kind: 'retry', reason: 'busy', after: 60_000 }], window)
  await sql.notify(alertChannel, 'later')
  await settleUnsent(sql, store.storeId, [{ ...key(ben!), kind: 'failed', reason: 'refused' }], window)
  await sql.notify(alertChannel, 'now')
  await expect.poll(() => heard, { timeout: 45_000 }).toEqual(['later', String(store.storeId), 'now'])
})
