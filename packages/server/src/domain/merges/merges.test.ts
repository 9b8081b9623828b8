import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItems } from '../items/add-items.ts'
import { changeList } from '../lists/change-list.ts'
import { fetchListPage } from '../lists/list-page.ts'
import { createList, deleteList, fetchList, fetchLists } from '../lists/lists.ts'
import { fetchSavedStatus } from '../lists/saved-status.ts'
import { itemFields, listFields } from '../rows/list-snapshots.ts'
import {
  belongings,
  change,
  innerId,
  link,
  listOf,
  type MergeTest,
  newDevice,
  openMergeTest,
  product,
  type Strangers,
  setTimes,
  strangers,
  subscribe,
} from './testing/guests-and-accounts.ts'

let t: MergeTest
beforeAll(async () => {
  t = await openMergeTest()
})
afterAll(() => t.close())

type Shown = {
  lid: string
  lname: string
  lty: string
  cnt: number
  st: number
  listcontents: { epi: number; qty: number }[]
}

const shown = async ({ sql, account }: Strangers): Promise<Shown[]> =>
  JSON.parse(await fetchLists(sql, account, { includeArchived: true }))

describe('lists', () => {
  // proves C2.merge-moves
  test('a guest’s lists move to the account, with their ids, times and items', async () => {
    const s = await strangers(t)
    const listId = await listOf(
      s.sql,
      s.guest,
      { name: 'Summer', note: 'warm' },
      product(1),
      product(2, { quantity: 3 }),
    )
    const before = await belongings(s.sql, s.guest)
    await link(s)
    const { lists } = await belongings(s.sql, s.account)
    const mail = s.account.email
    const owner = { shopper_id: s.account.shopperId, created_by: mail, updated_by: mail, created_for: mail }
    expect(lists).toEqual(before.lists.map((one) => ({ ...one, list: { ...one.list, ...owner } })))
    expect((await shown(s))[0]).toMatchObject({ lid: listId, cnt: 2, lnote: 'warm', userinfo: { em: mail } })
  })

  // proves C2.guest-after
  test('the guest is empty afterwards, and its own regid still works', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.guest, 'Summer', product(1))
    await link(s)
    expect(JSON.parse(await fetchLists(s.sql, s.guest, {}))).toEqual([])
    await listOf(s.sql, s.guest, 'Summer', product(2))
    expect(JSON.parse(await fetchLists(s.sql, s.guest, {}))).toMatchObject([{ cnt: 1, userinfo: null }])
  })

  // proves C2.merge-unites
  test('a list of the same name and type, ignoring case, is combined with the account’s', async () => {
    const s = await strangers(t)
    const own = await listOf(s.sql, s.account, 'My Wishlist', product(1), product(2))
    await listOf(s.sql, s.guest, 'my wishlist', product(2), product(3))
    await link(s)
    const lists = await shown(s)
    expect(lists).toMatchObject([{ lid: own, lname: 'My Wishlist', cnt: 3 }])
    expect(lists[0]!.listcontents.map(({ epi }) => epi).sort()).toEqual([1, 2, 3])
  })

  test('the same name with another type is another list', async () => {
    const s = await strangers(t)
    const store = { ...s.store, settings: { ...s.store.settings, listTypes: ['wl', 'sfl', 'registry'] } }
    await listOf(s.sql, { ...s.account, store }, { name: 'Birthday', type: 'registry' }, product(1))
    await listOf(s.sql, s.guest, 'Birthday', product(1))
    await link(s)
    expect((await shown(s)).map(({ lty, cnt }) => [lty, cnt])).toEqual([
      ['wl', 1],
      ['registry', 1],
    ])
  })

  // proves C7.rename
  test('of several lists of that name the oldest by date is used, whatever the order of creation here', async () => {
    const s = await strangers(t)
    const first = await listOf(s.sql, s.account, 'Shoes')
    const brought = await listOf(s.sql, s.account, 'Boots')
    await changeList(s.sql, s.account, brought, { name: 'Shoes' })
    await listOf(s.sql, s.guest, 'Shoes', product(1))
    await link(s)
    expect(await shown(s)).toMatchObject([
      { lid: first, cnt: 1 },
      { lid: brought, cnt: 0 },
    ])
    await s.sql`
      update lists
      set created_at = '2020-01-01'
      where store_id = ${s.store.storeId}
        and list_id = ${innerId(s.store, brought)}`
    await listOf(s.sql, s.guest, 'Shoes', product(2), product(3))
    await link(s)
    expect(await shown(s)).toMatchObject([
      { lid: brought, cnt: 2 },
      { lid: first, cnt: 1 },
    ])
  })

  test('two lists of the guest with the same name as the account’s are both combined into it', async () => {
    const s = await strangers(t)
    const own = await listOf(s.sql, s.account, 'Shoes', product(1))
    await listOf(s.sql, s.guest, 'Shoes', product(1, { quantity: 2 }), product(2))
    const second = await listOf(s.sql, s.guest, 'Boots', product(1, { quantity: 7 }), product(2), product(3))
    await changeList(s.sql, s.guest, second, { name: 'shoes' })
    await link(s)
    const lists = await shown(s)
    expect(lists).toMatchObject([{ lid: own, cnt: 3 }])
    expect(lists[0]!.listcontents.find(({ epi }) => epi === 1)!.qty).toBe(7)
  })

  test('two lists of the guest with one name stay two if the account has none of that name', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.guest, 'Shoes', product(1))
    const second = await listOf(s.sql, s.guest, 'Boots', product(1))
    await changeList(s.sql, s.guest, second, { name: 'Shoes' })
    await link(s)
    expect(await shown(s)).toMatchObject([{ cnt: 1 }, { cnt: 1 }])
  })

  test('archived lists are not combined: they move unchanged', async () => {
    const s = await strangers(t)
    const put = (publicId: string) => s.sql`
      update lists
      set archived = true
      where store_id = ${s.store.storeId}
        and list_id = ${innerId(s.store, publicId)}`
    await put(await listOf(s.sql, s.account, 'Old', product(1)))
    await listOf(s.sql, s.account, 'New', product(1))
    await listOf(s.sql, s.guest, 'Old', product(2))
    await put(await listOf(s.sql, s.guest, 'New', product(2)))
    await link(s)
    const lists = await shown(s)
    expect(lists.map(({ lname, st, cnt }) => [lname, st, cnt])).toEqual([
      ['Old', 0, 1],
      ['New', 1, 1],
      ['Old', 1, 1],
      ['New', 0, 1],
    ])
  })

  // proves C2.merge-sfl
  test('save-for-later lists are combined whatever their names', async () => {
    const s = await strangers(t)
    const own = await listOf(s.sql, s.account, { name: 'For later', type: 'sfl' }, product(1))
    await listOf(s.sql, s.guest, { name: 'Saved cart', type: 'sfl' }, product(2))
    await link(s)
    expect(await shown(s)).toMatchObject([{ lid: own, lty: 'sfl', cnt: 2, lname: 'For later' }])
  })

  test('a save-for-later list moves where the account has none', async () => {
    const s = await strangers(t)
    const saved = await listOf(s.sql, s.guest, { name: 'Saved cart', type: 'sfl' }, product(2))
    await link(s)
    expect(await shown(s)).toMatchObject([{ lid: saved, lty: 'sfl', cnt: 1 }])
  })

  test('the fields of the guest’s list fill the gaps of the account’s', async () => {
    const s = await strangers(t)
    const [own, brought] = [{ color: 'red' }, { color: 'blue', size: 'M' }]
    await listOf(s.sql, s.account, { name: 'Gifts', properties: own, description: own })
    await listOf(s.sql, s.guest, { name: 'Gifts', note: 'for Ana', properties: brought, description: brought })
    await link(s)
    const both = { color: 'red', size: 'M' }
    expect(await shown(s)).toMatchObject([{ lnote: 'for Ana', lprops: both, ldesc: both }])
  })
})

describe('items', () => {
  const early = '2026-01-01T00:00:00.000Z'
  const late = '2026-02-01T00:00:00.000Z'
  const later = '2026-03-01T00:00:00.000Z'

  // proves C2.merge-unites
  test.each([
    ['the guest’s', later, late],
    ['the account’s', late, later],
  ])(
    'larger quantity, earliest creation, and note, label and custom fields of %s edit when that is newer',
    async (whose, guestEdit, ownEdit) => {
      const s = await strangers(t)
      const own = await listOf(
        s.sql,
        s.account,
        'Gifts',
        product(1, { quantity: 2, note: 'own', labels: ['hall'], properties: { from: 'own' } }),
      )
      const brought = await listOf(
        s.sql,
        s.guest,
        'Gifts',
        product(1, { quantity: 5, note: 'brought', labels: ['bath'], properties: { from: 'guest' } }),
      )
      await setTimes(s.sql, s.store, own, '1', { createdAt: late, updatedAt: ownEdit })
      await setTimes(s.sql, s.store, brought, '1', { createdAt: early, updatedAt: guestEdit })
      await link(s)
      const newer =
        whose === 'the guest’s'
          ? { note: 'brought', lbls: ['bath'], cprops: { from: 'guest' } }
          : { note: 'own', lbls: ['hall'], cprops: { from: 'own' } }
      const [list] = await shown(s)
      expect(list!.listcontents).toMatchObject([
        { epi: 1, qty: 5, cts: Date.parse(early), uts: Date.parse(later), lid: own, ...newer },
      ])
    },
  )

  test('items that the account did not have move unchanged', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.account, 'Gifts')
    await listOf(s.sql, s.guest, 'Gifts', product(1, { quantity: 5, note: 'n', price: 12.5, title: 'Shirt' }))
    const [before] = (await belongings(s.sql, s.guest)).lists
    await link(s)
    const [after] = (await belongings(s.sql, s.account)).lists
    expect(after!.items).toEqual(before!.items.map((item) => ({ ...item, list_id: after!.list.list_id })))
  })
})

describe('aliases', () => {
  // proves C2.merge-alias, C7.alias
  test('the guest’s list id is still valid everywhere, and answers have the real id', async () => {
    const s = await strangers(t)
    const own = await listOf(s.sql, s.account, 'Gifts', product(1))
    const old = await listOf(s.sql, s.guest, 'Gifts', product(2))
    await link(s)
    const { sql, account } = s
    expect(JSON.parse(await fetchList(sql, account, old))).toMatchObject({ lid: own, cnt: 2 })
    expect(JSON.parse((await fetchListPage(sql, account, old, { limit: 50 })).list)).toMatchObject({ lid: own })
    expect(JSON.parse(await addItems(sql, account, old, [product(3)]))).toMatchObject([{ lid: own }])
    expect((await change(sql, account, old, { remove: [{ variantId: '3' }] })).remove).toMatchObject([{ lid: own }])
    expect(JSON.parse(await changeList(sql, account, old, { note: 'x' }))).toMatchObject({ lid: own, lnote: 'x' })
    const copy = JSON.parse((await createList(sql, account, { name: 'Copy', copyFrom: old })).record)
    expect(copy.cnt).toBe(2)
    expect(JSON.parse(await fetchSavedStatus(sql, account, { productIds: [], variantIds: ['2'] }))['2']).toContain(own)
    expect(JSON.parse(await deleteList(sql, account, old))).toMatchObject({ lid: own })
    await expect(fetchList(sql, account, old)).rejects.toMatchObject({ type: 'unknown-list' })
  })

  test('it is valid for the account only', async () => {
    const s = await strangers(t)
    await listOf(s.sql, s.account, 'Gifts', product(1))
    const old = await listOf(s.sql, s.guest, 'Gifts', product(2))
    await link(s)
    await expect(fetchList(s.sql, s.guest, old)).rejects.toMatchObject({ type: 'unknown-list' })
    const stranger = await newDevice(s.sql, s.store)
    await expect(addItems(s.sql, stranger, old, [product(9)])).rejects.toMatchObject({ type: 'unknown-list' })
  })

  test('aliases of the guest’s list become aliases of the account’s', async () => {
    const s = await strangers(t)
    const own = await listOf(s.sql, s.account, 'Gifts')
    const old = await listOf(s.sql, s.guest, 'Gifts', product(2))
    const older = randomUUID()
    await s.sql`
      insert into list_aliases (store_id, alias_id, list_id, merge_id)
      values (${s.store.storeId}, ${older}, ${innerId(s.store, old)}, ${randomUUID()})`
    await link(s)
    const publicId = s.store.prefix + older.replaceAll('-', '')
    expect(JSON.parse(await fetchList(s.sql, s.account, publicId))).toMatchObject({ lid: own })
  })
})

describe('alerts', () => {
  // proves C2.merge-alerts
  test('subscriptions follow the guest to the account', async () => {
    const s = await strangers(t)
    const stranger = await newDevice(s.sql, s.store)
    const ids = [await subscribe(s.sql, s.guest, 1), await subscribe(s.sql, s.guest, 2)]
    await subscribe(s.sql, stranger, 1)
    await link(s)
    const { alerts } = await belongings(s.sql, s.account)
    expect(alerts.map(({ alert }) => alert.subscription_id)).toEqual(ids.sort())
    expect((await belongings(s.sql, stranger)).alerts).toHaveLength(1)
  })
})

test('every column of lists and items moves', async () => {
  const columns = await t.sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column
    from information_schema.columns
    where table_schema = current_schema
      and table_name in ('lists', 'items')
      and is_generated = 'NEVER'`
  const of = (table: string) => columns.filter((one) => one.table === table).map(({ column }) => column)
  // product_was and bytes_was pass values inside one statement
  expect([...itemFields, 'store_id', 'list_id', 'product_was', 'bytes_was'].sort()).toEqual(of('items').sort())
  expect([...listFields, 'store_id', 'list_id', 'shopper_id', 'item_count', 'item_bytes'].sort()).toEqual(
    of('lists').sort(),
  )
})
