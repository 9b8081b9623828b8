/** What a merge and its undo lock on both sides, and what they wait for: lists still being copied, items just added. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '../../database/connect.ts'
import { asOpenTransaction, waitForLockWaiters } from '../../database/testing/locks.ts'
import { addItems } from '../items/add-items.ts'
import { changeList } from '../lists/change-list.ts'
import { createList, fetchLists } from '../lists/lists.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import {
  belongings,
  change,
  contents,
  innerId,
  link,
  listOf,
  type MergeTest,
  newDevice,
  openMergeTest,
  product,
  strangers,
  undo,
} from './testing/guests-and-accounts.ts'

let t: MergeTest
beforeAll(async () => {
  t = await openMergeTest()
})
afterAll(() => t.close())

/** Too long to be copied in one step. */
async function bigList(who: Shopper, name: string): Promise<string> {
  const publicId = await listOf(t.sql, who, name)
  for (const from of [0, 250, 500])
    await addItems(
      t.sql,
      who,
      publicId,
      Array.from({ length: 250 }, (_, i) => product(from + i)),
    )
  return publicId
}

describe('lists still being copied', () => {
  const counts = async (who: Shopper) =>
    JSON.parse(await fetchLists(t.sql, who, {})).map(({ lname, cnt, _cp }: Record<string, unknown>) => [
      lname,
      cnt,
      _cp,
    ])

  test('a guest’s copy is completed before it is combined', async () => {
    const s = await strangers(t)
    const source = await bigList(s.guest, 'Big')
    const copy = await createList(s.sql, s.guest, { name: 'Gifts', copyFrom: source })
    expect(copy.copying).toBeTruthy()
    await listOf(s.sql, s.account, 'Gifts', product(1, { quantity: 4 }), product('own'))
    await link(s)
    expect(await counts(s.account)).toEqual([
      ['Big', 750, false],
      ['Gifts', 751, false],
    ])
  })

  test('a copy of the guest’s combined list gets all its items', async () => {
    const s = await strangers(t)
    const source = await bigList(s.guest, 'Gifts')
    await createList(s.sql, s.guest, { name: 'Copy', copyFrom: source })
    await listOf(s.sql, s.account, 'gifts')
    await link(s)
    expect(await counts(s.account)).toEqual([
      ['Copy', 750, false],
      ['gifts', 750, false],
    ])
  })

  test('the account’s own copy is completed before another list is combined into it', async () => {
    const s = await strangers(t)
    const source = await bigList(s.account, 'Big')
    await change(s.sql, s.account, source, { update: [{ variantId: '600', quantity: 9 }] })
    await createList(s.sql, s.account, { name: 'Gifts', copyFrom: source })
    await listOf(s.sql, s.guest, 'Gifts', product(600, { quantity: 2 }), product('new'))
    await link(s)
    const [, gifts] = (await belongings(s.sql, s.account)).lists
    expect(gifts!.list.item_count).toBe(751)
    expect(gifts!.items.find(({ variant_id }) => variant_id === '600')!.quantity).toBe(9)
  })

  test('a copy is completed before its list is restored', async () => {
    const s = await strangers(t)
    const moved = await bigList(s.guest, 'Big')
    const before = await belongings(s.sql, s.guest)
    await link(s)
    const { copying } = await createList(s.sql, s.account, { name: 'Copy', copyFrom: moved })
    expect(copying).toBeTruthy()
    await undo(s)
    expect(await belongings(s.sql, s.guest)).toEqual(before)
    expect(await counts(s.account)).toEqual([['Copy', 750, false]])
  })

  test('a login does not wait for those of other people', async () => {
    const s = await strangers(t)
    const stranger = await newDevice(s.sql, s.store)
    await createList(s.sql, stranger, { name: 'Copy', copyFrom: await bigList(stranger, 'Big') })
    await listOf(s.sql, s.guest, 'Gifts', product(1))
    await link(s)
    expect(await contents(s.sql, s.account)).toEqual({ Gifts: ['1 × 1'] })
    expect(await counts(stranger)).toContainEqual(['Copy', expect.any(Number), true])
  })
})

test('an item that is being added is part of the merge and of its undo', async () => {
  const s = await strangers(t)
  const listId = await listOf(s.sql, s.guest, 'Gifts', product(1))
  let merging: Promise<unknown> | undefined
  await transaction(s.sql, async (held) => {
    await change(asOpenTransaction(held), s.guest, listId, { add: [product(2)] })
    merging = link(s)
    await waitForLockWaiters(s.sql)
  })
  await merging
  expect(await contents(s.sql, s.account)).toEqual({ Gifts: ['1 × 1', '2 × 1'] })
  await undo(s)
  expect(await contents(s.sql, s.guest)).toEqual({ Gifts: ['1 × 1', '2 × 1'] })
  expect(await contents(s.sql, s.account)).toEqual({})
})

test('a call that changes two lists in turn and a login that needs both do not deadlock', async () => {
  const s = await strangers(t)
  const [first, second] = [await listOf(s.sql, s.guest, 'Made first'), await listOf(s.sql, s.guest, 'A later one')]
  // Ordered by name, by age or by physical position, the lists are in another order than by id.
  await s.sql`
    update lists
    set created_at = created_at - interval '1 day'
    where store_id = ${s.store.storeId}
      and list_id = ${innerId(s.store, second)}`
  await changeList(s.sql, s.guest, first, { name: 'Zoo' })
  let merging: Promise<unknown> | undefined
  await transaction(s.sql, async (held) => {
    await change(asOpenTransaction(held), s.guest, first, { add: [product(1)] })
    merging = link(s)
    await waitForLockWaiters(s.sql)
    await change(asOpenTransaction(held), s.guest, second, { add: [product(2)] })
  })
  await merging
  expect(await contents(s.sql, s.account)).toEqual({ Zoo: ['1 × 1'], 'A later one': ['2 × 1'] })
})
