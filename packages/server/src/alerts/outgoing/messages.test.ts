/** From a shopper's call to the delivered mail, over a real SMTP server that is sometimes down. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Channel } from '../../channels/channel.ts'
import { openSmtp } from '../../channels/mail/smtp.ts'
import { openOutbox } from '../../channels/outbox.ts'
import { openSmtpSink, type SinkOptions } from '../../channels/testing/smtp-server.ts'
import { product } from '../../http/testing/lists.ts'
import { home, openSharing } from '../testing/shared-list.ts'
import { startMessages } from './messages.ts'

let s: Awaited<ReturnType<typeof openSharing>>
beforeAll(async () => {
  s = await openSharing()
})
afterAll(() => s.t.close())

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
  await s.t.sql`delete from messages`
})

const warnings: string[] = []
const warn = (...said: unknown[]) => warnings.push(said.join(' '))

async function send(channel: Channel, tick = 20) {
  const sender = await startMessages(s.t.sql, { find: async () => channel, warn, firstDelay: 30, tick })
  open.push(() => sender.stop())
  return sender
}

async function sendBySmtp(options: SinkOptions = {}) {
  const sink = await openSmtpSink(options)
  const channel = openSmtp(`${sink.url}?from=wishes@shop.example`)
  open.push(sink.close, channel.close)
  await send(channel)
  return sink
}

// proves C3.emailList
test('a shared list arrives once, with both parts and the link to the list', async () => {
  const sink = await sendBySmtp()
  await s.t.admin('v3/catalog/products', { products: [product(1, { dt: 'A green shirt', pr: 19.9 })] })
  await s.share('grandma@example.org', { note: 'Look <script>alert(1)</script>' })
  await s.becomes('grandma@example.org', { status: 'sent', attempts: 1, reason: null, sentAt: expect.any(Date) })
  const [mail, ...others] = sink.mails
  expect(others).toEqual([])
  const { messageId, providerId } = await s.kept('grandma@example.org')
  expect(mail!.messageId).toBe(`<${messageId}@shop.example>`)
  expect(providerId).toBe(mail!.messageId)
  expect(mail!.subject).toBe('Ada shares a list with you')
  expect(mail!.from!.value).toEqual([{ name: 'Ada via Test store', address: 'wishes@shop.example' }])
  expect(mail!.envelope.to).toEqual(['grandma@example.org'])
  for (const part of ['A green shirt', '19.9', product(1).du, `${home}/shared/${s.lid}`]) {
    expect(mail!.text).toContain(part)
    expect(mail!.html).toContain(part)
  }
  expect(mail!.html).not.toMatch(/<script|<b>&/)
})

test('the database notifies the sender, so that no message waits for the timer', async () => {
  await send(openOutbox(), 600_000)
  await s.share('woken@example.org')
  await s.becomes('woken@example.org', { status: 'sent', providerId: expect.stringMatching(/^outbox:/) })
})

test('messages added while no sender ran are sent when one starts', async () => {
  await s.share('early@example.org')
  expect(await s.kept('early@example.org')).toMatchObject({ status: 'due', attempts: 0 })
  await send(openOutbox(), 600_000)
  await s.becomes('early@example.org', { status: 'sent' })
})

test('a mail server that is down is retried until it is back, and the mail arrives once', async () => {
  const gone = await openSmtpSink()
  await gone.close()
  const channel = openSmtp(`${gone.url}?from=wishes@shop.example`)
  open.push(channel.close)
  await send(channel)
  await s.share('later@example.org')
  await s.becomes('later@example.org', { status: 'due', reason: expect.stringContaining('ECONNREFUSED') })
  await vi.waitFor(async () => expect((await s.kept('later@example.org')).attempts).toBeGreaterThan(2), {
    timeout: 45_000,
  })
  const back = await openSmtpSink({ port: gone.port })
  open.push(back.close)
  await s.becomes('later@example.org', { status: 'sent', reason: null })
  expect(back.mails).toHaveLength(1)
})

test('a permanent refusal is stored with its reason and not retried; other messages are sent meanwhile', async () => {
  const sink = await sendBySmtp({
    refuse: (to) => (to.startsWith('nobody') ? `550 no such mailbox: ${to}` : undefined),
  })
  await s.share('nobody@example.org')
  await s.share('somebody@example.org')
  await s.becomes('nobody@example.org', {
    status: 'failed',
    attempts: 1,
    reason: expect.stringContaining('no such mailbox'),
  })
  await s.becomes('somebody@example.org', { status: 'sent' })
  expect(sink.mails).toHaveLength(1)
  const { messageId, reason } = await s.kept('nobody@example.org')
  expect(warnings.join()).toContain(`message ${messageId} was not sent: refused`)
  expect(reason).toContain('nobody@example.org')
  expect(warnings.join()).not.toContain('@')
  // A new request is not treated as a repeated call.
  await s.share('nobody@example.org')
  expect(await s.t.sql`select from messages where recipient = 'nobody@example.org'`).toHaveLength(2)
})

test('after a day of trying a message is given up', async () => {
  await s.share('old@example.org')
  await s.t.sql`update messages set created_at = now() - interval '25 hours'`
  await send({ send: async () => ({ kind: 'retry', reason: `not\0 now ${'x'.repeat(491)}🎁` }), close: () => {} })
  await s.becomes('old@example.org', { status: 'failed', reason: `not now ${'x'.repeat(491)}�` })
})

test('a message without a channel waits for one', async () => {
  await s.share('unknown@example.org')
  const sender = await startMessages(s.t.sql, { find: async () => null, warn, firstDelay: 30 })
  await s.becomes('unknown@example.org', { status: 'due', reason: 'There is no channel email.' })
  await sender.stop()
})
