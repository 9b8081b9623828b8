/** Account takeover: an admin of one store tries to become a member of another store, or the operator. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrCreateOperator } from '../../domain/staff/users.ts'
import { openTestDashboard, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
beforeAll(async () => {
  t = await openTestDashboard()
})
afterAll(() => t.close())

const tokenIn = (link: string | null | undefined) => new URL(link ?? 'x:#').hash.slice(1)

/** All calls that use a link of the team screen without being signed in. */
async function useLink(link: string | null | undefined) {
  const token = tokenIn(link)
  const replies = [
    await t.stranger.post('/follow-link', { token }),
    await t.stranger.post('/invitations/join', { token, name: 'Mallory', password: 'mallory’s password' }),
    await t.stranger.post('/invitations/accept', { token }),
  ]
  return replies.map(({ headers }) => headers['set-cookie']).filter((cookie) => cookie !== undefined)
}

test('an admin of one store gets no session of an owner of another who has no password yet', async () => {
  const other = await t.newStore()
  const victim = await t.member('owner', other)
  await t.sql`update users set password_hash = null where user_id = ${(await victim.get('/me')).body.userId}`
  const { email } = (await victim.get('/me')).body
  const mallory = await t.member('admin')
  const { body } = await mallory.in().post('/team', { email, role: 'viewer' })
  expect(await useLink(body.link)).toEqual([])
  expect((await victim.in(other).get('/settings')).status).toBe(200)
})

test('an admin of one store gets no session of the operator, and no answer reveals the operator', async () => {
  const email = 'operator@shop.example'
  const { userId } = await findOrCreateOperator(t.sql)
  await t.sql`update users set email = ${email} where user_id = ${userId}`
  const mallory = await t.member('admin')
  const invited = await mallory.in().post('/team', { email, role: 'viewer' })
  expect(await useLink(invited.body.link)).toEqual([])
  const nobody = await mallory.in().post('/team', { email: 'nobody@shop.example', role: 'viewer' })
  expect(Object.keys(invited.body)).toEqual(Object.keys(nobody.body))
  for (const { body } of [invited, nobody, await mallory.in().get('/team')])
    expect(JSON.stringify(body)).not.toMatch(/operator"|password/i)
})

test('an invitation to one store does not change the invitation of another store', async () => {
  const email = 'between@shop.example'
  const other = await t.newStore()
  const first = await (await t.member('owner', other)).in(other).post('/team', { email, role: 'admin' })
  await (await t.member('admin')).in().post('/team', { email, role: 'viewer' })
  const token = tokenIn(first.body.link)
  const joined = await t.stranger.post('/invitations/join', { token, name: 'Bea', password: 'correct horse battery' })
  expect(joined.status).toBe(200)
  expect(joined.body.stores).toEqual([expect.objectContaining({ pid: other.pid, role: 'admin' })])
})
