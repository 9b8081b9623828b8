/** Exporting and erasing a shopper from the dashboard. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, makeList, products } from '../http/testing-lists.ts'
import { openTestDashboard, type Person, type TestDashboard } from './testing.ts'
import { testRoles } from './testing-roles.ts'

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
  ],
)

test('what is held about a shopper is told, given, and erased without a trace in the log', async () => {
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

test('without an address nobody is meant', async () => {
  for (const path of ['/privacy/look', '/privacy/export', '/privacy/erase'])
    expect(await admin.post(path, { email: ' ' })).toMatchObject({ status: 400, body: { type: 'invalid-subject' } })
})

test('another store’s shopper is not found', async () => {
  const other = await t.newStore()
  await t.account('theirs@shop.example', other)
  expect((await admin.post('/privacy/look', { email: 'theirs@shop.example' })).body.found.shoppers).toBe(0)
})
