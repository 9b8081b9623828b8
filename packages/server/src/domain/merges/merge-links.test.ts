/** The link between a guest and its account: what a repeated login does, and which sessions it admits. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchLists } from '../lists/lists.ts'
import { findSubject } from '../privacy/subjects.ts'
import { endSessions, identifyShopper, type Shopper } from '../shoppers/shoppers.ts'
import { linkGuest } from './merges.ts'
import {
  belongings,
  contents,
  link,
  listOf,
  logIn,
  type MergeTest,
  newDevice,
  openMergeTest,
  product,
  type Strangers,
  strangers,
  subscribe,
  undo,
  withGuestSession,
} from './testing/guests-and-accounts.ts'
import { undoMerge } from './undo-merge.ts'

let t: MergeTest
beforeAll(async () => {
  t = await openMergeTest()
})
afterAll(() => t.close())

const mergesOf = ({ sql, store, guest }: Strangers) => sql`
  select merge_id
  from merges
  where store_id = ${store.storeId}
    and guest_id = ${guest.shopperId}`

const invalidSession = { type: 'invalid-session' }

describe('repeating', () => {
  test('returns the same identity each time, that of the account', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.guest, 'Gifts', product(2))
    expect(await link(s)).toEqual(s.account.identity)
    expect(await link(s)).toEqual(s.account.identity)
  })

  test.each(['first', 'renewed'])('changes nothing and writes nothing, the link being the %s one', async (which) => {
    const s = await strangers(t)
    await listOf(s.sql, s.account, 'Gifts', product(1))
    await listOf(s.sql, s.guest, 'Gifts', product(2))
    await link(s)
    if (which === 'renewed') {
      await endSessions(s.sql, s.store, s.account.shopperId)
      await link(s)
    }
    const versions = () => s.sql`
      select shopper_id, xmin::text, ctid::text
      from shoppers
      where store_id = ${s.store.storeId}
        and shopper_id in (${s.guest.shopperId}, ${s.account.shopperId})
      order by shopper_id`
    const [before, rows] = [await belongings(s.sql, s.account), await versions()]
    await link(s)
    expect(await belongings(s.sql, s.account)).toEqual(before)
    expect([...(await versions())]).toEqual([...rows])
    expect(await mergesOf(s)).toHaveLength(1)
  })

  test('a link that is renewed because the sessions were ended is no second merge', async () => {
    const s = await strangers(t)
    await link(s)
    await endSessions(s.sql, s.store, s.account.shopperId)
    await link(s)
    expect(await mergesOf(s)).toHaveLength(1)
  })

  test.each<[string, (s: Strangers) => Promise<unknown>, Record<string, string[]>, number]>([
    ['a list', (s) => listOf(s.sql, s.guest, 'Later', product(1)), { Gifts: [], Later: ['1 × 1'] }, 0],
    ['a list for one of the account’s', (s) => listOf(s.sql, s.guest, 'Gifts', product(1)), { Gifts: ['1 × 1'] }, 0],
    ['an alert', (s) => subscribe(s.sql, s.guest, 1), { Gifts: [] }, 1],
    [
      'a list of each kind',
      async (s) => {
        await listOf(s.sql, s.guest, 'Later', product(1))
        await listOf(s.sql, s.guest, 'Gifts', product(2))
      },
      { Gifts: ['2 × 1'], Later: ['1 × 1'] },
      0,
    ],
    [
      'all of it',
      async (s) => {
        await listOf(s.sql, s.guest, 'Later', product(1))
        await listOf(s.sql, s.guest, 'Gifts', product(2))
        await subscribe(s.sql, s.guest, 1)
        await subscribe(s.sql, s.guest, 2)
      },
      { Gifts: ['2 × 1'], Later: ['1 × 1'] },
      2,
    ],
  ])('what the guest saved since moves with the next sync: %s', async (_, save, lists, alerts) => {
    const s = await strangers(t)
    await listOf(s.sql, s.account, 'Gifts')
    await link(s)
    await save(s)
    await link(s)
    expect(await contents(s.sql, s.account)).toEqual(lists)
    expect((await belongings(s.sql, s.account)).alerts).toHaveLength(alerts)
    expect(await belongings(s.sql, s.guest)).toEqual({ lists: [], alerts: [] })
    expect(await mergesOf(s)).toHaveLength(2)
  })
})

describe('last login', () => {
  const setLastLogin = ({ store, shopperId }: Shopper, age: string) => t.sql`
    update shoppers
    set last_login_at = now() - ${age}::interval
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}`
  const isLongAgo = async ({ store, shopperId }: Shopper) => {
    const [row] = await t.sql`
      select last_login_at < now() - interval '1 minute' as is_long_ago
      from shoppers
      where store_id = ${store.storeId}
        and shopper_id = ${shopperId}`
    return row!.isLongAgo
  }

  test('an account’s last login is updated, but not with every page load', async () => {
    const s = await strangers(t)
    await link(s)
    await setLastLogin(s.account, '5 minutes')
    await link(s)
    expect(await isLongAgo(s.account)).toBe(true)
    await setLastLogin(s.account, '1 hour')
    await link(s)
    expect(await isLongAgo(s.account)).toBe(false)
    await setLastLogin(s.account, '1 hour')
    await link({ ...s, guest: await newDevice(s.sql, s.store) })
    expect(await isLongAgo(s.account)).toBe(false)
  })

  test('and no other shopper’s is', async () => {
    const s = await strangers(t)
    const other = await logIn(s.sql, s.store)
    await setLastLogin(other, '1 hour')
    await link(s)
    await setLastLogin(s.account, '1 hour')
    await link(s)
    expect(await isLongAgo(other)).toBe(true)
  })
})

describe('who is linked', () => {
  test('a guest who never saved anything is linked all the same', async () => {
    const s = await strangers(t)
    const { regid } = await link(s)
    const withOldSession = identifyShopper(s.store, regid, s.guest.identity.sessionId)
    expect(JSON.parse(await fetchLists(s.sql, withOldSession, {}))).toEqual([])
  })

  test('an unknown account is created by its first sync', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.guest, 'Gifts', product(2))
    const email = `${randomUUID()}@shop.example`
    const { regid, sessionId } = await linkGuest(s.sql, s.store, s.guest.uuid, email)
    const account = identifyShopper(s.store, regid, sessionId)
    expect(JSON.parse(await fetchLists(s.sql, account, {}))).toMatchObject([{ cnt: 1, userinfo: { em: email } }])
  })

  test('only this guest, whatever other shoppers the store has', async () => {
    const s = await strangers(t)
    const stranger = await newDevice(s.sql, s.store)
    await listOf(s.sql, stranger, 'Its own')
    await link(s)
    await expect(fetchLists(s.sql, withGuestSession({ ...s, guest: stranger }), {})).rejects.toMatchObject(
      invalidSession,
    )
  })
})

describe('after undoing', () => {
  test('the guest’s session is no longer valid for the account, but for the guest as before', async () => {
    const s = await strangers(t)
    await link(s)
    expect(JSON.parse(await fetchLists(s.sql, withGuestSession(s), {}))).toEqual([])
    await undo(s)
    await expect(fetchLists(s.sql, withGuestSession(s), {})).rejects.toMatchObject(invalidSession)
    expect(JSON.parse(await fetchLists(s.sql, s.guest, {}))).toEqual([])
  })

  test('another device of the account is still valid', async () => {
    const s = await strangers(t)
    const second = { ...s, guest: await newDevice(s.sql, s.store) }
    await link(s)
    await link(second)
    await undo(s)
    expect(JSON.parse(await fetchLists(s.sql, withGuestSession(second), {}))).toEqual([])
  })

  test('an earlier login, the account of the last one is still available', async () => {
    const s = await strangers(t)
    const last = { ...s, account: await logIn(s.sql, s.store) }
    await link(s)
    await link(last)
    await undoMerge(s.sql, s.store, s.guest.shopperId, s.account.shopperId)
    expect(JSON.parse(await fetchLists(s.sql, withGuestSession(last), {}))).toEqual([])
  })

  test('the guest no longer has the personal data of the account', async () => {
    const s = await strangers(t)
    const { shopperId } = s.guest
    await link(s)
    const known = async () => (await findSubject(s.sql, s.store, { email: s.account.email })).shopperIds
    expect(await known()).toContain(shopperId)
    await undo(s)
    expect(await known()).not.toContain(shopperId)
    expect(
      await s.sql`
        select merged_into, merged_epoch
        from shoppers
        where store_id = ${s.store.storeId}
          and shopper_id = ${shopperId}`,
    ).toEqual([{ mergedInto: null, mergedEpoch: null }])
  })

  test('the next login is a merge of its own, also when it moves nothing', async () => {
    const s = await strangers(t)
    await link(s)
    await undo(s)
    await link(s)
    expect(await mergesOf(s)).toHaveLength(2)
  })
})
