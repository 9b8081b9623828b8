/** A merchant's template has 50 ms: a slower one is refused in previews, tests and saves, and repeated attempts are limited. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic } from '../../../http/testing/test-app.ts'
import { openTestDashboard, type TestDashboard } from '../../testing/test-dashboard.ts'

let t: TestDashboard
beforeAll(async () => {
  t = await openTestDashboard()
})
afterAll(() => t.close())

/** Nested loops, and loops without a body: the clock is checked at tags only. */
const slowTemplates = {
  loops: '{% for a in (1..900) %}{% for b in (1..900) %}{% for c in (1..900) %}.{% endfor %}{% endfor %}{% endfor %}',
  empty: '{% for a in (1..9000) %}{% for b in (1..90) %}{% for c in (1..900) %}{% endfor %}{% endfor %}{% endfor %}',
}

const mail = { topic: 'backinstock', medium: 'email', locale: '*' }
/** A fast machine reaches the limit of memory first. */
const says = /takes longer than 50 ms|memory alloc limit exceeded/

test.each(Object.entries(slowTemplates))(
  '%s: a preview reports it, and neither a test nor a save accepts it',
  async (_, html) => {
    const marketer = (await t.member('marketer')).in()
    const preview = await marketer.post('/templates/preview', { ...mail, html })
    expect(preview.status).toBe(200)
    expect(preview.body.faults).toMatchObject([{ says: expect.stringMatching(says) }])
    const other = (await t.member('marketer')).in()
    const saved = await other.post('/templates', { ...mail, html })
    expect(saved).toMatchObject({ status: 400, body: { type: 'template-fault', msg: expect.stringMatching(says) } })
    const third = (await t.member('marketer')).in()
    const test = await third.post('/templates/test', { ...mail, html, to: 'ada@shop.example' })
    expect(test).toMatchObject({ status: 400, body: { type: 'template-fault', msg: expect.stringMatching(says) } })
  },
)

test('the store’s own calls refuse it too', async () => {
  const put = (path: string, method: 'PUT' | 'POST') =>
    t.app.inject({
      method,
      url: `/storeadmin/v3/${path}`,
      headers: { authorization: basic(t.store), 'content-type': 'application/json' },
      payload: { ...mail, html: slowTemplates.loops },
    })
  const preview = await put('templates/preview', 'POST')
  expect(preview.statusCode).toBe(400)
  expect(preview.json()).toMatchObject({ type: 'template-fault', msg: expect.stringMatching(says) })
})

test('a user who keeps previewing endless templates must wait, and other users do not', async () => {
  const [one, other] = [(await t.member('viewer')).in(), (await t.member('viewer')).in()]
  const look = () => one.post('/templates/preview', { ...mail, html: slowTemplates.loops })
  await look()
  const refused = await look()
  expect(refused).toMatchObject({ status: 429, body: { type: 'too-many-requests' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect((await other.post('/templates/preview', { ...mail, html: 'Hello' })).status).toBe(200)
  // Only drafts are limited.
  expect((await one.get('/templates')).status).toBe(200)
})

test('a user may make a hundred calls at once and fifty a second in a store', async () => {
  const [one, other] = [await t.member('viewer'), await t.member('viewer')]
  const statuses: number[] = []
  for (let n = 0; n < 40; n++) {
    const replies = await Promise.all(Array.from({ length: 10 }, () => one.in().get('/templates')))
    statuses.push(...replies.map(({ status }) => status))
    if (statuses.includes(429)) break
  }
  expect(statuses.slice(0, 90).every((status) => status === 200)).toBe(true)
  expect(statuses).toContain(429)
  expect((await other.in().get('/templates')).status).toBe(200)
})
