import { beforeAll, expect, test } from 'vitest'
import { findTablesWithoutVacuum } from '../../database/inspect/server-facts.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { assessConnections, assessSlots, assessVacuum, checkPostgres, checkTransactions } from './postgres.ts'
import { checkWork } from './work.ts'

const database = useTestDatabase()
beforeAll(async () => {
  await database.sql`insert into stores (store_id, pid, name, token_key, identity_secret) values (1, 'p', 'n', '', '')`
})

const look = async () => Object.fromEntries((await checkWork(database.sql)).map((check) => [check.name, check]))
const lookAtServer = async () =>
  Object.fromEntries((await checkPostgres(database.sql, { processes: 1 })).map((check) => [check.name, check]))

test('a healthy installation has no warnings', async () => {
  expect(Object.values(await look()).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok'])
})

test('overdue work is reported, but not that of a paused store', async () => {
  await database.sql`insert into wakes (store_id, work, due_at) values (1, 'send', now() - interval '5 minutes')`
  expect((await look()).alerts).toMatchObject({ state: 'warn', says: expect.stringContaining('heartbell work') })
  await database.sql`update wakes set due_at = now() - interval '2 hours' where store_id = 1`
  expect((await look()).alerts).toMatchObject({ state: 'fail', says: expect.stringContaining('120 minutes') })
  await database.sql`update stores set asleep_since = now() where store_id = 1`
  expect((await look()).alerts?.state).toBe('ok')
  await database.sql`update stores set asleep_since = null where store_id = 1`
  await database.sql`update wakes set due_at = now() + interval '1 hour' where store_id = 1`
  expect((await look()).alerts?.state).toBe('ok')
})

test('failed messages are reported with their reason', async () => {
  await database.sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel, status, reason, updated_at)
    values (1, gen_random_uuid(), gen_random_uuid(), 'email', 'failed', 'mailbox full', now() - interval '1 minute'),
      (1, gen_random_uuid(), gen_random_uuid(), 'email', 'failed', 'long ago', now() - interval '2 days')`
  expect((await look()).messages).toMatchObject({
    state: 'warn',
    says: expect.stringMatching(/^1 have failed.*mailbox full/),
  })
})

test('failing endpoints are reported, but not those disabled by hand', async () => {
  await database.sql`
    insert into webhook_endpoints (store_id, endpoint_id, url, secret, disabled_at, disabled_reason)
    values (1, gen_random_uuid(), 'https://a.example', '', now(), 'by-hand')`
  expect((await look()).webhooks?.state).toBe('ok')
  await database.sql`
    insert into webhook_endpoints (store_id, endpoint_id, url, secret, failing_since)
    values (1, gen_random_uuid(), 'https://b.example', '', now())`
  expect((await look()).webhooks).toMatchObject({ state: 'warn', says: expect.stringMatching(/^1 endpoints/) })
})

test('feeds that are not read are reported', async () => {
  const connectFeed = (says: string | null) => database.sql`
    insert into integrations (store_id, integration_id, kind, hook_token, check_result, due_at, created_at)
    values (1, gen_random_uuid(), 'google-feed', 'a', ${says}, now() + interval '1 hour', now() - interval '1 day')`
  await connectFeed('12 products read')
  expect((await look()).feeds?.state).toBe('ok')
  await database.sql`update integrations set check_result = 'Not read: 404' where store_id = 1`
  expect((await look()).feeds).toMatchObject({ state: 'warn', says: expect.stringContaining('Not read: 404') })
  await database.sql`update integrations set check_result = null, due_at = now() - interval '1 day' where store_id = 1`
  expect((await look()).feeds).toMatchObject({ state: 'warn', says: expect.stringContaining('no process tried') })
})

test('tables without autovacuum are reported', async () => {
  expect(assessVacuum({ on: true, without: [] }).state).toBe('ok')
  // The server of the test run has it off, which is exactly what doctor looks for.
  expect((await lookAtServer()).autovacuum).toMatchObject({ state: 'fail', says: expect.stringContaining('is off') })
  expect(await findTablesWithoutVacuum(database.sql)).toEqual([])
  await database.sql`alter table items set (autovacuum_enabled = false)`
  const without = await findTablesWithoutVacuum(database.sql)
  const says = expect.stringContaining('alter table items reset (autovacuum_enabled);')
  expect(assessVacuum({ on: true, without })).toMatchObject({ state: 'warn', says })
})

test('an invalid index is reported', async () => {
  expect((await lookAtServer()).indexes?.state).toBe('ok')
  await database.sql`insert into stores (store_id, pid, name, token_key, identity_secret) values (2, 'q', 'n', '', '')`
  await expect(database.sql`create unique index concurrently stores_once on stores (name)`).rejects.toThrow(
    'stores_once',
  )
  const says = expect.stringContaining('reindex index concurrently stores_once;')
  expect((await lookAtServer()).indexes).toMatchObject({ state: 'fail', says })
})

test('a long open transaction is reported with how to end it', async () => {
  expect((await checkTransactions(database.sql)).state).toBe('ok')
  await database.sql.begin(async (sql) => {
    const [{ pid }] = (await sql`select pg_backend_pid() as pid`) as unknown as [{ pid: number }]
    const result = await checkTransactions(database.sql, '0 seconds')
    expect(result).toMatchObject({ state: 'warn', says: expect.stringContaining(`pg_terminate_backend(${pid})`) })
  })
})

test('a slot that retains WAL for a disconnected standby is reported before it fills the disk', () => {
  expect(assessSlots([]).state).toBe('ok')
  expect(assessSlots([{ name: 'standby', active: true, kept: 5e9 }]).state).toBe('ok')
  expect(assessSlots([{ name: 'gone', active: false, kept: 5e9 }])).toMatchObject({
    state: 'warn',
    says: "gone retains 5.0 GB of WAL for a standby that is disconnected: reconnect it, or run select pg_drop_replication_slot('gone')",
  })
  expect(assessSlots([{ name: 'gone', active: false, kept: 50e9 }]).state).toBe('fail')
})

test('too few connections are reported', () => {
  expect(assessConnections({ most: 97, used: 10, wanted: 20 }).state).toBe('ok')
  expect(assessConnections({ most: 97, used: 90, wanted: 20 }).state).toBe('warn')
  expect(assessConnections({ most: 17, used: 3, wanted: 20 })).toMatchObject({
    state: 'fail',
    says: expect.stringContaining('PgBouncer'),
  })
})
