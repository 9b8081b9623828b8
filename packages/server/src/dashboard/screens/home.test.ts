import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ask, fillShop, markAll, restock } from '../testing/shop.ts'
import { openTestDashboard, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard

/** On a busy machine the first answer comes before the count is complete, and is marked as such. */
async function home(days: number) {
  const viewer = (await t.member('viewer')).in()
  let body = (await viewer.get(`/home?days=${days}`)).body
  while (!body.isCounted) body = (await viewer.get(`/home?days=${days}`)).body
  return body
}

beforeAll(async () => {
  t = await openTestDashboard()
})
afterAll(() => t.close())

test('a new store sees its first steps', async () => {
  const body = await home(1)
  expect(body.setup).toEqual({
    hasCatalog: false,
    hasSender: false,
    hasSubscription: false,
    hasAlert: false,
    hasPassword: true,
    hasWidget: false,
  })
  expect(body.days).toHaveLength(1)
  expect(body.figures).toMatchObject({ signedUp: 0, told: 0, waiting: 0 })
})

test('the figures follow the events, and the guide checks off finished steps', async () => {
  await fillShop(t)
  for (const name of ['ada', 'ben', 'cem']) await ask(t, `${name}@mail.example`)
  await restock(t, 2)
  await markAll(t, 'sent')
  const { storeId } = await t.storeNow()
  const [one] = await t.sql`
    update deliveries
    set clicked_at = now()
    where store_id = ${storeId}
      and subscription_id = (select min(subscription_id::text)::uuid from deliveries where store_id = ${storeId})
    returning subscription_id, trigger_id`
  await t.sql`
    insert into purchases (store_id, order_id, variant_id, quantity, amount, source, subscription_id, trigger_id, bought_at)
    values (${storeId}, 'order 1', '111', 1, 20, 'api', ${one!.subscriptionId}, ${one!.triggerId}, now())`
  // a day in the previous period, counted once and stored
  await t.sql`
    update subscriptions
    set created_at = now() - interval '40 days'
    where store_id = ${storeId}
      and address = 'ben@mail.example'`
  const body = await vi.waitFor(
    async () => {
      const body = await home(31)
      expect(body.figures.waiting).toBe(1)
      return body
    },
    { timeout: 30_000, interval: 200 },
  )
  expect(body.figures).toMatchObject({
    signedUp: 2,
    told: 2,
    clicked: 1,
    bought: 1,
    revenue: 20,
    restocks: 1,
    waiting: 1,
  })
  expect(body.before).toMatchObject({ signedUp: 1, told: 0 })
  expect(body.days.at(-1)).toMatchObject({ signedUp: 2, told: 2, restocks: 1, waiting: 1 })
  expect(body.setup).toMatchObject({ hasCatalog: true, hasSubscription: true, hasAlert: true, hasSender: false })
})

test('wanted sold-out products are listed first, and failures are shown', async () => {
  await restock(t, 0)
  await ask(t, 'dee@mail.example')
  await markAll(t, 'failed')
  const { storeId } = await t.storeNow()
  await t.sql`
    update deliveries
    set status = 'failed',
        facts = '{"detail": "550 no such mailbox"}'
    where store_id = ${storeId}`
  const body = await vi.waitFor(
    async () => {
      const body = await home(31)
      expect(body.wanted).toMatchObject([{ title: 'Linen shirt', waiting: 4, units: 4, stock: 0 }])
      return body
    },
    { timeout: 30_000, interval: 200 },
  )
  expect(body.attention).toMatchObject({ deadLetters: 2, senderSays: '550 no such mailbox', isStale: false })
})

test('an invalid period is refused, and callers without a session see nothing', async () => {
  const viewer = await t.member('viewer')
  expect(await viewer.in().get('/home?days=0')).toMatchObject({ status: 400 })
  expect((await t.stranger.in().get('/home')).status).toBe(401)
  expect((await viewer.in(await t.newStore()).get('/home')).status).toBe(404)
})
