import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assessClock } from './database.ts'
import { assessFileLimit, readFileLimit } from './file-limit.ts'
import { assessDisk, checkDisk, checkNode, checkSecretFile } from './machine.ts'
import { checkSettings } from './settings.ts'

test('an old Node.js is reported', () => {
  expect(checkNode('20.1.0').state).toBe('ok')
  expect(checkNode('18.20.0')).toEqual({
    name: 'node',
    state: 'fail',
    says: 'Node.js 18.20.0: install Node.js 20 or newer',
  })
})

test('a disk is reported before it is full', async () => {
  expect(assessDisk(5e9, '/data')).toEqual({ name: 'disk', state: 'ok', says: '5.0 GB free at /data' })
  expect(assessDisk(5e8, '/data').state).toBe('warn')
  expect(assessDisk(5e7, '/data').state).toBe('fail')
  expect((await checkDisk(join(tmpdir(), 'not', 'made', 'yet'))).says).toContain('GB free')
})

test('a low limit of open files is reported with how to raise it', async () => {
  expect(assessFileLimit(65_536)).toEqual({
    name: 'open files',
    state: 'ok',
    says: 'at most 65536 files and connections at once',
  })
  expect(assessFileLimit(512).state).toBe('warn')
  expect(assessFileLimit(128)).toMatchObject({ state: 'fail', says: expect.stringMatching(/128.*256.*ulimit -n 1024/) })
  expect(assessFileLimit(Number.POSITIVE_INFINITY).state).toBe('ok')
  expect(await readFileLimit()).toBeGreaterThan(0)
})

test('clocks that differ are reported', () => {
  expect(assessClock(3)).toMatchObject({ state: 'ok', says: '3 ms difference between this machine and the database' })
  expect(assessClock(5_000).state).toBe('warn')
  expect(assessClock(90_000).state).toBe('fail')
})

test('a secret that others can read is reported', async () => {
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
const states = (config: typeof trial | typeof shop) =>
  checkSettings(config).map(({ name, state }) => `${name} ${state}`)

test('a public address that shoppers cannot reach or trust is reported, but not in a trial', () => {
  expect(states(trial)).toEqual(['public url ok'])
  expect(states(shop)).toEqual(['public url ok'])
  expect(states({ ...trial, host: '0.0.0.0' })).toEqual(['public url warn'])
  expect(states({ ...shop, publicUrl: 'http://wishes.example' })).toEqual(['public url fail'])
  expect(states({ ...shop, publicUrl: 'http://localhost:4000' })).toEqual(['public url ok'])
})

test('e-mail that is never sent or has no valid sender is reported for a real shop', () => {
  expect(states({ ...shop, mailUrl: 'outbox:' })).toEqual(['public url ok', 'sender warn'])
  expect(states({ ...shop, mailUrl: 'smtp://mail.example' })).toEqual(['public url ok', 'sender warn'])
  expect(states({ ...shop, mailUrl: 'smtp://a%40wishes.example:x@mail.example' })).toEqual(['public url ok'])
})
