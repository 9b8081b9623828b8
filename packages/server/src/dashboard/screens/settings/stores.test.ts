/** Stores, keys, settings, team: what each role may do, and that no role acts in another store. */
import { type Role, roles } from '@heartbell/contract/dashboard/route'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { basic } from '../../../http/testing/test-app.ts'
import { openTestDashboard, type Person, type TestDashboard } from '../../testing/test-dashboard.ts'

let t: TestDashboard
let other: NewStore
const people = {} as Record<Role, Person>
beforeAll(async () => {
  t = await openTestDashboard()
  other = await t.newStore()
  for (const role of roles) people[role] = await t.member(role)
})
afterAll(() => t.close())

/** Every call with the lowest role that may make it. */
const calls: [method: 'get' | 'post', path: string, needs: Role, fields?: Record<string, unknown>][] = [
  ['get', '/settings', 'viewer'],
  ['post', '/settings', 'admin', { settings: { 'min-stock': '2' } }],
  ['get', '/keys', 'admin'],
  ['post', '/keys', 'admin', { label: 'test' }],
  ['post', '/keys/revoke', 'admin', { keyId: 'none' }],
  ['get', '/team', 'viewer'],
  ['post', '/team', 'admin', { email: 'new@shop.example', role: 'viewer' }],
  ['post', '/team/role', 'admin', { userId: '00000000-0000-4000-8000-000000000000', role: 'viewer' }],
  ['post', '/team/remove', 'admin', { userId: '00000000-0000-4000-8000-000000000000' }],
  ['get', '/team/invitations', 'admin'],
  ['post', '/team/invitations/again', 'admin', { invitationId: '00000000-0000-4000-8000-000000000000' }],
  ['post', '/team/invitations/revoke', 'admin', { invitationId: '00000000-0000-4000-8000-000000000000' }],
  ['get', '/audit', 'admin'],
  ['get', '/audit.csv', 'admin'],
]

describe.each(calls)('%s %s', (method, path, needs, fields) => {
  test(`is for ${needs} and above`, async () => {
    for (const role of roles) {
      const { status } = await people[role].in()[method](path, fields)
      const isAllowed = roles.indexOf(role) <= roles.indexOf(needs)
      expect([role, status === 403]).toEqual([role, !isAllowed])
      expect(status).toBeLessThan(500)
    }
  })

  test('is refused without a session, and another store is not found', async () => {
    expect((await t.stranger.in()[method](path, fields)).status).toBe(401)
    const elsewhere = await people.owner.in(other)[method](path, fields)
    expect(elsewhere).toMatchObject({ status: 404, body: { type: 'unknown-store' } })
  })
})

// proves S5.dashboard
test('the operator creates a store, and its key works; other users may not create one', async () => {
  const operator = await t.operator()
  const { body, status } = await operator.post('/stores', { name: 'Second <b>shop' })
  expect(status).toBe(200)
  const me = await t.app.inject({ url: '/storeadmin/me', headers: { authorization: basic(body) } })
  expect(me.json()).toMatchObject({ pid: body.pid })
  expect((await operator.post('/stores', { name: ' ' })).body.msg).toBe('name is required')
  expect((await people.owner.post('/stores', { name: 'Third' })).status).toBe(403)
})

// proves C2.keys
test('a key is shown once, works, and stops working when revoked', async () => {
  const admin = people.admin.in()
  const { apiKey, keyId } = (await admin.post('/keys', { label: 'till' })).body
  const me = async () =>
    (await t.app.inject({ url: '/storeadmin/me', headers: { authorization: basic({ ...t.store, apiKey }) } }))
      .statusCode
  await expect.poll(me).toBe(200)
  const listed = (await admin.get('/keys')).body.rows
  expect(listed.find((key: { keyId: string }) => key.keyId === keyId)).toMatchObject({ label: 'till', revokedAt: null })
  expect(JSON.stringify(listed)).not.toContain(apiKey.slice(-20))
  expect((await admin.post('/keys/revoke', { keyId })).body).toEqual({ revoked: true })
  await expect.poll(me).toBe(401)
})

test('settings change together or not at all, and a bad one is named', async () => {
  const admin = people.admin.in()
  const before = (await admin.get('/settings')).body.settings
  const bad = await admin.post('/settings', { settings: { pacing: 'everyone', 'min-stock': 'many' } })
  expect(bad).toMatchObject({ status: 400, body: { type: 'invalid-min-stock' } })
  expect((await admin.get('/settings')).body.settings).toEqual(before)
  await admin.post('/settings', { settings: { pacing: 'everyone' }, name: 'Renamed' })
  expect((await admin.get('/settings')).body.settings.pacing).toBe('everyone')
})

describe('the team', () => {
  test('no member grants a role above their own, and the last owner can’t be removed', async () => {
    const admin = people.admin.in()
    const above = await admin.post('/team', { email: 'up@shop.example', role: 'owner' })
    expect(above).toMatchObject({ status: 403, body: { type: 'role' } })
    const store = await t.newStore()
    const owner = await t.member('owner', store)
    const { userId } = (await owner.in(store).get('/team')).body.rows[0]
    expect(await owner.in(store).post('/team/remove', { userId })).toMatchObject({
      status: 409,
      body: { type: 'last-owner' },
    })
    expect((await owner.in(store).post('/team/role', { userId, role: 'viewer' })).status).toBe(409)
  })

  test('acts are recorded, and the downloaded file contains no spreadsheet formula', async () => {
    await people.admin.in().post('/keys', { label: '=cmd()' })
    const { rows, next } = (await people.admin.in().get('/audit?limit=1')).body
    expect(rows[0]).toMatchObject({ act: 'key-added', facts: { label: '=cmd()' } })
    const second = (await people.admin.in().get(`/audit?limit=1&after=${next}`)).body
    expect(second.rows[0].entryId).not.toBe(rows[0].entryId)
    const { body, headers } = await people.admin.in().get('/audit.csv')
    expect(headers['content-disposition']).toBe('attachment; filename="audit.csv"')
    expect(body.split('\r\n')[0]).toBe('\ufeffwhen,who,as,from,agent,act,what,facts,before,after')
    expect(body).toContain('key-added')
  })
})

test('a downloaded audit log is recorded without the address that was searched for', async () => {
  expect((await people.admin.in().get('/audit.csv?who=somebody@shop.example')).status).toBe(200)
  const { rows } = (await people.admin.in().get('/audit?limit=1')).body
  expect(rows[0]).toMatchObject({ act: 'table-downloaded', facts: { table: 'audit' } })
  expect(JSON.stringify(rows[0].facts)).not.toContain('somebody@shop.example')
})
