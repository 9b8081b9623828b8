/** Password guesses: counted before they are checked, the same for every address, and they never lock the owner out. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { budgets } from '../../domain/staff/guess-budgets.ts'
import { makeMember, testPassword } from '../../domain/staff/testing/team-members.ts'
import { storeIdOf } from '../../domain/stores/stores.ts'
import { openTestDashboard, ours, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
beforeAll(async () => {
  t = await openTestDashboard(undefined, [], { trustProxy: ['127.0.0.1'] })
})
afterAll(() => t.close())

const newPerson = async (email: string) => makeMember(t.sql, storeIdOf(t.store.pid)!, { email, role: 'owner' })

async function guess(email: string, password: string, from: string, cookie = '') {
  const reply = await t.app.inject({
    method: 'POST',
    url: '/dashboard/api/sign-in',
    headers: { ...ours, cookie, 'x-forwarded-for': from },
    payload: { email, password },
  })
  return { status: reply.statusCode, body: reply.json(), cookies: [reply.headers['set-cookie'] ?? []].flat() }
}

test('of 25 concurrent guesses, only as many are checked as one network may make', async () => {
  await newPerson('many@shop.example')
  const guesses = Array.from({ length: 25 }, (_, n) => guess('many@shop.example', `guess ${n} of many`, '198.51.100.1'))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(budgets.pair.most)
  expect(statuses.filter((status) => status === 429)).toHaveLength(25 - budgets.pair.most)
})

test('an unknown address gets the same answers as a known one, also after many guesses', async () => {
  await newPerson('known@shop.example')
  const answers = async (email: string, from: string) => {
    const replies = []
    for (let n = 0; n < budgets.pair.most + 2; n++) {
      const { status, body } = await guess(email, 'a wrong password', from)
      replies.push([status, body.type, body.msg])
    }
    return replies
  }
  expect(await answers('unknown@shop.example', '198.51.100.2')).toEqual(
    await answers('known@shop.example', '198.51.100.3'),
  )
})

test('an attacker locks no user out: neither from another network nor from a browser that was used before', async () => {
  const email = 'owner@shop.example'
  await newPerson(email)
  const first = await guess(email, testPassword, '203.0.113.5')
  const device = first.cookies.find((cookie) => cookie.startsWith('__Host-heartbell-device='))!.split(';')[0]!
  for (let n = 0; n < budgets.address.most + 5; n++) await guess(email, 'wrong wrong wrong', `198.51.100.${100 + n}`)
  expect((await guess(email, testPassword, '198.51.100.250')).status).toBe(429)
  expect((await guess(email, testPassword, '203.0.113.5')).status).toBe(200)
  // The attacker now uses the owner's network.
  for (let n = 0; n < budgets.pair.most + 2; n++) await guess(email, 'wrong wrong wrong', '203.0.113.5')
  expect((await guess(email, testPassword, '203.0.113.5')).status).toBe(429)
  expect((await guess(email, testPassword, '203.0.113.5', device)).status).toBe(200)
  expect((await guess(email, testPassword, '192.0.2.77', device)).status).toBe(200)
})

test('repeated sign-ins do not count as guesses', async () => {
  await newPerson('often@shop.example')
  for (let n = 0; n < budgets.pair.most + 3; n++)
    expect((await guess('often@shop.example', testPassword, '203.0.113.9')).status).toBe(200)
})
