/** A forgotten password: reset by mail, with the same answer for every address, and all sessions end. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStaffMails } from '../../alerts/outgoing/staff-mails.ts'
import type { Message } from '../../channels/channel.ts'
import { makeAccountLink } from '../../domain/staff/account-links.ts'
import { makeMember, testPassword } from '../../domain/staff/testing/team-members.ts'
import { storeIdOf } from '../../domain/stores/stores.ts'
import { openTestDashboard, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
let sender: { stop(): Promise<void> }
const sent: Message[] = []
beforeAll(async () => {
  t = await openTestDashboard()
  const channel = {
    send: async (message: Message) => {
      sent.push(message)
      return { kind: 'sent' as const, providerId: message.messageId }
    },
    close: () => {},
  }
  sender = await startStaffMails(t.sql, {
    vault: t.vault,
    channel,
    publicUrl: 'https://wishes.example',
    warn: () => {},
    tick: 100,
  })
})
afterAll(async () => {
  await sender.stop()
  await t.close()
})

const newPerson = (email: string) => makeMember(t.sql, storeIdOf(t.store.pid)!, { email, role: 'owner' })
const mailTo = async (address: string, subject: RegExp) => {
  const find = () => sent.find(({ recipient, subject: said }) => recipient === address && subject.test(said))
  await expect.poll(find, { timeout: 45_000 }).toBeDefined()
  return find()!
}
const tokenIn = (text: string) => /#([\w-]+)/.exec(text)![1]!
const isBad = { status: 401, body: { type: 'bad-link' } }

describe('asking for a link', () => {
  test('gives the same answer for an unknown address, and sends no mail', async () => {
    await newPerson('forgetful@shop.example')
    const unknown = await t.stranger.post('/forgot', { email: 'unknown@shop.example' })
    const known = await t.stranger.post('/forgot', { email: 'forgetful@shop.example' })
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    const mail = await mailTo('forgetful@shop.example', /new password/)
    expect(mail.text).toMatch(/https:\/\/wishes\.example\/dashboard\/reset#[\w-]{43}/)
    const left = () => t.sql`select status, sealed from staff_mails order by created_at`
    await expect
      .poll(async () => (await left()).map(({ status, sealed }) => [status, sealed]))
      .toEqual([
        ['dropped', null],
        ['sent', null],
      ])
    expect(sent.some(({ recipient }) => recipient === 'unknown@shop.example')).toBe(false)
    expect((await t.stranger.post('/forgot', { email: 'no address' })).body.type).toBe('invalid-email')
  })

  test('sends only a few mails to one address, and the answer stays the same', async () => {
    const email = 'flooded@shop.example'
    await newPerson(email)
    for (let n = 0; n < 5; n++) expect((await t.stranger.post('/forgot', { email })).status).toBe(200)
    const [{ count }] = (await t.sql`select count(*)::integer from staff_mails where recipient = ${email}`) as [
      { count: number },
    ]
    expect(count).toBe(3)
    for (let n = 0; n < 5; n++) await t.stranger.post('/forgot', { email: `other-${n}@shop.example` })
    expect((await t.stranger.post('/forgot', { email: 'last@shop.example' })).status).toBe(429)
  })
})

describe('a link', () => {
  test('sets the password once, signs in, and ends every other session', async () => {
    const { userId, email } = await newPerson('resets@shop.example')
    const before = await t.stranger.post('/sign-in', { email, password: testPassword })
    const cookie = String(before.headers['set-cookie']).split(';')[0]!
    const token = await makeAccountLink(t.sql, { userId, purpose: 'reset' })
    await t.sql`insert into email_changes (user_id, email) values (${userId}, 'somebody@else.example')`
    expect((await t.stranger.post('/reset/look', { token })).body).toEqual({
      email,
      needsCode: false,
      removesSecondFactor: false,
    })
    expect((await t.stranger.post('/reset', { token, password: 'short' })).body.type).toBe('invalid-password')
    const done = await t.stranger.post('/reset', { token, password: 'a new long password' })
    expect([done.status, done.body.email, done.body.pendingEmail]).toEqual([200, email, null])
    expect(await t.stranger.post('/reset', { token, password: 'a new long password' })).toMatchObject(isBad)
    expect(await t.stranger.post('/reset/look', { token })).toMatchObject(isBad)
    const old = await t.app.inject({ url: '/dashboard/api/me', headers: { cookie } })
    expect(old.statusCode).toBe(401)
    expect((await t.stranger.post('/sign-in', { email, password: testPassword })).status).toBe(401)
    expect((await t.stranger.post('/sign-in', { email, password: 'a new long password' })).status).toBe(200)
    await mailTo(email!, /password was changed/)
  })

  test('that is expired, invalid or for another purpose is refused', async () => {
    const { userId } = await newPerson('old@shop.example')
    const confirming = await makeAccountLink(t.sql, { userId, purpose: 'email', email: 'new@shop.example' })
    const token = await makeAccountLink(t.sql, { userId, purpose: 'reset' })
    await t.sql`update account_links set expires_at = now() - interval '1 second' where purpose = 'reset'`
    for (const bad of [token, confirming, 'x', ''])
      expect(await t.stranger.post('/reset', { token: bad, password: 'a new long password' })).toMatchObject(isBad)
  })
})

describe('a new address', () => {
  const change = async (email: string, to: string) => {
    const signedIn = await t.stranger.post('/sign-in', { email, password: testPassword })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!
    const post = async (path: string, payload: object = {}) => {
      const headers = { cookie, 'x-heartbell': 'dashboard' }
      const reply = await t.app.inject({ method: 'POST', url: `/dashboard/api${path}`, headers, payload })
      return { status: reply.statusCode, body: reply.json() }
    }
    return { post, asked: await post('/me/email', { email: to, currentPassword: testPassword }) }
  }

  test('is valid after the link in its mail is used, and the old address is notified', async () => {
    await newPerson('moves@shop.example')
    const { post, asked } = await change('moves@shop.example', 'moved@shop.example')
    expect(asked.body).toMatchObject({ email: 'moves@shop.example', pendingEmail: 'moved@shop.example' })
    const before = await t.stranger.post('/sign-in', { email: 'moved@shop.example', password: testPassword })
    expect(before.status).toBe(401)
    const token = tokenIn((await mailTo('moved@shop.example', /Confirm/)).text)
    // The link does not work for another user.
    const other = await t.member('owner')
    expect(await other.post('/me/email/confirm', { token })).toMatchObject(isBad)
    expect((await t.stranger.post('/me/email/confirm', { token })).status).toBe(401)
    const confirmed = await post('/me/email/confirm', { token })
    expect(confirmed.body).toMatchObject({ email: 'moved@shop.example', pendingEmail: null })
    expect((await mailTo('moves@shop.example', /was changed/)).text).toContain('moved@shop.example')
    expect(await post('/me/email/confirm', { token })).toMatchObject(isBad)
  })

  test('of another user gets the same answer, and is refused only when the link in its mail is used', async () => {
    await newPerson('taken@shop.example')
    await newPerson('wants@shop.example')
    const { post, asked } = await change('wants@shop.example', 'taken@shop.example')
    expect([asked.status, asked.body.pendingEmail]).toEqual([200, 'taken@shop.example'])
    const token = tokenIn((await mailTo('taken@shop.example', /Confirm/)).text)
    expect(await post('/me/email/confirm', { token })).toMatchObject({ status: 409, body: { type: 'email-taken' } })
  })

  test('requires the password, and can be cancelled', async () => {
    await newPerson('stays@shop.example')
    const { post } = await change('stays@shop.example', 'elsewhere@shop.example')
    const token = tokenIn((await mailTo('elsewhere@shop.example', /Confirm/)).text)
    expect((await post('/me/email', { email: 'x@shop.example', currentPassword: 'wrong' })).status).toBe(403)
    expect((await post('/me/email', { email: 'stays@shop.example', currentPassword: testPassword })).status).toBe(409)
    expect((await post('/me/email/cancel')).body.pendingEmail).toBeNull()
    expect(await post('/me/email/confirm', { token })).toMatchObject(isBad)
    expect((await post('/me/email/again')).status).toBe(409)
    for (const path of ['/me/email', '/me/email/again', '/me/email/cancel'])
      expect((await t.stranger.post(path, { email: 'x@shop.example', currentPassword: 'x' })).status).toBe(401)
  })

  test('that is not confirmed gives no access to an invitation for that address', async () => {
    await newPerson('claims@shop.example')
    const { post } = await change('claims@shop.example', 'boss@shop.example')
    const other = await t.newStore()
    const invited = await (await t.member('owner', other))
      .in(other)
      .post('/team', { email: 'boss@shop.example', role: 'owner' })
    const token = tokenIn(invited.body.link)
    expect(await post('/invitations/accept', { token })).toMatchObject({ status: 403, body: { type: 'other-address' } })
  })
})

test('an invitation is mailed in the language of the inviting user, without that user’s address', async () => {
  const owner = await t.member('owner')
  await owner.post('/me', { name: 'Ada\nhttps://evil.example', locale: 'de' })
  const { body } = await owner.in().post('/team', { email: 'invited@shop.example', role: 'viewer' })
  expect(body.isMailed).toBe(true)
  const mail = await mailTo('invited@shop.example', /lädt Sie/)
  expect(mail.text).toContain(new URL(body.link).hash)
  expect(mail.text + mail.subject).not.toContain('evil')
})
