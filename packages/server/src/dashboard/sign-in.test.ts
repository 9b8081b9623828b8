/** Signing in as a person does: by link, by password, and not by guessing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeLink } from '../domain/sign-in.ts'
import { openTestDashboard, ours, type TestDashboard } from './testing.ts'

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

  test('works once, and not when it is made up', async () => {
    const token = await makeLink(t.sql)
    expect((await t.stranger.post('/follow-link', { token })).status).toBe(200)
    const again = await t.stranger.post('/follow-link', { token })
    expect(again).toMatchObject({ status: 401, body: { type: 'bad-link' } })
    expect((await t.stranger.post('/follow-link', { token: 'x'.repeat(43) })).status).toBe(401)
  })

  test('of yesterday is too old', async () => {
    const token = await makeLink(t.sql)
    await t.sql`update sign_in_links set expires_at = now() - interval '1 second'`
    expect((await t.stranger.post('/follow-link', { token })).status).toBe(401)
  })

  test('gives a cookie that scripts, other sites and plain connections don’t get', async () => {
    const token = await makeLink(t.sql)
    const { headers } = await t.stranger.post('/follow-link', { token })
    expect(headers['set-cookie']).toMatch(
      /^__Host-heartbell=[\w-]{43}; Max-Age=2592000; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
  })
})

describe('a password', () => {
  const email = 'ada@shop.example'
  const password = 'correct horse battery'
  const signIn = (given: object) => t.stranger.post('/sign-in', { email, password, ...given })

  test('is set by its owner, signs in, and is refused when wrong', async () => {
    const owner = await t.operator()
    expect((await owner.post('/me', { email, name: 'Ada', password: 'short' })).body.msg).toBe(
      'password must have at least 10 characters',
    )
    expect((await owner.post('/me', { email, name: 'Ada', password })).status).toBe(200)
    expect((await signIn({ email: ' ADA@shop.example ' })).body).toMatchObject({ name: 'Ada', email })
    expect(await signIn({ password: 'wrong horse battery' })).toMatchObject({
      status: 401,
      body: { type: 'wrong-password', msg: 'The e-mail address or the password is wrong.' },
    })
    const nobody = await signIn({ email: 'nobody@shop.example' })
    expect(nobody).toMatchObject({ status: 401, body: { type: 'wrong-password' } })
  })

  test('can’t be changed by somebody who found an open screen', async () => {
    const { headers } = await signIn({})
    const cookie = String(headers['set-cookie']).split(';')[0]!
    const change = (fields: object) =>
      t.app.inject({ method: 'POST', url: '/dashboard/api/me', headers: { cookie, ...ours }, payload: fields })
    expect((await change({ password: 'another long one' })).statusCode).toBe(403)
    expect((await change({ email: 'evil@shop.example' })).statusCode).toBe(403)
    expect((await change({ password: 'another long one', currentPassword: password })).statusCode).toBe(200)
    expect((await change({ password, currentPassword: 'another long one' })).statusCode).toBe(200)
  })

  test('that is changed ends the other sessions and not this one', async () => {
    const one = String((await signIn({})).headers['set-cookie']).split(';')[0]!
    const two = String((await signIn({})).headers['set-cookie']).split(';')[0]!
    const me = (cookie: string) => t.app.inject({ url: '/dashboard/api/me', headers: { cookie } })
    await t.app.inject({
      method: 'POST',
      url: '/dashboard/api/me',
      headers: { cookie: two, ...ours },
      payload: { password, currentPassword: password },
    })
    expect((await me(one)).statusCode).toBe(401)
    expect((await me(two)).statusCode).toBe(200)
  })

  test('guessed five times locks the account, for the right one too, and for longer each time', async () => {
    for (let n = 0; n < 5; n++) expect((await signIn({ password: `guess number ${n}` })).status).toBe(401)
    const locked = await signIn({})
    expect(locked).toMatchObject({ status: 429, body: { type: 'locked-out' } })
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0)
    const lockedFor = async () =>
      (await t.sql`select extract(epoch from locked_until - now()) as s from users where email = ${email}`)[0]!.s
    const first = Number(await lockedFor())
    await t.sql`update users set locked_until = null where email = ${email}`
    await signIn({ password: 'a sixth guess' })
    expect(Number(await lockedFor())).toBeGreaterThan(first)
    await t.sql`update users set locked_until = null where email = ${email}`
    expect((await signIn({})).status).toBe(200)
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
})

describe('other sites', () => {
  test('can’t make the browser of somebody who is signed in do anything', async () => {
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
