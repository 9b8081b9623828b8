/** A public list: every shopper of the store may read it, only its owner may change it, and it reveals nothing of its owner. */
import { beforeAll, describe, expect, test } from 'vitest'
import { add, done, expectRefused, look, makeList, product } from '../../testing/lists.ts'
import { type Reply, type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let owner: TestShopper
let lid: string
const email = 'secret-owner@shop.example'
beforeAll(async () => {
  owner = await t.account(email)
  lid = (await makeList(t, owner, { anonRead: true, lname: 'Wedding', lnote: 'come all' })).lid
  await add(t, owner, lid, [product(1, { note: 'the red one' }), product(2)])
  await t.sql`
    update shoppers
    set first_name = 'Grace', last_name = 'Hopper', phone = '+4915112345678', tags = '{vip-customer}',
      preferences = '{"email": {"signedUpAt": 1, "acceptsMarketing": true, "source": "checkout"}}',
      platform_data = '{"ordersCount": 7, "addresses": [{"city": "Arlington"}], "totalSpent": "99.00", "state": "enabled"}'
    where email = ${email}`
})

const readers: [string, () => Promise<TestShopper>][] = [
  ['a guest', () => t.guest()],
  ['another logged-in shopper', () => t.account('reader@shop.example')],
]

describe.each(readers)('%s', (_, reader) => {
  // proves C3.public, C3.fetch-list-with-contents-public, C8.1.strangers
  test.each([
    ['fetch-list', (body: Reply['body']) => [body, body.listcontents, body.userinfo]],
    ['fetch-user-list', (body: Reply['body']) => [body.list, body.items, body.userinfo]],
    ['fetch-list-with-contents', (body: Reply['body']) => [body.list, body.listcontents, body.userinfo]],
  ])('may read it by %s, and learns nothing but the first name', async (path, parts) => {
    const body = await done(t, `lists/${path}`, await reader(), { lid })
    const [list, items, userinfo] = parts(body)
    expect(list).toMatchObject({ lname: 'Wedding', lnote: 'come all', anonRead: true, cnt: 2, lid })
    expect(list).toMatchObject({ cby: null, uby: null, cfor: null, di: '' })
    expect(items).toMatchObject([
      { epi: 2, uby: null, di: '' },
      { epi: 1, uby: null, di: '', note: 'the red one' },
    ])
    expect(userinfo).toMatchObject({ fname: 'Grace', em: '', lname: '', m: null, lastlogin: null, cts: 0, uts: 0 })
    expect(userinfo).toMatchObject({ extags: [], prefs: { Mediums: {} }, acc_mkt: false })
    expect(userinfo.pd).toMatchObject({ addresses: [], orders_count: 0, total_spent: '0.00', state: null })
    const said = JSON.stringify(body)
    for (const secret of [email, 'Hopper', '+4915112345678', 'Arlington', 'vip-customer', '99.00', 'checkout'])
      expect(said).not.toContain(secret)
  })

  test('may read its items by fetch-ctx', async () => {
    const items = await done(t, 'lists/fetch-ctx', await reader(), { lid })
    expect(items).toMatchObject([
      { epi: 2, uby: null, di: '' },
      { epi: 1, uby: null, di: '' },
    ])
  })

  // proves C3.public
  test.each([
    ['update', { lname: 'Mine now' }],
    ['update-ctx', { a: [product(3)] }],
    ['update-ctx', { a: [] }],
    ['update-ctx', { u: [{ epi: 1, qty: 9 }] }],
    ['update-ctx', { d: [{ epi: 1 }] }],
    ['delete-list', {}],
  ])('may not change it by %s %j', async (path, fields) => {
    const was = await look(t, owner, lid)
    expectRefused(await t.shop(`lists/${path}`, await reader(), { lid, ...fields }), 404, 'unknown-list')
    expect(await look(t, owner, lid)).toEqual(was)
  })

  test('may not change it together with lists of their own', async () => {
    const who = await reader()
    const own = await makeList(t, who)
    const fields = { lids: [own.lid, lid], a: [product(3)] }
    expectRefused(await t.shop('lists/update-multiple-ctx', who, fields), 404, 'unknown-list')
    expect((await look(t, who, own.lid)).cnt).toBe(0)
  })

  test('finds it in none of their own lists', async () => {
    const who = await reader()
    const lists = await done(t, 'lists/fetch-lists', who)
    expect(lists.map((list: { lid: string }) => list.lid)).not.toContain(lid)
  })
})

// proves C3.fetch-list-with-contents
test('fetch-list-with-contents has the items of the page inside the list, too', async () => {
  const guest = await t.guest()
  const page = (query: Record<string, unknown>, who = guest) =>
    done(t, 'lists/fetch-list-with-contents', who, { lid, ...query })
  for (const who of [owner, guest]) {
    const whole = await page({}, who)
    expect(whole.list.listcontents).toEqual(whole.items)
    expect(whole.listcontents).toEqual(whole.items)
    expect(whole.list).toEqual(await look(t, who, lid))
  }
  const first = await page({ limit: 1 })
  expect([first.list.listcontents.map(epi), first.list.cnt]).toEqual([[2], 2])
  expect(first.pagination).toEqual({ totalcount: 2, next: expect.any(String), limit: 1 })
  expect((await page({ limit: 1, offset: 1 })).list.listcontents.map(epi)).toEqual([1])
  expect((await page({ limit: 1, next: first.pagination.next })).list.listcontents.map(epi)).toEqual([1])
  expect((await page({ offset: 2 })).list).toMatchObject({ cnt: 2, listcontents: [] })
})

const epi = (item: { epi: number }) => item.epi

test('the owner sees all of it', async () => {
  const list = await look(t, owner, lid)
  expect(list).toMatchObject({ cby: email, uby: email, cfor: email, di: expect.any(String) })
  expect(list.userinfo).toMatchObject({ em: email, lname: 'Hopper', pd: { orders_count: 7 } })
  expect(list.listcontents[0]).toMatchObject({ uby: email, di: expect.any(String) })
})

test('a shopper of another store does not see it, and neither does one without a regid', async () => {
  const store = await t.newStore()
  expectRefused(await t.shop('lists/fetch-list', await t.guest(undefined, store), { lid }, store), 404, 'unknown-list')
  expectRefused(await t.shop('lists/fetch-list', {}, { lid }), 401, 'sw-badregid')
})

test('a list made private again is not visible to others', async () => {
  const list = await makeList(t, owner, { anonRead: true })
  const guest = await t.guest()
  await look(t, guest, list.lid)
  await t.sql`update lists set anonymous_read = false where name = ${list.lname}`
  expectRefused(await t.shop('lists/fetch-list', guest, { lid: list.lid }), 404, 'unknown-list')
})

test('others see no picture whose address its owner gave, nor get it with a copy; the owner sees it', async () => {
  const { lid } = await makeList(t, owner, { anonRead: true })
  const pictures = ['https://evil.example/pixel.png', '/cart/clear', '/cart/add?id=1&quantity=99', '/img/logout.png']
  const items = pictures.map((iu, n) => product(900 + n, { iu }))
  for (const item of items) await t.shop('lists/update-ctx', owner, { lid, a: [item] })
  const shown = async (who: TestShopper, id: string) =>
    (await look(t, who, id)).listcontents.map(({ iu }: { iu: string | null }) => iu).filter(Boolean)
  expect(await shown(owner, lid)).toContain(pictures[0])
  const eve = await t.guest()
  expect(await shown(eve, lid)).toEqual([])
  const copy = await makeList(t, eve, { fromlid: lid })
  expect(await shown(eve, copy.lid)).toEqual([])
  const own = await makeList(t, owner, { fromlid: lid })
  expect(await shown(owner, own.lid)).toContain(pictures[0])
})
