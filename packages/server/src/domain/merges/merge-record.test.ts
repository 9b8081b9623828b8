/** The record of merges: what belongs to which merge, in any order of undoing, and how long the record is stored. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, transaction } from '../../database/connect.ts'
import { fetchList } from '../lists/lists.ts'
import {
  belongings,
  contents,
  innerId,
  link,
  listOf,
  type MergeTest,
  newDevice,
  openMergeTest,
  product,
  type Strangers,
  strangers,
  undo,
} from './testing/guests-and-accounts.ts'

let t: MergeTest
beforeAll(async () => {
  t = await openMergeTest()
})
afterAll(() => t.close())

/** Makes all merges of this guest so many days older. */
const age = ({ sql, store, guest }: Strangers, days: number) => sql`
  update merges
  set merged_at = merged_at - ${`${days} days`}::interval
  where store_id = ${store.storeId}
    and guest_id = ${guest.shopperId}`

/** Writes the record of a guest's list again, so that its row lies behind later ones. Twice, because a column must change. */
async function layLast({ sql, store, guest }: Strangers, ownList: string): Promise<void> {
  for (const listId of [randomUUID(), innerId(store, ownList)])
    await sql`
      update merged_lists
      set list_id = ${listId}
      where store_id = ${store.storeId}
        and merge_id in (
          select merge_id
          from merges
          where store_id = ${store.storeId}
            and guest_id = ${guest.shopperId}
        )`
}

describe('which part is subtracted', () => {
  test('only that of the same list: the same product in another list is not changed', async () => {
    const s = await strangers(t)
    const second = { ...s, guest: await newDevice(s.sql, s.store) }
    await listOf(s.sql, s.account, 'Gifts', product(9))
    await listOf(s.sql, s.account, 'Shoes', product(9))
    const before = await belongings(s.sql, s.account)
    await listOf(s.sql, s.guest, 'Gifts', product(1))
    await listOf(s.sql, second.guest, 'Shoes', product(1))
    await link(s)
    await link(second)
    await undo(s)
    expect(await contents(s.sql, s.account)).toEqual({ Gifts: ['9 × 1'], Shoes: ['1 × 1', '9 × 1'] })
    await undo(second)
    expect(await belongings(s.sql, s.account)).toEqual(before)
  })

  test('in the order of the merges, whatever the order of their rows', async () => {
    const s = await strangers(t)
    const own = await listOf(s.sql, s.account, 'Gifts', product(1))
    const before = await belongings(s.sql, s.account)
    const all = [s, { ...s, guest: await newDevice(s.sql, s.store) }, { ...s, guest: await newDevice(s.sql, s.store) }]
    for (const [index, { guest }] of all.entries())
      await listOf(s.sql, guest, { name: 'Gifts', properties: { [index]: index } }, product(1, { quantity: 5 + index }))
    for (const one of all) await link(one)
    await layLast(all[1]!, own)
    for (const one of all) await undo(one)
    expect(await belongings(s.sql, s.account)).toEqual(before)
  })
})

describe('how long the record is stored', () => {
  const kept = async (some: Strangers[]) => {
    const rows = await t.sql<{ guestId: string }[]>`
      select guest_id
      from merges
      where store_id = ${t.store.storeId}`
    const guests = rows.map(({ guestId }) => guestId)
    return some.map(({ guest }) => guests.includes(guest.shopperId))
  }

  test('the next merge in the store deletes older records, and aliases stay valid', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.account, 'Gifts', product(1))
    const old = await listOf(s.sql, s.guest, 'Gifts', product(2))
    await link(s)
    await age(s, 30.1)
    await link(await strangers(t))
    for (const table of ['merges', 'merged_lists', 'merged_items']) {
      const kept = await s.sql`
        select record.merge_id
        from ${s.sql(table)} record
        left join merges merge using (store_id, merge_id)
        where record.store_id = ${s.store.storeId}
          and (merge.merge_id is null or merge.guest_id = ${s.guest.shopperId})`
      expect(kept).toEqual([])
    }
    expect(JSON.parse(await fetchList(s.sql, s.account, old))).toMatchObject({ cnt: 2 })
  })

  test('a login deletes a few, the oldest first, and the next ones continue', async () => {
    const old: Strangers[] = []
    while (old.length < 7) old.push(await strangers(t))
    for (const s of old) await link(s)
    for (const [index, s] of old.entries()) await age(s, 31 + index)
    await link(await strangers(t))
    expect(await kept(old)).toEqual([true, true, false, false, false, false, false])
    await link(await strangers(t))
    expect(await kept(old)).toEqual(old.map(() => false))
  })

  test('a locked record is left for the next login', async () => {
    const [busy, idle] = [await strangers(t), await strangers(t)]
    for (const s of [busy, idle]) await link(s)
    for (const s of [busy, idle]) await age(s, 31)
    const impatient = connect({ url: `${t.url}?lock_timeout=5000`, connections: 1 })
    await transaction(t.sql, async (held) => {
      await age({ ...busy, sql: held as never }, 1)
      await link({ ...(await strangers(t)), sql: impatient })
      expect(await kept([busy, idle])).toEqual([true, false])
    }).finally(() => impatient.end())
    await link(await strangers(t))
    expect(await kept([busy])).toEqual([false])
  })
})
