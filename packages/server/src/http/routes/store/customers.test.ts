/** The customers call: what the store tells about the owners of lists, and who sees it. */
import { expect, test } from 'vitest'
import { describeSubject } from '../../../domain/privacy/describe-subject.ts'
import { eraseSubject } from '../../../domain/privacy/erase-subject.ts'
import { done, expectRefused, makeList } from '../../testing/lists.ts'
import { useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

const send = (customers: unknown, store = t.store) => t.admin('v3/customers', { customers }, store)
const ownerOf = async (email: string, store = t.store) =>
  (await makeList(t, await t.account(email, store), {}, store)).userinfo

const longTags = Array.from({ length: 5 }, (_, i) => `${i}${'💖'.repeat(250)}`)

const media = (from: number, count: number, letter: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `medium${from + i}`,
      { signuptime: from + i, acceptmarketing: true, acceptsource: letter.repeat(100) },
    ]),
  )

const ada = {
  em: 'Ada@Shop.example',
  fname: 'Ada',
  lname: 'Lovelace',
  m: '+44 20 7946 0018',
  acc_mkt: true,
  sw_mkt: 'newsletter',
  ut: 2,
  extags: ['vip', 'b2b'],
  prefs: { Mediums: { email: { signuptime: 1767225600000, acceptmarketing: true, acceptsource: 'checkout' } } },
  pd: {
    tags: ['vip'],
    addresses: [{ city: 'London', zip: 'W1', default: true }],
    orders_count: 3,
    state: 'enabled',
    accepts_marketing: true,
    updated_at: '2026-01-02T03:04:05Z',
    created_at: '2025-01-02T03:04:05+01:00',
    total_spent: '123.45',
    last_order_id: 42,
  },
}

// proves C8.1.customers, S2.8.names, S2.8.m, S2.8.extags, S2.8.pd
test('a customer sent before the first visit shows in the first list, whole', async () => {
  expect((await send([ada])).body).toEqual({ recorded: 1, older: 0 })
  const { em, uid, pid, lastlogin, cts, uts, ...told } = await ownerOf('ada@shop.example')
  const { em: _, ...sent } = ada
  expect(told).toEqual(sent)
  expect([em, pid, typeof uid, typeof cts, typeof uts]).toEqual([
    'ada@shop.example',
    t.store.pid,
    'string',
    'number',
    'number',
  ])
  expect(new Date(lastlogin).toISOString()).toBe(lastlogin)
})

test('fields that are sent replace, null clears, and the others stay', async () => {
  await send([{ ...ada, em: 'bo@shop.example' }])
  await send([
    {
      useremail: 'bo@shop.example',
      lname: null,
      m: null,
      sw_mkt: null,
      pd: { orders_count: 4, state: null, addresses: [] },
    },
  ])
  expect(await ownerOf('bo@shop.example')).toMatchObject({
    fname: 'Ada',
    lname: '',
    m: null,
    sw_mkt: null,
    ut: 2,
    extags: ['vip', 'b2b'],
    pd: { ...ada.pd, orders_count: 4, state: null, addresses: [] },
  })
})

test('repeating changes nothing, and an older description changes nothing', async () => {
  const at = (updated_at: unknown, fname: string) => [{ em: 'cleo@shop.example', fname, pd: { updated_at } }]
  await send(at('2026-03-01T10:00:00Z', 'Cleo'))
  const changedAt = () => t.sql`select updated_at from shoppers where email = 'cleo@shop.example'`
  const before = await changedAt()
  expect((await send(at('2026-03-01T10:00:00Z', 'Cleo'))).body).toEqual({ recorded: 1, older: 0 })
  expect(await changedAt()).toEqual(before)
  expect((await send(at('2026-02-28T10:00:00Z', 'Old'))).body).toEqual({ recorded: 0, older: 1 })
  expect((await send(at(Date.UTC(2026, 1, 27), 'Old'))).body).toEqual({ recorded: 0, older: 1 })
  expect((await ownerOf('cleo@shop.example')).fname).toBe('Cleo')
  // without a time it is news, and one from the far future does not stop the next
  await send([{ em: 'cleo@shop.example', fname: 'New' }])
  await send(at('2099-01-01T00:00:00Z', 'Future'))
  await send(at('2026-03-02T10:00:00Z', 'Now'))
  expect((await ownerOf('cleo@shop.example')).fname).toBe('Now')
})

test('twice in one call, the later counts field by field', async () => {
  const twice = [
    { em: 'dan@shop.example', fname: 'D', lname: 'Doe', pd: { orders_count: 1, state: 'invited' } },
    { em: 'DAN@shop.example', fname: 'Dan', pd: { orders_count: 2 } },
  ]
  expect((await send(twice)).body).toEqual({ recorded: 1, older: 0 })
  expect(await ownerOf('dan@shop.example')).toMatchObject({
    fname: 'Dan',
    lname: 'Doe',
    pd: { orders_count: 2, state: 'invited' },
  })
})

test('media that accumulate call by call: the ten latest stay', async () => {
  for (const from of [0, 10, 5]) await send([{ em: 'mel@shop.example', prefs: { Mediums: media(from, 10, 'x') } }])
  const { prefs } = await ownerOf('mel@shop.example')
  expect(prefs.Mediums).toEqual(media(10, 10, 'x'))
})

test('amounts and ids keep their exact form', async () => {
  await send([{ em: 'eve@shop.example', pd: { total_spent: 12.5, last_order_id: '9007199254740993', created_at: 0 } }])
  const { pd } = await ownerOf('eve@shop.example')
  expect(pd).toMatchObject({
    total_spent: '12.50',
    last_order_id: '9007199254740993',
    created_at: '1970-01-01T00:00:00.000Z',
  })
})

test('a thousand customers in one call', async () => {
  const many = Array.from({ length: 1000 }, (_, i) => ({ em: `c${i}@shop.example`, fname: `C${i}` }))
  expect((await send(many)).body).toEqual({ recorded: 1000, older: 0 })
  expectRefused(await send([...many, ada]), 400, 'invalid-customers', 'customers may contain at most 1000 customers')
})

test('calls with the same customers in another order do not block each other', async () => {
  const some = Array.from({ length: 200 }, (_, i) => ({ em: `r${i}@shop.example`, fname: `R${i}` }))
  const replies = await Promise.all([send(some), send([...some].reverse()), send(some), ownerOf('r7@shop.example')])
  expect(replies.slice(0, 3).map((reply) => reply.body)).toEqual(Array(3).fill({ recorded: 200, older: 0 }))
  expect((await ownerOf('r7@shop.example')).fname).toBe('R7')
})

test.each([
  [[{}], 'customers[0].em is required'],
  [[ada, { em: 'nobody' }], 'customers[1].em must be an e-mail address'],
  [[{ em: 'a@shop.example', useremail: 'b@shop.example' }], 'customers[0].em differs from useremail'],
  [[{ em: 'a@shop.example', first_name: 'A' }], 'customers[0].first_name is not a field of this call: send fname'],
  [[{ email: 'a@shop.example' }], 'customers[0].email is not a field of this call: send em'],
  [[{ em: 'a@shop.example', fname: 'A\nB' }], 'customers[0].fname must be a single line'],
  [[{ em: 'a@shop.example', extags: 'vip' }], 'customers[0].extags'],
  [[{ em: 'a@shop.example', pd: { orders_count: -1 } }], 'customers[0].pd.orders_count must be a whole number'],
  [[{ em: 'a@shop.example', pd: { total_spent: 'much' } }], 'customers[0].pd.total_spent must be a decimal number'],
  [[{ em: 'a@shop.example', pd: { updated_at: 'yesterday' } }], 'customers[0].pd.updated_at must be a time'],
  [
    [{ em: 'a@shop.example', pd: { addresses: Array(21).fill({}) } }],
    'customers[0].pd.addresses may contain at most 20',
  ],
  [[{ em: 'a@shop.example', pd: { addresses: [{ x: 'y'.repeat(9000) }] } }], 'customers[0].pd must be at most 8 KiB'],
  [[{ em: 'a@shop.example', prefs: { Mediums: { 'e mail': {} } } }], 'customers[0].prefs.Mediums'],
  [[{ em: 'a@shop.example', extags: longTags }], 'customers[0].extags must be at most 4 KiB of JSON'],
  [[{ em: 'a@shop.example', pd: { tags: longTags } }], 'customers[0].pd.tags must be at most 4 KiB of JSON'],
  [[{ em: 'a@shop.example', prefs: { Mediums: media(0, 10, '💖') } }], 'customers[0].prefs must be at most 4 KiB'],
  [[], 'customers must contain a customer'],
  [undefined, 'customers'],
])('%j is refused, naming the field, and nothing is stored', async (customers, says) => {
  const store = await t.newStore()
  expectRefused(await send(customers, store), 400, 'invalid-customers', says)
  const { storeId } = await t.storeNow(store)
  expect(await t.sql`select from shoppers where store_id = ${storeId}`).toHaveLength(0)
})

test('without the store’s key, both calls are refused', async () => {
  for (const path of ['v3/customers', 'v3/customers/delete'])
    expect((await t.admin(path, { customers: [ada] }, { ...t.store, apiKey: 'wrong' })).status).toBe(401)
  const shopper = await t.account('ada@shop.example')
  expect((await t.shop('customers', shopper, { customers: [ada] })).status).toBe(404)
})

test('another store knows nothing of them', async () => {
  const other = await t.newStore()
  await send([{ em: 'fay@shop.example', fname: 'Fay' }])
  expect(await ownerOf('fay@shop.example', other)).toMatchObject({ em: 'fay@shop.example', fname: '' })
})

test('a stranger who opens a public list gets the first name only', async () => {
  await send([{ ...ada, em: 'gil@shop.example', fname: 'Gil' }])
  const gil = await t.account('gil@shop.example')
  const { lid } = await makeList(t, gil)
  await done(t, 'lists/markPublic', gil, { lid })
  const { userinfo } = await done(t, 'lists/fetch-list-with-contents', await t.guest(), { lid })
  expect(userinfo).toMatchObject({
    fname: 'Gil',
    lname: '',
    m: null,
    sw_mkt: null,
    ut: null,
    extags: [],
    acc_mkt: false,
  })
  expect(JSON.stringify(userinfo)).not.toMatch(/shop\.example|London|Lovelace|vip|7946|newsletter|checkout|123\.45/)
})

test('the phone number that a store sends finds nobody: it proves nothing', async () => {
  await send([{ em: 'hal@shop.example', m: '+15550100148' }])
  const alert = {
    medium: 'sms',
    mediumvalue: '+15550100148',
    topics: ['backinstock'],
    products: [{ epi: 1, empi: 1, du: '/p' }],
  }
  await t.admin('bispa/subscriptions/create', alert)
  const store = await t.storeNow()
  expect((await describeSubject(t.sql, store, { email: 'hal@shop.example' })).subscriptions).toEqual([])
  await eraseSubject(t.sql, store, { email: 'hal@shop.example' })
  expect(
    await t.sql`select from subscriptions where store_id = ${store.storeId} and address = '+15550100148'`,
  ).toHaveLength(1)
})

test('a person’s export has all of it, and an erasure removes all of it', async () => {
  await send([{ ...ada, em: 'ivy@shop.example' }])
  const store = await t.storeNow()
  const found = await describeSubject(t.sql, store, { email: 'ivy@shop.example' })
  expect(JSON.stringify(found.shoppers)).toMatch(/Ada.*Lovelace.*vip.*checkout.*London/)
  expect(await eraseSubject(t.sql, store, { email: 'ivy@shop.example' })).toMatchObject({ shoppers: 1 })
  expect(await ownerOf('ivy@shop.example')).toMatchObject({
    fname: '',
    lname: '',
    m: null,
    extags: [],
    prefs: { Mediums: {} },
    pd: { orders_count: 0, addresses: [] },
  })
})

test('deleting removes what was sent, keeps lists, and is in the audit log without names', async () => {
  const store = await t.newStore()
  await send(
    [
      { ...ada, em: 'jo@shop.example' },
      { ...ada, em: 'never@shop.example' },
    ],
    store,
  )
  const jo = await t.account('jo@shop.example', store)
  const { lid } = await makeList(t, jo, {}, store)
  const forget = (...customers: object[]) => t.admin('v3/customers/delete', { customers }, store)
  const both = [{ em: 'JO@shop.example' }, { useremail: 'never@shop.example' }]
  expect((await forget(...both)).body).toEqual({ deleted: 2 })
  expect((await forget(...both)).body).toEqual({ deleted: 0 })
  const [list] = await done(t, 'lists/fetch-lists', jo, {}, store)
  expect(list).toMatchObject({
    lid,
    userinfo: { em: 'jo@shop.example', fname: '', m: null, extags: [], pd: { total_spent: '0.00' } },
  })
  const { storeId } = await t.storeNow(store)
  expect(await t.sql`select email from shoppers where store_id = ${storeId}`).toEqual([{ email: 'jo@shop.example' }])
  const log = await t.sql`select act, facts from audit_log where store_id = ${storeId} and act = 'customers-deleted'`
  expect(log).toEqual([{ act: 'customers-deleted', facts: { count: 2 } }])
  expectRefused(await forget({}), 400, 'invalid-customers', 'customers[0].em is required')
  expectRefused(await t.admin('v3/customers/delete', {}, store), 400, 'invalid-customers')
})

test('the same call with an idempotency key is done once', async () => {
  const call = () =>
    t.app.inject({
      method: 'POST',
      url: '/storeadmin/v3/customers',
      headers: {
        authorization: `Basic ${Buffer.from(`${t.store.pid}:${t.store.apiKey}`).toString('base64')}`,
        'idempotency-key': 'k1',
      },
      payload: { customers: [{ em: 'kim@shop.example', fname: 'Kim' }] },
    })
  const [first, second] = [await call(), await call()]
  expect([first.statusCode, second.statusCode, second.json()]).toEqual([200, 200, first.json()])
})
