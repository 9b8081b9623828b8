/** Rotation of the installation's secret: while processes run, interrupted and resumed, with every shopper still signed in. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../database/testing/test-database.ts'
import { connectIntegration, findIntegration } from '../../domain/integrations/integrations.ts'
import { sealedColumns, staffColumns } from '../../domain/portability/reseal.ts'
import { makeVault } from '../../domain/secrets/vault.ts'
import { readUnsubscribe, writeUnsubscribe } from '../../domain/shoppers/links.ts'
import { createStore, findStore } from '../../domain/stores/stores.ts'
import { findSecrets, rotateWebhook, saveWebhook } from '../../domain/webhooks/webhook-endpoints.ts'
import { buildApp } from '../../http/app.ts'
import { basic } from '../../http/testing/test-app.ts'
import { followSecret } from '../process/follow-secret.ts'
import { openVault } from '../process/open-database.ts'
import { readSecret } from '../settings/secret.ts'
import { type Config, readConfig } from '../settings/settings.ts'
import { call } from '../testing/run-command.ts'
import { rotate } from './secret-rotate.ts'

let database: TestDatabase
let data: string
let config: Config
beforeEach(async () => {
  database = await openTestDatabase()
  data = await mkdtemp(join(tmpdir(), 'heartbell-rotate-'))
  config = readConfig({ DATABASE_URL: database.url, HEARTBELL_DATA: data }, () => undefined)
})
afterEach(async () => {
  await database.close()
  await rm(data, { recursive: true })
})

const fill = async (count: number) => {
  const { sql } = database
  const vault = await openVault(sql, config)
  const made = []
  for (let n = 0; n < count; n++) {
    const store = await createStore(sql, vault, { name: `Shop ${n}` })
    const known = (await findStore(sql, vault, store.pid))!
    const { endpointId } = await saveWebhook(sql, vault, known.storeId, { url: 'https://hooks.example/a' })
    const { secret } = await rotateWebhook(sql, vault, known.storeId, endpointId)
    await connectIntegration(sql, vault, known, { kind: 'klaviyo', values: { 'api-key': `key-${n}`, mode: 'events' } })
    made.push({ ...store, ...known, endpointId, secret, n })
  }
  return made
}

test('an interrupted rotation is resumed, and everything opens with only the new secret', async () => {
  const { sql } = database
  const before = await readSecret(config)
  const stores = await fill(4)
  const leave = writeUnsubscribe(stores[0]!, {
    ...{ subscriptionId: '0190f3e2-1111-7222-8333-444455556666', address: 'ada@example.com' },
  })
  let batches = 0
  const kill = () => {
    if (++batches === 12) throw new Error('killed')
  }
  await expect(rotate(sql, config, 0, kill)).rejects.toThrow('killed')
  // Each secret seals a part, and a process that starts now opens both.
  const both = await openVault(sql, config)
  for (const { pid } of stores) expect(await findStore(sql, both, pid)).not.toBeNull()
  const half = JSON.parse((await call(['secret', 'rotate', '--status', '--json'], env())).stdout)
  expect(half.state).toBe('resealing')
  expect(half.left).toBeGreaterThan(0)
  expect((await rotate(sql, config, 0)).data).toMatchObject({ state: 'done', left: 0 })
  const after = await readSecret(config)
  expect(after).not.toBe(before)
  expect((await readdir(data)).filter((file) => file.startsWith('secret'))).toEqual(['secret'])
  const alone = makeVault(after)
  for (const { pid, storeId, endpointId, secret, n } of stores) {
    const store = (await findStore(sql, alone, pid))!
    expect((await findSecrets(sql, alone, storeId, endpointId))[0]).toBe(secret)
    expect((await findIntegration(sql, alone, storeId, 'klaviyo'))!.values).toMatchObject({ 'api-key': `key-${n}` })
    if (n === 0) expect(readUnsubscribe(store, leave)).not.toBeNull()
  }
  await expect(findStore(sql, makeVault(before), stores[0]!.pid)).rejects.toThrow()
  expect(JSON.parse((await call(['secret', 'rotate', '--status', '--json'], env())).stdout)).toEqual({
    state: 'none',
    left: 0,
  })
  const log = await sql`select facts from installation_log where act = 'secret-rotation' order by happened_at, entry_id`
  expect(log.map(({ facts }) => facts.state)).toEqual(['begun', 'done'])
  expect(JSON.stringify(log)).not.toContain(after)
})

const env = () => ({ DATABASE_URL: database.url, HEARTBELL_DATA: data })

test('a running server keeps answering, and a shopper stays signed in', async () => {
  const { sql } = database
  const [shop] = await fill(1)
  const vault = await openVault(sql, config)
  const app = await buildApp({ sql, vault })
  const stop = followSecret(sql, vault, config, 10)
  const headers = { authorization: basic(shop!) }
  const payload = { useremail: 'ada@mail.example', useragenttype: 'desktop' }
  const identify = async () => {
    const reply = await app.inject({ method: 'POST', url: '/storeadmin/v3/user/generate-regid', headers, payload })
    return { status: reply.statusCode, regid: reply.json().regid, sessionid: reply.json().sessionid }
  }
  const first = await identify()
  let isOver = false
  const statuses: number[] = []
  const busy = (async () => {
    while (!isOver) {
      statuses.push((await identify()).status)
      const url = `https://hooks.example/${statuses.length % 5}`
      const saved = await app.inject({ method: 'PUT', url: '/storeadmin/v3/webhooks', headers, payload: { url } })
      statuses.push(saved.statusCode)
      // Make the server read the store from the database again.
      await sql`select pg_notify('heartbell_store', ${String(shop!.storeId)})`
    }
  })()
  await rotate(sql, config, 200)
  const newest = makeVault(await readSecret(config)).checkValue
  await vi.waitFor(() => expect([vault.checkValue, vault.checkValues.length]).toEqual([newest, 1]), { timeout: 45_000 })
  isOver = true
  await busy
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await identify()).toEqual(first)
  stop()
  await app.close()
})

test('a secret that is a setting is changed by the operator: instructions first, then the rotation', async () => {
  const one = 'the first secret of this place, long enough'
  const told = await call(['secret', 'rotate', '--json'], { ...env(), HEARTBELL_SECRET: one })
  const { state, secret } = JSON.parse(told.stdout)
  expect([state, secret.length >= 32]).toEqual(['settings-needed', true])
  const both = { ...env(), HEARTBELL_SECRET: secret, HEARTBELL_SECRET_OLD: one }
  // Before the rotation, processes with both secrets seal with the old one, so that others can read it.
  const made = JSON.parse((await call(['store', 'create', '--name', 'Fern', '--json'], both)).stdout)
  expect(await findStore(database.sql, makeVault(one), made.pid)).not.toBeNull()
  const done = await call(['secret', 'rotate', '--wait', '0'], both)
  expect([done.code, done.stdout.includes('HEARTBELL_SECRET_OLD can be removed')]).toEqual([0, true])
  expect(await findStore(database.sql, makeVault(secret), made.pid)).not.toBeNull()
  const old = await call(['store', 'list'], { ...env(), HEARTBELL_SECRET: one })
  expect([old.code, old.stderr.includes('is not the secret of this database')]).toEqual([1, true])
})

test('a wrong wait is refused', async () => {
  expect((await call(['secret', 'rotate', '--wait', 'soon'], env())).code).toBe(2)
})

test('every column that is sealed is sealed again', async () => {
  const columns = await database.sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column
    from information_schema.columns
    where table_schema = 'public'
      and data_type = 'bytea'
      -- without hashes
      and column_name !~ '(_hash|^digest|^subject)$'
      -- the files of the storefront are public
      and table_name <> 'client_files'
    order by 1, 2`
  const sealed = [...sealedColumns, ...staffColumns].sort((a, b) =>
    `${a.table}.${a.column}` < `${b.table}.${b.column}` ? -1 : 1,
  )
  expect([...columns]).toEqual(sealed)
})
