/** Acts with the store's key are in the audit trail: by which key, from where, before and after; and not done without it. */
import { allEndpoints } from '@heartbell/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordProducts } from '../../domain/catalog/catalog.ts'
import { basic, openTestApp, type TestApp } from '../testing/test-app.ts'

let t: TestApp
let endpointId: string
beforeAll(async () => {
  const says = async () => ({ ok: true, says: 'fine' })
  t = await openTestApp({ probes: { integration: says, webhook: says, refuseAddress: () => {} } })
  await recordProducts(t.sql, await t.storeNow(), [{ variantId: '1', productId: '1', stock: 1 }], 'api')
  endpointId = (await call('PUT', 'webhooks', { url: 'https://hooks.example/a' })).body.id
})
afterAll(() => t.close())

const call = async (method: 'PUT' | 'POST', path: string, payload: object, headers: Record<string, string> = {}) => {
  const reply = await t.app.inject({
    method,
    url: `/storeadmin/v3/${path}`,
    payload,
    headers: { authorization: basic(t.store), 'user-agent': 'shop server', ...headers },
  })
  return { status: reply.statusCode, body: reply.json() }
}
const rows = async () => await t.sql`select * from audit_log order by happened_at desc, entry_id desc`

/** Calls that write bulk data; they are not acts. */
const data = [
  'generateRegid',
  'syncGuest',
  'recordProducts',
  'recordStock',
  'recordCustomers',
  'recordFeed',
  'recordOrder',
  'subscribe',
  'subscribeInStock',
  'previewTemplate',
]

test('every call that a store writes with is an act, or is known to write data only', () => {
  const writes = allEndpoints.filter(([, { auth, method, act }]) => auth === 'store' && method !== 'GET' && !act)
  const unknown = writes.map(([name]) => name).filter((name) => !data.includes(name) && !/wishlist|older/i.test(name))
  expect(unknown).toEqual([])
})

const acts: [method: 'PUT' | 'POST', path: string, fields: () => Promise<object>, act: string][] = [
  ['PUT', 'topics', async () => ({ topics: [{ topic: 'launch', rule: 'manual' }] }), 'topic-saved'],
  ['PUT', 'webhooks', async () => ({ url: 'https://u:hunter2@hooks.example/b?key=hunter2' }), 'webhook-saved'],
  ['POST', 'webhooks/rotate', async () => ({ id: endpointId }), 'webhook-secret-rotated'],
  ['POST', 'webhooks/replay', async () => ({ id: endpointId }), 'webhook-replayed'],
  ['POST', 'webhooks/test', async () => ({ id: endpointId }), 'webhook-tested'],
  [
    'PUT',
    'integrations',
    async () => ({ kind: 'klaviyo', settings: { 'api-key': 'hunter2', mode: 'events' } }),
    'integration-saved',
  ],
  ['POST', 'integrations/test', async () => ({ kind: 'klaviyo' }), 'integration-tested'],
  ['POST', 'integrations/delete', async () => ({ kind: 'klaviyo' }), 'integration-removed'],
  ['POST', 'catalog/products/delete', async () => ({ epis: ['1'] }), 'products-deleted'],
  ['POST', 'user/end-sessions', async () => ({ useremail: 'ada@mail.example' }), 'shopper-sessions-ended'],
  ['PUT', 'templates', async () => ({ topic: 'backinstock', medium: 'email', subject: 'Hello' }), 'template-saved'],
  ['POST', 'templates/restore', async () => ({ topic: 'backinstock', medium: 'email', version: 0 }), 'template-saved'],
  [
    'POST',
    'templates/test',
    async () => ({ topic: 'backinstock', medium: 'email', to: 'me@shop.example' }),
    'test-sent',
  ],
]

describe.each(acts)('%s %s', (method, path, fields, act) => {
  test('is in the trail with its key, once for each Idempotency-Key, without secrets', async () => {
    const before = (await rows()).length
    const headers = { 'idempotency-key': path + act }
    const first = await call(method, path, await fields(), headers)
    expect([first.status, first.body]).toEqual([200, first.body])
    expect((await rows()).length).toBe(before + 1)
    const [row] = await rows()
    const keyId = t.store.apiKey.slice(4, 16)
    expect(row).toMatchObject({
      act,
      actorKind: 'key',
      actorId: keyId,
      actorAddress: '127.0.0.1',
      actorAgent: 'shop server',
    })
    expect(JSON.stringify(row)).not.toMatch(/hunter2|whsec_|ada@mail|me@shop/)
    if (!path.endsWith('/test') || path.startsWith('templates')) {
      expect(await call(method, path, await fields(), headers)).toEqual(first)
      expect((await rows()).length).toBe(before + 1)
    }
  })
})

test('a call whose audit row can’t be written changes nothing', async () => {
  await t.sql`alter table audit_log add constraint closed check (false) not valid`
  const saved = await call('PUT', 'webhooks', { url: 'https://hooks.example/never' })
  await t.sql`alter table audit_log drop constraint closed`
  expect(saved.status).toBe(500)
  expect(await t.sql`select from webhook_endpoints where url = 'https://hooks.example/never'`).toHaveLength(0)
})
