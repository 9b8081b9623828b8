import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judgeClock } from './checks-database.ts'
import { checkDisk, checkNode, checkSecretFile, judgeDisk } from './checks-machine.ts'
import { checkSettings } from './checks-settings.ts'
import { judgeFileLimit, readFileLimit } from './file-limit.ts'

test('an old Node.js is not well', () => {
  expect(checkNode('20.1.0').state).toBe('ok')
  expect(checkNode('18.20.0')).toEqual({
    name: 'node',
    state: 'fail',
    says: 'Node.js 18.20.0: install Node.js 20 or newer',
  })
})

test('a disk that fills up is told before it is full', async () => {
  expect(judgeDisk(5e9, '/data')).toEqual({ name: 'disk', state: 'ok', says: '5.0 GB free at /data' })
  expect(judgeDisk(5e8, '/data').state).toBe('warn')
  expect(judgeDisk(5e7, '/data').state).toBe('fail')
  expect((await checkDisk(join(tmpdir(), 'not', 'made', 'yet'))).says).toContain('GB free')
})

test('too few open files are told with the number and the way to raise it', async () => {
  expect(judgeFileLimit(65_536)).toEqual({
    name: 'open files',
    state: 'ok',
    says: 'at most 65536 files and connections at once',
  })
  expect(judgeFileLimit(512).state).toBe('warn')
  expect(judgeFileLimit(128)).toMatchObject({ state: 'fail', says: expect.stringMatching(/128.*256.*ulimit -n 1024/) })
  expect(judgeFileLimit(Number.POSITIVE_INFINITY).state).toBe('ok')
  expect(await readFileLimit()).toBeGreaterThan(0)
})

test('clocks that drift apart are told', () => {
  expect(judgeClock(3)).toMatchObject({ state: 'ok', says: '3 ms between this machine and the database' })
  expect(judgeClock(5_000).state).toBe('warn')
  expect(judgeClock(90_000).state).toBe('fail')
})

test('a secret that others can read is told', async () => {
  const data = await mkdtemp(join(tmpdir(), 'heartbell-secret-'))
  expect(await checkSecretFile(data)).toEqual([])
  await writeFile(join(data, 'secret'), 'x', { mode: 0o600 })
  expect(await checkSecretFile(data)).toMatchObject([{ state: 'ok' }])
  await chmod(join(data, 'secret'), 0o644)
  expect(await checkSecretFile(data)).toMatchObject([{ state: 'fail', says: expect.stringContaining('chmod 600') }])
  await rm(data, { recursive: true })
})

const trial = { host: '127.0.0.1', publicUrl: undefined, databaseUrl: undefined, mailUrl: 'outbox:' }
const shop = { ...trial, publicUrl: 'https://wishes.example', mailUrl: 'smtp://mail.example?from=a@wishes.example' }
const told = (config: typeof trial | typeof shop) => checkSettings(config).map(({ name, state }) => `${name} ${state}`)

test('an address that shoppers can’t reach or trust is told, and not while it is tried out', () => {
  expect(told(trial)).toEqual(['public url ok'])
  expect(told(shop)).toEqual(['public url ok'])
  expect(told({ ...trial, host: '0.0.0.0' })).toEqual(['public url warn'])
  expect(told({ ...shop, publicUrl: 'http://wishes.example' })).toEqual(['public url fail'])
  expect(told({ ...shop, publicUrl: 'http://localhost:4000' })).toEqual(['public url ok'])
})

test('mail that never leaves, or comes from nobody, is told where there is a shop', () => {
  expect(told({ ...shop, mailUrl: 'outbox:' })).toEqual(['public url ok', 'sender warn'])
  expect(told({ ...shop, mailUrl: 'smtp://mail.example' })).toEqual(['public url ok', 'sender warn'])
  expect(told({ ...shop, mailUrl: 'smtp://a%40wishes.example:x@mail.example' })).toEqual(['public url ok'])
})
