/** The identity secret and the health of a store. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeIdOf } from '../../../domain/stores/stores.ts'
import { testRoles } from '../../testing/roles.ts'
import { openTestDashboard, type Person, type TestDashboard } from '../../testing/test-dashboard.ts'

let t: TestDashboard
let admin: ReturnType<Person['in']>
beforeAll(async () => {
  t = await openTestDashboard()
  admin = (await t.member('admin')).in()
})
afterAll(() => t.close())

testRoles(
  () => t,
  [
    ['get', '/identity-secret', 'admin'],
    ['post', '/identity-secret/rotate', 'admin'],
    ['post', '/identity-secret/drop-old', 'admin'],
    ['get', '/health', 'admin'],
  ],
)

test('a secret is renewed and shown once, and the previous one is valid until it is dropped', async () => {
  await admin.post('/identity-secret/drop-old')
  await expect.poll(async () => (await admin.get('/identity-secret')).body).toEqual({ hasOld: false })
  const { identitySecret } = (await admin.post('/identity-secret/rotate')).body
  expect(identitySecret).toMatch(/^[\w-]{43}$/)
  expect(identitySecret).not.toBe(t.store.identitySecret)
  await expect.poll(async () => (await admin.get('/identity-secret')).body).toEqual({ hasOld: true })
  expect((await t.storeNow()).identityKeys).toHaveLength(2)
  expect((await admin.post('/identity-secret/drop-old')).body).toEqual({ dropped: true })
  expect((await admin.post('/identity-secret/drop-old')).body).toEqual({ dropped: false })
  const acts = (await admin.get('/audit?limit=2')).body.rows.map(({ act }: { act: string }) => act)
  expect(acts).toEqual(['old-secret-dropped', 'secret-rotated'])
  expect(JSON.stringify((await admin.get('/audit')).body)).not.toContain(identitySecret)
})

test('health reports overdue work', async () => {
  const look = async () =>
    Object.fromEntries(
      (await admin.get('/health')).body.checks.map(({ name, isWell }: { name: string; isWell: boolean }) => [
        name,
        isWell,
      ]),
    )
  expect(await look()).toEqual({ database: true, migrations: true, engine: true, mail: true })
  await t.sql`
    insert into wakes (store_id, wake_id, work, due_at)
    values (${storeIdOf(t.store.pid)}, ${randomUUID()}, 'send', now() - interval '5 minutes')`
  expect(await look()).toEqual({ database: true, migrations: true, engine: false, mail: true })
})
