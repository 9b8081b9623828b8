import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDashboard, type Person, type TestDashboard } from '../../testing/test-dashboard.ts'

let t: TestDashboard
let admin: ReturnType<Person['in']>
let marketer: ReturnType<Person['in']>
beforeAll(async () => {
  t = await openTestDashboard()
  admin = (await t.member('admin')).in()
  marketer = (await t.member('marketer')).in()
})
afterAll(() => t.close())

const smtp = {
  kind: 'smtp',
  values: { host: 'mail.shop.example', from: 'hello@shop.example', password: 'correct-horse-battery' },
}

describe('integrations', () => {
  // proves S2.4.providers
  test('the gallery shows available integrations, and connected ones without their secrets', async () => {
    const { body } = await admin.get('/integrations')
    const kinds = body.kinds.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(
      expect.arrayContaining(['smtp', 'klaviyo', 'sendgrid-events', 'ses-events', 'postmark-events', 'mailgun']),
    )
    expect(body.connected).toEqual([])
    expect((await admin.post('/integrations', smtp)).body).toMatchObject({
      enabled: true,
      values: { host: 'mail.shop.example', password: '…tery' },
    })
    expect((await marketer.get('/integrations')).body.connected).toMatchObject([{ kind: 'smtp' }])
    expect(JSON.stringify((await admin.get('/audit')).body)).not.toContain('correct-horse')
  })

  test('a test returns and stores the provider’s own message', async () => {
    const { body } = await admin.post('/integrations/test', { kind: 'smtp' })
    expect(body).toEqual({ ok: false, says: 'This process makes no outgoing calls.' })
    expect((await admin.get('/integrations')).body.connected[0]).toMatchObject({ checkResult: body.says })
    const { storeId } = await t.storeNow()
    await t.sql`
      insert into inbound_messages (store_id, source, message_key, topic, status)
      values (${storeId}, 'smtp', '1', 'a topic', 'done')`
    expect((await marketer.get('/integrations/calls?kind=smtp')).body.rows).toMatchObject([
      { way: 'in', what: 'a topic', state: 'done' },
    ])
    expect((await marketer.get('/integrations/calls?kind=pigeon')).status).toBe(400)
    expect((await t.stranger.in().get('/integrations/calls?kind=smtp')).status).toBe(401)
  })

  test('a wrong value is named, an unknown kind refused, and only admins connect', async () => {
    const wrong = { kind: 'smtp', values: { ...smtp.values, port: '1' } }
    expect(await admin.post('/integrations', wrong)).toMatchObject({ status: 400, body: { type: 'invalid-port' } })
    expect((await admin.post('/integrations', { kind: 'pigeon' })).status).toBe(400)
    expect((await admin.post('/integrations/test', { kind: 'twilio' })).status).toBe(404)
    expect((await admin.post('/integrations/remove', { kind: 'twilio' })).status).toBe(404)
    for (const call of ['', '/test', '/remove'])
      expect((await marketer.post(`/integrations${call}`, smtp)).status).toBe(403)
    expect((await t.stranger.in().get('/integrations')).status).toBe(401)
    expect((await admin.post('/integrations/remove', { kind: 'smtp' })).body).toEqual({ removed: true })
  })
})

describe('webhooks', () => {
  let endpointId: string

  test('an endpoint shows its secret once, and a new secret is valid beside the old one', async () => {
    const made = (await admin.post('/webhooks', { url: 'https://hooks.example/in', types: ['alert.sent'] })).body
    expect(made.secret).toMatch(/^whsec_/)
    endpointId = made.endpointId
    const { rows, types } = (await marketer.get('/webhooks')).body
    expect(rows).toMatchObject([{ url: 'https://hooks.example/in', types: ['alert.sent'], enabled: true }])
    expect(rows[0].secret).toBeUndefined()
    expect(types).toContain('stock.restocked')
    const rotated = (await admin.post('/webhooks/rotate', { endpointId })).body
    expect(rotated.secret).not.toBe(made.secret)
  })

  test('deliveries are listed, and can be sent again', async () => {
    const { storeId } = await t.storeNow()
    const eventId = '01890000-0000-7000-8000-000000000001'
    await t.sql`
      insert into webhook_events (store_id, event_id, type, body)
      values (${storeId}, ${eventId}, 'alert.sent', '{}')`
    await t.sql`
      insert into webhook_deliveries (store_id, endpoint_id, event_id, status, attempts, response_status, reason)
      values (${storeId}, ${endpointId}, ${eventId}, 'failed', 9, 500, 'answered 500')`
    const { rows } = (await marketer.get(`/webhooks/deliveries?endpoint=${endpointId}`)).body
    expect(rows).toMatchObject([{ type: 'alert.sent', status: 'failed', attempts: 9, response: 500 }])
    expect((await admin.post('/webhooks/replay', { endpointId, eventId })).body).toEqual({ replayed: 1 })
    expect((await marketer.get(`/webhooks/deliveries?endpoint=${endpointId}`)).body.rows[0].status).toBe('due')
    expect((await marketer.get(`/webhooks/deliveries.csv?endpoint=${endpointId}`)).body).toContain('alert.sent')
    expect((await admin.post('/webhooks/test', { endpointId })).body).toMatchObject({ ok: false })
  })

  test('an invalid address or endpoint is refused, and only admins change them', async () => {
    const nobody = '01890000-0000-7000-8000-00000000ffff'
    expect((await admin.post('/webhooks', { url: 'ftp://x' })).status).toBe(400)
    expect((await admin.post('/webhooks', { url: 'https://x.example', types: ['nothing'] })).status).toBe(400)
    for (const call of ['remove', 'rotate', 'replay']) {
      expect((await admin.post(`/webhooks/${call}`, { endpointId: nobody })).status).toBe(404)
      expect((await marketer.post(`/webhooks/${call}`, { endpointId })).status).toBe(403)
    }
    expect((await marketer.post('/webhooks', { url: 'https://x.example' })).status).toBe(403)
    expect((await marketer.post('/webhooks/test', { endpointId })).status).toBe(403)
    const other = await t.newStore()
    const theirs = (await t.member('owner', other)).in(other)
    expect((await theirs.post('/webhooks/remove', { endpointId })).status).toBe(404)
    expect((await theirs.get(`/webhooks/deliveries?endpoint=${endpointId}`)).body.rows).toEqual([])
    expect((await admin.post('/webhooks/remove', { endpointId })).status).toBe(200)
  })
})
