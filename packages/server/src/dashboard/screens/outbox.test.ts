import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  readAlerts,
  readConfirm,
  readUnsubscribe,
  writeAlerts,
  writeConfirm,
  writeUnsubscribe,
} from '../../domain/shoppers/links.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { ask, fillShop, markAll, restock } from '../testing/shop.ts'
import { openTestDashboard, type Person, prefixOf, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
let viewer: ReturnType<Person['in']>
let person: Person
const letterId = randomUUID()
beforeAll(async () => {
  t = await openTestDashboard()
  person = await t.member('viewer')
  viewer = person.in()
  await fillShop(t)
  for (const name of ['ada', 'ben', 'cem']) await ask(t, `${name}@mail.example`)
  await restock(t, 3)
  const { storeId } = await t.storeNow()
  await t.sql`
    insert into messages (store_id, message_id, purpose, recipient, sender_name, subject, body_text, body_html, digest, status)
    values (${storeId}, ${letterId}, 'test', 'ada@mail.example', 'Shop', 'A test', 'text', '<b>hi</b><script>x</script>', '', 'sent')`
})
afterAll(() => t.close())

const find = async (query: string) => (await viewer.get(`/outbox${query}`)).body

test('waiting and sent messages are separate, and system messages are listed among the alerts', async () => {
  expect((await find('?status=due')).rows).toHaveLength(3)
  expect((await find('')).rows).toMatchObject([
    { status: 'due' },
    { status: 'due' },
    { status: 'due' },
    { purpose: 'test', subject: 'A test', status: 'sent' },
  ])
  await markAll(t, 'sent')
  const { rows } = await find('')
  expect(rows.map(({ purpose }: { purpose: string }) => purpose)).toEqual(['alert', 'alert', 'alert', 'test'])
  expect(rows[0]).toMatchObject({ status: 'sent', title: 'Linen shirt', medium: 'email' })
  const pages = []
  for (let next: string | null = ''; next !== null; ) {
    const page = await find(`?limit=1${next && `&after=${encodeURIComponent(next)}`}`)
    pages.push(...page.rows)
    next = page.next
  }
  expect(pages.map(({ messageKey }) => messageKey)).toEqual(
    rows.map(({ messageKey }: { messageKey: string }) => messageKey),
  )
  expect((await find('?q=ada@mail.example')).rows).toHaveLength(2)
  expect((await find('?q=nobody')).rows).toEqual([])
  expect((await viewer.get('/outbox.csv')).body.split('\r\n')).toHaveLength(6)
})

test('an alert is shown as it was sent, with its headers and its reason', async () => {
  const [{ messageKey }] = (await find('?q=ada@mail.example')).rows
  const { body } = await viewer.get(`/outbox/message?message=${encodeURIComponent(messageKey)}`)
  expect(body.message).toMatchObject({ status: 'sent', cause: expect.any(String) })
  expect(body.message.subject).toContain('Linen shirt')
  expect(body.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(body.text).toContain('/u/link-hidden')
  expect(body.why.length).toBeGreaterThan(0)
})

test('a message is shown in a frame that runs no script', async () => {
  const url = `/dashboard/api/stores/${prefixOf(t.store)}/outbox/frame?message=m:${letterId}`
  const frame = await t.app.inject({ url, headers: { cookie: person.cookie } })
  expect(frame.statusCode).toBe(200)
  const policy = String(frame.headers['content-security-policy'])
  expect(policy).toContain('sandbox allow-popups allow-popups-to-escape-sandbox;')
  expect(policy).not.toContain('allow-scripts')
  expect(policy).not.toContain('allow-same-origin')
  expect(policy).toContain("default-src 'none'")
  expect(frame.body).toContain('<b>hi</b>')
})

test('failed messages are sent again, one or all', async () => {
  const { storeId } = await t.storeNow()
  await t.sql`
    update deliveries
    set status = 'failed',
        reason = 'refused',
        facts = '{"detail": "550 no such mailbox"}'
    where store_id = ${storeId}`
  const marketer = (await t.member('marketer')).in()
  const [{ messageKey }] = (await find('?q=ben@mail.example&status=failed')).rows
  // not sent yet, so it is rendered for the preview
  expect((await viewer.get(`/outbox/message?message=${messageKey}`)).body.message.subject).toContain('Linen shirt')
  expect((await marketer.post('/outbox/resend', { message: messageKey })).body).toEqual({ resent: 1 })
  expect((await marketer.post('/outbox/resend-failed')).body).toEqual({ resent: 2 })
  expect((await find('?status=failed')).rows).toEqual([])
  expect((await marketer.post('/outbox/resend', { message: `m:${letterId}` })).body).toEqual({ resent: 1 })
  expect((await find('?status=due&q=ada@mail.example')).rows).toEqual(
    expect.arrayContaining([expect.objectContaining({ purpose: 'test' })]),
  )
})

test('an unknown or waiting message is refused, and a viewer can’t send', async () => {
  const marketer = (await t.member('marketer')).in()
  expect(await marketer.post('/outbox/resend', { message: 'm:1' })).toMatchObject({ status: 404 })
  expect(await marketer.post('/outbox/resend', { message: `m:${letterId}` })).toMatchObject({
    status: 409,
    body: { type: 'not-resendable' },
  })
  expect((await viewer.post('/outbox/resend', { message: `m:${letterId}` })).status).toBe(403)
  expect((await viewer.post('/outbox/resend-failed')).status).toBe(403)
  expect((await viewer.get('/outbox/frame?message=x')).status).toBe(404)
  expect((await t.stranger.in().get('/outbox')).status).toBe(401)
  const other = await t.newStore()
  const theirs = (await t.member('owner', other)).in(other)
  expect((await theirs.get(`/outbox/message?message=m:${letterId}`)).status).toBe(404)
})

describe('links that act for their reader', () => {
  test.each(['viewer', 'owner'] as const)('are hidden in every part of an alert, for the %s too', async (role) => {
    const member = (await t.member(role)).in()
    const own = await t.storeNow()
    const [{ messageKey }] = (await find('?q=ada@mail.example')).rows
    const shown = await everything(member, messageKey)
    expect(liveTokens(shown, own)).toEqual([])
    expect(shown).toContain('/c/')
    expect(shown).toContain('link-hidden')
  })

  test('are hidden in messages of every kind and in every encoding, and the message is sent again complete', async () => {
    const own = await t.storeNow()
    const id = randomUUID()
    const sentTo = { subscriptionId: id, address: 'dan@mail.example' }
    const links = [
      writeUnsubscribe(own, sentTo),
      writeConfirm(own, id),
      writeAlerts(own, { ...sentTo, until: new Date(2e12) }),
    ]
    const [leave, confirm, alerts] = links as [string, string, string]
    const staff = 'A'.repeat(43)
    const html = `<a href="http://localhost:4000/u/${leave}">x</a> https://x/?to=${encodeURIComponent(`http://l/alerts/${alerts}`)}
      http://localhost:4000/dashboard/welcome#${staff} http://localhost:4000/dashboard/reset?token=${staff} ${confirm}`
    for (const purpose of ['confirm-alert', 'alerts-link', 'shared-list', 'test', 'owner']) {
      const messageId = randomUUID()
      await t.sql`
        insert into messages (store_id, message_id, purpose, recipient, sender_name, subject, body_text, body_html, headers, digest, status)
        values (${own.storeId}, ${messageId}, ${purpose}, 'dan@mail.example', 'Shop', ${`s ${confirm}`}, ${html}, ${html},
          ${t.sql.json({ 'List-Unsubscribe': `<http://localhost:4000/u/${leave}>` })}, ${messageId}, 'failed')`
      const shown = await everything(viewer, `m:${messageId}`)
      expect(liveTokens(shown, own)).toEqual([])
      expect(shown).not.toContain(staff)
      const marketer = (await t.member('marketer')).in()
      const resent = await marketer.post('/outbox/resend', { message: `m:${messageId}` })
      expect([resent.status, JSON.stringify(resent.body).includes(leave)]).toEqual([200, false])
      const [kept] = await t.sql`select status, body_html from messages where message_id = ${messageId}`
      expect(kept).toEqual({ status: 'due', bodyHtml: html })
    }
    const { rows } = (await viewer.get('/outbox?q=dan@mail.example')).body
    expect(liveTokens(JSON.stringify(rows) + (await viewer.get('/outbox.csv')).body, own)).toEqual([])
  })

  test('mails to staff are not in a store’s outbox at all', async () => {
    const { storeId } = await t.storeNow()
    const messageId = randomUUID()
    await t.sql`alter table messages drop constraint messages_purpose_check`
    await t.sql`
      insert into messages (store_id, message_id, purpose, recipient, sender_name, subject, body_text, body_html, digest, status)
      values (${storeId}, ${messageId}, 'password-reset', 'boss@shop.example', 'Shop', 'New password', 'x', 'x', '', 'sent')`
    expect((await viewer.get('/outbox?q=boss@shop.example')).body.rows).toEqual([])
    expect((await viewer.get(`/outbox/message?message=m:${messageId}`)).status).toBe(404)
    const marketer = (await t.member('marketer')).in()
    expect((await marketer.post('/outbox/resend', { message: `m:${messageId}` })).status).toBe(404)
  })
})

/** Everything that the dashboard shows of a message. */
async function everything(member: ReturnType<Person['in']>, key: string): Promise<string> {
  const named = `message=${encodeURIComponent(key)}`
  const message = await member.get(`/outbox/message?${named}`)
  const frame = await member.get(`/outbox/frame?${named}`)
  expect([message.status, frame.status]).toEqual([200, 200])
  return `${JSON.stringify(message.body)}${frame.body}`
}

const liveTokens = (text: string, store: Store) =>
  (text.match(/[A-Za-z0-9_-]{28,200}/g) ?? []).filter(
    (word) => readUnsubscribe(store, word) ?? readConfirm(store, word) ?? readAlerts(store, word),
  )
