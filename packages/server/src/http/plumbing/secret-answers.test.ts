/** Answers that contain secrets are stored encrypted: the database and an export show none of them. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { allEndpoints } from '@heartbell/contract/endpoints'
import { expect, test } from 'vitest'
import { exportStore } from '../../transfer/export-store.ts'
import { basic, useTestApp } from '../testing/test-app.ts'
import { answersSecret } from './idempotency.ts'

const t = useTestApp()

const call = async (method: 'PUT' | 'POST', path: string, payload: object, key: string) => {
  const headers = { authorization: basic(t.store), 'idempotency-key': key }
  const reply = await t.app.inject({ method, url: `/storeadmin/v3/${path}`, payload, headers })
  return { status: reply.statusCode, body: reply.json() }
}

const webhook = { url: 'https://hooks.example/a' }
const calls = [
  ['PUT', 'webhooks', webhook],
  ['POST', 'user/generate-regid', { uuid: randomUUID(), useragenttype: 'desktop' }],
  ['POST', 'user/generate-regid', { useremail: 'ada@mail.example', useragenttype: 'desktop' }],
] as const

test('a webhook’s secret, regids and sessions stand in clear neither in the database nor in an export', async () => {
  const secrets: string[] = []
  for (const [method, path, fields] of calls) {
    const key = randomUUID()
    const first = await call(method, path, fields, key)
    expect(first.status).toBe(200)
    expect(await call(method, path, fields, key)).toEqual(first)
    const { secret, regid, sessionid } = first.body
    secrets.push(...[secret, regid, sessionid].filter((text) => typeof text === 'string'))
  }
  expect(secrets.length).toBe(5)
  const [{ rows }] = (await t.sql`
    select coalesce(string_agg(kept::text, ''), '') as rows
    from remembered_answers kept`) as unknown as [{ rows: string }]
  const folder = await mkdtemp(join(tmpdir(), 'heartbell-secrets-'))
  await exportStore(t.sql, t.vault, await t.storeNow(), { to: join(folder, 'out'), release: '0' })
  let exported = ''
  for (const file of await readdir(join(folder, 'out'))) {
    const bytes = await readFile(join(folder, 'out', file))
    exported += (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  }
  await rm(folder, { recursive: true })
  expect(exported).toContain('remembered_answers')
  for (const secret of secrets) {
    expect(rows).not.toContain(secret)
    expect(exported).not.toContain(secret)
  }
})

test('which answers contain a secret is read from the contract', () => {
  const sealed = allEndpoints.filter(
    ([, endpoint]) => !endpoint.reads && endpoint.method !== 'GET' && answersSecret(endpoint),
  )
  expect(sealed.map(([name]) => name).sort()).toMatchInlineSnapshot(`
    [
      "generateRegid",
      "registerGuest",
      "rotateWebhook",
      "saveWebhook",
      "syncGuest",
      "syncShopper",
    ]
  `)
})

test('an encrypted answer that did not move with its store is computed again', async () => {
  const fields = { uuid: randomUUID(), useragenttype: 'desktop' }
  const first = await call('POST', 'user/generate-regid', fields, 'moved')
  await t.sql`update remembered_answers set sealed_answer = null where idempotency_key = 'moved'`
  expect(await call('POST', 'user/generate-regid', fields, 'moved')).toEqual(first)
})
