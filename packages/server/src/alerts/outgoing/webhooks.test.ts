import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openProvider, type Told } from '../../channels/testing/provider.ts'
import { webhookRetryDelay, webhookRetrySchedule } from '../../domain/schedule/backoff.ts'
import { isWebhookSigned, readWebhookSecret } from '../../domain/secrets/signatures.ts'
import { makeMember } from '../../domain/staff/testing/team-members.ts'
import { emitEvents } from '../../domain/webhooks/events.ts'
import { basic, openTestApp, type TestApp } from '../../http/testing/test-app.ts'
import { makeConnectionTests } from '../providers/connection-tests.ts'
import { startWebhooks } from './webhooks.ts'

let t: TestApp
let receiver: Awaited<ReturnType<typeof openProvider>>
let sender: Awaited<ReturnType<typeof startWebhooks>>
const answers = new Map<string, Told>()
beforeAll(async () => {
  receiver = await openProvider(({ url }) => answers.get(url) ?? { status: 200, text: 'thanks' })
  t = await openTestApp({
    probes: {
      integration: async () => ({ ok: false, says: '' }),
      refuseAddress: () => {},
      webhook: (storeId, endpointId) =>
        makeConnectionTests(t.sql, t.vault, {
          fetch: receiver.fetch,
          publicUrl: () => '',
          allowLoopback: true,
        }).webhook(storeId, endpointId),
    },
  })
  sender = await startWebhooks(t.sql, { vault: t.vault, fetch: receiver.fetch, warn: () => {}, tick: 50 })
})
afterAll(async () => {
  await sender.stop()
  await t.close()
  await receiver.close()
})
afterEach(() => answers.clear())

const path = '/storeadmin/v3/webhooks'

async function call(method: 'GET' | 'PUT' | 'POST', url: string, body?: object, store = t.store) {
  const reply = await t.app.inject({
    method,
    url,
    headers: { authorization: basic(store) },
    ...(body && { payload: body }),
  })
  return { status: reply.statusCode, body: reply.json() }
}

let number = 0
async function endpoint(more: object = {}) {
  const place = `/hook/${++number}`
  const { body } = await call('PUT', path, { url: receiver.url + place, ...more })
  const got = () => receiver.asked.filter(({ url }) => url === place)
  return { id: body.id as string, secret: body.secret as string, place, got }
}

const emit = async (type: 'list.created' | 'alert.sent' = 'list.created') =>
  await emitEvents(t.sql, await t.storeNow(), [{ type, data: { listId: 'l1', name: 'Mine', variantId: '123' } }])

const settle = (id: string, what: object) =>
  vi.waitFor(
    async () => {
      const { body } = await call('GET', `${path}/deliveries?id=${id}`)
      expect(body.deliveries[0]).toMatchObject(what)
      return body.deliveries
    },
    { timeout: 45_000, interval: 30 },
  )

// proves C5.webhooks
test('an event arrives signed, as the specification asks, and only of the types asked for', async () => {
  const { id, secret, got } = await endpoint({ types: ['list.created'] })
  await emit('alert.sent')
  await emit()
  await settle(id, { status: 'sent', type: 'list.created', response: 200, attempts: 1 })
  expect(got()).toHaveLength(1)
  const [{ headers, body, text }] = got() as [ReturnType<typeof got>[0]]
  const sent = JSON.parse(text)
  expect(sent).toEqual({
    type: 'list.created',
    timestamp: expect.any(String),
    data: { lid: 'l1', lname: 'Mine', epi: 123 },
  })
  expect(text).toBe(JSON.stringify(sent))
  const signed = {
    id: headers['webhook-id'] as string,
    timestamp: headers['webhook-timestamp'] as string,
    signature: headers['webhook-signature'] as string,
  }
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(isWebhookSigned(readWebhookSecret(secret), signed, body, Date.now())).toBe(true)
  expect(isWebhookSigned(Buffer.from('x'), signed, body, Date.now())).toBe(false)
})

test('an event without an endpoint is not stored', async () => {
  const quiet = await t.storeNow(await t.newStore())
  await emitEvents(t.sql, quiet, [{ type: 'list.created', data: {} }])
  expect(await t.sql`select from webhook_events where store_id = ${quiet.storeId}`).toHaveLength(0)
})

test('for a day after a rotation both secrets sign', async () => {
  const { id, secret, got } = await endpoint()
  const { body: rotated } = await call('POST', `${path}/rotate`, { id })
  expect(rotated.secret).not.toBe(secret)
  await emit()
  await settle(id, { status: 'sent' })
  const { headers, body } = got()[0]!
  const signatures = (headers['webhook-signature'] as string).split(' ')
  expect(signatures).toHaveLength(2)
  for (const key of [secret, rotated.secret]) {
    const signed = {
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: signatures.join(' '),
    }
    expect(isWebhookSigned(readWebhookSecret(key), signed as never, body, Date.now())).toBe(true)
  }
  expect((await call('POST', `${path}/rotate`, { id: 'nobody' })).body.type).toBe('unknown-webhook')
})

// proves C5.webhooks
test('a failed delivery waits for its next attempt, keeps its id, and is sent again on request', async () => {
  const { id, place, got } = await endpoint()
  for (const [answer, response] of [
    [{ status: 500, text: 'oh' }, 500],
    [{ status: 302, headers: { location: '/elsewhere' } }, 302],
    ['cut', null],
  ] as const) {
    answers.set(place, answer as Told)
    await emit()
    const [{ eventid, nexttry }] = await settle(id, {
      status: 'due',
      attempts: 1,
      response,
      reason: expect.any(String),
    })
    expect(nexttry).toBeGreaterThan(Date.now())
    answers.delete(place)
    expect((await call('POST', `${path}/replay`, { id, eventid })).body).toEqual({ replayed: 1 })
    await settle(id, { status: 'sent', attempts: 2, eventid })
    expect(
      new Set(
        got()
          .slice(-2)
          .map(({ headers }) => headers['webhook-id']),
      ),
    ).toEqual(new Set([eventid]))
  }
})

test('an address that asks for a pause gets it', async () => {
  const { id, place, got } = await endpoint()
  answers.set(place, { status: 429, headers: { 'retry-after': '600' } })
  await emit()
  await settle(id, { status: 'due', response: 429 })
  answers.delete(place)
  await emit()
  await vi.waitFor(async () => {
    const rows =
      await t.sql`select due_at > now() + interval '5 minutes' as rests from webhook_deliveries where endpoint_id = ${id}`
    expect(rows.map(({ rests }) => rests)).toEqual([true, true])
  }, 45_000)
  expect(got()).toHaveLength(1)
})

test('an address that is gone is switched off, and its owner gets a mail', async () => {
  await makeMember(t.sql, (await t.storeNow()).storeId, { email: 'owner@shop.example', role: 'owner' })
  const { id, place, got } = await endpoint()
  answers.set(place, { status: 410, text: 'no\0body here' })
  await emit()
  await settle(id, { status: 'failed', response: 410, reason: '410 nobody here' })
  const { body } = await call('GET', path)
  expect(body.webhooks.find((one: { id: string }) => one.id === id)).toMatchObject({
    enabled: false,
    disabledreason: 'gone',
  })
  await vi.waitFor(async () => {
    const [letter] =
      await t.sql`select recipient, purpose, subject from messages where recipient = 'owner@shop.example'`
    expect(letter).toMatchObject({ purpose: 'owner', subject: 'Test store: a webhook was switched off' })
  }, 45_000)
  await emit()
  expect((await call('POST', `${path}/replay`, { id })).body).toEqual({ replayed: 0 })
  expect(got()).toHaveLength(1)
})

test('an address that fails for days is switched off', async () => {
  const { id, place } = await endpoint()
  await t.sql`update webhook_endpoints set failing_since = now() - interval '6 days' where endpoint_id = ${id}`
  answers.set(place, { status: 500 })
  await emit()
  await settle(id, { status: 'failed' }).catch(() => settle(id, { response: 500 }))
  const { body } = await call('GET', path)
  expect(body.webhooks.find((one: { id: string }) => one.id === id)).toMatchObject({
    enabled: false,
    disabledreason: 'failing',
  })
})

test('a test returns the answer of the address', async () => {
  const { id, place } = await endpoint()
  expect((await call('POST', `${path}/test`, { id })).body).toEqual({ ok: true, msg: '200 thanks' })
  answers.set(place, { status: 418, text: 'teapot' })
  expect((await call('POST', `${path}/test`, { id })).body).toEqual({ ok: false, msg: '418 teapot' })
})

test('the same address is one webhook; invalid ones are refused; other callers see none', async () => {
  const store = await t.newStore()
  const url = `${receiver.url}/same`
  const first = await call('PUT', path, { url }, store)
  const second = await call('PUT', path, { url, types: ['alert.sent'] }, store)
  expect([second.body.id, second.body.secret]).toEqual([first.body.id, undefined])
  expect((await call('PUT', path, { url: 'ftp://x' }, store)).body.type).toBe('invalid-url')
  expect((await call('PUT', path, { url, types: ['no.such'] }, store)).body.type).toBe('invalid-types')
  expect((await call('POST', `${path}/delete`, { id: first.body.id })).body).toEqual({ deleted: 0 })
  expect((await call('POST', `${path}/delete`, { id: first.body.id }, store)).body).toEqual({ deleted: 1 })
  expect((await call('GET', path, undefined, { ...store, apiKey: 'wrong' })).status).toBe(401)
})

test('the history is paged', async () => {
  const { id } = await endpoint()
  for (let one = 0; one < 3; one++) await emit()
  const first = await call('GET', `${path}/deliveries?id=${id}&limit=2`)
  const second = await call('GET', `${path}/deliveries?id=${id}&limit=2&cursor=${first.body.cursor}`)
  const ids = [...first.body.deliveries, ...second.body.deliveries].map(({ eventid }) => eventid)
  expect([ids.length, new Set(ids).size, second.body.cursor]).toEqual([3, 3, null])
  expect((await call('GET', `${path}/deliveries?id=${id}&cursor=x`)).body.type).toBe('invalid-cursor')
})

test('addresses of our own network are refused before they are stored', () => {
  const { refuseAddress } = makeConnectionTests(null as never, null as never, { allowLoopback: false } as never)
  for (const url of ['http://127.0.0.1/', 'http://10.0.0.1/', 'http://[::1]/', 'http://me:pw@shop.example/'])
    expect(() => refuseAddress(url), url).toThrow('can’t be called')
  expect(() => refuseAddress('https://shop.example/hook')).not.toThrow()
})

test('retries follow the schedule within 20 percent, and end', () => {
  expect(webhookRetrySchedule.map((_, failure) => webhookRetryDelay(failure + 1, 0.5))).toEqual(webhookRetrySchedule)
  expect([
    webhookRetryDelay(1, 0),
    webhookRetryDelay(1, 1),
    webhookRetryDelay(webhookRetrySchedule.length + 1, 0),
  ]).toEqual([4000, 6000, null])
})

test('an address whose secret can’t be decrypted does not stop the others', async () => {
  const [broken, whole] = [await endpoint(), await endpoint()]
  await t.sql`update webhook_endpoints set secret = 'x' where endpoint_id = ${broken.id}`
  await emit()
  await settle(whole.id, { status: 'sent' })
  await settle(broken.id, { status: 'due', attempts: 1, reason: expect.stringContaining('secret') })
  await t.sql`delete from webhook_endpoints where endpoint_id = ${broken.id}`
})
