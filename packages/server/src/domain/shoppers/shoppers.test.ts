import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItems } from '../items/add-items.ts'
import { changeList } from '../lists/change-list.ts'
import { fetchListPage } from '../lists/list-page.ts'
import { createList, deleteList, fetchList, fetchLists } from '../lists/lists.ts'
import { fetchSavedStatus } from '../lists/saved-status.ts'
import { linkGuest } from '../merges/merges.ts'
import {
  change,
  listOf,
  logIn,
  type MergeTest,
  newDevice,
  openMergeTest,
  product,
} from '../merges/testing/guests-and-accounts.ts'
import { accountId } from '../secrets/tokens.ts'
import type { Store } from '../stores/stores.ts'
import { endSessions, identifyGuest, identifyShopper, type Shopper } from './shoppers.ts'

let t: MergeTest
beforeAll(async () => {
  t = await openMergeTest()
})
afterAll(() => t.close())

const rows = async (store: Store) => {
  const [row] = await t.sql<{ count: number }[]>`
    select count(*)
    from shoppers
    where store_id = ${store.storeId}`
  return row!.count
}

const invalidSession = { type: 'invalid-session', reason: 'not-identified' }
const works = async (who: Shopper) => expect(JSON.parse(await fetchLists(t.sql, who, {}))).toBeInstanceOf(Array)
const isRejectedStatement = async (who: Shopper) =>
  expect(fetchLists(t.sql, who, {})).rejects.toMatchObject(invalidSession)
const pair = (store: Store, regid: { regid: string }, session: { sessionId: string }) =>
  identifyShopper(store, regid.regid, session.sessionId)

describe('a shopper’s row', () => {
  test('a guest who only reads has none, whatever it requests', async () => {
    const store = await t.newStore()
    const guest = await newDevice(t.sql, store)
    const nobodys = store.prefix + '0'.repeat(32)
    const missing = { type: 'unknown-list' }
    await works(guest)
    await fetchSavedStatus(t.sql, guest, { productIds: ['1'], variantIds: [] })
    await expect(fetchList(t.sql, guest, nobodys)).rejects.toMatchObject(missing)
    await expect(addItems(t.sql, guest, nobodys, [product(1)])).rejects.toMatchObject(missing)
    await expect(deleteList(t.sql, guest, nobodys)).rejects.toMatchObject(missing)
    expect(await rows(store)).toBe(0)
  })

  test('a refused first write creates none either', async () => {
    const store = await t.newStore()
    const guest = await newDevice(t.sql, store)
    const nobodys = store.prefix + '0'.repeat(32)
    await expect(createList(t.sql, guest, { name: 'Copy', copyFrom: nobodys })).rejects.toThrow()
    await expect(createList(t.sql, guest, { name: 'Odd', type: 'nope' })).rejects.toThrow()
    expect(await rows(store)).toBe(0)
  })

  // proves C2.no-row
  test('the first write creates it', async () => {
    const store = await t.newStore()
    await listOf(t.sql, await newDevice(t.sql, store), 'First')
    expect(await rows(store)).toBe(1)
  })

  test('an account has one from its first login, with its address', async () => {
    const store = await t.newStore()
    const { email } = await logIn(t.sql, store)
    await logIn(t.sql, store, email)
    const found = await t.sql`
      select email
      from shoppers
      where store_id = ${store.storeId}`
    expect([...found]).toEqual([{ email }])
  })

  test('an account whose sessions were ended before its first login has its address from that login', async () => {
    const store = await t.newStore()
    const email = 'ended.early@shop.example'
    await endSessions(t.sql, store, accountId(store.tokenKey, email))
    const { shopperId } = await logIn(t.sql, store, email)
    const found = await t.sql`
      select shopper_id, email
      from shoppers
      where store_id = ${store.storeId}`
    expect([...found]).toEqual([{ shopperId, email }])
  })

  test('an account’s row has the time of its last login', async () => {
    const store = await t.newStore()
    const { email } = await logIn(t.sql, store)
    await t.sql`
      update shoppers
      set last_login_at = '2020-01-01'
      where store_id = ${store.storeId}`
    await logIn(t.sql, store, email)
    const [found] = await t.sql`
      select last_login_at > '2020-01-01' as is_later
      from shoppers
      where store_id = ${store.storeId}`
    expect(found).toEqual({ isLater: true })
  })

  test('identifying a guest does not query the database until the store has ended a session', async () => {
    const noDatabase = (() => {
      throw new Error('asked')
    }) as never
    expect(await identifyGuest(noDatabase, t.store, randomUUID())).toBeTruthy()
    await expect(identifyGuest(noDatabase, { ...t.store, hasEndedSessions: true }, randomUUID())).rejects.toThrow(
      'asked',
    )
  })
})

describe('a session', () => {
  test('is required', () => {
    const { regid } = { regid: 'nonsense' }
    expect(() => identifyShopper(t.store, regid, undefined)).toThrow(expect.objectContaining({ type: 'sw-badregid' }))
    expect(() => identifyShopper(t.store, undefined, undefined)).toThrow(
      expect.objectContaining({ type: 'sw-badregid' }),
    )
  })

  test('is valid only for its own shopper', async () => {
    const [one, two] = [await newDevice(t.sql, t.store), await newDevice(t.sql, t.store)]
    const account = await logIn(t.sql, t.store)
    await works(one)
    for (const [a, b] of [
      [one, two],
      [account, one],
      [one, account],
    ])
      await isRejectedStatement(pair(t.store, a!.identity, b!.identity))
  })

  test('is not valid in another store', async () => {
    const store = await t.newStore()
    const [here, there] = [await newDevice(t.sql, t.store), await newDevice(t.sql, store)]
    expect(() => pair(t.store, here.identity, there.identity)).toThrow(expect.objectContaining(invalidSession))
  })

  test('may be any text where the store is lenient; the regid is still checked', async () => {
    const lenient = { ...t.store, settings: { ...t.store.settings, sessions: 'lenient' as const } }
    const [guest, other] = [await newDevice(t.sql, t.store), await newDevice(t.sql, t.store)]
    await works(identifyShopper(lenient, guest.identity.regid, 'made-up'))
    await works(identifyShopper(lenient, guest.identity.regid, undefined))
    await works(pair(lenient, guest.identity, other.identity))
    expect(() => identifyShopper(lenient, 'made-up', 'made-up')).toThrow(
      expect.objectContaining({ type: 'sw-badregid' }),
    )
  })

  // proves S2.1.sessionid
  test('that was ended is refused on every path', async () => {
    const guest = await newDevice(t.sql, t.store)
    const listId = await listOf(t.sql, guest, 'List', product(1))
    await endSessions(t.sql, t.store, guest.shopperId)
    await isRejectedStatement(guest)
    const { sql } = t
    for (const call of [
      () => fetchList(sql, guest, listId),
      () => fetchListPage(sql, guest, listId, { limit: 10 }),
      () => addItems(sql, guest, listId, [product(2)]),
      () => change(sql, guest, listId, { remove: [{ variantId: '1' }] }),
      () => changeList(sql, guest, listId, { name: 'Other' }),
      () => deleteList(sql, guest, listId),
      () => createList(sql, guest, { name: 'New' }),
      () => fetchSavedStatus(sql, guest, { productIds: [], variantIds: ['1'] }),
    ])
      await expect(call()).rejects.toMatchObject(invalidSession)
    const fresh = await newDevice(sql, { ...t.store, hasEndedSessions: true }, guest.uuid)
    expect(fresh.identity.regid).toBe(guest.identity.regid)
    expect(JSON.parse(await fetchList(sql, fresh, listId))).toMatchObject({ lname: 'List', cnt: 1 })
  })

  // proves S2.1.sessionid, C2.session-forever
  test('never expires: the same session is returned each time', async () => {
    const uuid = randomUUID()
    const first = await newDevice(t.sql, t.store, uuid)
    await listOf(t.sql, first, 'List')
    expect((await newDevice(t.sql, t.store, uuid)).identity).toEqual(first.identity)
  })
})

describe('a guest’s session after its login', () => {
  const merged = async () => {
    const [guest, account] = [await newDevice(t.sql, t.store), await logIn(t.sql, t.store)]
    await linkGuest(t.sql, t.store, guest.uuid, account.email)
    return { guest, account, mixed: pair(t.store, account.identity, guest.identity) }
  }

  test('is valid for the account, and for the guest as before', async () => {
    const { guest, mixed } = await merged()
    await works(mixed)
    await works(guest)
    await listOf(t.sql, mixed, 'Made by the old session', product(1))
  })

  test('sets the device in the rows it writes', async () => {
    const { guest, mixed, account } = await merged()
    await listOf(t.sql, mixed, 'List', product(1))
    const [list] = JSON.parse(await fetchLists(t.sql, account, {}))
    expect(list).toMatchObject({ di: guest.shopperId, cby: account.email })
  })

  test('is not valid for another account', async () => {
    const { guest } = await merged()
    const other = await logIn(t.sql, t.store)
    await isRejectedStatement(pair(t.store, other.identity, guest.identity))
  })

  test('does not make another guest’s session valid for the account', async () => {
    const { account } = await merged()
    const stranger = await newDevice(t.sql, t.store)
    await listOf(t.sql, stranger, 'Its own')
    await isRejectedStatement(pair(t.store, account.identity, stranger.identity))
  })

  // proves C7.old-session
  test('is valid only for the account of its last login', async () => {
    const { guest, mixed } = await merged()
    const second = await logIn(t.sql, t.store)
    await linkGuest(t.sql, t.store, guest.uuid, second.email)
    await isRejectedStatement(mixed)
    await works(pair(t.store, second.identity, guest.identity))
  })

  test('the account’s session is not valid for the guest', async () => {
    const { guest, account } = await merged()
    await isRejectedStatement(pair(t.store, guest.identity, account.identity))
  })

  // proves C7.old-session
  test('ends permanently with the account’s sessions', async () => {
    const { guest, account, mixed } = await merged()
    await endSessions(t.sql, t.store, account.shopperId)
    await isRejectedStatement(mixed)
    await isRejectedStatement(guest)
    await linkGuest(t.sql, t.store, guest.uuid, account.email)
    await isRejectedStatement(mixed)
    const fresh = await newDevice(t.sql, { ...t.store, hasEndedSessions: true }, guest.uuid)
    await works(pair(t.store, account.identity, fresh.identity))
  })

  test('a new session of the guest after that is valid for the account only after the next login', async () => {
    const { guest, account } = await merged()
    await endSessions(t.sql, t.store, account.shopperId)
    const fresh = await newDevice(t.sql, { ...t.store, hasEndedSessions: true }, guest.uuid)
    await works(fresh)
    await isRejectedStatement(pair(t.store, account.identity, fresh.identity))
  })

  test('ends with the guest’s own sessions', async () => {
    const { guest, mixed, account } = await merged()
    await endSessions(t.sql, t.store, guest.shopperId)
    await isRejectedStatement(mixed)
    await works(account)
  })

  test('two devices of one account each have their own', async () => {
    const { account, mixed } = await merged()
    const second = await newDevice(t.sql, t.store)
    await linkGuest(t.sql, t.store, second.uuid, account.email)
    await works(mixed)
    await works(pair(t.store, account.identity, second.identity))
  })
})
