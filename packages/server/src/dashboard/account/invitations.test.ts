/** Invitations: which access a link gives, to whom and for how long, and that it never gives more. */
import { randomUUID } from 'node:crypto'
import { type Role, roles } from '@heartbell/contract/dashboard/route'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPassword } from '../../domain/staff/testing/team-members.ts'
import { openTestDashboard, type Person, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
const people = {} as Record<Role, Person>
beforeAll(async () => {
  t = await openTestDashboard()
  for (const role of roles) people[role] = await t.member(role)
})
afterAll(() => t.close())

const newAddress = () => `new-${randomUUID()}@shop.example`
const password = testPassword
const userIdOf = async (person: Person) => (await person.get('/me')).body.userId as string

async function invite(email: string, role: Role = 'marketer', by = people.owner, store = t.store): Promise<string> {
  const { status, body } = await by.in(store).post('/team', { email, role })
  expect([status, body.link]).toEqual([200, expect.stringMatching(/\/dashboard\/invitation#[\w-]{51}$/)])
  return new URL(body.link).hash.slice(1)
}
const look = (token: string) => t.stranger.post('/invitations/look', { token })
const join = (token: string, fields: object = {}) =>
  t.stranger.post('/invitations/join', { token, name: 'Bea', password, ...fields })
const userIdByEmail = async (email: string) =>
  (await t.sql`select user_id from users where email = ${email}`)[0]!.userId
const isBad = { status: 404, body: { type: 'bad-invitation' } }
const pendingOf = async (email: string) => {
  const { rows } = (await people.owner.in().get('/team/invitations')).body
  return rows.find((row: { email: string }) => row.email === email)
}

describe('a new user', () => {
  test('sees store and role, creates the account, and works for this store only', async () => {
    const email = newAddress()
    const token = await invite(email)
    expect((await look(token)).body).toEqual({ storeName: 'Test store', role: 'marketer', email })
    const { status, body, headers } = await join(token)
    expect([status, body.email, body.name]).toEqual([200, email, 'Bea'])
    expect(body.stores).toEqual([expect.objectContaining({ pid: t.store.pid, role: 'marketer' })])
    expect(String(headers['set-cookie'])).toContain('__Host-heartbell=')
    expect((await t.stranger.post('/sign-in', { email, password })).status).toBe(200)
    expect(await pendingOf(email)).toBeUndefined()
    expect(await look(token)).toMatchObject(isBad)
    expect(await join(token)).toMatchObject(isBad)
  })

  test('sees which field is wrong, and an invalid link reveals nothing', async () => {
    const token = await invite(newAddress())
    expect((await join(token, { password: 'short' })).body.type).toBe('invalid-password')
    expect((await join(token, { name: 'x'.repeat(101) })).body.type).toBe('invalid-name')
    for (const made of ['', 'x', 'A'.repeat(51), `${token.slice(0, 8)}${'A'.repeat(43)}`]) {
      expect(await look(made)).toMatchObject(isBad)
      expect(await join(made)).toMatchObject(isBad)
      expect(await people.viewer.post('/invitations/accept', { token: made })).toMatchObject(isBad)
    }
    expect((await look(token)).status).toBe(200)
  })
})

describe('a user who has an account', () => {
  test('accepts while signed in, also twice, and keeps their other roles', async () => {
    const other = await t.newStore()
    const ada = await t.member('owner', other)
    const { email } = (await ada.get('/me')).body
    const token = await invite(email, 'viewer')
    expect((await t.stranger.post('/invitations/accept', { token })).status).toBe(401)
    for (let times = 0; times < 2; times++) expect((await ada.post('/invitations/accept', { token })).status).toBe(200)
    const { stores } = (await ada.get('/me')).body
    expect(stores.map(({ pid, role }: { pid: string; role: Role }) => [pid, role]).sort()).toEqual(
      [
        [other.pid, 'owner'],
        [t.store.pid, 'viewer'],
      ].sort(),
    )
  })

  test('gets no second account and no new password by the link', async () => {
    const ada = await t.member('owner', await t.newStore())
    const { email } = (await ada.get('/me')).body
    const token = await invite(email)
    const joined = await join(token, { password: 'another password' })
    expect(joined).toMatchObject({ status: 409, body: { type: 'sign-in-first' } })
    expect(joined.headers['set-cookie']).toBeUndefined()
    expect((await t.stranger.post('/sign-in', { email, password: 'another password' })).status).toBe(401)
    expect((await look(token)).status).toBe(200)
  })

  test('may try a few passwords only, because each costs a slow hash', async () => {
    const email = newAddress()
    expect((await join(await invite(email))).status).toBe(200)
    await people.owner.in().post('/team/remove', { userId: await userIdByEmail(email) })
    const token = await invite(email)
    const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await join(token)).status))
    expect(statuses.filter((status) => status === 409).length).toBeLessThanOrEqual(10)
    expect(new Set(statuses)).toEqual(new Set([409, 429]))
  })

  test('and was removed cannot return by the link, and the audit trail has no row of it', async () => {
    const carl = await t.member('owner', await t.newStore())
    const { email, userId } = (await carl.get('/me')).body
    const token = await invite(email, 'viewer')
    const accept = () => carl.post('/invitations/accept', { token })
    expect((await accept()).status).toBe(200)
    expect((await accept()).status).toBe(200)
    await people.owner.in().post('/team/remove', { userId })
    expect(await accept()).toMatchObject(isBad)
    const rows = await t.sql`select from audit_log where act = 'member-added' and user_id = ${userId}`
    expect(rows).toHaveLength(1)
  })

  test('with another address can’t accept it', async () => {
    const email = newAddress()
    const token = await invite(email)
    const ada = await t.member('owner', await t.newStore())
    const refused = await ada.post('/invitations/accept', { token })
    expect(refused).toMatchObject({ status: 403, body: { type: 'other-address' } })
    expect((await ada.in().get('/team')).status).toBe(404)
    expect((await join(token)).status).toBe(200)
  })

  test('and is in the team already is not invited again', async () => {
    const { email } = (await people.viewer.get('/me')).body
    const again = await people.owner.in().post('/team', { email, role: 'admin' })
    expect(again).toMatchObject({ status: 409, body: { type: 'already-member' } })
  })
})

describe('an invitation', () => {
  test('is listed, replaced when sent again, and gone when revoked', async () => {
    const email = newAddress()
    const first = await invite(email, 'viewer')
    const listed = await pendingOf(email)
    expect(listed).toMatchObject({ email, role: 'viewer', invitedBy: expect.stringContaining('owner-') })
    expect(JSON.stringify(listed)).not.toContain(first.slice(8))
    const again = await people.admin.in().post('/team/invitations/again', { invitationId: listed.invitationId })
    const second = new URL(again.body.link).hash.slice(1)
    expect(await look(first)).toMatchObject(isBad)
    expect((await look(second)).body.role).toBe('viewer')
    const { invitationId } = await pendingOf(email)
    expect((await people.admin.in().post('/team/invitations/revoke', { invitationId })).status).toBe(200)
    expect(await look(second)).toMatchObject(isBad)
    expect((await people.admin.in().post('/team/invitations/revoke', { invitationId })).status).toBe(404)
    const acts = (await people.admin.in().get('/audit?limit=3')).body.rows.map(({ act }: { act: string }) => act)
    expect(acts).toEqual(['invitation-revoked', 'member-invited', 'member-invited'])
  })

  test('of last week has expired, and is stored as a hash', async () => {
    const email = newAddress()
    const token = await invite(email)
    const rows = await t.sql`select to_jsonb(invitations)::text as row from invitations where email = ${email}`
    expect(rows[0]!.row).not.toContain(token.slice(8))
    await t.sql`update invitations set expires_at = now() - interval '1 second' where email = ${email}`
    expect(await look(token)).toMatchObject(isBad)
    expect(await join(token)).toMatchObject(isBad)
    expect(await pendingOf(email)).toBeDefined()
  })

  test('gives no higher role than its creator has, and an admin can’t revoke or resend an owner’s', async () => {
    const above = await people.admin.in().post('/team', { email: newAddress(), role: 'owner' })
    expect(above).toMatchObject({ status: 403, body: { type: 'role' } })
    const email = newAddress()
    await invite(email, 'owner')
    const { invitationId } = await pendingOf(email)
    for (const path of ['/team/invitations/again', '/team/invitations/revoke'])
      expect((await people.admin.in().post(path, { invitationId })).status).toBe(403)
    const taken = newAddress()
    const ownerToken = await invite(taken, 'owner')
    expect((await people.admin.in().post('/team', { email: taken, role: 'viewer' })).status).toBe(403)
    expect((await look(ownerToken)).body.role).toBe('owner')
  })

  test('of another store can’t be resent or revoked', async () => {
    const other = await t.newStore()
    const email = newAddress()
    const owner = await t.member('owner', other)
    const token = await invite(email, 'viewer', owner, other)
    const [{ invitationId }] = (await owner.in(other).get('/team/invitations')).body.rows
    for (const path of ['/team/invitations/again', '/team/invitations/revoke'])
      expect((await people.owner.in().post(path, { invitationId })).status).toBe(404)
    expect((await look(token)).status).toBe(200)
  })

  test('ends when its creator is removed', async () => {
    const admin = await t.member('admin')
    const token = await invite(newAddress(), 'viewer', admin)
    expect((await people.owner.in().post('/team/remove', { userId: await userIdOf(admin) })).status).toBe(200)
    expect(await look(token)).toMatchObject(isBad)
    expect(await join(token)).toMatchObject(isBad)
  })

  test('ends when its creator gets a role below the invited one', async () => {
    const owner = await t.member('owner')
    const [above, same] = [await invite(newAddress(), 'owner', owner), await invite(newAddress(), 'admin', owner)]
    const userId = await userIdOf(owner)
    await people.owner.in().post('/team/role', { userId, role: 'admin' })
    expect(await look(above)).toMatchObject(isBad)
    expect((await look(same)).status).toBe(200)
    await people.owner.in().post('/team/role', { userId, role: 'marketer' })
    expect(await look(same)).toMatchObject(isBad)
  })

  test('is refused when its creator lost the right in another way', async () => {
    const admin = await t.member('admin')
    const email = newAddress()
    const token = await invite(email, 'admin', admin)
    await t.sql`delete from members where user_id = ${await userIdOf(admin)}`
    expect(await pendingOf(email)).toBeDefined()
    expect(await join(token)).toMatchObject(isBad)
  })
})

describe('a role', () => {
  test('is changed by id, and no member changes a higher role', async () => {
    const viewer = await t.member('viewer')
    const userId = await userIdOf(viewer)
    const change = (by: Person, fields: object) => by.in().post('/team/role', { userId, ...fields })
    expect((await change(people.admin, { role: 'marketer' })).body).toEqual({ role: 'marketer' })
    expect((await change(people.admin, { role: 'boss' })).body.type).toBe('invalid-role')
    expect((await change(people.admin, { role: 'owner' })).status).toBe(403)
    expect((await change(people.owner, { role: 'owner' })).status).toBe(200)
    expect((await change(people.admin, { role: 'viewer' })).status).toBe(403)
    const { body } = await viewer.get('/me')
    expect(body.stores[0].role).toBe('owner')
  })

  test('of a removed member ends at once', async () => {
    const marketer = await t.member('marketer')
    expect((await marketer.in().get('/settings')).status).toBe(200)
    await people.admin.in().post('/team/remove', { userId: await userIdOf(marketer) })
    expect((await marketer.in().get('/settings')).status).toBe(404)
  })
})

test('inviting an address again says that it replaces the earlier invitation', async () => {
  const owner = (await t.member('owner')).in()
  const invited = { email: 'twice@shop.example', role: 'viewer' }
  expect((await owner.post('/team', invited)).body.replacesEarlier).toBe(false)
  expect((await owner.post('/team', { ...invited, role: 'marketer' })).body.replacesEarlier).toBe(true)
})
