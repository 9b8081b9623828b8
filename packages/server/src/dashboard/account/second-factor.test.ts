/** Two-step sign-in: a code works once, guesses are counted, and a user who lost the phone can recover the account. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stepAt, totpCode } from '../../domain/secrets/totp.ts'
import { noStoreId } from '../../domain/secrets/vault.ts'
import { makeAccountLink } from '../../domain/staff/account-links.ts'
import { budgets } from '../../domain/staff/guess-budgets.ts'
import { claimStaffMails } from '../../domain/staff/staff-mails.ts'
import { testPassword } from '../../domain/staff/testing/team-members.ts'
import { openTestDashboard, type Person, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
beforeAll(async () => {
  t = await openTestDashboard()
})
afterAll(() => t.close())

const currentPassword = testPassword

async function secretOf(userId: string): Promise<Buffer> {
  const [row] = await t.sql`select coalesce(totp_pending, totp_secret) as sealed from users where user_id = ${userId}`
  return t.vault.open(noStoreId, row!.sealed)
}

/**
 * `ahead`: so that each code is a new one. Codes of the step before, of this step and of the next are accepted; one of the step before
 * would be too old if the next step began on its way.
 */
const codeOf = async (userId: string, ahead = 1) => totpCode(await secretOf(userId), stepAt(Date.now()) + ahead)

async function switchOn(): Promise<{ person: Person; userId: string; email: string; codes: string[] }> {
  const person = await t.member('owner')
  const { userId, email } = (await person.get('/me')).body
  await person.post('/me/second-factor/begin', { currentPassword })
  const { status, body } = await person.post('/me/second-factor/enable', { code: await codeOf(userId, 0) })
  expect(status).toBe(200)
  return { person, userId, email, codes: body.codes }
}

const ticketOf = async (email: string): Promise<string> =>
  (await t.stranger.post('/sign-in', { email, password: testPassword })).body.ticket
const enter = (ticket: string, code: string) => t.stranger.post('/sign-in/code', { ticket, code })
/** Security mails for an address that wait to be sent, by what they are about. */
async function announced(email: string): Promise<string[]> {
  const mails = await claimStaffMails(t.sql, t.vault, 100, 0)
  return mails.flatMap((mail) => (mail.recipient === email && mail.purpose === 'security' ? [mail.values.what] : []))
}

const auditOf = async (userId: string, act: string) =>
  (
    await t.sql`
      select audit_log.facts
      from audit_log
      join members on members.store_id = audit_log.store_id and members.user_id = ${userId}
      where act = ${act}
      order by happened_at desc, entry_id desc`
  ).map(({ facts }) => facts)

const isWrong = { status: 401, body: { type: 'wrong-code' } }

test('it is set up with password and code, and its secret is stored encrypted', async () => {
  const person = await t.member('owner')
  const { userId } = (await person.get('/me')).body
  expect((await person.post('/me/second-factor/begin', { currentPassword: 'wrong' })).status).toBe(403)
  expect((await person.post('/me/second-factor/enable', { code: '123456' })).body.type).toBe('not-begun')
  const { body } = await person.post('/me/second-factor/begin', { currentPassword })
  expect(body.address).toContain(`secret=${body.secret}`)
  expect(await person.post('/me/second-factor/enable', { code: '000000' })).toMatchObject(isWrong)
  expect((await person.get('/me')).body.secondFactor.isOn).toBe(false)
  const enabled = await person.post('/me/second-factor/enable', { code: await codeOf(userId) })
  expect(new Set(enabled.body.codes).size).toBe(10)
  expect((await person.get('/me')).body.secondFactor).toEqual({ isOn: true, codesLeft: 10 })
  const [row] = await t.sql`select to_jsonb(users)::text as row from users where user_id = ${userId}`
  expect(row!.row).not.toContain((await secretOf(userId)).toString('hex'))
  const stored = await t.sql`select to_jsonb(recovery_codes)::text as row from recovery_codes`
  for (const code of enabled.body.codes) expect(JSON.stringify(stored)).not.toContain(code)
})

test('a caller who is not signed in cannot change it', async () => {
  for (const path of ['begin', 'enable', 'disable', 'codes'])
    expect((await t.stranger.post(`/me/second-factor/${path}`, { currentPassword, code: '1' })).status).toBe(401)
})

describe('signing in', () => {
  test('requires password and code; the password alone is not enough', async () => {
    const { email, userId } = await switchOn()
    const first = await t.stranger.post('/sign-in', { email, password: testPassword })
    expect([first.status, first.body.needsCode, first.headers['set-cookie']]).toEqual([200, true, undefined])
    expect(await enter(first.body.ticket, '000000')).toMatchObject(isWrong)
    const done = await enter(first.body.ticket, await codeOf(userId))
    expect([done.status, done.body.email]).toEqual([200, email])
  })

  test('accepts a code once, also in two concurrent calls', async () => {
    const { email, userId } = await switchOn()
    const ticket = await ticketOf(email)
    const code = await codeOf(userId)
    const both = await Promise.all([enter(ticket, code), enter(ticket, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await enter(ticket, code)).toMatchObject(isWrong)
  })

  test('accepts a recovery code once, in any spelling', async () => {
    const { email, codes, person } = await switchOn()
    const ticket = await ticketOf(email)
    expect((await enter(ticket, codes[0]!.toUpperCase().replace('-', ' '))).status).toBe(200)
    expect(await enter(ticket, codes[0]!)).toMatchObject(isWrong)
    expect((await person.get('/me')).body.secondFactor.codesLeft).toBe(9)
    const renewed = await person.post('/me/second-factor/codes', { currentPassword })
    expect(await enter(ticket, codes[1]!)).toMatchObject(isWrong)
    expect((await enter(ticket, renewed.body.codes[0])).status).toBe(200)
  })

  test('with a recovery code sends a mail, and the audit trail records the method', async () => {
    const { email, userId, codes } = await switchOn()
    expect((await enter(await ticketOf(email), codes[0]!)).status).toBe(200)
    expect(await announced(email)).toEqual(['second-factor-on', 'recovery-code-used'])
    expect((await auditOf(userId, 'signed-in'))[0]).toEqual({ by: 'recovery-code' })
    expect((await enter(await ticketOf(email), await codeOf(userId))).status).toBe(200)
    expect((await auditOf(userId, 'signed-in'))[0]).toEqual({ by: 'app-code' })
    expect(await announced(email)).toHaveLength(2)
  })

  test('with a wrong code names the account in the audit trail', async () => {
    const { email, userId } = await switchOn()
    expect(await enter(await ticketOf(email), '000000')).toMatchObject(isWrong)
    expect((await auditOf(userId, 'sign-in-failed'))[0]).toEqual({ email, step: 'code' })
  })

  test('counts guessed codes before it checks them', async () => {
    const { email, userId } = await switchOn()
    const ticket = await ticketOf(email)
    const guesses = await Promise.all(Array.from({ length: 25 }, (_, n) => enter(ticket, `${100000 + n}`)))
    const judged = guesses.filter(({ status }) => status === 401)
    expect(judged.length).toBe(budgets.pair.most)
    expect((await enter(ticket, await codeOf(userId))).status).toBe(429)
  })

  test('starts again after a new password, and with an invalid ticket', async () => {
    const { email, userId, person } = await switchOn()
    const ticket = await ticketOf(email)
    await person.post('/me/password', { password: 'a new long password', currentPassword })
    const startAgain = { status: 401, body: { type: 'start-again' } }
    expect(await enter(ticket, await codeOf(userId))).toMatchObject(startAgain)
    const sealed = t.vault.seal(noStoreId, Buffer.from(JSON.stringify({ userId }))).toString('base64url')
    for (const made of ['', 'x', sealed]) expect(await enter(made, '123456')).toMatchObject(startAgain)
  })

  test('requires only the password when it is switched off again', async () => {
    const { email, person } = await switchOn()
    expect((await person.post('/me/second-factor/disable', { currentPassword: 'wrong' })).status).toBe(403)
    expect((await person.post('/me/second-factor/disable', { currentPassword })).status).toBe(200)
    const { body } = await t.stranger.post('/sign-in', { email, password: testPassword })
    expect(body).toMatchObject({ email, secondFactor: { isOn: false, codesLeft: 0 } })
  })
})

describe('a forgotten password', () => {
  const password = 'a new long password'

  test('requires the code too', async () => {
    const { userId } = await switchOn()
    const token = await makeAccountLink(t.sql, { userId, purpose: 'reset' })
    expect((await t.stranger.post('/reset/look', { token })).body.needsCode).toBe(true)
    expect((await t.stranger.post('/reset', { token, password })).body.type).toBe('needs-code')
    expect(await t.stranger.post('/reset', { token, password, code: '000000' })).toMatchObject(isWrong)
    expect((await t.stranger.post('/reset', { token, password, code: await codeOf(userId) })).status).toBe(200)
  })

  test('requires no code with a link of the command line, for a user who lost the phone', async () => {
    const { userId, email } = await switchOn()
    const token = await makeAccountLink(t.sql, { userId, purpose: 'reset', removesSecondFactor: true })
    const look = await t.stranger.post('/reset/look', { token })
    expect(look.body).toEqual({ email, needsCode: false, removesSecondFactor: true })
    const { body } = await t.stranger.post('/reset', { token, password })
    expect(body).toMatchObject({ email, secondFactor: { isOn: false, codesLeft: 0 } })
    expect(await announced(email)).toEqual(['second-factor-on', 'second-factor-removed'])
    expect((await auditOf(userId, 'second-factor-off'))[0]).toEqual({ by: 'reset' })
    expect((await auditOf(userId, 'password-reset'))[0]).toEqual({ removedSecondFactor: true })
  })
})
