import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replaceSecret } from '../settings/secret.ts'
import { call } from '../testing/run-command.ts'

let home: string
const inHome = (name: string) => join(home, name)

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'heartbell-backup-'))
  await promisify(execFile)('chmod', ['711', home])
  await writeFile(inHome('passphrase'), 'correct horse battery\n')
  await writeFile(inHome('another'), 'another horse battery\n')
  const made = await call(['store', 'create', '--name', 'Fern', '--data', inHome('data'), '--json'])
  expect(made.code).toBe(0)
})
afterAll(() => rm(home, { recursive: true, force: true }))

const nameStores = async (data: string, env: Record<string, string> = {}) => {
  const { code, stdout, stderr } = await call(['store', 'list', '--data', inHome(data), '--json'], env)
  return code === 0 ? JSON.parse(stdout).map(({ name }: { name: string }) => name) : stderr
}

test('with a passphrase the backup includes the secret, and the restored folder opens the same stores', async () => {
  const flags = ['--passphrase-file', inHome('passphrase'), '--json']
  const taken = await call(['backup', inHome('sealed'), '--data', inHome('data'), ...flags])
  expect(taken).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(taken.stdout)).toMatchObject({ file: inHome('sealed'), secret: true, seconds: expect.any(Number) })
  const brought = await call(['restore', inHome('sealed'), '--data', inHome('restored'), ...flags])
  expect(JSON.parse(brought.stdout)).toMatchObject({
    data: inHome('restored'),
    secret: true,
    files: expect.any(Number),
  })
  expect(await readFile(inHome('restored/secret'), 'utf8')).toBe(await readFile(inHome('data/secret'), 'utf8'))
  expect(await nameStores('restored')).toEqual(['Fern'])
})

test('an included secret needs its passphrase', async () => {
  const words = ['restore', inHome('sealed'), '--data', inHome('refused')]
  expect(await call(words)).toMatchObject({ code: 2, stderr: expect.stringContaining('--passphrase-file') })
  const wrong = await call([...words, '--passphrase-file', inHome('another')])
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('not the passphrase') })
  expect(await readdir(home)).not.toContain('refused')
})

test('without a passphrase the secret is not included, and both commands say so', async () => {
  const taken = await call(['backup', inHome('plain'), '--data', inHome('data')])
  expect(taken.stdout).toMatch(/HEARTBELL_SECRET is not included.*data\/secret/)
  expect(taken.stdout).toMatch(/MB \([\d.]+ MB of data\), [\d.]+ s/)
  const brought = await call(['restore', inHome('plain'), '--data', inHome('bare')])
  expect(brought.stdout).toContain('does not include HEARTBELL_SECRET')
  expect(await readdir(inHome('bare'))).toEqual(['postgres'])
  const secret = (await readFile(inHome('data/secret'), 'utf8')).trim()
  expect(await nameStores('bare', { HEARTBELL_SECRET: secret })).toEqual(['Fern'])
  expect(await nameStores('bare')).toContain('is not the secret of this database')
})

test('a backup leaves an entry in the audit trail of the installation, which the file contains too', async () => {
  for (const data of ['data', 'restored']) {
    const { stdout } = await call([
      'audit',
      '--installation',
      '--act',
      'backup-taken',
      '--data',
      inHome(data),
      '--json',
    ])
    expect(JSON.parse(stdout).at(-1)).toMatchObject({
      ...{ actorKind: 'command', actorAgent: expect.stringContaining('@') },
      facts: { file: inHome('sealed'), secret: true },
    })
  }
})

test('during a rotation the backup includes both secrets, and the restored folder opens what each sealed', async () => {
  const old = (await readFile(inHome('data/secret'), 'utf8')).trim()
  // As at the start of a rotation: everything is still sealed with the previous secret.
  await replaceSecret(inHome('data'), 'a new secret for tests that is long enough')
  const flags = ['--passphrase-file', inHome('passphrase'), '--json']
  expect(await call(['backup', inHome('rotating'), '--data', inHome('data'), ...flags])).toMatchObject({ code: 0 })
  const plain = await call(['backup', inHome('rotating-plain'), '--data', inHome('data')])
  expect(plain.stdout).toMatch(/Store .*data\/secret and .*data\/secret\.old in another place/)
  const brought = await call(['restore', inHome('rotating'), '--data', inHome('half-way'), ...flags])
  expect(JSON.parse(brought.stdout)).toMatchObject({ secret: true })
  expect(await readFile(inHome('half-way/secret.old'), 'utf8')).toBe(`${old}\n`)
  expect(await nameStores('half-way')).toEqual(['Fern'])
  const ended = await call(['secret', 'rotate', '--wait', '0', '--data', inHome('half-way'), '--json'])
  expect(JSON.parse(ended.stdout)).toMatchObject({ state: 'done', left: 0 })
  expect((await readdir(inHome('half-way'))).filter((name) => name.startsWith('secret'))).toEqual(['secret'])
  expect(await nameStores('half-way')).toEqual(['Fern'])
})

test('a wrong call gets a message and exit code 2', async () => {
  const given = { DATABASE_URL: 'postgres://a:b@db.example/heartbell' }
  expect(await call(['backup', inHome('x')], given)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/pg_dump/),
  })
  expect(await call(['restore', inHome('plain'), '--data', inHome('x')], given)).toMatchObject({ code: 2 })
  expect(await call(['backup'])).toMatchObject({ code: 2, stderr: expect.stringContaining('FILE') })
  expect(await call(['restore', inHome('plain')])).toMatchObject({ code: 2, stderr: expect.stringContaining('--data') })
  const full = await call(['restore', inHome('plain'), '--data', inHome('data')])
  expect(full).toMatchObject({ code: 2, stderr: expect.stringContaining('is not empty') })
  await writeFile(inHome('half'), (await readFile(inHome('plain'))).subarray(0, 100_000))
  const half = await call(['restore', inHome('half'), '--data', inHome('x')])
  expect(half).toMatchObject({ code: 2, stderr: expect.stringContaining('incomplete or damaged') })
  expect(await call(['backup', inHome('x'), '--data', inHome('none')])).toMatchObject({ code: 1 })
})
