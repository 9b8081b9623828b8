/** What commands do is in the audit trail, and `heartbell audit` reads it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { commands } from '../main.ts'
import { call } from '../testing/run-command.ts'
import { readMoment } from './audit.ts'

const database = useTestDatabase()
let data: string
let env: Record<string, string>
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-audit-'))
  env = { DATABASE_URL: database.url, HEARTBELL_SECRET: 'a secret for tests that is long enough', HEARTBELL_DATA: data }
})
afterAll(async () => {
  await rm(data, { recursive: true })
})

async function json(...args: string[]) {
  const { code, stdout, stderr } = await call([...args, '--json'], env)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}
type Entry = { act: string; actorAgent: string; facts: Record<string, unknown>; pid?: string }
const actsOf = (entries: Entry[]) => entries.map(({ act }) => act).reverse()

test('every command is an audited action or says why it is not', () => {
  for (const { name, audit } of commands)
    expect([name, audit === 'act' || audit.notAnAct.length > 5]).toEqual([name, true])
})

test('actions on a store and on the installation leave rows that name account and host', async () => {
  const { pid } = await json('store', 'create', '--name', 'Fern')
  await json('store', 'set', pid, 'min-stock=3')
  const { keyId } = await json('store', 'key', 'add', pid, '--label', 'till')
  await json('store', 'key', 'revoke', pid, keyId)
  await json('store', 'secret', 'rotate', pid)
  await json('store', 'secret', 'drop-old', pid)
  await json('store', 'sleep', pid)
  await json('store', 'wake', pid)
  await json('store', 'connect', pid, 'klaviyo', 'api-key=hunter2', 'mode=events')
  await json('store', 'disconnect', pid, 'klaviyo')
  await json('subject', '--store', pid, '--email', 'ada@mail.example')
  await json('erase', '--store', pid, '--email', 'ada@mail.example')
  const lists = join(data, 'feed.csv')
  await writeFile(lists, 'id,title,link\n1,Bowl,https://shop.example/b\n')
  await json('import', lists, '--store', pid, '--as', 'google-feed')
  await json('export', '--store', pid, '--to', join(data, 'out'))
  const entries: Entry[] = await json('audit', '--store', pid)
  expect(actsOf(entries)).toEqual([
    'store-created',
    'settings-changed',
    'key-added',
    'key-revoked',
    'secret-rotated',
    'old-secret-dropped',
    'store-paused',
    'store-resumed',
    'integration-saved',
    'integration-removed',
    'shopper-exported',
    'shopper-erased',
    'store-imported',
    'store-exported',
  ])
  for (const { actorAgent } of entries) expect(actorAgent).toMatch(/^.+@.+$/)
  expect(JSON.stringify(entries)).not.toMatch(/hunter2|ada@mail|hbk_/)
  await json('dashboard')
  await json('maintenance', 'on')
  await json('maintenance', 'off')
  await json('store', 'delete', pid, '--yes')
  const whole: Entry[] = await json('audit', '--installation')
  expect(actsOf(whole)).toEqual([
    'store-created',
    'sign-in-link-made',
    'maintenance-set',
    'maintenance-set',
    'store-deleted',
  ])
  expect(whole[0]).toMatchObject({ pid, facts: { name: 'Fern' } })
})

test('the trail can be filtered, is printed as sentences, and a wrong filter is refused', async () => {
  const { pid } = await json('store', 'create', '--name', 'Moss')
  await json('store', 'set', pid, 'min-stock=3')
  expect(await json('audit', '--store', pid, '--act', 'settings-changed')).toMatchObject([
    { factsBefore: { 'min-stock': '1' }, factsAfter: { 'min-stock': '3' } },
  ])
  expect(await json('audit', '--store', pid, '--until', '1d')).toEqual([])
  expect(await json('audit', '--store', pid, '--since', '1h', '--who', 'command')).toHaveLength(2)
  const { stdout } = await call(['audit', '--store', pid], env)
  expect(stdout).toMatch(/Command line \(.+@.+\): Created the store Moss/)
  for (const wrong of [
    ['--since', 'soon'],
    ['--act', 'nothing'],
  ]) {
    const { code, stderr } = await call(['audit', '--store', pid, ...wrong], env)
    expect([code, stderr.includes(wrong[1]!)]).toEqual([2, true])
  }
  expect((await call(['audit'], env)).code).toBe(2)
})

test('times are dates, times or ages', () => {
  expect(readMoment('since', '2h', 7_200_000)).toEqual(new Date(0))
  expect(readMoment('since', '2026-11-01')).toEqual(new Date('2026-11-01T00:00:00Z'))
  expect(() => readMoment('since', '2h ago')).toThrow('--since must be a date')
})
