import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink } from '../../channels/testing/smtp-server.ts'
import { packageFolder } from '../../database/package-folder.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { call } from '../testing/run-command.ts'

const database = useTestDatabase()
let data: string
let env: Record<string, string>
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-doctor-'))
  env = { DATABASE_URL: database.url, HEARTBELL_SECRET: 'a secret for tests that is long enough', HEARTBELL_DATA: data }
  await call(['store', 'list'], env)
})
afterAll(async () => {
  await rm(data, { recursive: true })
})

test('before the first start nothing is wrong, and doctor creates nothing', async () => {
  const { code, stdout } = await call(['doctor', '--data', join(data, 'new')])
  expect(stdout).toMatch(/^ok +database +none yet: the first start creates one/m)
  expect(code).toBe(0)
  await expect(access(join(data, 'new'))).rejects.toThrow('ENOENT')
})

test('an unreachable database is reported with what to do', async () => {
  const { code, stdout } = await call(['doctor'], { ...env, DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/x' })
  expect(stdout).toMatch(/^fail +database +The database at 127.0.0.1:1\/x cannot be reached/m)
  expect(code).toBe(1)
})

test('doctor finds the wrong secret, unsafe settings and a pending migration', async () => {
  const wrong = await call(['doctor', '--json'], { ...env, HEARTBELL_SECRET: 'x'.repeat(32) })
  expect(wrong.code).toBe(1)
  const { healthy, checks } = JSON.parse(wrong.stdout)
  expect(healthy).toBe(false)
  expect(checks).toContainEqual({ name: 'secret', state: 'fail', says: expect.stringContaining('HEARTBELL_SECRET') })
  // The server of the test run is not durable, which is exactly what doctor looks for.
  expect(checks).toContainEqual({ name: 'durability', state: 'fail', says: expect.stringContaining('fsync') })
  await database.sql`delete from migrations where number = (select max(number) from migrations)`
  const behind = await call(['doctor'], env)
  expect(behind.stdout).toMatch(/^fail +migrations .* not run yet: run heartbell migrate/m)
})

test('doctor reports invalid settings as checks', async () => {
  const { code, stdout } = await call(['doctor'], { ...env, LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^fail +settings +LOG_LEVEL must be one of/m)
})

test('doctor names the installed version of the database driver', async () => {
  const { dependencies } = JSON.parse(await readFile(new URL('package.json', packageFolder), 'utf8'))
  expect((await call(['doctor'], env)).stdout).toContain(`database driver pg ${dependencies.pg};`)
})

test('doctor asks the mail server whether it would accept a message', async () => {
  const sink = await openSmtpSink({ login: { user: 'me', pass: 'right' } })
  const mail = async (url: string) => (await call(['doctor'], { ...env, HEARTBELL_MAIL_URL: url })).stdout
  expect(await mail('outbox:')).toMatch(/^ok +mail +stored in the outbox only/m)
  const at = (password: string) => sink.url.replace('smtp://', `smtp://me:${password}@`)
  expect(await mail(at('right'))).toMatch(/^ok +mail +The mail server let us in/m)
  expect(await mail(at('wrong'))).toMatch(/^fail +mail +.*check HEARTBELL_MAIL_URL/m)
  await sink.close()
  expect(await mail(sink.url)).toMatch(/^fail +mail +.*ECONNREFUSED/m)
})

test('doctor says whether tables and statements can be distributed', async () => {
  const told = async () => {
    const { checks } = JSON.parse((await call(['doctor', '--citus', '--json'], env)).stdout)
    return Object.fromEntries(checks.map((check: { name: string }) => [check.name, check]))
  }
  const names = ['store', 'keys', 'foreign keys', 'triggers', 'sequences', 'statements']
  const well = await told()
  expect(names.map((name) => well[name].state)).toEqual(names.map(() => 'ok'))
  expect(well.citus).toMatchObject({ state: 'warn', says: expect.stringContaining('not installed') })
  await database.sql`create table colours (store_id bigint, name text unique)`
  expect((await told()).keys).toMatchObject({ state: 'fail', says: expect.stringContaining('colours_name_key') })
  await database.sql`drop table colours`
  expect((await call(['doctor', '--json'], env)).stdout).not.toContain('sequences')
})

test('doctor explains the drawbacks of a pooler and the settings it cannot apply', async () => {
  const behind = async (pooler: string) =>
    (await call(['doctor'], { ...env, DATABASE_URL: `${database.url}?pooler=${pooler}` })).stdout
  const plain = await behind('transaction')
  expect(plain).toMatch(/^ok +pooler +does not support prepared statements; notifications do not pass it/m)
  expect(plain).toMatch(/^warn +timeouts .*alter role heartbell set statement_timeout = '30s';/m)
  expect(await behind('prepared')).toMatch(/^ok +pooler +supports prepared statements/m)
  expect((await call(['doctor'], env)).stdout).not.toMatch(/pooler|timeouts/)
})
