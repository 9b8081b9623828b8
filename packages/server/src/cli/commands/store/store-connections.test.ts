import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../../../database/testing/use-test-database.ts'
import { call } from '../../testing/run-command.ts'

const database = useTestDatabase()
let data: string
let pid: string
const heartbell = (...args: string[]) =>
  call(args, {
    DATABASE_URL: database.url,
    HEARTBELL_SECRET: 'a secret for tests that is long enough',
    HEARTBELL_DATA: data,
  })
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-connections-'))
  pid = JSON.parse((await heartbell('store', 'create', '--name', 'Fern', '--json')).stdout).pid
})
afterAll(async () => {
  await rm(data, { recursive: true })
})

test('a connection is created, shown without its secrets, changed and removed', async () => {
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
  expect((await heartbell('store', 'disconnect', pid, 'smtp')).stdout).toBe('smtp was not connected.\n')
})

test('missing and wrong settings are reported', async () => {
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

test('an erasure requested by a platform is listed, and can be cancelled before it is due', async () => {
  expect((await heartbell('store', 'redactions', pid)).stdout).toBe('No platform has requested an erasure.\n')
  const [added] = await database.sql`
    insert into redactions (store_id, redaction_id, source, scope, status, due_at)
    select store_id, gen_random_uuid(), 'shopify', 'shop', 'pending', now() + interval '1 day' from stores
    returning redaction_id`
  const { redactionId } = added!
  expect((await heartbell('store', 'redactions', pid)).stdout).toContain(`${redactionId}  shopify  every shopper`)
  expect(await heartbell('store', 'redactions', pid, '--cancel', redactionId)).toMatchObject({ code: 0, stderr: '' })
  const [kept] = JSON.parse((await heartbell('store', 'redactions', pid, '--json')).stdout)
  expect(kept).toMatchObject({ redactionId, status: 'cancelled', settledBy: 'command line' })
  expect(await database.sql`select act from audit_log where act like 'redaction%'`).toEqual([
    { act: 'redaction-cancelled' },
  ])
  expect(await heartbell('store', 'redactions', pid, '--cancel', 'x')).toMatchObject({ code: 2 })
  const unknown = '00000000-0000-4000-8000-000000000000'
  expect(await heartbell('store', 'redactions', pid, '--cancel', unknown)).toMatchObject({
    code: 2,
    stderr: 'There is no erasure with this id.\n',
  })
})
