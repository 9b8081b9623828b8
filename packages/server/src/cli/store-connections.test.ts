import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../database/testing.ts'
import { call } from './testing.ts'

let database: TestDatabase
let data: string
let pid: string
const heartbell = (...args: string[]) =>
  call(args, {
    DATABASE_URL: database.url,
    HEARTBELL_SECRET: 'a secret for tests that is long enough',
    HEARTBELL_DATA: data,
  })
beforeAll(async () => {
  database = await openTestDatabase()
  data = await mkdtemp(join(tmpdir(), 'heartbell-connections-'))
  pid = JSON.parse((await heartbell('store', 'create', '--name', 'Fern', '--json')).stdout).pid
})
afterAll(async () => {
  await database.close()
  await rm(data, { recursive: true })
})

test('a store is connected, shown without its secrets, changed and disconnected', async () => {
  const settings = ['host=mail.shop.example', 'user=shop', 'password=a-long-secret-word', 'from=hello@shop.example']
  const made = await heartbell('store', 'connect', pid, 'smtp', ...settings)
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toContain('password=…word')
  await heartbell('store', 'connect', pid, 'smtp', 'port=465')
  const { stdout } = await heartbell('store', 'connections', pid)
  expect(stdout).toContain('port=465')
  expect(stdout).toContain('host=mail.shop.example')
  expect(stdout).not.toContain('a-long-secret')
  const rows = await database.sql`select settings, secrets from integrations`
  expect(JSON.stringify(rows)).not.toContain('a-long-secret')
  expect((await heartbell('store', 'disconnect', pid, 'smtp')).stdout).toBe('smtp is disconnected.\n')
  expect((await heartbell('store', 'disconnect', pid, 'smtp')).stdout).toBe('There was no smtp.\n')
})

test('what is missing or wrong is said', async () => {
  expect(await heartbell('store', 'connect', pid, 'smtp', 'host=mail.shop.example')).toMatchObject({
    code: 2,
    stderr: 'from is required.\n',
  })
  expect(await heartbell('store', 'connect', pid, 'smtp', 'colour=blue')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('colour is not a setting of smtp'),
  })
  expect((await heartbell('store', 'connect', pid, 'pigeon')).stderr).toContain('kind must be one of: ')
  expect((await heartbell('store', 'connect', pid, 'twilio')).stdout).toContain('auth-token')
})
