/** Text that can't be stored is refused with its field's name, in every part of a dashboard call. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDashboard, prefixOf, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
beforeAll(async () => {
  t = await openTestDashboard()
})
afterAll(() => t.close())

const unkept = ['nul\0inside', 'half\ud83c', '\udf81\ud83c']

test.each(unkept)('%j is refused in a body, in a query and before a file starts', async (text) => {
  const owner = await t.member('owner')
  const refused = { status: 400, body: { message: expect.stringContaining('contains a NUL character or an unpaired') } }
  const email = { email: text, password: 'a password' }
  expect(await t.stranger.post('/sign-in', email)).toMatchObject({ ...refused, body: { type: 'invalid-email' } })
  expect(await owner.post('/me', { name: text })).toMatchObject(refused)
  expect(await owner.in().post('/outbox/resend-failed', { reason: text })).toMatchObject(refused)
  const draft = { topic: 'backinstock', medium: 'email', locale: 'en', variantId: text }
  expect(await owner.in().post('/templates/preview', draft)).toMatchObject(refused)
})

test('an invalid query is refused before a file starts', async () => {
  const owner = await t.member('owner')
  expect(await owner.in().get('/merges.csv?q=%00')).toMatchObject({ status: 400, body: { type: 'invalid-q' } })
  expect(await owner.in().get('/merges.csv')).toMatchObject({ status: 200 })
})

test('a draft in a frame that is not JSON is a client error', async () => {
  const { cookie } = await t.member('viewer')
  const reply = await t.app.inject({
    method: 'POST',
    url: `/dashboard/api/stores/${prefixOf(t.store)}/templates/frame`,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    payload: { draft: '{' },
  })
  expect([reply.statusCode, reply.json().type]).toEqual([400, 'invalid-draft'])
})
