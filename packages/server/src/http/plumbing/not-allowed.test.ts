/** Refused access: every list call with every invalid identity and with lists of other owners. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewStore } from '../../domain/stores/stores.ts'
import { add, done, expectRefused, look, makeList, product } from '../testing/lists.ts'
import { type TestShopper, useTestApp } from '../testing/test-app.ts'

const t = useTestApp()
let owner: TestShopper
let lid: string
let elsewhere: NewStore
beforeAll(async () => {
  owner = await t.guest()
  lid = (await makeList(t, owner)).lid
  await add(t, owner, lid, [product(1)])
  elsewhere = await t.newStore()
})
afterAll(async () => {
  // the owner's list is unchanged
  expect(await done(t, 'lists/fetch-lists', owner)).toHaveLength(1)
  expect(await look(t, owner, lid)).toMatchObject({ cnt: 1, listcontents: [{ epi: 1, qty: 1 }] })
})

/** Calls that succeed for the owner; `lid` is the owner's list. */
const calls: [string, (lid: string) => object][] = [
  ['create', (lid) => ({ lname: 'Intruder', fromlid: lid })],
  ['update', (lid) => ({ lid, lname: 'Intruder' })],
  ['update-ctx', (lid) => ({ lid, a: [product(2)] })],
  ['update-ctx', (lid) => ({ lid, u: [{ epi: 1, qty: 5 }] })],
  ['update-ctx', (lid) => ({ lid, d: [{ epi: 1 }] })],
  ['update-multiple-ctx', (lid) => ({ lids: [lid], a: [product(2)] })],
  ['update-multiple-ctx', (lid) => ({ lids: [lid], d: [{ epi: 1 }] })],
  ['fetch-user-list', (lid) => ({ lid })],
  ['fetch-list-with-contents', (lid) => ({ lid })],
  ['fetch-list', (lid) => ({ lid })],
  ['fetch-ctx', (lid) => ({ lid })],
  ['delete-list', (lid) => ({ lid })],
]
const callsWithoutList: [string, (lid: string) => object][] = [
  ['fetch-lists', () => ({})],
  ['fetch-user-lists', () => ({})],
  ['contains', () => ({ epis: [1] })],
]

describe.each([...calls, ...callsWithoutList])('%s', (path, fields) => {
  const call = (who: Partial<TestShopper>, store?: NewStore) => t.shop(`lists/${path}`, who, { ...fields(lid) }, store)

  // proves C2.sw-badregid
  test('without a regid, or with an invalid one: 401 sw-badregid', async () => {
    const { regid, sessionid } = owner
    const bad = [
      '',
      'x',
      sessionid,
      regid.slice(1),
      `${regid}A`,
      `A${regid.slice(1)}`,
      regid.toUpperCase(),
      'é'.repeat(43),
      '%00',
    ]
    for (const wrong of [undefined, ...bad])
      expectRefused(
        await call({ ...(wrong !== undefined && { regid: wrong }), sessionid }),
        401,
        'sw-badregid',
        'regid',
      )
  })

  // proves C2.invalid-session
  test('without a session, or with one that is not the shopper’s: 401 invalid-session', async () => {
    const other = await t.guest()
    const { regid, sessionid } = owner
    const bad = ['', 'x', regid, `${sessionid}=`, sessionid.slice(0, -1), other.sessionid, '../../etc/passwd']
    for (const wrong of [undefined, ...bad])
      expectRefused(
        await call({ regid, ...(wrong !== undefined && { sessionid: wrong }) }),
        401,
        'invalid-session',
        'sessionid',
      )
    // the owner's session does not open the list for another regid either
    expectRefused(await call({ regid: other.regid, sessionid }), 401, 'invalid-session')
  })

  // proves C2.unknown-store
  test('of no store: 404 unknown-store', async () => {
    const nowhere = { ...t.store, pid: Buffer.alloc(32, 7).toString('base64') }
    for (const pid of [nowhere.pid, 'nonsense', `${t.store.pid}x`, t.store.pid.slice(0, -1)])
      expectRefused(await call(owner, { ...nowhere, pid }), 404, 'unknown-store', 'pid')
  })

  test('another store does not know this store’s tokens', async () => {
    expectRefused(await call(owner, elsewhere), 401, 'sw-badregid')
    const theirs = await t.guest(undefined, elsewhere)
    expectRefused(await call({ ...owner, regid: theirs.regid }), 401, 'sw-badregid')
    expectRefused(await call({ ...owner, sessionid: theirs.sessionid }), 401, 'invalid-session')
  })
})

describe.each(calls)('%s', (path, fields) => {
  // proves C3.private
  test('another shopper’s private list is 404 unknown-list, like a list that never existed', async () => {
    const never = lid.slice(0, 8) + 'f'.repeat(32)
    for (const stranger of [await t.guest(), await t.account('stranger@shop.example')]) {
      const refused = await t.shop(`lists/${path}`, stranger, { ...fields(lid) })
      const nothing = await t.shop(`lists/${path}`, stranger, { ...fields(never) })
      expectRefused(refused, 404, 'unknown-list')
      const { requestid: _, ...told } = refused.body
      expect(nothing.body).toMatchObject(told)
    }
  })

  test('a list of another store is 404 unknown-list, also with this store’s prefix on it', async () => {
    const shopper = await t.guest(undefined, elsewhere)
    const own = await makeList(t, shopper, {}, elsewhere)
    const disguised = own.lid.slice(0, 8) + lid.slice(8)
    for (const wrong of [lid, disguised])
      expectRefused(await t.shop(`lists/${path}`, shopper, { ...fields(wrong) }, elsewhere), 404, 'unknown-list')
    await done(t, 'lists/delete-list', shopper, { lid: own.lid }, elsewhere)
  })

  test.each([[''], [' '], ['x'.repeat(201)], ['a\0b']])('a lid that is none (%j) is a 4xx', async (wrong) => {
    const { status } = await t.shop(`lists/${path}`, owner, {
      lname: 'Not made',
      ...fields(wrong),
      ...(path === 'create' && { fromlid: wrong || 'x' }),
    })
    expect([400, 404]).toContain(status)
  })

  test('a lid that names nothing is 404 unknown-list', async () => {
    for (const wrong of ['x', '%', "' or 1=1 --", lid.toUpperCase(), `${lid}0`, lid.slice(1), '../..'])
      expectRefused(await t.shop(`lists/${path}`, owner, { ...fields(wrong) }), 404, 'unknown-list')
  })
})

test('an ended session is refused, a new one is accepted', async () => {
  const kim = await t.account('kim@shop.example')
  const list = await makeList(t, kim)
  await t.admin('v3/user/end-sessions', { useremail: 'kim@shop.example' })
  for (const [path, fields] of [...calls, ...callsWithoutList])
    expectRefused(await t.shop(`lists/${path}`, kim, { ...fields(list.lid) }), 401, 'invalid-session')
  const again = await t.account('kim@shop.example')
  expect(again.regid).toBe(kim.regid)
  expect(await look(t, again, list.lid)).toMatchObject({ lname: list.lname })
})

describe('lenient sessions', () => {
  // proves C2.lenient
  test('accept any session text with a valid regid, and nothing without one', async () => {
    const store = await t.newStore('sessions=lenient')
    const guest = await t.guest(undefined, store)
    for (const sessionid of [guest.sessionid, 'my-own-session', ''])
      await done(t, 'lists/fetch-lists', { ...guest, sessionid }, {}, store)
    const list = await makeList(t, { ...guest, sessionid: 'anything' }, {}, store)
    expect((await add(t, { ...guest, sessionid: 'other' }, list.lid, [product(1)], store))[0].di).toBe(list.di)
    const forged = { regid: `${guest.regid.slice(0, -1)}_`, sessionid: guest.sessionid }
    expectRefused(await t.shop('lists/fetch-lists', forged, {}, store), 401, 'sw-badregid')
    const stranger = await t.guest(undefined, store)
    expectRefused(await t.shop('lists/fetch-list', stranger, { lid: list.lid }, store), 404, 'unknown-list')
  })
})
