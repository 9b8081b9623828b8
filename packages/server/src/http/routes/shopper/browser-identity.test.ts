import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rotateIdentitySecret } from '../../../domain/stores/identity-secrets.ts'
import { storeIdOf } from '../../../domain/stores/stores.ts'
import { add, expectRefused, makeList, product } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

const newEmail = () => `${randomUUID()}@shop.example`
const base64 = (text: string) => Buffer.from(text).toString('base64url')
const seconds = () => Math.floor(Date.now() / 1000)

/** What a store's server puts into its page. */
function vouch(email: string, { secret = t.store.identitySecret, expires = seconds() + 600 } = {}): string {
  const signed = `${base64(email)}.${expires}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('hex')}`
}

function jwt(claims: object, { alg = 'HS256', secret = t.store.identitySecret } = {}): string {
  const signed = `${base64(JSON.stringify({ alg, typ: 'JWT' }))}.${base64(JSON.stringify(claims))}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const register = (fields: Record<string, unknown> = {}, store = t.store) =>
  t.shop('provider/register', {}, fields, store)
const sync = (who: Partial<TestShopper>, fields: Record<string, unknown>, store = t.store) =>
  t.shop('lists/user-validate-sync', who, fields, store)
const tokens = ({ regid, sessionid }: TestShopper) => ({ regid, sessionid })
const lists = async (who: TestShopper) => (await t.shop('lists/fetch-lists', who)).body

async function rows(): Promise<number> {
  const [row] = await t.sql<{ count: number }[]>`
    select count(*)
    from shoppers
    where store_id = ${storeIdOf(t.store.pid)}`
  return row!.count
}

describe('provider/register', () => {
  // proves C2.register
  test('gives a new guest each time, writes no row, and the guest can make a list', async () => {
    const before = await rows()
    const [first, second] = [await register(), await register()]
    expect(Object.keys(first.body).sort()).toEqual(['message', 'regid', 'sessionid'])
    expect(first.body.regid).not.toBe(second.body.regid)
    expect(await rows()).toBe(before)
    await makeList(t, tokens(first.body))
  })

  // proves C2.register
  test('gives the guest of a UUID v4, the same that generate-regid gives', async () => {
    const uuid = randomUUID()
    const { body } = await register({ uuid: uuid.toUpperCase() })
    const given = await t.admin('v3/user/generate-regid', { uuid, useragenttype: 'webApp' })
    expect(tokens(body)).toEqual(tokens(given.body))
  })

  test('refuses a value that is not a UUID v4, and an unknown store', async () => {
    expectRefused(await register({ uuid: '123' }), 400, 'invalid-uuid')
    const nowhere = { ...t.store, pid: `${'A'.repeat(43)}=` }
    expectRefused(await register({}, nowhere), 404, 'unknown-store')
  })

  test('never returns an account, with any other fields', async () => {
    const email = newEmail()
    const account = await t.account(email)
    const { body } = await register({ useremail: email, email, regid: account.regid, sessionid: account.sessionid })
    expect(body.regid).not.toBe(account.regid)
    expect((await t.shop('lists/markPublic', tokens(body), { lid: 'x' })).status).toBe(403)
  })

  test('is counted against the address', async () => {
    const store = await t.newStore('rate-address=1')
    const statuses = []
    for (let time = 0; time < 4; time++) statuses.push((await register({}, store)).status)
    expect(statuses).toEqual([200, 200, 429, 429])
  })

  test('answers a browser of the store’s own origins only', async () => {
    const store = await t.newStore('origins=https://shop.example')
    const ask = async (origin: string) => {
      const reply = await t.app.inject({
        method: 'OPTIONS',
        url: `/api/v3/provider/register?pid=${encodeURIComponent(store.pid)}`,
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'idempotency-key',
        },
      })
      return reply.headers
    }
    expect(await ask('https://shop.example')).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-headers': 'idempotency-key',
    })
    expect((await ask('https://evil.example'))['access-control-allow-origin']).not.toBe('https://evil.example')
  })
})

describe('lists/user-validate-sync', () => {
  // proves C2.identity
  test('moves the guest’s lists to the account that the store signed, and the old session stays valid', async () => {
    const email = newEmail()
    const guest = tokens((await register()).body)
    const { lid } = await makeList(t, guest, { lname: 'Mine' })
    await add(t, guest, lid, [product(1)])
    const { status, body } = await sync(guest, { identity: vouch(email.toUpperCase()) })
    expect(status).toBe(200)
    expect(body.regid).toBe((await t.account(email)).regid)
    for (const who of [tokens(body), { regid: body.regid, sessionid: guest.sessionid }])
      expect(await lists(who)).toMatchObject([{ lid, cnt: 1, userinfo: { em: email } }])
    expect(await lists(guest)).toEqual([])
    expect((await sync(guest, { identity: vouch(email) })).body).toEqual(body)
  })

  test('a letter that only looks like another in lower case is another person; A to Z and domains count in any case', async () => {
    const kate = await t.account('kate@shop.example')
    const { lid } = await makeList(t, kate)
    const accountOf = async (email: string) => {
      const synced = await sync(await t.guest(), { identity: vouch(email) })
      expect(synced.status).toBe(200)
      return (await lists(synced.body)).map((list: { lid: string }) => list.lid)
    }
    for (const other of ['\u212Aate@shop.example', 'kate\u0130@shop.example', '\u212AATE@shop.example'])
      expect(await accountOf(other)).not.toContain(lid)
    expect(await accountOf(' KATE@Shop.Example ')).toContain(lid)
    const { lid: own } = await makeList(t, await t.account('josé@münchen.example'))
    expect(await accountOf('José@MÜNCHEN.example')).toContain(own)
    expect(await accountOf('jos\u00C9@münchen.example')).not.toContain(own)
  })

  // proves C2.identity
  test('accepts a JWT as well', async () => {
    const email = newEmail()
    const guest = tokens((await register()).body)
    const { body } = await sync(guest, { identity: jwt({ email, exp: seconds() + 60, iat: seconds() }) })
    expect(body.regid).toBe((await t.account(email)).regid)
  })

  test('ignores blanks and line ends around the values of the page’s template', async () => {
    const email = newEmail()
    const guest = tokens((await register()).body)
    const { body } = await sync(guest, { identity: `\n  ${vouch(email)}\n` })
    expect(body.regid).toBe((await t.account(email)).regid)
  })

  test('answers an account’s own regid, and no other account’s', async () => {
    const email = newEmail()
    const account = await t.account(email)
    expect((await sync(account, { identity: vouch(email) })).body.regid).toBe(account.regid)
    expectRefused(await sync(account, { identity: vouch(newEmail()) }), 409, 'other-account')
  })

  test('accepts the current secret and the previous one', async () => {
    const store = await t.newStore()
    const second = await rotateIdentitySecret(t.sql, t.vault, storeIdOf(store.pid)!)
    const statusWith = async (secret: string) => {
      const guest = tokens((await register({}, store)).body)
      return (await sync(guest, { identity: vouch(newEmail(), { secret }) }, store)).status
    }
    expect([await statusWith(store.identitySecret), await statusWith(second)]).toEqual([200, 200])
    await rotateIdentitySecret(t.sql, t.vault, storeIdOf(store.pid)!)
    await expect.poll(() => statusWith(store.identitySecret)).toBe(401)
    expect(await statusWith(second)).toBe(200)
  })

  test('a store may allow a longer life', async () => {
    const store = await t.newStore('identity-lifetime=1d')
    const guest = tokens((await register({}, store)).body)
    const identity = vouch(newEmail(), { secret: store.identitySecret, expires: seconds() + 23 * 60 * 60 })
    expect((await sync(guest, { identity }, store)).status).toBe(200)
  })

  // proves C8.1.single-use
  test('with identity-single-use a token counts once, also in concurrent calls and in any encoding', async () => {
    const store = await t.newStore('identity-single-use=on')
    const { identitySecret: secret } = store
    const guests = await Promise.all(Array.from({ length: 6 }, async () => tokens((await register({}, store)).body)))
    const identity = vouch(newEmail(), { secret })
    const cut = identity.lastIndexOf('.')
    const spellings = [identity, identity.slice(0, cut) + identity.slice(cut).toUpperCase()]
    const replies = await Promise.all(
      guests.map((guest, number) => sync(guest, { identity: spellings[number % 2]! }, store)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
    for (const reply of replies) if (reply.status === 401) expectRefused(reply, 401, 'identity-used', /used before/)
    const other = await t.newStore('identity-single-use=off')
    const again = vouch(newEmail(), { secret: other.identitySecret })
    const twice = tokens((await register({}, other)).body)
    for (let round = 0; round < 2; round++) expect((await sync(twice, { identity: again }, other)).status).toBe(200)
  })

  test('a call that is refused for another reason does not use the token up', async () => {
    const store = await t.newStore('identity-single-use=on')
    const identity = vouch(newEmail(), { secret: store.identitySecret })
    const account = await t.account(newEmail(), store)
    expect((await sync(account, { identity }, store)).status).toBeGreaterThanOrEqual(400)
    const guest = tokens((await register({}, store)).body)
    expect((await sync(guest, { identity }, store)).status).toBe(200)
  })

  test('refuses every token that the store did not sign for now', async () => {
    const email = newEmail()
    const guest = tokens((await register()).body)
    const { lid } = await makeList(t, guest)
    const other = await t.newStore()
    const hour = 60 * 60
    const bad = [
      [vouch(email, { secret: other.identitySecret }), 'not a token signed'],
      [jwt({ email, exp: seconds() + 60 }, { secret: other.identitySecret }), 'not a token signed'],
      [vouch(email, { secret: '' }), 'not a token signed'],
      [jwt({ email, exp: seconds() + 60 }, { alg: 'none' }), 'not a token signed'],
      [vouch(email).replace(/^[^.]+/, base64('eve@shop.example')), 'not a token signed'],
      [base64(email), 'not a token signed'],
      [email, 'not a token signed'],
      [vouch(email, { expires: seconds() - 120 }), 'expired'],
      [jwt({ email }), 'expired'],
      [vouch(email, { expires: seconds() + 2 * hour }), 'more than 1 hour from now.*identity-lifetime'],
      [vouch(email, { expires: Date.now() + 600_000 }), 'more than 1 hour'],
      [jwt({ email, exp: seconds() + hour, nbf: seconds() + hour / 2 }), 'later time'],
      [vouch('ana'), 'no e-mail address'],
    ] as const
    for (const [identity, says] of bad)
      expectRefused(await sync(guest, { identity }), 401, 'invalid-identity', new RegExp(says))
    expect(await lists(guest)).toMatchObject([{ lid }])
  })

  // proves C2.identity-required
  test('refuses the older form, which is not signed', async () => {
    const email = newEmail()
    const guest = tokens((await register()).body)
    for (const fields of [
      {},
      { platform: 'shopify', extuid: '1234567' },
      { useremail: email, email },
      { identity: '' },
    ])
      expectRefused(await sync(guest, fields), 401, 'identity-required')
  })

  test('needs the guest’s own session: a regid alone moves nothing', async () => {
    const email = newEmail()
    const [guest, other] = [tokens((await register()).body), tokens((await register()).body)]
    await makeList(t, guest)
    const identity = vouch(email)
    expectRefused(await sync({}, { identity }), 401, 'sw-badregid')
    expectRefused(await sync({ regid: guest.regid }, { identity }), 401, 'invalid-session')
    expectRefused(await sync({ regid: guest.regid, sessionid: other.sessionid }, { identity }), 401, 'invalid-session')
    expect(await lists(guest)).toHaveLength(1)
  })

  test('with lenient sessions any session text is accepted, and the signature is still required', async () => {
    const store = await t.newStore('sessions=lenient')
    const { regid } = (await register({}, store)).body
    const old = { regid, sessionid: 'made-up-by-an-old-kit' }
    expectRefused(await sync(old, { useremail: newEmail() }, store), 401, 'identity-required')
    const identity = vouch(newEmail(), { secret: store.identitySecret })
    expect((await sync(old, { identity }, store)).status).toBe(200)
  })
})
