/** Signing in by link and by password. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSignInLink } from '../../domain/staff/sign-in.ts'
import { openTestDashboard, ours, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
beforeAll(async () => {
  t = await openTestDashboard()
})
afterAll(() => t.close())

describe('a link', () => {
  test('of the command line makes the owner, who sees every store', async () => {
    const owner = await t.operator()
    const { status, body } = await owner.get('/me')
    expect(status).toBe(200)
    expect(body).toMatchObject({ isOperator: true, email: null })
    expect(body.stores.map(({ pid }: { pid: string }) => pid)).toContain(t.store.pid)
  })

  test('works once, and an invalid link does not work', async () => {
    const token = await makeSignInLink(t.sql)
    expect((await t.stranger.post('/follow-link', { token })).status).toBe(200)
    const again = await t.stranger.post('/follow-link', { token })
    expect(again).toMatchObject({ status: 401, body: { type: 'bad-link' } })
    expect((await t.stranger.post('/follow-link', { token: 'x'.repeat(43) })).status).toBe(401)
  })

  test('of yesterday has expired', async () => {
    const token = await makeSignInLink(t.sql)
    await t.sql`update sign_in_links set expires_at = now() - interval '1 second'`
    expect((await t.stranger.post('/follow-link', { token })).status).toBe(401)
  })

  test('sets a cookie that is HttpOnly, SameSite and Secure', async () => {
    const token = await makeSignInLink(t.sql)
    const { headers } = await t.stranger.post('/follow-link', { token })
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-heartbell=[\w-]{43}; Max-Age=2592000; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
      ),
      expect.stringMatching(
        /^__Host-heartbell-device=[\w-]{43}; Max-Age=31536000; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
      ),
    ])
  })
})

describe('a password', () => {
  const email = 'ada@shop.example'
  const password = 'correct horse battery'
  const signIn = (given: object) => t.stranger.post('/sign-in', { email, password, ...given })

  test('is set with the address on the first visit, signs in, and is refused when wrong', async () => {
    const owner = await t.operator()
    expect((await owner.get('/me')).body.isSetUp).toBe(false)
    const setUp = (fields: object) => owner.post('/me/setup', { email, name: 'Ada', password, ...fields })
    expect((await setUp({ password: 'short' })).body.msg).toBe('password must have at least 10 characters')
    expect((await setUp({ email: 'nobody' })).body.type).toBe('invalid-email')
    expect((await t.operator()).cookie).not.toBe(owner.cookie)
    expect((await setUp({})).body).toMatchObject({ email, name: 'Ada', isSetUp: true })
    expect(await setUp({ email: 'again@shop.example' })).toMatchObject({ status: 409, body: { type: 'set-up' } })
    expect((await signIn({ email: ' ADA@shop.example ' })).body).toMatchObject({ name: 'Ada', email })
    const wrong = await signIn({ password: 'wrong horse battery' })
    expect(wrong).toMatchObject({
      status: 401,
      body: { type: 'wrong-password', msg: 'The e-mail address or the password is wrong.' },
    })
    const nobody = await signIn({ email: 'nobody@shop.example' })
    expect({ ...nobody.body, requestid: 0 }).toEqual({ ...wrong.body, requestid: 0 })
    expect(nobody.status).toBe(401)
  })

  test('is not set by a member for an address that is not theirs', async () => {
    const member = await t.member('owner')
    const { userId } = (await member.get('/me')).body
    await t.sql`update users set password_hash = null where user_id = ${userId}`
    const other = await member.post('/me/setup', { email: 'other@shop.example', password })
    expect(other).toMatchObject({ status: 403, body: { type: 'other-address' } })
    expect((await t.stranger.post('/me/setup', { email, password })).status).toBe(401)
  })

  test('can’t be changed without the current password, and a change ends the other sessions', async () => {
    const [one, two] = [await t.member('owner'), await t.member('owner')]
    const change = (fields: Record<string, unknown>) => one.post('/me/password', fields)
    expect((await change({ password: 'another long one', currentPassword: 'guessed' })).status).toBe(403)
    expect((await change({ password: 'another long one' })).body.type).toBe('invalid-currentpassword')
    const { email } = (await one.get('/me')).body
    const again = await t.stranger.post('/sign-in', { email, password })
    const cookie = String(again.headers['set-cookie']).split(';')[0]!
    expect((await change({ password: 'another long one', currentPassword: password })).body).toEqual({ ended: 1 })
    const me = (cookie: string) => t.app.inject({ url: '/dashboard/api/me', headers: { cookie } })
    expect((await me(cookie)).statusCode).toBe(401)
    expect((await me(one.cookie)).statusCode).toBe(200)
    expect((await me(two.cookie)).statusCode).toBe(200)
    expect((await t.stranger.post('/me/password', {})).status).toBe(401)
  })
})

describe('a session', () => {
  test('ends by signing out', async () => {
    const owner = await t.operator()
    const out = await owner.post('/sign-out')
    expect(out.headers['set-cookie']).toContain('Max-Age=0')
    expect((await owner.get('/me')).status).toBe(401)
  })

  test('is listed, and can be ended from another one', async () => {
    const one = await t.operator()
    const two = await t.operator()
    const { rows } = (await two.get('/me/sessions')).body
    expect(rows.filter(({ isThis }: { isThis: boolean }) => isThis)).toHaveLength(1)
    const { sessionId } = rows.find(({ isThis }: { isThis: boolean }) => !isThis)
    expect((await two.post('/me/sessions/end', { sessionId: 'zz' })).status).toBe(400)
    expect((await two.post('/me/sessions/end', { sessionId })).body.ended).toBe(1)
    expect((await two.post('/me/sessions/end', {})).body.ended).toBeGreaterThanOrEqual(0)
    expect((await one.get('/me')).status).toBe(401)
    expect((await two.get('/me')).status).toBe(200)
  })

  test('shows its origin, and “sign out everywhere” ends all of them', async () => {
    const [one, two] = [await t.operator(), await t.operator()]
    const { rows } = (await one.get('/me/sessions')).body
    expect(rows[0]).toMatchObject({ network: '127.0.0.x', createdAt: expect.any(String), seenAt: expect.any(String) })
    const ended = await one.post('/me/sessions/end', { everywhere: true })
    expect(ended.body.ended).toBeGreaterThanOrEqual(2)
    expect(ended.headers['set-cookie']).toContain('Max-Age=0')
    for (const person of [one, two]) expect((await person.get('/me')).status).toBe(401)
  })
})

describe('other sites', () => {
  test('can’t act through the browser of a signed-in user', async () => {
    const owner = await t.operator()
    const calls = [{}, { ...ours, 'sec-fetch-site': 'cross-site' }, { ...ours, 'sec-fetch-site': 'same-site' }]
    for (const headers of calls)
      expect(await owner.post('/sign-out', {}, headers)).toMatchObject({ status: 403, body: { type: 'foreign-call' } })
    expect((await owner.get('/me')).status).toBe(200)
    const preflight = await t.app.inject({
      method: 'OPTIONS',
      url: '/dashboard/api/me',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
  })
})
