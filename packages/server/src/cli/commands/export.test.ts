/** Export, import, pause and deletion of a store, and import of people, by the commands an operator types. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../database/testing/test-database.ts'
import { recordProducts } from '../../domain/catalog/catalog.ts'
import { makeVault } from '../../domain/secrets/vault.ts'
import { findStore } from '../../domain/stores/stores.ts'
import { call } from '../testing/run-command.ts'

const secrets = ['a secret for tests that is long enough', 'another secret that is also long enough']
let [here, there]: TestDatabase[] = []
let data: string
let pid: string
const at = (place: 0 | 1, args: string[], env = {}) =>
  call(args, {
    DATABASE_URL: [here!, there!][place]!.url,
    HEARTBELL_SECRET: secrets[place]!,
    HEARTBELL_DATA: data,
    ...env,
  })
const file = (name: string) => join(data, name)
const leave = (to: string, ...more: string[]) => at(0, ['export', '--store', pid, '--to', file(to), ...more])
const arrive = (place: 0 | 1, from: string, ...more: string[]) =>
  at(place, ['import', file(from), '--as', 'heartbell', ...more])
let key: string[]

beforeAll(async () => {
  ;[here, there] = [await openTestDatabase(), await openTestDatabase()]
  data = await mkdtemp(join(tmpdir(), 'heartbell-export-'))
  await writeFile(file('passphrase'), 'correct horse battery staple\n')
  key = ['--passphrase-file', file('passphrase')]
  pid = JSON.parse((await at(0, ['store', 'create', '--name', 'Fern', '--json'])).stdout).pid
  const store = (await findStore(here!.sql, makeVault(secrets[0]!), pid))!
  await recordProducts(here!.sql, store, [{ variantId: '1', productId: '1', url: '/1', title: 'Tea', stock: 0 }], 'api')
})
afterAll(async () => {
  await Promise.all([here!.close(), there!.close()])
  await rm(data, { recursive: true })
})

describe('heartbell import of people', () => {
  const csv = 'Customer email,Variant ID,Created at\nada@example.com,1,2026-01-01\nnobody,1,2026-01-01\n'
  const bring = (kind: string, ...more: string[]) =>
    at(0, ['import', file('people.csv'), '--store', pid, '--as', kind, ...more])

  test('reports the outcome of each row, and in a dry run what it would be', async () => {
    await writeFile(file('people.csv'), csv)
    const dry = await bring('subscribers-csv', '--dry-run')
    expect(dry).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 would be new, 0 already present, 1 refused'),
    })
    expect(dry.stdout).toContain('Columns recognized: email=Customer email, variant=Variant ID, date=Created at.')
    expect(dry.stdout).toContain('  3: "nobody" is not an e-mail address')
    for (const kind of ['subscribers-csv', 'lists-csv'])
      for (const [added, was] of [
        [1, 0],
        [0, 1],
      ])
        expect(JSON.parse((await bring(kind, '--json')).stdout)).toMatchObject({ added, there: was, refused: 1 })
  })

  test('asks for columns that it cannot recognize', async () => {
    expect(await bring('lists-csv', '--columns', 'colour=red')).toMatchObject({ code: 2 })
    const wrong = await bring('lists-csv', '--columns', 'email=Kunde')
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no column "Kunde"') })
  })
})

describe('heartbell export and heartbell import', () => {
  test('create the same store elsewhere, paused; a second import changes nothing', async () => {
    const left = await leave('whole', ...key, '--json')
    expect(JSON.parse(left.stdout)).toMatchObject({ pid, secrets: true })
    const arrived = await arrive(1, 'whole', ...key)
    expect(arrived).toMatchObject({ code: 0, stdout: expect.stringContaining('"Fern" was imported') })
    expect((await at(1, ['store', 'list'])).stdout).toContain('Fern  (paused)')
    expect((await arrive(1, 'whole', ...key)).stdout).toContain('already exists and is identical to the export')
    const opened = async (place: 0 | 1) =>
      (await findStore([here!, there!][place]!.sql, makeVault(secrets[place]!), pid))!.tokenKey.export()
    expect(await opened(1)).toEqual(await opened(0))
    expect(await at(1, ['store', 'wake', pid])).toMatchObject({ code: 0 })
    expect((await at(1, ['store', 'list'])).stdout).not.toContain('paused')
  })

  test('restore a store after an accident: deleted and imported again', async () => {
    await at(1, ['store', 'set', pid, 'country=DE'])
    const refused = await arrive(1, 'whole', ...key)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/differs from the export \(stores/) })
    expect(await at(1, ['store', 'delete', pid])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Nothing was'),
    })
    expect(await at(1, ['store', 'delete', pid, '--yes'])).toMatchObject({ code: 0 })
    expect((await at(1, ['store', 'list', '--json'])).stdout).toBe('[]\n')
    expect(await at(1, ['store', 'delete', pid, '--yes'])).toMatchObject({ code: 1 })
    expect(await arrive(1, 'whole', ...key)).toMatchObject({ code: 0 })
    expect((await at(1, ['store', 'set', pid])).stdout).toContain('country=US')
  })

  test('an export without a passphrase can be read but not imported', async () => {
    expect((await leave('to-read')).stdout).toContain('cannot be imported')
    expect(await readFile(file('to-read/manifest.json'), 'utf8')).toContain('"secrets": null')
    await at(1, ['store', 'delete', pid, '--yes'])
    expect(await arrive(1, 'to-read', ...key)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('for reading only'),
    })
  })

  test('refuse damaged or missing files before anything is written', async () => {
    const short = await at(0, ['export', '--store', pid, '--to', file('x')], { HEARTBELL_PASSPHRASE: 'short' })
    expect(short).toMatchObject({ code: 2, stderr: expect.stringContaining('at least 12') })
    expect(await leave('whole', ...key)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not empty'),
    })
    expect(await at(0, ['export', '--store', pid])).toMatchObject({ code: 2 })
    await writeFile(file('other'), 'another passphrase')
    const wrong = await arrive(1, 'whole', '--passphrase-file', file('other'))
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('not the passphrase') })
    expect(await arrive(1, 'nothing')).toMatchObject({ code: 1 })
    const whole = await readFile(file('whole/variants.ndjson.gz'))
    await writeFile(file('whole/variants.ndjson.gz'), Buffer.concat([whole, Buffer.from('x')]))
    const damaged = await arrive(1, 'whole', ...key)
    expect(damaged).toMatchObject({ code: 1, stderr: expect.stringContaining('variants.ndjson.gz is damaged') })
    expect((await at(1, ['store', 'list', '--json'])).stdout).toBe('[]\n')
  })
})
