import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seededRandom, withPauses } from '../../database/testing/test-database.ts'
import { linkGuest } from './merges.ts'
import {
  belongings,
  listOf,
  logIn,
  type MergeTest,
  newDevice,
  openMergeTest,
  product,
} from './testing/guests-and-accounts.ts'
import { raceDeletion, raceMerges } from './testing/merge-races.ts'
import { undoMerge } from './undo-merge.ts'

/** These tests wait more than they compute, and much more on a busy machine. */
vi.setConfig({ testTimeout: 180_000 })

let t: MergeTest
beforeAll(async () => {
  t = await openMergeTest({ connections: 8 })
})
afterAll(() => t.close())

const slow = (seed: number) => withPauses(t.sql, seededRandom(seed), { longest: 4 })

// proves C2.merge-atomic, C2.merge-whole
test('guests who add while they are merged, concurrently and repeatedly, lose and duplicate nothing', async () => {
  const total = { acknowledged: 0, refused: 0 }
  for (let seed = 1; seed <= 10; seed++) {
    const outcome = await raceMerges(slow(seed), t.sql, t.store, seededRandom(seed))
    expect(outcome).toMatchObject({ lost: [], doubled: [], miscounted: [], namesakes: [] })
    total.acknowledged += outcome.acknowledged
    total.refused += outcome.refused
  }
  // Both must happen, or nothing raced.
  expect(total.acknowledged).toBeGreaterThan(40)
  expect(total.refused).toBeGreaterThan(0)
})

test('the same sync many times at the same time is one merge', async () => {
  for (let seed = 1; seed <= 3; seed++) {
    const [guest, account] = [await newDevice(t.sql, t.store), await logIn(t.sql, t.store)]
    await listOf(t.sql, account, 'Gifts', product(1))
    await listOf(t.sql, guest, 'Gifts', product(1, { quantity: 2 }), product(2))
    const sql = slow(seed)
    const given = await Promise.all(Array.from({ length: 6 }, () => linkGuest(sql, t.store, guest.uuid, account.email)))
    for (const identity of given) expect(identity).toEqual(account.identity)
    const { lists } = await belongings(t.sql, account)
    expect(lists.map(({ items }) => items.map(({ variant_id, quantity }) => [variant_id, quantity]))).toEqual([
      [
        ['1', 2],
        ['2', null],
      ],
    ])
    const merges = await t.sql`
      select merge_id
      from merges
      where store_id = ${t.store.storeId}
        and guest_id = ${guest.shopperId}`
    expect(merges).toHaveLength(1)
  }
})

test('a list deleted while it is merged is either deleted or the account’s', async () => {
  const seen = new Set<boolean>()
  for (let seed = 1; seed <= 12; seed++) {
    const { isDeleted, items, left } = await raceDeletion(slow(seed), t.sql, t.store, {
      hasNamesake: seed % 2 === 0,
      delay: seededRandom(seed)() * [0, 20, 60, 500][seed % 4]!,
    })
    expect({ items, left }).toEqual({ items: isDeleted ? 0 : 2, left: 0 })
    seen.add(isDeleted)
  }
  expect(seen.size).toBe(2)
})

test('after concurrent undos and syncs both shoppers have all their lists', async () => {
  for (let seed = 1; seed <= 3; seed++) {
    const [guest, account] = [await newDevice(t.sql, t.store), await logIn(t.sql, t.store)]
    await listOf(t.sql, account, 'Gifts', product(1))
    await listOf(t.sql, guest, 'Gifts', product(1, { quantity: 2 }), product(2))
    await listOf(t.sql, guest, 'Whole', product(3))
    const before = [await belongings(t.sql, guest), await belongings(t.sql, account)]
    const sync = () => linkGuest(slow(seed), t.store, guest.uuid, account.email)
    const undo = () => undoMerge(slow(seed + 100), t.store, guest.shopperId)
    await sync()
    await Promise.all([undo(), undo(), sync(), undo(), sync()])
    await undo()
    expect([await belongings(t.sql, guest), await belongings(t.sql, account)]).toEqual(before)
  }
})

test('a guest who logs in to two accounts at the same time has every list in exactly one of them', async () => {
  for (let seed = 1; seed <= 4; seed++) {
    const guest = await newDevice(t.sql, t.store)
    const accounts = [await logIn(t.sql, t.store), await logIn(t.sql, t.store)]
    await listOf(t.sql, guest, 'Gifts', product(1), product(2))
    const sql = slow(seed)
    await Promise.all(accounts.map(({ email }) => linkGuest(sql, t.store, guest.uuid, email)))
    const sizes = await Promise.all(accounts.map(async (who) => (await belongings(t.sql, who)).lists.length))
    expect(sizes.sort()).toEqual([0, 1])
  }
})
