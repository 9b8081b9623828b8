/** Signing in and out leaves rows in the installation's log and in each store the person works for. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMember, testPassword as password } from '../../domain/staff/testing/team-members.ts'
import { storeIdOf } from '../../domain/stores/stores.ts'
import { openTestDashboard, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
const email = 'ada@shop.example'
beforeAll(async () => {
  t = await openTestDashboard()
  await makeMember(t.sql, storeIdOf(t.store.pid)!, { email, role: 'admin' })
})
afterAll(() => t.close())

const acts = async (table: string) => {
  const rows = await t.sql`select act from ${t.sql(table)} where act like 'sign%' order by happened_at, entry_id`
  return rows.map(({ act }) => act)
}

test('a sign-in, a sign-out and a failure are in the logs of the installation and of the person’s stores', async () => {
  const { headers } = await t.stranger.post('/sign-in', { email, password })
  const cookie = String(headers['set-cookie']).split(';')[0]!
  await t.stranger.post('/sign-in', { email, password: 'wrong horse battery' })
  await t.app.inject({
    method: 'POST',
    url: '/dashboard/api/sign-out',
    headers: { cookie, 'x-heartbell': 'dashboard', 'user-agent': 'Mosaic' },
  })
  const all = ['signed-in', 'sign-in-failed', 'signed-out']
  expect(await acts('installation_log')).toEqual(all)
  expect(await acts('audit_log')).toEqual(all)
  const [out] = await t.sql`select * from audit_log where act = 'signed-out'`
  expect(out).toMatchObject({ userName: email, actorKind: 'user', actorAddress: '127.0.0.1', actorAgent: 'Mosaic' })
  const [failed] = await t.sql`select * from audit_log where act = 'sign-in-failed'`
  expect(failed).toMatchObject({ userName: 'Unknown', userId: null, facts: { email } })
})

test('text typed by an unknown caller is not stored, and guesses do not fill the log', async () => {
  const typed = 'my password by mistake'
  await t.sql`delete from installation_log`
  for (let n = 0; n < 25; n++) await t.stranger.post('/sign-in', { email: typed, password: `${n}` })
  const rows = await t.sql`select * from installation_log where act = 'sign-in-failed'`
  expect(rows.length).toBe(20)
  expect(JSON.stringify(rows)).not.toContain(typed)
})

test('a sign-in fails when its audit row cannot be written', async () => {
  await t.sql`alter table installation_log add constraint closed check (false) not valid`
  const before = await t.sql`select count(*) from dashboard_sessions`
  const reply = await t.stranger.post('/sign-in', { email, password })
  await t.sql`alter table installation_log drop constraint closed`
  expect(reply.status).toBe(500)
  expect(await t.sql`select count(*) from dashboard_sessions`).toEqual(before)
})

test('the creation of a store is recorded in a log that outlives the store', async () => {
  const operator = await t.operator()
  const { pid } = (await operator.post('/stores', { name: 'Fern' })).body
  const [row] = await t.sql`select * from installation_log where act = 'store-created'`
  expect(row).toMatchObject({ facts: { name: 'Fern', pid }, actorKind: 'user' })
})
