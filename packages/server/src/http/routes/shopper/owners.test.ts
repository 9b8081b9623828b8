/** What a list says of its owner, to the owner. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { done, makeList } from '../../testing/lists.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

// proves S2.5.userinfo, S4.6.answer, C3.userinfo
test('userinfo is null for guests', async () => {
  const guest = await t.guest()
  const { lid, userinfo } = await makeList(t, guest)
  expect(userinfo).toBeNull()
  expect((await done(t, 'lists/fetch-lists', guest))[0].userinfo).toBeNull()
  expect((await done(t, 'lists/fetch-user-list', guest, { lid })).userinfo).toBeNull()
})

// proves S2.5.userinfo, S2.8.em, S2.8.ids, S2.8.lastlogin, S2.8.times, S2.8.others, C3.userinfo
test('after login it is an object with every field', async () => {
  const before = Date.now() - 5
  const ida = await t.account('ida@shop.example')
  const { userinfo } = await makeList(t, ida)
  expect(userinfo).toEqual({
    em: 'ida@shop.example',
    fname: '',
    lname: '',
    uid: expect.any(String),
    pid: t.store.pid,
    m: null,
    lastlogin: expect.stringMatching(isoTime),
    cts: expect.any(Number),
    uts: expect.any(Number),
    sw_mkt: null,
    ut: null,
    acc_mkt: false,
    extags: [],
    prefs: { Mediums: {} },
    pd: {
      tags: [],
      addresses: [],
      orders_count: 0,
      state: null,
      accepts_marketing: false,
      updated_at: null,
      created_at: null,
      total_spent: '0.00',
      last_order_id: null,
    },
  })
  expect(Date.parse(userinfo.lastlogin)).toBeGreaterThanOrEqual(before)
  for (const time of [userinfo.cts, userinfo.uts]) {
    expect(Number.isInteger(time)).toBe(true)
    expect(time).toBeGreaterThanOrEqual(before)
  }
})

test('shows what the service knows of the shopper', async () => {
  const leo = await t.account('leo@shop.example')
  await makeList(t, leo)
  const preferences = { email: { signedUpAt: 1767225600000, acceptsMarketing: true, source: 'storefront' } }
  const platformData = {
    tags: ['vip'],
    addresses: [{ city: 'Köln' }],
    ordersCount: 3,
    state: 'enabled',
    acceptsMarketing: true,
    updatedAt: '2026-01-02T03:04:05Z',
    createdAt: '2025-01-02T03:04:05Z',
    totalSpent: '123.45',
    lastOrderId: 42,
  }
  await t.sql`
    update shoppers
    set first_name = 'Leo', last_name = 'Löwe', phone = '+4915112345678', accepts_marketing = true, tags = '{vip,b2b}',
      preferences = ${t.sql.json(preferences)}, platform_data = ${t.sql.json(platformData)}
    where email = 'leo@shop.example'`
  const [{ userinfo, uid }] = await done(t, 'lists/fetch-lists', leo)
  expect(userinfo).toMatchObject({
    fname: 'Leo',
    lname: 'Löwe',
    uid,
    m: '+4915112345678',
    acc_mkt: true,
    extags: ['vip', 'b2b'],
    prefs: { Mediums: { email: { signuptime: 1767225600000, acceptmarketing: true, acceptsource: 'storefront' } } },
    pd: {
      tags: ['vip'],
      addresses: [{ city: 'Köln' }],
      orders_count: 3,
      state: 'enabled',
      accepts_marketing: true,
      updated_at: '2026-01-02T03:04:05Z',
      created_at: '2025-01-02T03:04:05Z',
      total_spent: '123.45',
      last_order_id: 42,
    },
  })
})

test('is the same in every answer that contains it', async () => {
  const eli = await t.account('eli@shop.example')
  const { lid, userinfo } = await makeList(t, eli)
  const answers = [
    (await done(t, 'lists/fetch-lists', eli))[0],
    (await done(t, 'lists/fetch-user-lists', eli)).data[0],
    await done(t, 'lists/fetch-list', eli, { lid }),
    await done(t, 'lists/fetch-user-list', eli, { lid }),
    (await done(t, 'lists/fetch-user-list', eli, { lid })).list,
    await done(t, 'lists/fetch-list-with-contents', eli, { lid }),
    await done(t, 'lists/update', eli, { lid, lnote: 'n' }),
    await done(t, 'lists/delete-list', eli, { lid }),
  ]
  for (const answer of answers) expect(answer.userinfo).toEqual(userinfo)
})
