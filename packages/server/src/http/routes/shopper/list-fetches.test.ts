/** Finding lists again: which ones, in which order, with how much of their content. */
import { describe, expect, test } from 'vitest'
import { add, done, expectRefused, look, makeList, product, products } from '../../testing/lists.ts'
import { useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

type Named = { lname: string }
const names = (lists: Named[]) => lists.map(({ lname }) => lname)

describe('fetch-lists', () => {
  // proves S2.5.listcontents, S4.6.answer, C3.fetch-lists
  test('answers a bare array of list records with their items, count and owner', async () => {
    const guest = await t.guest()
    const list = await makeList(t, guest)
    const items = await add(t, guest, list.lid, [product(1)])
    const lists = await done(t, 'lists/fetch-lists', guest)
    expect(lists).toEqual([{ ...list, cnt: 1, listcontents: items, uts: expect.any(Number), userinfo: null }])
  })

  test('a guest who never saved anything has none, and leaves no row', async () => {
    const guest = await t.guest()
    const before = await t.sql`select count(*) from shoppers`
    expect(await done(t, 'lists/fetch-lists', guest)).toEqual([])
    expect(await done(t, 'lists/fetch-user-lists', guest)).toEqual({ status: 'success', data: [] })
    expect(await t.sql`select count(*) from shoppers`).toEqual(before)
  })

  // proves S4.6.account
  test('a logged-in shopper sees all lists of the e-mail, on every device', async () => {
    const phone = await t.account('Mia@shop.example'.toLowerCase())
    await makeList(t, phone, { lname: 'Made on the phone' })
    const laptop = await t.account('mia@shop.example')
    expect(names(await done(t, 'lists/fetch-lists', laptop))).toEqual(['Made on the phone'])
  })

  // proves S4.6.guest
  test('another guest, and the same uuid in another store, see none of it', async () => {
    const uuid = '3f8e1c1e-6c5c-4b57-8c11-3c1a8f6f6f01'
    await makeList(t, await t.guest(uuid))
    const elsewhere = await t.newStore()
    expect(await done(t, 'lists/fetch-lists', await t.guest())).toEqual([])
    expect(await done(t, 'lists/fetch-lists', await t.guest(uuid, elsewhere), {}, elsewhere)).toEqual([])
  })

  // proves C3.fetch-lists
  test('lty restricts them to one type', async () => {
    const guest = await t.guest()
    await makeList(t, guest, { lname: 'Wished' })
    await makeList(t, guest, { lname: 'Later', lty: 'sfl' })
    expect(names(await done(t, 'lists/fetch-lists', guest, { lty: 'sfl' }))).toEqual(['Later'])
    expect(names(await done(t, 'lists/fetch-lists', guest, { lty: 'wl' }))).toEqual(['Wished'])
    expect(await done(t, 'lists/fetch-lists', guest, { lty: 'none' })).toEqual([])
  })

  // proves C3.order
  test('wishlists are before other types, each oldest first, not by the last change', async () => {
    const store = await t.newStore('list-types=registry')
    const guest = await t.guest(undefined, store)
    for (const [lname, lty] of [
      ['registry 1', 'registry'],
      ['wished 1', 'wl'],
      ['later', 'sfl'],
      ['wished 2', 'wl'],
      ['registry 2', 'registry'],
      ['wished 3', 'wl'],
    ])
      await makeList(t, guest, { lname, lty }, store)
    const order = ['wished 1', 'wished 2', 'wished 3', 'registry 1', 'later', 'registry 2']
    const lists = await done(t, 'lists/fetch-lists', guest, {}, store)
    expect(names(lists)).toEqual(order)
    await add(t, guest, lists[1].lid, [product(1)], store)
    expect(names(await done(t, 'lists/fetch-lists', guest, {}, store))).toEqual(order)
    expect(names((await done(t, 'lists/fetch-user-lists', guest, {}, store)).data)).toEqual(order)
  })

  // proves C3.order
  test('lists made in the same millisecond have a fixed order', async () => {
    const guest = await t.guest()
    for (let n = 0; n < 5; n++) await makeList(t, guest, { lname: `Same time ${n}` })
    await t.sql`update lists set created_at = '2026-01-01' where name like 'Same time %'`
    const expected = [0, 1, 2, 3, 4].map((n) => `Same time ${n}`)
    expect(names(await done(t, 'lists/fetch-lists', guest))).toEqual(expected)
  })

  // proves S2.5.st, S3.st, C3.archived
  test('st is 1 for an active list and 0 for an archived one, left out unless asked for', async () => {
    const guest = await t.guest()
    await makeList(t, guest, { lname: 'Archived' })
    await makeList(t, guest, { lname: 'Current' })
    await t.sql`update lists set archived = true where name = 'Archived'`
    expect(names(await done(t, 'lists/fetch-lists', guest))).toEqual(['Current'])
    expect(names(await done(t, 'lists/fetch-lists', guest, { includeArchived: false }))).toEqual(['Current'])
    const all = await done(t, 'lists/fetch-lists', guest, { includeArchived: true })
    expect(all.map(({ lname, st }: Named & { st: number }) => [lname, st])).toEqual([
      ['Archived', 0],
      ['Current', 1],
    ])
    expect((await done(t, 'lists/fetch-user-lists', guest, { includeArchived: '1' })).data).toHaveLength(2)
  })

  test('refuses what it can’t read, naming it', async () => {
    const guest = await t.guest()
    const refused = await t.shop('lists/fetch-lists', guest, { includeArchived: 'perhaps' })
    expectRefused(refused, 400, 'invalid-includearchived', 'includeArchived must be true or false')
    expectRefused(await t.shop('lists/fetch-user-lists', guest, { lty: 'x\0' }), 400, 'invalid-lty', /^lty /)
  })
})

describe('the preview', () => {
  // proves C3.listcontents
  test('shows the 500 newest items by default; cnt is the true number', async () => {
    const guest = await t.guest()
    const { lid } = await makeList(t, guest)
    for (const from of [1, 201, 401]) await add(t, guest, lid, products(from, 200))
    const [list] = await done(t, 'lists/fetch-lists', guest)
    expect(list.cnt).toBe(600)
    expect(list.listcontents).toHaveLength(500)
    expect(list.listcontents[0].epi).toBe(600)
    expect(list.listcontents.at(-1).epi).toBe(101)
    expect(await done(t, 'lists/fetch-ctx', guest, { lid })).toEqual(list.listcontents)
  })

  test('has the length the store set', async () => {
    const store = await t.newStore('preview-items=2')
    const guest = await t.guest(undefined, store)
    const { lid } = await makeList(t, guest, {}, store)
    await add(t, guest, lid, products(1, 5), store)
    expect(await look(t, guest, lid, store)).toMatchObject({ cnt: 5, listcontents: [{ epi: 5 }, { epi: 4 }] })
    expect(await done(t, 'lists/fetch-ctx', guest, { lid }, store)).toHaveLength(2)
  })
})

// proves C3.fetch-user-lists
test('fetch-user-lists answers records without their items, for guests too', async () => {
  const guest = await t.guest()
  const { listcontents, ...head } = await makeList(t, guest)
  expect(listcontents).toEqual([])
  expect(await done(t, 'lists/fetch-user-lists', guest)).toEqual({ status: 'success', data: [head] })
})

// proves C3.fetch-list, C3.fetch-ctx
test('fetch-list answers the record, fetch-ctx a bare array of items', async () => {
  const guest = await t.guest()
  const list = await makeList(t, guest)
  expect(await done(t, 'lists/fetch-list', guest, { lid: list.lid })).toEqual(list)
  expect(await done(t, 'lists/fetch-ctx', guest, { lid: list.lid })).toEqual([])
  const items = await add(t, guest, list.lid, [product(1)])
  expect(await done(t, 'lists/fetch-ctx', guest, { lid: list.lid })).toEqual(items)
  for (const path of ['lists/fetch-list', 'lists/fetch-ctx'])
    expectRefused(await t.shop(path, guest), 400, 'invalid-lid', 'lid is required')
})

describe('contains', () => {
  // proves C4.contains, C7.contains
  test('returns which of these variants or products are saved, and in which lists', async () => {
    const guest = await t.guest()
    const [one, two] = [await makeList(t, guest), await makeList(t, guest)]
    await add(t, guest, one.lid, [product(1), product(2, { empi: 70 })])
    await add(t, guest, two.lid, [product(1), product(3, { empi: 70 }), { ...product(9), epi: 'blue-9' }])
    expect(await done(t, 'lists/contains', guest, { epis: [1, '2', 4, 'blue-9', '007'] })).toEqual({
      1: [one.lid, two.lid],
      2: [one.lid],
      4: [],
      'blue-9': [two.lid],
      '007': [],
    })
    expect(await done(t, 'lists/contains', guest, { empis: [70, 1] })).toEqual({ 70: [one.lid, two.lid], 1: [] })
    expect(await done(t, 'lists/contains', guest, { epis: [] })).toEqual({})
  })

  test('returns nothing of other shoppers, of their public lists and of archived lists', async () => {
    const [guest, zoe] = [await t.guest(), await t.account('zoe@shop.example')]
    await add(t, zoe, (await makeList(t, zoe, { anonRead: true })).lid, [product(1)])
    await add(t, guest, (await makeList(t, guest, { lname: 'Put away' })).lid, [product(1)])
    await t.sql`update lists set archived = true where name = 'Put away'`
    expect(await done(t, 'lists/contains', guest, { epis: [1] })).toEqual({ 1: [] })
  })

  // proves C4.contains
  test('refuses more than 250, none at all, and an invalid id', async () => {
    const guest = await t.guest()
    const ask = (fields: object) => t.shop('lists/contains', guest, { ...fields })
    const many = Array.from({ length: 251 }, (_, n) => n)
    expectRefused(await ask({ epis: many }), 400, 'invalid-epis', 'epis may contain at most 250')
    expect((await ask({ empis: many.slice(1) })).status).toBe(200)
    expectRefused(await ask({}), 400, 'invalid-empis', 'empis or epis is required')
    expectRefused(await ask({ epis: [1, {}] }), 400, 'invalid-epis', /^epis\[1\] must be a whole number or text$/)
    expectRefused(await ask({ empis: '{' }), 400, 'invalid-empis', 'empis must be JSON')
  })
})
