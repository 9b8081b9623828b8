import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, fillShop, mug, nasty, restock } from '../testing/shop.ts'
import { openTestDashboard, type Person, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
let viewer: ReturnType<Person['in']>
beforeAll(async () => {
  t = await openTestDashboard()
  viewer = (await t.member('viewer')).in()
  await fillShop(t)
  for (const name of ['ada', 'ben', 'cem']) await ask(t, `${name}@mail.example`)
  await ask(t, 'dee@mail.example', {
    products: [{ variantId: mug, productId: '22', url: 'https://shop.example/mug' }],
  })
  await restock(t, 1)
})
afterAll(() => t.close())

const addresses = (body: { rows: { address: string }[] }) => body.rows.map(({ address }) => address.split('@')[0])

test('all subscriptions are listed, newest first, page by page', async () => {
  const first = (await viewer.get('/subscriptions?limit=3')).body
  expect(first.rows).toHaveLength(3)
  const second = (await viewer.get(`/subscriptions?limit=3&after=${encodeURIComponent(first.next)}`)).body
  expect([...addresses(first), ...addresses(second)].sort()).toEqual(['ada', 'ben', 'cem', 'dee'])
  expect(second.next).toBeNull()
})

test('the list is filtered by status, address or product', async () => {
  expect(addresses((await viewer.get('/subscriptions?status=told')).body)).toEqual(['ada'])
  expect(addresses((await viewer.get('/subscriptions?status=waiting&limit=2')).body)).toHaveLength(2)
  expect(addresses((await viewer.get('/subscriptions?q=BEN@mail.example')).body)).toEqual(['ben'])
  expect(addresses((await viewer.get('/subscriptions?q=linen')).body).sort()).toEqual(['ada', 'ben', 'cem'])
  expect(addresses((await viewer.get(`/subscriptions?variant=${mug}&status=waiting`)).body)).toEqual(['dee'])
  expect(addresses((await viewer.get('/subscriptions?q=nothing+like+it')).body)).toEqual([])
  expect((await viewer.get('/subscriptions?q=50%25')).body.rows).toEqual([])
})

test('one subscription is shown with its position, its consents and its timeline', async () => {
  const [{ subscriptionId }] = (await viewer.get('/subscriptions?q=cem@mail.example')).body.rows
  const { subscription, timeline } = (await viewer.get(`/subscriptions/${subscriptionId}`)).body
  expect(subscription).toMatchObject({ before: 1, status: 'waiting', title: 'Linen shirt' })
  expect(subscription.consents).toMatchObject([
    { purpose: 'alert', granted: true, userAgent: nasty, textVersion: 'v1' },
  ])
  expect(timeline.length).toBeGreaterThan(0)
  const [{ subscriptionId: told }] = (await viewer.get('/subscriptions?status=told')).body.rows
  const shown = (await viewer.get(`/subscriptions/${told}`)).body
  expect(shown.subscription).toMatchObject({ before: null, offer: { quantity: 1, number: 1, outOf: 1 } })
})

test('the whole list can be downloaded', async () => {
  const { body } = await viewer.get('/subscriptions.csv')
  expect(body.split('\r\n')).toHaveLength(6)
  expect(body).toContain('ada@mail.example,email,told,backinstock,Linen shirt')
})

test('a marketer ends an alert and notifies one person; a viewer and another store may not', async () => {
  const [{ subscriptionId }] = (await viewer.get('/subscriptions?q=cem@mail.example')).body.rows
  const other = await t.newStore()
  const theirs = (await t.member('owner', other)).in(other)
  for (const what of ['end', 'notify']) {
    expect((await viewer.post(`/subscriptions/${subscriptionId}/${what}`)).status).toBe(403)
    expect((await theirs.post(`/subscriptions/${subscriptionId}/${what}`)).status).toBe(404)
    expect((await t.stranger.in().post(`/subscriptions/${subscriptionId}/${what}`)).status).toBe(401)
  }
  expect((await viewer.get(`/subscriptions/${subscriptionId}`)).body.subscription.status).toBe('waiting')
  const marketer = (await t.member('marketer')).in()
  expect((await marketer.post(`/subscriptions/${subscriptionId}/notify`)).body).toMatchObject({ error: true })
  expect((await marketer.post(`/subscriptions/${subscriptionId}/end`)).body).toEqual({ ended: true })
  expect((await marketer.post(`/subscriptions/${subscriptionId}/end`)).body).toEqual({ ended: false })
  const { timeline } = (await viewer.get(`/subscriptions/${subscriptionId}`)).body
  expect(timeline.at(-1)).toMatchObject({ reason: 'ended-by-store' })
})

test('an unknown status or subscription is refused, and another store sees nothing', async () => {
  expect(await viewer.get('/subscriptions?status=asleep')).toMatchObject({ status: 400 })
  expect(await viewer.get(`/subscriptions/${randomUUID()}`)).toMatchObject({ status: 404 })
  expect(await viewer.get('/subscriptions/1')).toMatchObject({ status: 400 })
  expect((await t.stranger.in().get('/subscriptions')).status).toBe(401)
  const other = await t.newStore()
  const [{ subscriptionId }] = (await viewer.get('/subscriptions?limit=1')).body.rows
  const theirs = (await t.member('owner', other)).in(other)
  expect((await theirs.get(`/subscriptions/${subscriptionId}`)).status).toBe(404)
  expect((await theirs.get('/subscriptions')).body.rows).toEqual([])
})
