/** Planned deliveries, sent by real engines on a real database over scripted channels. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openSmtp } from '../channels/mail/smtp.ts'
import { openSmtpSink } from '../channels/testing/smtp-server.ts'
import { recordStock } from '../domain/catalog/stock.ts'
import { planDue } from '../domain/planning/plan.ts'
import type { EngineOptions } from './engine.ts'
import { type Alerts, noting, openAlerts, sent } from './testing/engine.ts'

let a: Alerts
beforeAll(async () => {
  a = await openAlerts()
})
afterAll(() => a.close())

const open: (() => unknown)[] = []
afterEach(async () => {
  await a.stopAll()
  for (const close of open.splice(0).reverse()) await close()
})

const people = (count: number, name = 'person') =>
  Array.from({ length: count }, (_, n) => `${name}${String(n).padStart(4, '0')}@example.org`)

test('every due shopper gets one message over a real mail server, with its own id', async () => {
  const sink = await openSmtpSink()
  const channel = openSmtp(`${sink.url}?from=wishes@shop.example`)
  open.push(sink.close, channel.close)
  const store = await a.newStore()
  await a.start(channel)
  await a.restock(store, people(60))
  await a.drained(store)
  expect(sink.mails.map(({ envelope }) => envelope.to[0]).sort()).toEqual(people(60))
  expect(new Set(sink.mails.map(({ messageId }) => messageId)).size).toBe(60)
  const rows = await a.deliveries(store)
  expect(rows.map(({ status, attempts, subscription }) => ({ status, attempts, subscription }))).toEqual(
    Array(60).fill({ status: 'sent', attempts: 1, subscription: 'told' }),
  )
  const [row] = await a.sql`select template, facts, provider from deliveries where store_id = ${store.storeId}`
  expect(row).toEqual({ template: 'plain@1', facts: { title: 'A green shirt' }, provider: 'test' })
})

test('a shopper who left gets no message, and the timeline says why', async () => {
  const store = await a.newStore()
  const { channel, addresses } = noting()
  await a.restock(store, people(3))
  await a.sql`update subscriptions set status = 'left' where store_id = ${store.storeId} and address like '%1@%'`
  await a.start(channel)
  await a.drained(store)
  expect(addresses()).toEqual([people(3)[0], people(3)[2]])
  expect(await a.deliveries(store)).toMatchObject([
    { status: 'sent' },
    { status: 'withheld', reason: 'left', subscription: 'left' },
    { status: 'sent' },
  ])
  expect(await a.events(store)).toMatchObject([{ address: people(3)[1], step: 'withheld', reason: 'left' }])
})

test('sold out again: no shopper gets a message, and all keep their position', async () => {
  const store = await a.newStore()
  const { channel, messages } = noting()
  await a.restock(store, people(2), { stock: 0 })
  await a.start(channel)
  await a.becomes(store, Array(2).fill({ status: 'withheld', reason: 'sold-out', subscription: 'waiting' }))
  expect(messages).toEqual([])
})

test('in quiet hours a message waits for the morning, and an offer with it', async () => {
  const hour = new Date().getUTCHours()
  const store = await a.newStore(`quiet-hours=${hour}-${(hour + 2) % 24}`)
  const { channel, messages } = noting()
  await a.restock(store, ['+14155550167'], { medium: 'sms', offers: true })
  await a.restock(store, ['+14155550168'], { medium: 'sms' })
  await a.start(channel)
  await a.becomes(store, [
    { status: 'due', reason: 'quiet-hours', subscription: 'told' },
    { status: 'due', reason: 'quiet-hours', subscription: 'waiting' },
  ])
  expect(messages).toEqual([])
  const [row] = await a.sql`
    select lapses_at - due_at = interval '2 hours' as lasts, due_at > now() as waits
    from deliveries
    join offers using (store_id, subscription_id, trigger_id)
    where store_id = ${store.storeId}`
  expect(row).toEqual({ lasts: true, waits: true })
  const wakes =
    await a.sql`select work from wakes where store_id = ${store.storeId} and due_at > now() + interval '1 minute'`
  expect(wakes.map(({ work }) => work).sort()).toEqual(['plan', 'send', 'send'].slice(0, wakes.length))
  // The quiet hours end.
  await a.sql`update stores set settings = '{}' where store_id = ${store.storeId}`
  await a.sql`update deliveries set due_at = now() - interval '1 second' where store_id = ${store.storeId}`
  await a.sql`update wakes set due_at = now() - interval '1 second' where store_id = ${store.storeId}`
  await a.drained(store)
  expect(messages).toHaveLength(2)
})

test('no address gets more than the cap, over all its alerts', async () => {
  const store = await a.newStore('frequency-cap=2/1d')
  const { channel, addresses } = noting()
  for (let n = 0; n < 4; n++) await a.restock(store, ['often@example.org', `once${n}@example.org`], { wake: n === 3 })
  await a.start(channel)
  await vi.waitFor(async () => {
    const rows = await a.deliveries(store)
    expect(rows.filter(({ status, reason }) => status === 'due' && reason === 'frequency-cap')).toHaveLength(2)
    expect(rows.filter(({ status }) => status === 'sent')).toHaveLength(6)
  }, 45_000)
  expect(addresses().filter((address) => address === 'often@example.org')).toHaveLength(2)
})

test('text of a provider that the database can’t store does not prevent deliveries from being settled as sent', async () => {
  const store = await a.newStore()
  const { channel, messages } = noting((message) => {
    const { recipient } = message
    if (recipient.startsWith('odd')) return { kind: 'sent', providerId: 'id\0 of half\ud83c' }
    return recipient.startsWith('nobody') ? { kind: 'refused', reason: `${'x'.repeat(499)}🎁` } : sent(message)
  })
  await a.restock(store, ['nobody@example.org', 'odd@example.org', 'other@example.org'])
  await a.start(channel)
  await a.becomes(store, [{ status: 'failed', reason: 'refused' }, { status: 'sent' }, { status: 'sent' }])
  expect(messages).toHaveLength(3)
  const [row] =
    await a.sql`select provider_id from deliveries where store_id = ${store.storeId} and provider_id like 'id%'`
  expect(row).toEqual({ providerId: 'id of half�' })
})

test('a permanent refusal is a dead letter, and its offer passes to the next shopper', async () => {
  const store = await a.newStore()
  const { channel } = noting((message) =>
    message.recipient.startsWith('nobody') ? { kind: 'refused', reason: '550 no such\0 mailbox' } : sent(message),
  )
  const triggerId = await a.restock(store, ['nobody@example.org', 'somebody@example.org'], { offers: true })
  await a.start(channel)
  await a.becomes(store, [
    { status: 'failed', reason: 'refused', subscription: 'waiting' },
    { status: 'sent', subscription: 'told' },
  ])
  const offers =
    await a.sql`select closed_by from offers where store_id = ${store.storeId} order by closed_by nulls last`
  expect(offers).toEqual([{ closedBy: 'withdrawn' }, { closedBy: null }])
  expect(await a.events(store)).toMatchObject([
    { step: 'failed', reason: 'refused', facts: { detail: '550 no such mailbox', triggerId } },
  ])
  expect(await a.sql`select trigger_id from wakes where store_id = ${store.storeId} and work = 'plan'`).toEqual([
    { triggerId },
  ])
})

test('a busy provider is retried after the time it named, and each attempt is in the timeline', async () => {
  const store = await a.newStore()
  const { channel, messages } = noting((message, nth) =>
    nth === 1 ? { kind: 'retry', reason: '429', after: 40 } : sent(message),
  )
  await a.restock(store, people(1))
  await a.start(channel)
  await a.becomes(store, [{ status: 'sent', attempts: 2, reason: null }])
  expect(messages[0]!.messageId).toBe(messages[1]!.messageId)
  expect(await a.events(store)).toMatchObject([{ step: 'tried', reason: 'not-taken', facts: { detail: '429' } }])
})

test('after a day of trying a delivery is given up', async () => {
  const store = await a.newStore()
  const { channel } = noting(() => ({ kind: 'retry', reason: 'not now' }))
  await a.restock(store, people(1))
  await a.sql`update deliveries set tried_at = now() - interval '25 hours' where store_id = ${store.storeId}`
  await a.start(channel)
  await a.becomes(store, [{ status: 'failed', subscription: 'waiting' }])
  expect(await a.events(store)).toMatchObject([{ step: 'failed', reason: 'given-up' }])
})

test('deliveries added while no worker ran are sent at the next tick, also when their scheduled work was lost', async () => {
  const store = await a.newStore()
  const { channel } = noting()
  await a.restock(store, people(2), { wake: false })
  await a.sql`update deliveries set due_at = now() - interval '1 minute' where store_id = ${store.storeId}`
  await a.start(channel)
  await a.drained(store)
})

test('two units for three waiting shoppers: two get a message in order, and the third when an offer lapses', async () => {
  const store = await a.newStore()
  const { channel, addresses } = noting()
  await a.start(channel, { plan: planDue })
  const variantId = await a.wait(store, people(3))
  await recordStock(a.sql, store, [{ variantId, stock: 2 }], 'api')
  await vi.waitFor(() => expect(addresses()).toEqual(people(2)), { timeout: 45_000 })
  await a.sql`update offers set lapses_at = now() where store_id = ${store.storeId} and subscription_id in (
    select subscription_id from subscriptions where store_id = ${store.storeId} and address = ${people(1)[0]!}
  )`
  await a.sql`update wakes set due_at = now() - interval '1 second' where store_id = ${store.storeId}`
  await vi.waitFor(() => expect(addresses()).toEqual(people(3)), { timeout: 45_000 })
  await a.becomes(store, [
    { status: 'sent', subscription: 'waiting' },
    { status: 'sent', subscription: 'told' },
    { status: 'sent', subscription: 'told' },
  ])
})

test('the log of a delivery carries the id of the request that changed the stock', async () => {
  const store = await a.newStore()
  const notes: object[] = []
  const note: EngineOptions['note'] = (storeId, { triggerId, trigger: { requestId } }, { kind }) =>
    notes.push({ storeId, triggerId, requestId, kind })
  await a.start(noting().channel, { plan: planDue, note })
  const variantId = await a.wait(store, people(1))
  await recordStock(a.sql, store, [{ variantId, stock: 2 }], 'api', 'call-7')
  await vi.waitFor(() => expect(notes).toHaveLength(1), { timeout: 45_000 })
  const [trigger] = await a.sql`select trigger_id from triggers where store_id = ${store.storeId}`
  expect(notes).toEqual([{ storeId: store.storeId, triggerId: trigger!.triggerId, requestId: 'call-7', kind: 'sent' }])
})
