/**
 * The secret token of a hook's URL is exported only encrypted, and imported again. Exports of earlier releases can still be
 * imported.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../database/testing/test-database.ts'
import { connectIntegration } from '../domain/integrations/integrations.ts'
import { storeTables } from '../domain/portability/store-tables.ts'
import { makeVault } from '../domain/secrets/vault.ts'
import { createStore, findStore, type Store } from '../domain/stores/stores.ts'
import { exportStore } from './export-store.ts'
import { importStore } from './import-store.ts'

const vaults = ['the secret of one place', 'the secret of another'].map((secret) => makeVault(secret))
const passphrase = 'correct horse battery staple'
let [here, there, elsewhere]: TestDatabase[] = []
let home: string
let store: Store
let token: string
beforeAll(async () => {
  ;[here, there, elsewhere] = [await openTestDatabase(), await openTestDatabase(), await openTestDatabase()]
  home = await mkdtemp(join(tmpdir(), 'heartbell-hook-token-'))
  const { pid } = await createStore(here!.sql, vaults[0]!, { name: 'Fern' })
  store = (await findStore(here!.sql, vaults[0]!, pid))!
  await connectIntegration(here!.sql, vaults[0]!, store, {
    kind: 'klaviyo',
    values: { 'api-key': 'pk_1', mode: 'events' },
  })
  token = (await readTokens(here!))[0]!
})
afterAll(async () => {
  await Promise.all([here!, there!, elsewhere!].map((database) => database.close()))
  await rm(home, { recursive: true })
})

const readTokens = async ({ sql }: TestDatabase): Promise<string[]> => {
  const rows = await sql`select hook_token from integrations where store_id = ${store.storeId}`
  return rows.map(({ hookToken }) => hookToken)
}

const leave = async (name: string, options: { passphrase?: string; tables?: typeof storeTables }) => {
  await exportStore(here!.sql, vaults[0]!, store, { to: join(home, name), release: '0.0.0', ...options })
  return join(home, name)
}

/** The files that contain the token in clear text. */
async function findToken(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name))
    if ((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).includes(token)) found.push(name)
  }
  return found
}

async function arrive(folder: string, at: TestDatabase): Promise<string[]> {
  const arrival = await importStore(at.sql, vaults[1]!, folder, { passphrase, schema: 1_000_000 })
  expect(arrival).toMatchObject({ outcome: 'arrived', refused: [] })
  const tokens = await readTokens(at)
  const again = await importStore(at.sql, vaults[1]!, folder, { passphrase, schema: 1_000_000 })
  expect(again.outcome).toBe('same')
  return tokens
}

test('with a passphrase no file contains it in clear text, and the hook works after the import', async () => {
  const folder = await leave('sealed', { passphrase })
  expect(token.length).toBeGreaterThan(15)
  expect(await findToken(folder)).toEqual([])
  expect(await arrive(folder, there!)).toEqual([token])
})

test('without a passphrase it is not exported', async () => {
  const folder = await leave('to-read', {})
  expect(await findToken(folder)).toEqual([])
  const rows = gunzipSync(await readFile(join(folder, 'integrations.ndjson.gz'))).toString('utf8')
  expect(JSON.parse(rows)).toMatchObject({ kind: 'klaviyo' })
})

test('an export of an earlier release, which contains it in the row, can still be imported', async () => {
  const tables = storeTables.map((table) => ({ ...table, secrets: [] }))
  const folder = await leave('earlier', { passphrase, tables })
  expect(await findToken(folder)).toEqual(['integrations.ndjson.gz'])
  expect(await arrive(folder, elsewhere!)).toEqual([token])
})
