/** Reports to the address of a connection that also sends: the same signatures, and none without its secret. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hookPath } from '../../domain/integrations/hook-addresses.ts'
import { type SnsMessage, signMailgun, snsText } from '../../domain/secrets/provider-signatures.ts'
import { testCertificate, testCertificateKey } from '../../domain/secrets/testing/certificate.ts'
import { answerOf, openHooks } from '../testing/feedback.ts'

let t: Awaited<ReturnType<typeof openHooks>>
beforeAll(async () => {
  t = await openHooks(async () => answerOf(200, testCertificate))
})
afterAll(() => t.close())

const from = 'hello@shop.example'
const now = () => Math.floor(Date.now() / 1000)
let number = 0
const newToken = () => `token-${String(++number).padStart(44, '0')}`

const mailgun = { 'api-key': 'key-1', domain: 'mg.shop.example', from, 'signing-key': 'signing-key-1' }

async function tellMailgun(event: object, { token = newToken(), key = 'signing-key-1', age = 0 } = {}) {
  const integration = await t.connect('mailgun', mailgun)
  const timestamp = String(now() - age)
  const signature = { timestamp, token, signature: signMailgun(key, timestamp, token) }
  return await t.post(hookPath(integration), JSON.stringify({ signature, 'event-data': event }), {
    'content-type': 'application/json',
  })
}

const failed = (recipient: string, more: object = {}) => ({
  event: 'failed',
  id: 'G9Bn5sl1TC6nu79C8C0bwg',
  timestamp: now(),
  severity: 'permanent',
  reason: 'bounce',
  'log-level': 'error',
  'delivery-status': { code: 550, message: '5.1.1 no such user', description: '', 'bounce-type': 'hard' },
  message: { headers: { 'message-id': 'mg-1@shop.example', to: recipient, from } },
  recipient,
  ...more,
})

test('a bounce reported by Mailgun ends the alerts of the address and marks its message', async () => {
  await t.subscribe('email', 'gone@shop.example')
  const state = await t.sent('gone@shop.example', '<mg-1@shop.example>')
  expect((await tellMailgun(failed('Gone@shop.example'))).statusCode).toBe(200)
  expect(await t.statusOf('gone@shop.example')).toBe('suppressed')
  expect(await state()).toMatchObject({ status: 'failed', reason: 'bounced' })
})

test('Mailgun: a delivered message is marked; what may arrive later or is about us suppresses nobody', async () => {
  const recipient = 'fine@shop.example'
  await t.subscribe('email', recipient)
  const state = await t.sent(recipient, '<mg-2@shop.example>')
  const message = { headers: { 'message-id': 'mg-2@shop.example' } }
  for (const more of [
    { severity: 'temporary', message },
    { reason: 'generic' },
    { 'delivery-status': { 'bounce-type': 'soft' } },
    { event: 'opened' },
    { event: 'rejected', reject: { reason: 'Sandbox' } },
  ])
    expect((await tellMailgun(failed(recipient, more))).statusCode).toBe(200)
  expect(await t.statusOf(recipient)).toBe('waiting')
  await tellMailgun({ event: 'delivered', timestamp: now() + 0.25, recipient, message })
  expect((await state()).deliveredAt).toBeInstanceOf(Date)
  await tellMailgun({ event: 'complained', timestamp: now(), recipient, message })
  expect(await t.statusOf(recipient)).toBe('suppressed')
})

test('Mailgun signs only time and token: a token counts once, and a wrong or old one never', async () => {
  const recipient = 'safe@shop.example'
  await t.subscribe('email', recipient)
  for (const wrong of [{ key: 'another' }, { age: 26 * 3600 }, { age: -3600 }, { token: '' }, { token: 'short' }])
    expect([wrong, (await tellMailgun(failed(recipient), wrong)).statusCode]).toEqual([wrong, 401])
  const integration = await t.connect('mailgun', mailgun)
  for (const body of ['', 'null', '{}', '{"signature":7}', '{"signature":{"timestamp":{},"token":[],"signature":1}}'])
    expect([body, (await t.post(hookPath(integration), body)).statusCode]).toEqual([body, 401])
  // The body of a recorded call is replaced.
  for (const event of [
    { event: 'opened', recipient },
    { event: 'delivered', recipient },
  ]) {
    const token = newToken()
    expect((await tellMailgun(event, { token })).statusCode).toBe(200)
    expect((await tellMailgun(failed(recipient), { token })).statusCode).toBe(200)
  }
  expect(await t.statusOf(recipient)).toBe('waiting')
})

test('a malformed event of Mailgun is skipped', async () => {
  for (const odd of [null, 5, [], { toString: 1 }, 'nul\0inside', 'half\ud83c', 1e300])
    for (const word of ['event', 'severity', 'reason', 'recipient', 'timestamp', 'message', 'delivery-status'])
      expect([odd, word, (await tellMailgun(failed('x@shop.example', { [word]: odd }))).statusCode]).toEqual([
        ...[odd, word, 200],
      ])
})

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

async function tellSendgrid(address: string, values: Record<string, string>) {
  const integration = await t.connect('sendgrid', { 'api-key': 'SG.1', from, ...values })
  const body = JSON.stringify([
    { event: 'bounce', email: address, sg_event_id: address, sg_message_id: 'mTCSI3vYTs6QEoHm.recvd-1' },
  ])
  const timestamp = String(now())
  return await t.post(hookPath(integration), body, {
    'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), privateKey).toString(
      'base64',
    ),
    'x-twilio-email-event-webhook-timestamp': timestamp,
  })
}

const topic = 'arn:aws:sns:us-east-1:123456789012:bounces'

async function tellSes(address: string, values: Record<string, string>) {
  const key = { 'access-key-id': 'AKIDEXAMPLE000000', 'secret-access-key': 'secret', region: 'us-east-1' }
  const integration = await t.connect('ses', { ...key, from, ...values })
  const note: SnsMessage = {
    ...{ Type: 'Notification', MessageId: address, TopicArn: topic, Timestamp: new Date().toISOString() },
    ...{ SignatureVersion: '2', Signature: '', SigningCertURL: 'https://sns.us-east-1.amazonaws.com/b.pem' },
    Message: JSON.stringify({
      eventType: 'Bounce',
      mail: { messageId: '0102018f-ses' },
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: address }] },
    }),
  }
  const Signature = sign('sha256', Buffer.from(snsText(note)), testCertificateKey).toString('base64')
  return await t.post(hookPath(integration), JSON.stringify({ ...note, Signature }))
}

async function tellPostmark(address: string, values: Record<string, string>) {
  const integration = await t.connect('postmark', { 'server-token': 'token-1', from, ...values })
  const login = values.user ? `${values.user}:${values.password}` : 'undefined:undefined'
  const body = { RecordType: 'Bounce', Type: 'HardBounce', MessageID: 'p-9', Email: address }
  return await t.post(hookPath(integration), JSON.stringify(body), {
    authorization: `Basic ${Buffer.from(login).toString('base64')}`,
  })
}

test.each([
  ['SendGrid', tellSendgrid, { 'public-key': spki }, 'mTCSI3vYTs6QEoHm'],
  ['Amazon SES', tellSes, { 'topic-arn': topic }, '0102018f-ses'],
  ['Postmark', tellPostmark, { user: 'hook', password: 'pass-word' }, 'p-9'],
] as const)(
  '%s: a connection without its secret accepts no report; with it the bounce counts',
  async (name, tell, secret, id) => {
    const address = `${name.toLowerCase().replace(' ', '-')}@shop.example`
    await t.subscribe('email', address)
    const state = await t.sent(address, id)
    expect((await tell(address, {})).statusCode).toBe(401)
    expect(await t.statusOf(address)).toBe('waiting')
    expect((await tell(address, secret)).statusCode).toBe(200)
    expect(await t.statusOf(address)).toBe('suppressed')
    expect(await state()).toMatchObject({ status: 'failed', reason: 'bounced' })
  },
)
