import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic, openTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
const probed: string[] = []
beforeAll(async () => {
  t = await openTestApp({
    publicUrl: () => 'https://wishes.example',
    probes: {
      integration: async ({ kind, values }) => {
        probed.push(`${kind} ${values.password}`)
        return { ok: false, says: '535 wrong password' }
      },
      webhook: async () => ({ ok: true, says: '200 OK' }),
      refuseAddress: () => {},
    },
  })
})
afterAll(() => t.close())

const path = '/storeadmin/v3/integrations'

async function call(method: 'GET' | 'PUT' | 'POST', url: string, body?: object, store = t.store) {
  const reply = await t.app.inject({
    method,
    url,
    headers: { authorization: basic(store) },
    ...(body && { payload: body }),
  })
  return { status: reply.statusCode, body: reply.json() }
}

const mail = { host: 'mail.shop.example', user: 'shop', password: 'a-very-secret-word', from: 'hello@shop.example' }

test('a connection is made, changed, tested and ended, and its secrets are never given back', async () => {
  const made = await call('PUT', path, { kind: 'smtp', settings: mail })
  expect(made).toMatchObject({ status: 200, body: { kind: 'smtp', enabled: true, hookurl: null } })
  expect(made.body.settings).toEqual({ ...mail, port: '587', password: '…word' })
  await call('PUT', path, { kind: 'smtp', settings: { user: null, port: '465' }, enabled: false })
  const { body } = await call('GET', path)
  expect(body.integrations).toMatchObject([{ kind: 'smtp', enabled: false }])
  expect(body.integrations[0].settings).toEqual({ ...mail, user: undefined, port: '465', password: '…word' })
  expect(JSON.stringify(body)).not.toContain('a-very-secret')
  expect(await call('POST', `${path}/test`, { kind: 'smtp' })).toEqual({
    status: 200,
    body: { ok: false, msg: '535 wrong password' },
  })
  expect(probed).toEqual(['smtp a-very-secret-word'])
  expect((await call('GET', path)).body.integrations[0].checkresult).toBe('535 wrong password')
  expect((await call('POST', `${path}/delete`, { kind: 'smtp' })).body).toEqual({ deleted: 1 })
  expect((await call('POST', `${path}/delete`, { kind: 'smtp' })).body).toEqual({ deleted: 0 })
})

test('what calls us has an address of its own, and keys that can be made are made', async () => {
  const { body } = await call('PUT', path, {
    kind: 'postmark-events',
    settings: { user: 'hook', password: 'pass-word' },
  })
  expect(body.hookurl).toMatch(/^https:\/\/wishes\.example\/hooks\/postmark-events\/[A-Za-z0-9_-]{40}$/)
  const again = await call('PUT', path, { kind: 'postmark-events', settings: { password: 'another' } })
  expect(again.body.hookurl).toBe(body.hookurl)
  const push = await call('PUT', path, { kind: 'web-push', settings: { subject: 'mailto:hello@shop.example' } })
  expect(push.body.settings['public-key']).toMatch(/^B[A-Za-z0-9_-]{86}$/)
  expect(push.body.settings['private-key']).toMatch(/^….{4}$/)
})

test('bad settings are refused by name, and nothing changes', async () => {
  const wrong = async (settings: object, kind = 'twilio') => {
    const { status, body } = await call('PUT', path, { kind, settings })
    return [status, body.type]
  }
  const good = { 'account-sid': `AC${'a'.repeat(32)}`, 'auth-token': 'token', from: '+15550100148' }
  expect(await wrong({ ...good, 'account-sid': 'XX' })).toEqual([400, 'invalid-account-sid'])
  expect(await wrong({ ...good, 'auth-token': '' })).toEqual([400, 'invalid-auth-token'])
  expect(await wrong({ ...good, from: null })).toEqual([400, 'invalid-settings'])
  expect(await wrong({ ...good, constructor: 'x' })).toEqual([400, 'unknown-setting'])
  expect(await wrong(good, 'pigeon')).toEqual([400, 'invalid-kind'])
  expect((await call('POST', `${path}/test`, { kind: 'twilio' })).body.type).toBe('unknown-integration')
})

test('a store sees only its own connections, other callers none', async () => {
  await call('PUT', path, { kind: 'smtp', settings: mail })
  const other = await t.newStore()
  expect((await call('GET', path, undefined, other)).body.integrations).toEqual([])
  expect((await call('POST', `${path}/delete`, { kind: 'smtp' }, other)).body).toEqual({ deleted: 0 })
  const stranger = { pid: t.store.pid, apiKey: 'wrong' } as typeof t.store
  for (const [method, url] of [
    ['GET', path],
    ['PUT', path],
    ['POST', `${path}/delete`],
    ['POST', `${path}/test`],
  ] as const)
    expect((await call(method, url, method === 'GET' ? undefined : { kind: 'smtp' }, stranger)).status).toBe(401)
})
