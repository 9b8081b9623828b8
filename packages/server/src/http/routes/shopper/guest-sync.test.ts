/** A login moves the guest's lists and alerts to the account, and the merge can be undone. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { agent, generate, listsOf, newEmail } from '../../testing/identities.ts'
import { add, expectRefused, look, makeList, product } from '../../testing/lists.ts'
import { useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

describe('guest-validate-sync', () => {
  const sync = (fields: Record<string, unknown>, store = t.store) =>
    t.admin('v3/user/guest-validate-sync', { ...agent, ...fields }, store)

  // proves C2.sync
  test('gives the account’s regid, a session and a message, and moves the guest’s lists', async () => {
    const [guest, useremail] = [await t.guest(), newEmail()]
    const { lid } = await makeList(t, guest, { lname: 'Gifts' })
    await add(t, guest, lid, [product(1)])
    const { status, body } = await sync({ regid: guest.regid, useremail })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['message', 'regid', 'sessionid'])
    expect(body.regid).toBe((await generate(t, { useremail })).body.regid)
    expect(await listsOf(t, body)).toMatchObject([{ lid, cnt: 1 }])
  })

  test('lists of the same name and another type stay two lists', async () => {
    const [guest, useremail] = [await t.guest(), newEmail()]
    const account = await t.account(useremail)
    const own = await makeList(t, account, { lname: 'Cart' })
    await add(t, account, own.lid, [product(1)])
    const saved = await makeList(t, guest, { lname: 'cart', lty: 'sfl' })
    await add(t, guest, saved.lid, [product(1), product(2)])
    const { body } = await sync({ regid: guest.regid, useremail })
    expect(await listsOf(t, body)).toMatchObject([
      { lid: own.lid, lname: 'Cart', lty: 'wl', cnt: 1 },
      { lid: saved.lid, lname: 'cart', lty: 'sfl', cnt: 2 },
    ])
    expectRefused(await t.shop('lists/create', body, { lname: 'CART' }), 409, 'lname-taken')
  })

  // proves C2.old-session
  test('the guest’s old session works with the new regid', async () => {
    const [guest, useremail] = [await t.guest(), newEmail()]
    const { lid } = await makeList(t, guest, { lname: 'Gifts' })
    const { body } = await sync({ regid: guest.regid, useremail })
    const mixed = { regid: body.regid, sessionid: guest.sessionid }
    await add(t, mixed, lid, [product(1)])
    expect(await look(t, mixed, lid)).toMatchObject({ cnt: 1, userinfo: { em: useremail } })
  })

  // proves C2.old-session
  test('and with no other regid', async () => {
    const [guest, useremail] = [await t.guest(), newEmail()]
    await sync({ regid: guest.regid, useremail })
    for (const other of [await t.guest(), await t.account(newEmail())]) {
      const mixed = { regid: other.regid, sessionid: guest.sessionid }
      expectRefused(await t.shop('lists/fetch-lists', mixed), 401, 'invalid-session')
    }
  })

  // proves C2.sync-again
  test('may be repeated on every page load', async () => {
    const [guest, useremail] = [await t.guest(), newEmail()]
    const first = await sync({ regid: guest.regid, useremail })
    for (let load = 0; load < 3; load++)
      expect((await sync({ regid: guest.regid, useremail })).body).toEqual(first.body)
  })

  test('blanks around a regid are ignored', async () => {
    const [guest, useremail] = [await t.guest(), newEmail()]
    const { body } = await sync({ regid: ` ${guest.regid}\n`, useremail })
    expect(body.regid).toBe((await t.account(useremail)).regid)
  })

  // proves C7.sync-account
  test('an account’s own regid with its own e-mail is a success that moves nothing', async () => {
    const useremail = newEmail()
    const account = await t.account(useremail)
    const { lid } = await makeList(t, account)
    const { status, body } = await sync({ regid: account.regid, useremail })
    expect(status).toBe(200)
    expect(body).toMatchObject(account)
    expect(await listsOf(t, account)).toMatchObject([{ lid }])
  })

  // proves C7.sync-account
  test('an account’s regid with another e-mail: 409, and nothing moves', async () => {
    const [account, useremail] = [await t.account(newEmail()), newEmail()]
    const { lid } = await makeList(t, account)
    expectRefused(await sync({ regid: account.regid, useremail }), 409, 'other-account')
    expect(await listsOf(t, account)).toMatchObject([{ lid }])
    expect(await listsOf(t, await t.account(useremail))).toEqual([])
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

  // proves C2.undo, C7.old-session
  test('the guest has its lists back, the account its own, and the old session opens it no longer', async () => {
    const [uuid, useremail] = [randomUUID(), newEmail()]
    const [guest, account] = [await t.guest(uuid), await t.account(useremail)]
    const [old, own] = [await makeList(t, guest, { lname: 'Gifts' }), await makeList(t, account, { lname: 'Gifts' })]
    await add(t, guest, old.lid, [product(1)])
    await add(t, account, own.lid, [product(2)])
    await generate(t, { uuid, useremail })
    expect(await look(t, account, old.lid)).toMatchObject({ lid: own.lid, cnt: 2 })
    const { status, body } = await undo({ regid: guest.regid })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['message'])
    expect(await listsOf(t, guest)).toMatchObject([{ lid: old.lid, listcontents: [{ epi: 1 }] }])
    expect(await listsOf(t, account)).toMatchObject([{ lid: own.lid, listcontents: [{ epi: 2 }] }])
    expectRefused(await t.shop('lists/fetch-list', account, { lid: old.lid }), 404, 'unknown-list')
    const mixed = { regid: account.regid, sessionid: guest.sessionid }
    expectRefused(await t.shop('lists/fetch-lists', mixed), 401, 'invalid-session')
    expect((await undo({ regid: guest.regid })).status).toBe(200)
  })

  test('an address names the account', async () => {
    const uuid = randomUUID()
    const [first, second] = [newEmail(), newEmail()]
    const guest = await t.guest(uuid)
    const list = await makeList(t, guest, { lname: 'Gifts' })
    await generate(t, { uuid, useremail: first })
    await makeList(t, guest, { lname: 'Other' })
    await generate(t, { uuid, useremail: second })
    expect((await undo({ regid: guest.regid, useremail: first })).status).toBe(200)
    expect(await listsOf(t, guest)).toMatchObject([{ lid: list.lid }])
    expect(await listsOf(t, await t.account(second))).toMatchObject([{ lname: 'Other' }])
  })

  test('a guest that was never merged, and an account: 404 nothing-to-undo', async () => {
    for (const who of [await t.guest(), await t.account(newEmail())])
      expectRefused(await undo({ regid: who.regid }), 404, 'nothing-to-undo')
  })

  test('an invalid regid: 401 sw-badregid; an invalid address: 400', async () => {
    expectRefused(await undo({}), 401, 'sw-badregid')
    expectRefused(await undo({ regid: 'abc' }), 401, 'sw-badregid')
    expectRefused(await undo({ regid: (await t.guest()).regid, useremail: 'nobody' }), 400, 'invalid-useremail')
  })
})
