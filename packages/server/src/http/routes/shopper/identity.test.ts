/** Identity: regids for guests and accounts, and the calls that only the store’s own server may make. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createApiKey, revokeApiKey } from '../../../domain/stores/api-keys.ts'
import { storeIdOf } from '../../../domain/stores/stores.ts'
import { agent, generate, listsOf, newEmail } from '../../testing/identities.ts'
import { add, expectRefused, makeList, product } from '../../testing/lists.ts'
import { basic, form, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

const urlSafe = /^[A-Za-z0-9_-]+$/

const shoppers = async (store = t.store) => {
  const [row] = await t.sql<{ count: number }[]>`
    select count(*)
    from shoppers
    where store_id = ${storeIdOf(store.pid)}`
  return row!.count
}

describe('generate-regid', () => {
  // proves S2.1.message, S4.1.uuid, S4.1.success, S1.guests
  test('answers a guest with message, regid and sessionid, and with nothing else', async () => {
    const { status, body } = await generate(t, { uuid: randomUUID() })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['message', 'regid', 'sessionid'])
    expect(body.message).toBe('Regid generated using the uuid.')
  })

  // proves S4.1.useremail, S4.1.success, S1.guests
  test('identifies a logged-in shopper by e-mail, and says so', async () => {
    const { status, body } = await generate(t, { useremail: newEmail() })
    expect(status).toBe(200)
    expect(body.message).toBe('Regid generated using the email.')
  })

  // proves S2.1.regid, S4.1.distinct, C2.deterministic
  test('the same uuid or the same email always gives the same regid', async () => {
    const [uuid, useremail] = [randomUUID(), newEmail()]
    expect((await generate(t, { uuid })).body).toEqual((await generate(t, { uuid })).body)
    expect((await generate(t, { useremail })).body).toEqual((await generate(t, { useremail })).body)
  })

  // proves C2.deterministic
  test('ignores the case of a uuid and the case and spaces of an e-mail', async () => {
    const [uuid, useremail] = [randomUUID(), newEmail()]
    expect((await generate(t, { uuid: uuid.toUpperCase() })).body).toEqual((await generate(t, { uuid })).body)
    expect((await generate(t, { useremail: ` ${useremail.toUpperCase()} ` })).body).toEqual(
      (await generate(t, { useremail })).body,
    )
  })

  // proves S2.1.regid, S4.1.distinct, C2.unguessable
  test('the regid is distinct for each uuid, each email and each store', async () => {
    const other = await t.newStore()
    const [uuid, useremail] = [randomUUID(), newEmail()]
    const given = await Promise.all([
      generate(t, { uuid }),
      generate(t, { uuid: randomUUID() }),
      generate(t, { useremail }),
      generate(t, { useremail: newEmail() }),
      generate(t, { uuid }, other),
      generate(t, { useremail }, other),
    ])
    expect(new Set(given.map(({ body }) => body.regid)).size).toBe(6)
    expect(new Set(given.map(({ body }) => body.sessionid)).size).toBe(6)
  })

  // proves C1.url-safe, C2.session-forever
  test('regid and sessionid need no URL encoding', async () => {
    for (const fields of [{ uuid: randomUUID() }, { useremail: newEmail() }]) {
      const { body } = await generate(t, fields)
      expect(body.regid).toMatch(urlSafe)
      expect(body.sessionid).toMatch(urlSafe)
    }
  })

  // proves C2.no-row, C2.session-forever
  test('a visitor who only looks leaves no row', async () => {
    const store = await t.newStore()
    const { body } = await generate(t, { uuid: randomUUID() }, store)
    const looked = await t.shop('lists/fetch-lists', { regid: body.regid, sessionid: body.sessionid }, {}, store)
    expect(looked).toMatchObject({ status: 200, body: [] })
    expect(await shoppers(store)).toBe(0)
  })

  // proves C2.older-path
  test('the older path answers the same, with its fields in the query and appId ignored', async () => {
    const uuid = randomUUID()
    const query = form({ ...agent, uuid, appId: 'Wishlist' })
    const reply = await t.app.inject({
      method: 'POST',
      url: `/storeadmin/user/generate-regid?${query}`,
      headers: { authorization: basic(t.store) },
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual((await generate(t, { uuid })).body)
  })

  test('a JSON body is read too', async () => {
    const uuid = randomUUID()
    const reply = await t.app.inject({
      method: 'POST',
      url: '/storeadmin/v3/user/generate-regid',
      headers: { authorization: basic(t.store) },
      payload: { ...agent, uuid },
    })
    expect(reply.json()).toEqual((await generate(t, { uuid })).body)
  })

  test('a JSON body that is null is an empty call', async () => {
    const reply = await t.app.inject({
      method: 'POST',
      url: '/storeadmin/v3/user/generate-regid',
      headers: { authorization: basic(t.store), 'content-type': 'application/json' },
      payload: 'null',
    })
    expect(reply.json()).toMatchObject({ error: true, type: 'invalid-uuid' })
  })

  // proves C1.admin-cors
  test('an answer to a browser has no CORS headers: a browser must never have a key', async () => {
    const { headers } = await generate(t, { uuid: randomUUID() })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  describe('with both', () => {
    // proves S4.1.login, C2.both
    test('the guest is linked to the account and the account’s regid is given', async () => {
      const [uuid, useremail] = [randomUUID(), newEmail()]
      const guest = await t.guest(uuid)
      const { lid } = await makeList(t, guest)
      await add(t, guest, lid, [product(1)])
      const { body } = await generate(t, { uuid, useremail })
      expect(body.regid).toBe((await generate(t, { useremail })).body.regid)
      expect(await listsOf(t, body)).toMatchObject([{ lid, cnt: 1, userinfo: { em: useremail } }])
      expect(await listsOf(t, guest)).toEqual([])
    })

    test('a good e-mail counts even when the uuid is none', async () => {
      const useremail = newEmail()
      for (const uuid of ['undefined', 'null', '', '123'])
        expect((await generate(t, { uuid, useremail })).body).toEqual((await generate(t, { useremail })).body)
    })

    test('a bad e-mail is refused even when the uuid is good', async () => {
      expectRefused(await generate(t, { uuid: randomUUID(), useremail: 'nobody' }), 400, 'invalid-useremail')
    })
  })

  describe('refused', () => {
    const notV4 = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
    // proves S4.1.invalid, S4.1.error, S4.1.either, S7.regid, C2.invalid-uuid
    test.each([
      ['no parameters', { useragenttype: undefined }],
      ['neither uuid nor e-mail', {}],
      ['an empty uuid', { uuid: '' }],
      ['a uuid of another version', { uuid: notV4 }],
      ['a uuid with braces', { uuid: `{${randomUUID()}}` }],
      ['a uuid too long', { uuid: `${randomUUID()}0` }],
      ['no uuid at all', { uuid: 'me' }],
    ])('%s: invalid-uuid', async (_, fields) => {
      expectRefused(await generate(t, fields), 400, 'invalid-uuid', /^uuid must be a UUID v4/)
    })

    // proves S4.1.invalid, C2.invalid-useremail
    test.each(['nobody', 'a@b', 'a b@shop.example', '@shop.example', 'a@shop..example', '<a@shop.example>'])(
      'the e-mail %s: invalid-useremail',
      async (useremail) => {
        expectRefused(
          await generate(t, { useremail }),
          400,
          'invalid-useremail',
          /^useremail must be an e-mail address/,
        )
      },
    )

    // proves S4.1.useragenttype, S4.1.invalid, C2.invalid-useragenttype
    test.each([undefined, '', '  '])('without useragenttype (%j): invalid-useragenttype', async (useragenttype) => {
      const reply = await generate(t, { uuid: randomUUID(), useragenttype })
      expectRefused(reply, 400, 'invalid-useragenttype', /^useragenttype is required/)
    })

    test('useragenttype=undefined is a kind of user agent', async () => {
      expect((await generate(t, { uuid: randomUUID(), useragenttype: 'undefined' })).status).toBe(200)
    })

    test('any input is answered with a success or the error body', async () => {
      const odd = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.jsonValue(), fc.uuid())
      const fields = fc.record({ uuid: odd, useremail: odd, useragenttype: odd }, { requiredKeys: [] })
      await fc.assert(
        fc.asyncProperty(fields, async (payload) => {
          const reply = await t.app.inject({
            method: 'POST',
            url: '/storeadmin/v3/user/generate-regid',
            headers: { authorization: basic(t.store) },
            payload,
          })
          expect([200, 400]).toContain(reply.statusCode)
          const keys =
            reply.statusCode === 200 ? ['message', 'regid'] : ['error', 'type', 'msg', 'message', 'requestid']
          expect(Object.keys(reply.json())).toEqual(expect.arrayContaining(keys))
        }),
        { numRuns: 200 },
      )
    })
  })
})

const adminCalls = [
  ['v3/user/generate-regid', { ...agent, uuid: randomUUID() }],
  ['user/generate-regid', { ...agent, uuid: randomUUID() }],
  ['v3/user/guest-validate-sync', { ...agent, useremail: 'ana@shop.example' }],
  ['v3/user/undo-merge', {}],
  ['v3/user/end-sessions', { useremail: 'ana@shop.example' }],
] as const

describe.each(adminCalls)('%s is for the store alone', (path, fields) => {
  // proves S5.basic, S5.invalid, S5.calls, C2.status-401, C2.keys
  test('no key, a wrong key, another store’s key and a revoked key: 401', async () => {
    const { pid, apiKey } = t.store
    const other = await t.newStore()
    const revoked = await createApiKey(t.sql, storeIdOf(pid)!)
    await revokeApiKey(t.sql, storeIdOf(pid)!, revoked.keyId)
    const keys = [`${apiKey.slice(0, -1)}x`, '', other.apiKey, revoked.apiKey]
    for (const apiKey of keys) expectRefused(await t.admin(path, fields, { pid, apiKey }), 401, 'unauthorised')
    expectRefused(await t.admin(path, fields, { pid: 'x'.repeat(43), apiKey }), 401, 'unauthorised')
    const bare = await t.app.inject({ method: 'POST', url: `/storeadmin/${path}`, payload: { ...fields } })
    expect(bare.statusCode).toBe(401)
    expect(bare.headers['www-authenticate']).toMatch(/^Basic /)
    expect(bare.json().type).toBe('unauthorised')
  })

  test('it accepts only POST', async () => {
    const reply = await t.app.inject({ url: `/storeadmin/${path}`, headers: { authorization: basic(t.store) } })
    expect(reply.statusCode).toBe(405)
    expect(reply.headers.allow).toBe('POST')
    expect(reply.json()).toMatchObject({ error: true, type: 'wrong-method' })
  })
})

describe('storeadmin/me', () => {
  const me = (headers: Record<string, string>) => t.app.inject({ url: '/storeadmin/me', headers })

  // proves C2.me
  test('returns the store of the key', async () => {
    const reply = await me({ authorization: basic(t.store) })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ pid: t.store.pid, appId: 'StoreadminApi' })
  })

  test('refuses a wrong key and a missing one', async () => {
    for (const headers of [
      {},
      { authorization: basic({ ...t.store, apiKey: 'wrong' }) },
      { authorization: 'Bearer x' },
    ]) {
      const reply = await me(headers as Record<string, string>)
      expect(reply.statusCode).toBe(401)
      expect(reply.headers['www-authenticate']).toMatch(/^Basic /)
    }
  })
})
