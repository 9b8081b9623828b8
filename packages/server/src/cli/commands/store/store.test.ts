import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../../../database/testing/use-test-database.ts'
import { readIdentityToken } from '../../../domain/secrets/identity-tokens.ts'
import { makeVault } from '../../../domain/secrets/vault.ts'
import { findStore } from '../../../domain/stores/stores.ts'
import { call } from '../../testing/run-command.ts'
import { describePlace } from './store.ts'

const SECRET = 'a secret for tests that is long enough'
const database = useTestDatabase()
let data: string
let env: Record<string, string>
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-store-'))
  env = { DATABASE_URL: database.url, HEARTBELL_SECRET: SECRET, HEARTBELL_DATA: data }
})
afterAll(async () => {
  await rm(data, { recursive: true })
})

const heartbell = (...args: string[]) => call(args, env)

async function json(...args: string[]) {
  const { code, stdout, stderr } = await heartbell(...args, '--json')
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

const create = (...more: string[]) => json('store', 'create', '--name', 'Fern', ...more)

test('creating a store returns its pid, key, identity secret and name', async () => {
  const store = await create()
  expect(store).toEqual({
    pid: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
    apiKey: expect.stringMatching(/^hbk_/),
    identitySecret: expect.any(String),
    name: 'Fern',
  })
  expect(await findStore(database.sql, makeVault(SECRET), store.pid)).toMatchObject({ name: 'Fern' })
  const list = await json('store', 'list')
  expect(list).toContainEqual(expect.objectContaining({ pid: store.pid, name: 'Fern' }))
  expect((await heartbell('store', 'list')).stdout).toContain(`${store.pid}  `)
})

test('without --json the reply is for people', async () => {
  const { stdout } = await heartbell('store', 'create', '--name', 'Moss')
  expect(stdout).toContain('\nIt is in the database at ')
  expect(stdout).toMatch(/^Store "Moss" is ready[\s\S]*pid +\S+\n +API key +hbk_\S+\n +identity secret +\S+\n$/)
})

test('the reply names the data folder, and says when it is a new one', () => {
  expect(describePlace({ data, databaseUrl: undefined })).toBe(`It is in the data folder ${data}.`)
  const none = join(data, 'none')
  expect(describePlace({ data: none, databaseUrl: undefined })).toMatch(`It is in a new data folder, ${none}. If your`)
})

test('a store can be created with settings', async () => {
  const { pid } = await create('--set', 'country=DE', '--set', 'custom-items=on')
  expect(await json('store', 'set', pid)).toMatchObject({ country: 'DE', 'custom-items': 'on', inventory: 'managed' })
})

test('settings are changed together or not at all', async () => {
  const { pid } = await create()
  expect(await json('store', 'set', pid, 'country=FR', 'min-stock=3')).toMatchObject({
    country: 'FR',
    'min-stock': '3',
  })
  const { code, stderr } = await heartbell('store', 'set', pid, 'country=IT', 'min-stock=none')
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'min-stock must be a whole number from 1 to 1000000.\n' })
  const shown = await heartbell('store', 'set', pid)
  expect(shown.stdout).toContain('\ncountry=FR\n')
  expect(shown.stdout).toContain('\nmin-stock=3\n')
})

test('an unknown store is a failure', async () => {
  const pid = `${'A'.repeat(43)}=`
  const { code, stderr } = await heartbell('store', 'set', pid)
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `The store ${pid} does not exist. heartbell store list shows all stores.\n`,
  })
})

// proves C2.keys, C7.keys
test('keys are added, listed, and revoked by id or by the whole key', async () => {
  const { pid, apiKey } = await create()
  const added = await json('store', 'key', 'add', pid, '--label', 'till')
  expect(added).toEqual({ keyId: expect.any(String), apiKey: expect.stringContaining(added.keyId) })
  await json('store', 'key', 'revoke', pid, added.keyId)
  await json('store', 'key', 'revoke', pid, apiKey)
  expect(await json('store', 'key', 'list', pid)).toMatchObject([
    { revokedAt: expect.any(String) },
    { keyId: added.keyId, label: 'till', revokedAt: expect.any(String) },
  ])
  const { code, stderr } = await heartbell('store', 'key', 'revoke', pid, 'nothing')
  expect(code).toBe(1)
  expect(stderr).toContain('The store has no key nothing')
})

test('an identity secret is rotated without a gap: two are valid until the older is dropped', async () => {
  const { pid, identitySecret } = await create()
  const sign = (secret: string) => {
    const signed = `${Buffer.from('ana@shop.example').toString('base64url')}.${Math.floor(Date.now() / 1000) + 60}`
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('hex')}`
  }
  const isValid = async (secret: string) => {
    const store = await findStore(database.sql, makeVault(SECRET), pid)
    return 'email' in readIdentityToken(store!.identityKeys, sign(secret), Date.now())
  }
  const second = await json('store', 'secret', 'rotate', pid)
  expect(second).toEqual({ identitySecret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) })
  expect([await isValid(identitySecret), await isValid(second.identitySecret)]).toEqual([true, true])
  const third = await json('store', 'secret', 'rotate', pid)
  expect([await isValid(identitySecret), await isValid(second.identitySecret)]).toEqual([false, true])
  expect(await json('store', 'secret', 'drop-old', pid)).toEqual({ dropped: true })
  expect([await isValid(second.identitySecret), await isValid(third.identitySecret)]).toEqual([false, true])
  expect((await heartbell('store', 'secret', 'drop-old', pid)).stdout).toBe('There was no previous identity secret.\n')
  expect((await heartbell('store', 'secret', 'rotate', pid)).stdout).toMatch(
    /^ {2}identity secret {2}\S+\n\nThe previous secret/,
  )
  expect((await heartbell('store', 'secret', 'rotate', 'nobody')).code).toBe(2)
})

test('a secret that does not match the database is refused', async () => {
  const { code, stderr } = await call(['store', 'list'], { ...env, HEARTBELL_SECRET: 'x'.repeat(32) })
  expect(code).toBe(1)
  expect(stderr).toBe('HEARTBELL_SECRET is not the secret of this database. Set HEARTBELL_SECRET to the right one.\n')
})
