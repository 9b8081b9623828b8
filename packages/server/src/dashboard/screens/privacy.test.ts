/** Exporting and erasing a shopper from the dashboard. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeIdOf } from '../../domain/stores/stores.ts'
import { add, makeList, products } from '../../http/testing/lists.ts'
import { testRoles } from '../testing/roles.ts'
import { openTestDashboard, type Person, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
let admin: ReturnType<Person['in']>
beforeAll(async () => {
  t = await openTestDashboard()
  admin = (await t.member('admin')).in()
})
afterAll(() => t.close())

const nobody = { email: 'nobody@shop.example' }
testRoles(
  () => t,
  [
    ['post', '/privacy/look', 'admin', nobody],
    ['post', '/privacy/export', 'admin', nobody],
    ['post', '/privacy/erase', 'admin', nobody],
    ['post', '/privacy/end-sessions', 'admin', nobody],
    ['get', '/privacy/redactions', 'admin'],
    ['post', '/privacy/redactions/cancel', 'admin', { redactionId: '00000000-0000-4000-8000-000000000000' }],
  ],
)

test('a shopper’s data is shown, exported, and erased without a trace in the log', async () => {
  const email = 'leaving@shop.example'
  const who = await t.account(email)
  const list = await makeList(t, who, { lname: 'Mine <script>' })
  await add(t, who, list.lid, products(1, 2))
  const { found } = (await admin.post('/privacy/look', { email: ' Leaving@shop.example ' })).body
  expect(found).toMatchObject({ shoppers: 1, lists: 1, items: 2, subscriptions: 0 })
  const given = (await admin.post('/privacy/export', { email })).body
  expect(given.lists[0]).toMatchObject({ name: 'Mine <script>' })
  expect((await admin.post('/privacy/erase', { email })).body).toEqual({ shoppers: 1, subscriptions: 0 })
  expect((await admin.post('/privacy/erase', { email })).body).toEqual({ shoppers: 0, subscriptions: 0 })
  expect((await admin.post('/privacy/look', { email })).body.found).toMatchObject({ shoppers: 0, lists: 0, items: 0 })
  const { rows } = (await admin.get('/audit')).body
  expect(rows.map(({ act }: { act: string }) => act).slice(0, 5)).toEqual([
    'shopper-looked-up',
    'shopper-erased',
    'shopper-erased',
    'shopper-exported',
    'shopper-looked-up',
  ])
  expect(JSON.stringify(rows)).not.toContain(email)
})

test('a call without an address finds no shopper', async () => {
  for (const path of ['/privacy/look', '/privacy/export', '/privacy/erase', '/privacy/end-sessions'])
    expect(await admin.post(path, { email: ' ' })).toMatchObject({ status: 400, body: { type: 'invalid-subject' } })
})

// proves C2.end-sessions
test('a shopper’s sessions end on every device, and a new login works', async () => {
  const email = 'stolen-phone@shop.example'
  const phone = await t.account(email)
  await makeList(t, phone)
  const fetchLists = async (who = phone) => (await t.shop('lists/fetch-lists', who)).status
  expect(await fetchLists()).toBe(200)
  expect((await admin.post('/privacy/end-sessions', { email })).body).toEqual({ ended: 1 })
  await expect.poll(() => fetchLists()).toBe(401)
  expect(await fetchLists(await t.account(email))).toBe(200)
  const [act] = (await admin.get('/audit')).body.rows
  expect(act).toMatchObject({ act: 'shopper-sessions-ended' })
  expect(JSON.stringify(act)).not.toContain(email)
})

test('another store’s shopper is not found', async () => {
  const other = await t.newStore()
  await t.account('theirs@shop.example', other)
  expect((await admin.post('/privacy/look', { email: 'theirs@shop.example' })).body.found.shoppers).toBe(0)
})

test('an erasure requested by a platform is shown and cancelled once, with a row in the log', async () => {
  const storeId = storeIdOf(t.store.pid)!
  const [added] = await t.sql`
    insert into redactions (store_id, redaction_id, source, scope, status, due_at)
    values (${storeId}, gen_random_uuid(), 'shopify', 'shop', 'pending', now() + interval '1 day')
    returning redaction_id`
  const { redactionId } = added!
  expect((await admin.get('/home')).body.attention.redactions).toBe(1)
  expect((await admin.get('/privacy/redactions')).body.rows).toMatchObject([{ redactionId, status: 'pending' }])
  for (let round = 0; round < 2; round++)
    expect(await admin.post('/privacy/redactions/cancel', { redactionId })).toMatchObject({
      status: 200,
      body: { status: 'cancelled', redactionId },
    })
  expect((await admin.get('/home')).body.attention.redactions).toBe(0)
  const { rows } = (await admin.get('/audit')).body
  expect(rows.filter(({ act }: { act: string }) => act === 'redaction-cancelled')).toHaveLength(1)
  expect(await admin.post('/privacy/redactions/cancel', { redactionId: 'x' })).toMatchObject({ status: 400 })
  await t.sql`update redactions set status = 'done' where store_id = ${storeId}`
  expect(await admin.post('/privacy/redactions/cancel', { redactionId })).toMatchObject({
    status: 409,
    body: { type: 'redaction-done' },
  })
  const other = await t.newStore()
  const theirs = (await t.member('admin', other)).in(other)
  expect((await theirs.get('/privacy/redactions')).body.rows).toEqual([])
  expect(await theirs.post('/privacy/redactions/cancel', { redactionId })).toMatchObject({ status: 404 })
})
