/** Every session of a shopper ends at once, in every process. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { guestId } from '../../domain/secrets/tokens.ts'
import { endSessions } from '../../domain/shoppers/shoppers.ts'
import { openStoreCache } from '../../domain/stores/stores.ts'
import { buildApp } from '../app.ts'
import { agent, generate, listsOf, newEmail } from '../testing/identities.ts'
import { expectRefused, makeList, product } from '../testing/lists.ts'
import { basic, type TestShopper, useTestApp } from '../testing/test-app.ts'

const t = useTestApp()

describe('end-sessions', () => {
  const end = (fields: Record<string, unknown>, store = t.store) => t.admin('v3/user/end-sessions', fields, store)
  const ended = async (who: TestShopper) =>
    expectRefused(await t.shop('lists/fetch-lists', who), 401, 'invalid-session')

  // proves C2.end-sessions
  test('by regid: the session ends, and the next generate-regid gives one that works', async () => {
    const uuid = randomUUID()
    const guest = await t.guest(uuid)
    const { lid } = await makeList(t, guest)
    expect(await end({ regid: guest.regid })).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    await ended(guest)
    expectRefused(await t.shop('lists/update-ctx', guest, { lid, a: [product(1)] }), 401, 'invalid-session')
    const fresh = (await generate(t, { uuid })).body
    expect(fresh.regid).toBe(guest.regid)
    expect(await listsOf(t, fresh)).toMatchObject([{ lid, cnt: 0 }])
  })

  // proves C2.end-sessions
  test('by e-mail in any case', async () => {
    const useremail = newEmail()
    const account = await t.account(useremail)
    expect((await end({ useremail: useremail.toUpperCase() })).status).toBe(200)
    await ended(account)
    expect(await listsOf(t, (await generate(t, { useremail })).body)).toEqual([])
  })

  test('the old session of a merged guest ends too, and no later login renews it', async () => {
    const [uuid, useremail] = [randomUUID(), newEmail()]
    const guest = await t.guest(uuid)
    const { body } = await generate(t, { uuid, useremail })
    const mixed = { regid: body.regid, sessionid: guest.sessionid }
    expect(await listsOf(t, mixed)).toEqual([])
    await end({ useremail })
    await ended(mixed)
    const fresh = (await generate(t, { uuid })).body
    await ended({ regid: body.regid, sessionid: fresh.sessionid })
    await generate(t, { uuid, useremail })
    await ended(mixed)
    expect(await listsOf(t, { regid: body.regid, sessionid: fresh.sessionid })).toEqual([])
  })

  test('a shopper who never wrote can be ended', async () => {
    const guest = await t.guest()
    await end({ regid: guest.regid })
    await ended(guest)
  })

  test('sessions of others stay valid', async () => {
    const [one, other] = [await t.guest(), await t.guest()]
    await end({ regid: one.regid })
    expect(await listsOf(t, other)).toEqual([])
  })

  /** A database whose notifications are not received. */
  const deaf = () =>
    new Proxy(t.sql, {
      get: (sql, name, as) =>
        name === 'listen' ? async () => ({ unlisten: async () => {} }) : Reflect.get(sql, name, as),
    })

  test('every other process is notified', async () => {
    const store = await t.newStore()
    // caches for an hour, so only the notification can invalidate it in time
    const elsewhere = await openStoreCache(t.sql, t.vault, 3_600_000)
    expect((await elsewhere.find(store.pid))!.hasEndedSessions).toBe(false)
    await end({ useremail: newEmail() }, store)
    await expect.poll(async () => (await elsewhere.find(store.pid))!.hasEndedSessions, { timeout: 45_000 }).toBe(true)
    await elsewhere.close()
  })

  test('the process that ended them knows at once, before any notice', async () => {
    const store = await t.newStore()
    const here = await openStoreCache(deaf(), t.vault, 3_600_000)
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

  test('refused: no shopper named, an invalid regid, an invalid e-mail', async () => {
    expectRefused(await end({}), 400, 'invalid-regid', 'regid or an e-mail address is required')
    expectRefused(await end({ regid: 'abc' }), 401, 'sw-badregid')
    expectRefused(await end({ useremail: 'nobody' }), 400, 'invalid-regid')
  })
})
