import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ask, fillShop, markAll, restock } from '../testing/shop.ts'
import { openTestDashboard, type Person, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
let viewer: ReturnType<Person['in']>
beforeAll(async () => {
  t = await openTestDashboard()
  viewer = (await t.member('viewer')).in()
  await fillShop(t)
  for (const name of ['ada', 'ben', 'cem']) await ask(t, `${name}@mail.example`)
  await restock(t, 1)
  await markAll(t, 'sent')
  await vi.waitFor(async () => expect((await viewer.get('/analytics?days=7')).body.isCounted).toBe(true), {
    timeout: 30_000,
  })
})
afterAll(() => t.close())

test('the funnel from saved to bought, for this period and the previous one', async () => {
  const { body } = await viewer.get('/analytics?days=7')
  expect(body.now).toMatchObject({ signedUp: 3, told: 1, clicked: 0, bought: 0, saved: 0, restocks: 1 })
  expect(body.before).toMatchObject({ signedUp: 0, told: 0 })
})

test('reports by topic and channel, by day, and of lost sales; each also as a file', async () => {
  expect((await viewer.get('/analytics/topics?days=7')).body.rows).toMatchObject([
    { topic: 'backinstock', medium: 'email', signedUp: 3, told: 1 },
  ])
  expect((await viewer.get('/analytics/days?days=7')).body.rows).toHaveLength(7)
  const rows = await vi.waitFor(
    async () => {
      const { rows } = (await viewer.get('/analytics/demand')).body
      expect(rows).toHaveLength(1)
      return rows
    },
    { timeout: 30_000, interval: 200 },
  )
  expect(rows).toMatchObject([{ title: 'Linen shirt', waiting: 2, units: 2, stock: 1, unmet: 1 }])
  expect((await viewer.get('/analytics/demand.csv')).body).toContain('Linen shirt,,111,backinstock,2,2,1,1,20,20')
  expect((await viewer.get('/analytics/topics.csv?days=7')).body).toContain('backinstock,email,3,1,0,0,0')
  expect((await viewer.get('/analytics/days.csv?days=7')).body.split('\r\n')).toHaveLength(9)
})

test('demand as money and the order list; each also as a file', async () => {
  expect((await viewer.get('/analytics/conversion')).body).toEqual({ told: 0, bought: 0, rate: null, needed: 50 })
  const { rows } = (await viewer.get('/analytics/demand-value?restock=5')).body
  expect(rows).toMatchObject([
    { title: 'Linen shirt', waiting: 2, prices: [{ price: 20, units: 2 }], expectation: null },
  ])
  expect((await viewer.get('/analytics/demand-value.csv')).body).toContain('Linen shirt,,,111,1,20,')
  const weeks = (await viewer.get('/analytics/order-list')).body.rows
  expect(weeks).toMatchObject([{ variantId: '111', market: null, units: 2 }])
  expect((await viewer.get('/analytics/order-list.csv')).body).toContain(`,${weeks[0].week},2,2,0`)
  expect((await viewer.get('/analytics/demand-value?restock=0')).status).toBe(400)
  for (const path of ['demand-value', 'order-list', 'conversion'])
    expect((await t.stranger.in().get(`/analytics/${path}`)).status).toBe(401)
})

test('the measured effect: nothing without a hold-out, then what is missing for a figure', async () => {
  expect((await viewer.get('/analytics/lift?days=30')).body).toEqual({ topics: [] })
  expect((await viewer.get('/analytics/lift?days=0')).status).toBe(400)
  expect((await t.stranger.in().get('/analytics/lift')).status).toBe(401)
})

test('an empty period is refused, and callers without a session see nothing', async () => {
  expect((await viewer.get('/analytics?days=0')).status).toBe(400)
  expect((await viewer.get('/analytics/topics?days=400')).status).toBe(400)
  for (const path of ['/analytics', '/analytics/days', '/analytics/topics', '/analytics/demand'])
    expect((await t.stranger.in().get(path)).status).toBe(401)
})
