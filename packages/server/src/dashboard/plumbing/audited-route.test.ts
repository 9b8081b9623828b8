/** An act and its audit row are one transaction: neither is stored without the other. */
import { Refusal } from '@heartbell/contract/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuditAct, type AuditActor, recordInstallationAct } from '../../domain/audit/audit.ts'
import { openTestDashboard, type TestDashboard } from '../testing/test-dashboard.ts'
import { perform } from './audited-route.ts'

let t: TestDashboard
beforeAll(async () => {
  t = await openTestDashboard()
})
afterAll(() => t.close())

const actor: AuditActor = { kind: 'system', id: null, name: 'test' }
const note = (sql: Parameters<typeof recordInstallationAct>[0], act: AuditAct) => recordInstallationAct(sql, actor, act)
const act = { act: 'settings-changed' } as const
const rename = (sql: TestDashboard['sql']) => sql`update stores set name = 'Renamed' where pid = ${t.store.pid}`
const nameNow = async () => (await t.sql`select name from stores where pid = ${t.store.pid}`)[0]!.name
const actsNow = async () =>
  (await t.sql`select act from installation_log where user_name = 'test'`).map(({ act }) => act)

beforeEach(async () => {
  await t.sql`update stores set name = 'Before' where pid = ${t.store.pid}`
  await t.sql`delete from installation_log where user_name = 'test'`
})

describe('an act', () => {
  test('is stored together with its audit row', async () => {
    const answer = await perform(t.sql, {}, {}, note, async ({ sql }) => {
      await rename(sql)
      return { answer: 'renamed', act }
    })
    expect([answer, await nameNow(), await actsNow()]).toEqual(['renamed', 'Renamed', ['settings-changed']])
  })

  test('is not stored when its audit row fails', async () => {
    const failing = async () => {
      throw new Error('no row')
    }
    const performed = perform(t.sql, {}, {}, failing, async ({ sql }) => {
      await rename(sql)
      return { act }
    })
    await expect(performed).rejects.toThrow('no row')
    expect([await nameNow(), await actsNow()]).toEqual(['Before', []])
  })

  test('that fails after its row was written leaves neither', async () => {
    const noteAndFail: typeof note = async (sql, act) => {
      await note(sql, act)
      throw new Error('too late')
    }
    const performed = perform(t.sql, {}, {}, noteAndFail, async ({ sql }) => {
      await rename(sql)
      return { act }
    })
    await expect(performed).rejects.toThrow('too late')
    expect([await nameNow(), await actsNow()]).toEqual(['Before', []])
  })

  test('that is refused leaves no row of its own; the attempt is recorded outside of its transaction', async () => {
    const refused = async () => note(t.sql, { act: 'sign-in-failed' })
    const performed = perform(t.sql, { refused }, {}, note, async ({ sql }) => {
      await rename(sql)
      throw new Refusal('conflict', 'last-owner', 'No.')
    })
    await expect(performed).rejects.toThrow('No.')
    expect([await nameNow(), await actsNow()]).toEqual(['Before', ['sign-in-failed']])
  })

  test('that runs long is recorded before it starts, and the row remains when it fails', async () => {
    const announce = () => ({ act: 'catalog-import-started' }) as const
    const prepare = async () => {
      throw new Error('broken file')
    }
    await expect(perform(t.sql, { announce, prepare }, {}, note, async () => ({ act }))).rejects.toThrow('broken file')
    expect(await actsNow()).toEqual(['catalog-import-started'])
  })
})

test('an act on the user’s own account is not done when its audit row can’t be written', async () => {
  const owner = await t.member('owner')
  for (const table of ['installation_log', 'audit_log']) {
    await t.sql`alter table ${t.sql(table)} add constraint closed check (false) not valid`
    try {
      expect((await owner.post('/me', { name: 'Changed' })).status).toBe(500)
    } finally {
      await t.sql`alter table ${t.sql(table)} drop constraint closed`
    }
    expect((await owner.get('/me')).body.name).not.toBe('Changed')
  }
  expect((await owner.post('/me', { name: 'Changed' })).body.name).toBe('Changed')
})
