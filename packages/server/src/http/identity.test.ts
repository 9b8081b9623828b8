import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addKey, revokeKey } from '../domain/keys.ts'
import { endSessions } from '../domain/shoppers.ts'
import { shelveStores, storeIdOf } from '../domain/stores.ts'
import { guestId } from '../domain/tokens.ts'
import { buildApp } from './app.ts'
import { basic, form, openTestApp, type TestApp, type TestShopper } from './testing.ts'
import { add, expectRefused, look, makeList, product } from './testing-lists.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const agent = { useragenttype: 'webApp' }
const newEmail = () => `${randomUUID()}@shop.example`
const urlSafe = /^[A-Za-z0-9_-]+$/
const lists = async (who: TestShopper) => (await t.shop('lists/fetch-lists', who)).body

const generate = (fields: Record<string, unknown>, store = t.store) =>
  t.admin('v3/user/generate-regid', { ...agent, ...fields }, store)

const shoppers = async (store = t.store) => {
  const [row] = await t.sql<{ count: number }[]>`
    select count(*)
    from shoppers
    where store_id = ${storeIdOf(store.pid)}`
  return row!.count
}

describe('4.1 generate-regid', () => {
  test('answers a guest with message, regid and sessionid, and with nothing else', async () => {
    const { status, body } = await generate({ uuid: randomUUID() })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['message', 'regid', 'sessionid'])
    expect(body.message).toBe('Regid generated using the uuid.')
  })

  test('answers a logged-in shopper by e-mail, and says so', async () => {
    const { status, body } = await generate({ useremail: newEmail() })
    expect(status).toBe(200)
    expect(body.message).toBe('Regid generated using the email.')
  })

  test('the same uuid or the same email always gives the same regid', async () => {
    const [uuid, useremail] = [randomUUID(), newEmail()]
    expect((await generate({ uuid })).body).toEqual((await generate({ uuid })).body)
    expect((await generate({ useremail })).body).toEqual((await generate({ useremail })).body)
  })

  test('whatever the case of a uuid, whatever the case and the blanks of an e-mail', async () => {
    const [uuid, useremail] = [randomUUID(), newEmail()]
    expect((await generate({ uuid: uuid.toUpperCase() })).body).toEqual((await generate({ uuid })).body)
    expect((await generate({ useremail: ` ${useremail.toUpperCase()} ` })).body).toEqual(
      (await generate({ useremail })).body,
    )
  })

  test('the regid is distinct for each uuid, each email and each store', async () => {
    const other = await t.newStore()
    const [uuid, useremail] = [randomUUID(), newEmail()]
    const given = await Promise.all([
      generate({ uuid }),
      generate({ uuid: randomUUID() }),
      generate({ useremail }),
      generate({ useremail: newEmail() }),
      generate({ uuid }, other),
      generate({ useremail }, other),
    ])
    expect(new Set(given.map(({ body }) => body.regid)).size).toBe(6)
    expect(new Set(given.map(({ body }) => body.sessionid)).size).toBe(6)
  })

  test('regid and sessionid need no URL encoding', async () => {
    for (const fields of [{ uuid: randomUUID() }, { useremail: newEmail() }]) {
      const { body } = await generate(fields)
      expect(body.regid).toMatch(urlSafe)
      expect(body.sessionid).toMatch(urlSafe)
    }
  })

  test('a visitor who only looks leaves no row', async () => {
    const store = await t.newStore()
    const { body } = await generate({ uuid: randomUUID() }, store)
    const looked = await t.shop('lists/fetch-lists', { regid: body.regid, sessionid: body.sessionid }, {}, store)
    expect(looked).toMatchObject({ status: 200, body: [] })
    expect(await shoppers(store)).toBe(0)
  })

  test('the older path answers the same, with its fields in the query and appId ignored', async () => {
    const uuid = randomUUID()
    const query = form({ ...agent, uuid, appId: 'Wishlist' })
    const reply = await t.app.inject({
      method: 'POST',
      url: `/storeadmin/user/generate-regid?${query}`,
      headers: { authorization: basic(t.store) },
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual((await generate({ uuid })).body)
  })

  test('a JSON body is read too', async () => {
    const uuid = randomUUID()
    const reply = await t.app.inject({
      method: 'POST',
      url: '/storeadmin/v3/user/generate-regid',
      headers: { authorization: basic(t.store) },
      payload: { ...agent, uuid },
    })
    expect(reply.json()).toEqual((await generate({ uuid })).body)
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

  test('an answer to a browser carries no permission: a browser must never hold a key', async () => {
    const { headers } = await generate({ uuid: randomUUID() })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  describe('with both', () => {
    test('the guest is linked to the account and the account’s regid is given', async () => {
      const [uuid, useremail] = [randomUUID(), newEmail()]
      const guest = await t.guest(uuid)
      const { lid } = await makeList(t, guest)
      await add(t, guest, lid, [product(1)])
      const { body } = await generate({ uuid, useremail })
      expect(body.regid).toBe((await generate({ useremail })).body.regid)
      expect(await lists(body)).toMatchObject([{ lid, cnt: 1, userinfo: { em: useremail } }])
      expect(await lists(guest)).toEqual([])
    })

    test('a good e-mail counts even when the uuid is none', async () => {
      const useremail = newEmail()
      for (const uuid of ['undefined', 'null', '', '123'])
        expect((await generate({ uuid, useremail })).body).toEqual((await generate({ useremail })).body)
    })

    test('a bad e-mail is refused even when the uuid is good', async () => {
      expectRefused(await generate({ uuid: randomUUID(), useremail: 'nobody' }), 400, 'invalid-useremail')
    })
  })

  describe('refused', () => {
    const notV4 = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
    test.each([
      ['no parameters', { useragenttype: undefined }],
      ['neither uuid nor e-mail', {}],
      ['an empty uuid', { uuid: '' }],
      ['a uuid of another version', { uuid: notV4 }],
      ['a uuid with braces', { uuid: `{${randomUUID()}}` }],
      ['a uuid too long', { uuid: `${randomUUID()}0` }],
      ['no uuid at all', { uuid: 'me' }],
    ])('%s: invalid-uuid', async (_, fields) => {
      expectRefused(await generate(fields), 400, 'invalid-uuid', /^uuid must be a UUID v4/)
    })

    test.each(['nobody', 'a@b', 'a b@shop.example', '@shop.example', 'a@shop..example', '<a@shop.example>'])(
      'the e-mail %s: invalid-useremail',
      async (useremail) => {
        expectRefused(await generate({ useremail }), 400, 'invalid-useremail', /^useremail must be an e-mail address/)
      },
    )

    test.each([undefined, '', '  '])('without useragenttype (%j): invalid-useragenttype', async (useragenttype) => {
      const reply = await generate({ uuid: randomUUID(), useragenttype })
      expectRefused(reply, 400, 'invalid-useragenttype', /^useragenttype is required/)
    })

    test('useragenttype=undefined is a kind of user agent', async () => {
      expect((await generate({ uuid: randomUUID(), useragenttype: 'undefined' })).status).toBe(200)
    })

    test('whatever is sent, the answer is a success or the error body', async () => {
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

describe.each(adminCalls)('5 %s is for the store alone', (path, fields) => {
  test('no key, a wrong key, another store’s key and a revoked key: 401', async () => {
    const { pid, apiKey } = t.store
    const other = await t.newStore()
    const revoked = await addKey(t.sql, storeIdOf(pid)!)
    await revokeKey(t.sql, storeIdOf(pid)!, revoked.keyId)
    const keys = [`${apiKey.slice(0, -1)}x`, '', other.apiKey, revoked.apiKey]
    for (const apiKey of keys) expectRefused(await t.admin(path, fields, { pid, apiKey }), 401, 'unauthorised')
    expectRefused(await t.admin(path, fields, { pid: 'x'.repeat(43), apiKey }), 401, 'unauthorised')
    const bare = await t.app.inject({ method: 'POST', url: `/storeadmin/${path}`, payload: { ...fields } })
    expect(bare.statusCode).toBe(401)
    expect(bare.headers['www-authenticate']).toMatch(/^Basic /)
    expect(bare.json().type).toBe('unauthorised')
  })

  test('it takes POST and nothing else', async () => {
    const reply = await t.app.inject({ url: `/storeadmin/${path}`, headers: { authorization: basic(t.store) } })
    expect(reply.statusCode).toBe(405)
    expect(reply.headers.allow).toBe('POST')
    expect(reply.json()).toMatchObject({ error: true, type: 'wrong-method' })
  })
})

describe('guest-validate-sync', () => {
  const sync = (fields: Record<string, unknown>, store = t.store) =>
    t.admin('v3/user/guest-validate-sync', { ...agent, ...fields }, store)

  test('gives the account’s regid, a session and a message, and moves the guest’s lists', async () => {
    const [guest, useremail] = [await t.guest(), newEmail()]
    const { lid } = await makeList(t, guest, { lname: 'Gifts' })
    await add(t, guest, lid, [product(1)])
    const { status, body } = await sync({ regid: guest.regid, useremail })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['message', 'regid', 'sessionid'])
    expect(body.regid).toBe((await generate({ useremail })).body.regid)
    expect(await lists(body)).toMatchObject([{ lid, cnt: 1 }])
  })

  test('the guest’s old session works with the new regid', async () => {
    const [guest, useremail] = [await t.guest(), newEmail()]
    const { lid } = await makeList(t, guest, { lname: 'Gifts' })
    const { body } = await sync({ regid: guest.regid, useremail })
    const mixed = { regid: body.regid, sessionid: guest.sessionid }
    await add(t, mixed, lid, [product(1)])
    expect(await look(t, mixed, lid)).toMatchObject({ cnt: 1, userinfo: { em: useremail } })
  })

  test('and with no other regid', async () => {
    const [guest, useremail] = [await t.guest(), newEmail()]
    await sync({ regid: guest.regid, useremail })
    for (const other of [await t.guest(), await t.account(newEmail())]) {
      const mixed = { regid: other.regid, sessionid: guest.sessionid }
      expectRefused(await t.shop('lists/fetch-lists', mixed), 401, 'invalid-session')
    }
  })

  test('may be repeated on every page load', async () => {
    const [guest, useremail] = [await t.guest(), newEmail()]
    const first = await sync({ regid: guest.regid, useremail })
    for (let load = 0; load < 3; load++)
      expect((await sync({ regid: guest.regid, useremail })).body).toEqual(first.body)
  })

  test('blanks around a regid are passed over', async () => {
    const [guest, useremail] = [await t.guest(), newEmail()]
    const { body } = await sync({ regid: ` ${guest.regid}\n`, useremail })
    expect(body.regid).toBe((await t.account(useremail)).regid)
  })

  test('an account’s own regid with its own e-mail is a success that moves nothing', async () => {
    const useremail = newEmail()
    const account = await t.account(useremail)
    const { lid } = await makeList(t, account)
    const { status, body } = await sync({ regid: account.regid, useremail })
    expect(status).toBe(200)
    expect(body).toMatchObject(account)
    expect(await lists(account)).toMatchObject([{ lid }])
  })

  test('an account’s regid with another e-mail: 409, and nothing moves', async () => {
    const [account, useremail] = [await t.account(newEmail()), newEmail()]
    const { lid } = await makeList(t, account)
    expectRefused(await sync({ regid: account.regid, useremail }), 409, 'other-account')
    expect(await lists(account)).toMatchObject([{ lid }])
    expect(await lists(await t.account(useremail))).toEqual([])
  })

  test.each([undefined, '', 'abc', 12])('a regid that is none (%j): 401 sw-badregid', async (regid) => {
    expectRefused(await sync({ regid, useremail: newEmail() }), 401, 'sw-badregid')
  })

  test('a regid of another store: 401 sw-badregid', async () => {
    const other = await t.newStore()
    const guest = await t.guest(randomUUID(), other)
    expectRefused(await sync({ regid: guest.regid, useremail: newEmail() }), 401, 'sw-badregid')
  })

  test.each([undefined, '', 'nobody'])('the e-mail %j: 400 invalid-useremail', async (useremail) => {
    const guest = await t.guest()
    expectRefused(await sync({ regid: guest.regid, useremail }), 400, 'invalid-useremail')
  })

  test('without useragenttype: 400', async () => {
    const reply = await sync({ regid: (await t.guest()).regid, useremail: newEmail(), useragenttype: undefined })
    expectRefused(reply, 400, 'invalid-useragenttype')
  })
})

describe('undo-merge', () => {
  const undo = (fields: Record<string, unknown>) => t.admin('v3/user/undo-merge', fields)

  test('the guest has its lists back, the account its own, and the old session opens it no longer', async () => {
    const [uuid, useremail] = [randomUUID(), newEmail()]
    const [guest, account] = [await t.guest(uuid), await t.account(useremail)]
    const [old, own] = [await makeList(t, guest, { lname: 'Gifts' }), await makeList(t, account, { lname: 'Gifts' })]
    await add(t, guest, old.lid, [product(1)])
    await add(t, account, own.lid, [product(2)])
    await generate({ uuid, useremail })
    expect(await look(t, account, old.lid)).toMatchObject({ lid: own.lid, cnt: 2 })
    const { status, body } = await undo({ regid: guest.regid })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['message'])
    expect(await lists(guest)).toMatchObject([{ lid: old.lid, listcontents: [{ epi: 1 }] }])
    expect(await lists(account)).toMatchObject([{ lid: own.lid, listcontents: [{ epi: 2 }] }])
    expectRefused(await t.shop('lists/fetch-list', account, { lid: old.lid }), 404, 'unknown-list')
    const mixed = { regid: account.regid, sessionid: guest.sessionid }
    expectRefused(await t.shop('lists/fetch-lists', mixed), 401, 'invalid-session')
    expect((await undo({ regid: guest.regid })).status).toBe(200)
  })

  test('an address says which account is meant', async () => {
    const uuid = randomUUID()
    const [first, second] = [newEmail(), newEmail()]
    const guest = await t.guest(uuid)
    const list = await makeList(t, guest, { lname: 'Gifts' })
    await generate({ uuid, useremail: first })
    await makeList(t, guest, { lname: 'Other' })
    await generate({ uuid, useremail: second })
    expect((await undo({ regid: guest.regid, useremail: first })).status).toBe(200)
    expect(await lists(guest)).toMatchObject([{ lid: list.lid }])
    expect(await lists(await t.account(second))).toMatchObject([{ lname: 'Other' }])
  })

  test('a guest that was never merged, and an account: 404 nothing-to-undo', async () => {
    for (const who of [await t.guest(), await t.account(newEmail())])
      expectRefused(await undo({ regid: who.regid }), 404, 'nothing-to-undo')
  })

  test('a regid that is none: 401 sw-badregid; a bad address: 400', async () => {
    expectRefused(await undo({}), 401, 'sw-badregid')
    expectRefused(await undo({ regid: 'abc' }), 401, 'sw-badregid')
    expectRefused(await undo({ regid: (await t.guest()).regid, useremail: 'nobody' }), 400, 'invalid-useremail')
  })
})

describe('end-sessions', () => {
  const end = (fields: Record<string, unknown>, store = t.store) => t.admin('v3/user/end-sessions', fields, store)
  const ended = async (who: TestShopper) =>
    expectRefused(await t.shop('lists/fetch-lists', who), 401, 'invalid-session')

  test('by regid: the session ends, and the next generate-regid gives one that works', async () => {
    const uuid = randomUUID()
    const guest = await t.guest(uuid)
    const { lid } = await makeList(t, guest)
    expect(await end({ regid: guest.regid })).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    await ended(guest)
    expectRefused(await t.shop('lists/update-ctx', guest, { lid, a: [product(1)] }), 401, 'invalid-session')
    const fresh = (await generate({ uuid })).body
    expect(fresh.regid).toBe(guest.regid)
    expect(await lists(fresh)).toMatchObject([{ lid, cnt: 0 }])
  })

  test('by e-mail, whatever its case', async () => {
    const useremail = newEmail()
    const account = await t.account(useremail)
    expect((await end({ useremail: useremail.toUpperCase() })).status).toBe(200)
    await ended(account)
    expect(await lists((await generate({ useremail })).body)).toEqual([])
  })

  test('the old session of a merged guest ends too, and no later login brings it back', async () => {
    const [uuid, useremail] = [randomUUID(), newEmail()]
    const guest = await t.guest(uuid)
    const { body } = await generate({ uuid, useremail })
    const mixed = { regid: body.regid, sessionid: guest.sessionid }
    expect(await lists(mixed)).toEqual([])
    await end({ useremail })
    await ended(mixed)
    const fresh = (await generate({ uuid })).body
    await ended({ regid: body.regid, sessionid: fresh.sessionid })
    await generate({ uuid, useremail })
    await ended(mixed)
    expect(await lists({ regid: body.regid, sessionid: fresh.sessionid })).toEqual([])
  })

  test('a shopper who never wrote can be ended', async () => {
    const guest = await t.guest()
    await end({ regid: guest.regid })
    await ended(guest)
  })

  test('sessions of others go on', async () => {
    const [one, other] = [await t.guest(), await t.guest()]
    await end({ regid: one.regid })
    expect(await lists(other)).toEqual([])
  })

  /** A database whose notices nobody hears. */
  const deaf = () =>
    new Proxy(t.sql, {
      get: (sql, name, as) =>
        name === 'listen' ? async () => ({ unlisten: async () => {} }) : Reflect.get(sql, name, as),
    })

  test('every other process hears of it', async () => {
    const store = await t.newStore()
    // trusts what it holds for an hour, so only the notice can tell it in time
    const elsewhere = await shelveStores(t.sql, t.vault, 3_600_000)
    expect((await elsewhere.find(store.pid))!.hasEndedSessions).toBe(false)
    await end({ useremail: newEmail() }, store)
    await expect.poll(async () => (await elsewhere.find(store.pid))!.hasEndedSessions, { timeout: 45_000 }).toBe(true)
    await elsewhere.close()
  })

  test('the process that ended them knows at once, before any notice', async () => {
    const store = await t.newStore()
    const here = await shelveStores(deaf(), t.vault, 3_600_000)
    const before = (await here.find(store.pid))!
    await endSessions(t.sql, before, guestId(before.tokenKey, randomUUID()))
    expect((await here.find(store.pid))!.hasEndedSessions).toBe(false)
    here.forget(before)
    expect((await here.find(store.pid))!.hasEndedSessions).toBe(true)
  })

  test('and gives the shopper a session that works at once', async () => {
    const [store, uuid] = [await t.newStore(), randomUUID()]
    const app = await buildApp({ sql: deaf(), vault: t.vault })
    const ask = async (call: string, payload: object) => {
      const headers = { authorization: basic(store) }
      return (await app.inject({ method: 'POST', url: `/storeadmin/v3/user/${call}`, headers, payload })).json()
    }
    const before = await ask('generate-regid', { ...agent, uuid })
    await ask('end-sessions', { regid: before.regid })
    const { regid, sessionid } = await ask('generate-regid', { ...agent, uuid })
    expect(regid).toBe(before.regid)
    expect((await t.shop('lists/fetch-lists', { regid, sessionid }, {}, store)).status).toBe(200)
    await app.close()
  })

  test('refused: nobody named, a regid that is none, a bad e-mail', async () => {
    expectRefused(await end({}), 400, 'invalid-regid', 'regid or an e-mail address is required')
    expectRefused(await end({ regid: 'abc' }), 401, 'sw-badregid')
    expectRefused(await end({ useremail: 'nobody' }), 400, 'invalid-regid')
  })
})

describe('storeadmin/me', () => {
  const me = (headers: Record<string, string>) => t.app.inject({ url: '/storeadmin/me', headers })

  test('says which store the key belongs to', async () => {
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
