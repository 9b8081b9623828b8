import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hookPath } from '../../domain/integrations/hook-addresses.ts'
import { type SnsMessage, signTwilioForm, snsText } from '../../domain/secrets/provider-signatures.ts'
import { testCertificate, testCertificateKey } from '../../domain/secrets/testing/certificate.ts'
import { answerOf, home, openHooks } from '../testing/feedback.ts'

const called: string[] = []
let t: Awaited<ReturnType<typeof openHooks>>
beforeAll(async () => {
  t = await openHooks(async (url) => {
    called.push(String(url))
    return String(url).endsWith('.pem') ? answerOf(200, testCertificate) : answerOf(200)
  })
})
afterAll(() => t.close())

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

async function sendgrid(events: object[], wrong = '', age = 0) {
  const integration = await t.connect('sendgrid-events', { 'public-key': spki })
  const body = `${JSON.stringify(events)}\r\n`
  const timestamp = String(Math.floor(Date.now() / 1000) - age)
  const signature = sign('sha256', Buffer.from(timestamp + body), privateKey).toString('base64')
  return await t.post(hookPath(integration), body + wrong, {
    'content-type': 'application/json',
    'x-twilio-email-event-webhook-signature': signature,
    'x-twilio-email-event-webhook-timestamp': timestamp,
  })
}

test('a bounce reported by SendGrid ends the alerts of the address, once', async () => {
  await t.subscribe('email', 'gone@shop.example')
  const state = await t.sent('gone@shop.example', '<m1@shop.example>')
  const bounce = {
    event: 'bounce',
    type: 'bounce',
    email: 'Gone@shop.example',
    sg_event_id: 'e1',
    'smtp-id': '<m1@shop.example>',
  }
  expect((await sendgrid([bounce, { event: 'open', email: 'x@y.z', sg_event_id: 'e2' }])).statusCode).toBe(200)
  expect(await t.statusOf('gone@shop.example')).toBe('suppressed')
  expect(await state()).toMatchObject({ status: 'failed', reason: 'bounced' })
  const kept = () => t.sql`select reason from suppressions where store_id = ${t.now.storeId}`
  const before = await kept()
  await sendgrid([bounce])
  expect(await kept()).toEqual(before)
})

test('a block is not a bounce, and a delivered message is marked', async () => {
  await t.subscribe('email', 'fine@shop.example')
  const state = await t.sent('fine@shop.example', '<m2@shop.example>')
  await sendgrid([{ event: 'bounce', type: 'blocked', email: 'fine@shop.example', sg_event_id: 'e3' }])
  expect(await t.statusOf('fine@shop.example')).toBe('waiting')
  await sendgrid([
    { event: 'delivered', email: 'fine@shop.example', sg_event_id: 'e4', 'smtp-id': '<m2@shop.example>' },
  ])
  expect((await state()).deliveredAt).toBeInstanceOf(Date)
})

test('a wrong signature is answered 401 and changes nothing', async () => {
  await t.subscribe('email', 'safe@shop.example')
  const reply = await sendgrid([{ event: 'spamreport', email: 'safe@shop.example', sg_event_id: 'e5' }], ' ')
  expect(reply.statusCode).toBe(401)
  expect(reply.json().type).toBe('invalid-signature')
  expect(await t.statusOf('safe@shop.example')).toBe('waiting')
})

test('an address without a connection is not found', async () => {
  const integration = await t.connect('sendgrid-events', { 'public-key': spki })
  const other = integration.hookToken.replace(/^(.{9})(.)/, (_, head, one) => `${head}${one === 'A' ? 'B' : 'A'}`)
  for (const path of [
    '/hooks/sendgrid-events/nothing',
    `/hooks/sendgrid-events/${other}`,
    `/hooks/postmark-events/${integration.hookToken}`,
    `/hooks/constructor/${integration.hookToken}`,
  ])
    expect([path, (await t.post(path, '[]')).statusCode]).toEqual([path, 404])
})

const topic = 'arn:aws:sns:us-east-1:123456789012:bounces'

async function sns(more: Partial<SnsMessage>, wrong: Partial<SnsMessage> = {}) {
  const integration = await t.connect('ses-events', { 'topic-arn': topic })
  const note: SnsMessage = {
    Type: 'Notification',
    MessageId: 'n1',
    TopicArn: topic,
    Message: '{}',
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    Signature: '',
    SigningCertURL: 'https://sns.us-east-1.amazonaws.com/a.pem',
    ...more,
  }
  const Signature = sign('sha256', Buffer.from(snsText(note)), testCertificateKey).toString('base64')
  return await t.post(hookPath(integration), JSON.stringify({ ...note, Signature, ...wrong }), {
    'content-type': 'text/plain; charset=UTF-8',
  })
}

test('Amazon’s topic is confirmed, and its complaints count', async () => {
  const SubscribeURL = `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${encodeURIComponent(topic)}&Token=t`
  expect((await sns({ Type: 'SubscriptionConfirmation', SubscribeURL, Token: 't' })).statusCode).toBe(200)
  expect(called).toContain(SubscribeURL)
  await t.subscribe('email', 'cross@shop.example')
  const Message = JSON.stringify({
    notificationType: 'Complaint',
    complaint: { complainedRecipients: [{ emailAddress: 'cross@shop.example' }] },
  })
  expect((await sns({ Message })).statusCode).toBe(200)
  expect(await t.statusOf('cross@shop.example')).toBe('suppressed')
})

test('a forged notification of Amazon is refused, and no foreign address is called', async () => {
  called.length = 0
  const evil = 'https://evil.example/a.pem'
  expect((await sns({}, { SigningCertURL: evil })).statusCode).toBe(401)
  expect((await sns({}, { TopicArn: `${topic}2` })).statusCode).toBe(401)
  expect((await sns({}, { Message: '{"a":1}' })).statusCode).toBe(401)
  const SubscribeURL = 'https://evil.example/'
  expect((await sns({ Type: 'SubscriptionConfirmation', SubscribeURL, Token: 't' })).statusCode).toBe(401)
  expect(called.filter((url) => url.includes('evil'))).toEqual([])
})

test('Postmark logs in, and its reports about an address count', async () => {
  await t.subscribe('email', 'hard@shop.example')
  const integration = await t.connect('postmark-events', { user: 'hook', password: 'pass-word' })
  const post = (password: string) =>
    t.post(
      hookPath(integration),
      JSON.stringify({ RecordType: 'Bounce', Type: 'HardBounce', MessageID: 'p1', Email: 'hard@shop.example' }),
      {
        authorization: `Basic ${Buffer.from(`hook:${password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
    )
  expect((await post('wrong')).statusCode).toBe(401)
  expect(await t.statusOf('hard@shop.example')).toBe('waiting')
  expect((await post('pass-word')).statusCode).toBe(200)
  expect(await t.statusOf('hard@shop.example')).toBe('suppressed')
})

async function twilio(fields: Record<string, string>, token = 'tok') {
  const form = { AccountSid: `AC${'0'.repeat(32)}`, ...fields }
  const integration = await t.connect('twilio', {
    'account-sid': `AC${'0'.repeat(32)}`,
    'auth-token': 'tok',
    from: '+15550100148',
  })
  const path = hookPath(integration)
  return await t.post(path, new URLSearchParams(form).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': signTwilioForm(token, home + path, form),
  })
}

test('STOP ends all alerts of a number, START restores them, HELP is answered', async () => {
  const From = '+12025550143'
  await t.subscribe('sms', From)
  expect((await twilio({ From, Body: 'Stop.', MessageSid: 'SM1' }, 'wrong')).statusCode).toBe(401)
  expect(await t.statusOf(From)).toBe('waiting')
  const stopped = await twilio({ From, Body: ' Stop. ', MessageSid: 'SM1' })
  expect([stopped.statusCode, stopped.headers['content-type'], stopped.body]).toEqual([
    200,
    'text/xml; charset=utf-8',
    '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
  ])
  expect(await t.statusOf(From)).toBe('suppressed')
  await twilio({ From, Body: 'start', MessageSid: 'SM2' })
  expect(await t.statusOf(From)).toBe('waiting')
  expect((await twilio({ From, Body: 'HELP', MessageSid: 'SM3' })).body).toContain('<Message>Test store: ')
  expect((await twilio({ From, Body: 'thanks!', MessageSid: 'SM4' })).statusCode).toBe(200)
})

test('the status that Twilio reports is stored, and a dead number gets no more messages', async () => {
  const To = '+12025550144'
  await t.subscribe('sms', To)
  const state = await t.sent(To, 'SM9')
  await twilio({ MessageSid: 'SM9', MessageStatus: 'delivered', To })
  expect((await state()).deliveredAt).toBeInstanceOf(Date)
  await twilio({ MessageSid: 'SM10', MessageStatus: 'undelivered', To, ErrorCode: '30003' })
  expect(await t.statusOf(To)).toBe('waiting')
  await twilio({ MessageSid: 'SM11', MessageStatus: 'undelivered', To, ErrorCode: '30005' })
  expect(await t.statusOf(To)).toBe('suppressed')
})

/** Malformed bodies, each with a valid signature. */
const strange: unknown[] = [
  ...[null, 5, 'x', [], {}, { toString: 1 }, [[null]], 'nul\0inside', 'half\ud83c', 1e300, -1, true],
]

test('a malformed report is skipped, and the reports beside it count', async () => {
  await t.subscribe('email', 'beside@shop.example')
  const good = { event: 'bounce', email: 'beside@shop.example', sg_event_id: 'e9' }
  for (const odd of strange) {
    const event = { event: 'delivered', email: 'a@shop.example', sg_event_id: `odd ${JSON.stringify(odd)}` }
    const spoilt = ['event', 'email', 'timestamp', 'sg_event_id', 'sg_message_id', 'smtp-id', 'reason', 'type'].map(
      (word) => ({ ...event, event: word === 'reason' ? 'dropped' : 'delivered', [word]: odd }),
    )
    expect([odd, (await sendgrid([odd as object, ...spoilt])).statusCode]).toEqual([odd, 200])
    expect([odd, (await sendgrid(odd as object[])).statusCode]).toEqual([odd, 200])
  }
  await sendgrid([null as unknown as object, good])
  expect(await t.statusOf('beside@shop.example')).toBe('suppressed')
})

test('a malformed record of Postmark is skipped', async () => {
  const integration = await t.connect('postmark-events', { user: 'hook', password: 'pass-word' })
  const headers = { authorization: `Basic ${Buffer.from('hook:pass-word').toString('base64')}` }
  const record = { RecordType: 'Bounce', Type: 'HardBounce', MessageID: 'p2', Email: 'b@shop.example' }
  for (const odd of strange)
    for (const body of [
      odd,
      ...['Type', 'MessageID', 'Email', 'Description', 'ChangedAt'].map((word) => ({ ...record, [word]: odd })),
      { ...record, RecordType: 'Delivery', DeliveredAt: odd },
    ]) {
      const reply = await t.post(hookPath(integration), JSON.stringify(body), headers)
      expect([body, reply.statusCode]).toEqual([body, 200])
    }
})

test('a malformed notification of Amazon is skipped', async () => {
  for (const odd of [null, 5, { toString: 1 }, 'nul\0inside', 'half\ud83c'])
    for (const told of [
      odd,
      { notificationType: 'Bounce', mail: odd, bounce: odd },
      { notificationType: 'Bounce', mail: { messageId: odd }, bounce: { bouncedRecipients: odd } },
      { notificationType: 'Bounce', bounce: { bouncedRecipients: [odd, { emailAddress: odd, diagnosticCode: odd }] } },
      { notificationType: 'Complaint', complaint: { complainedRecipients: [odd] } },
      { notificationType: 'Delivery', delivery: { recipients: [odd] } },
    ])
      expect([told, (await sns({ Message: JSON.stringify(told) })).statusCode]).toEqual([told, 200])
})

test('a STOP that contains a NUL counts as a STOP', async () => {
  const From = '+12025550145'
  await t.subscribe('sms', From)
  expect((await twilio({ From, Body: 'STOP\0', MessageSid: 'SM\0' })).statusCode).toBe(200)
  expect(await t.statusOf(From)).toBe('suppressed')
  const told = { MessageSid: 'SM\0', MessageStatus: 'delivered', To: `${From}\0` }
  expect((await twilio(told)).statusCode).toBe(200)
})

test('a webhook larger than a megabyte is refused', async () => {
  const integration = await t.connect('postmark-events', { user: 'hook', password: 'pass-word' })
  expect((await t.post(hookPath(integration), 'x'.repeat(1024 * 1024 + 1))).statusCode).toBe(413)
})

test('the store’s pid is an address too', async () => {
  await t.connect('postmark-events', { user: 'hook', password: 'pass-word' })
  const reply = await t.post(`/hooks/postmark-events/${encodeURIComponent(t.store.pid)}`, '{}')
  expect(reply.statusCode).toBe(401)
})

test('a signed report of SendGrid’s or Amazon’s that is days old is refused: its ids may be forgotten', async () => {
  await t.subscribe('email', 'old@shop.example')
  const bounce = { event: 'bounce', email: 'old@shop.example', sg_event_id: 'old-1' }
  for (const age of [26 * 3600, -3600]) expect((await sendgrid([bounce], '', age)).statusCode).toBe(401)
  const Message = JSON.stringify({
    notificationType: 'Bounce',
    bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'old@shop.example' }] },
  })
  for (const Timestamp of [
    new Date(Date.now() - 26 * 3_600_000).toISOString(),
    'once',
    `${new Date().toISOString()}\n`,
  ])
    expect([Timestamp, (await sns({ Message, Timestamp, MessageId: 'old-2' })).statusCode]).toEqual([Timestamp, 401])
  expect(await t.statusOf('old@shop.example')).toBe('waiting')
  expect((await sendgrid([bounce], '', 24 * 3600)).statusCode).toBe(200)
  expect(await t.statusOf('old@shop.example')).toBe('suppressed')
})

test('a subscription is confirmed only for the connected topic', async () => {
  called.length = 0
  for (const query of [
    'Action=ConfirmSubscription&Token=t',
    `Action=ConfirmSubscription&TopicArn=${topic}2&Token=t`,
    `Action=Unsubscribe&TopicArn=${topic}&Token=t`,
  ]) {
    const SubscribeURL = `https://sns.us-east-1.amazonaws.com/?${query}`
    const reply = await sns({ Type: 'SubscriptionConfirmation', SubscribeURL, Token: 't' })
    expect([query, reply.statusCode]).toEqual([query, 401])
  }
  expect(called.filter((url) => url.includes('Action='))).toEqual([])
})

test('a message of another Twilio account or service is refused, and a START counts once', async () => {
  const From = '+12025550146'
  await t.subscribe('sms', From)
  const other = `AC${'1'.repeat(32)}`
  expect((await twilio({ From, Body: 'stop', MessageSid: 'SM20', AccountSid: other })).statusCode).toBe(401)
  expect(await t.statusOf(From)).toBe('waiting')
  await twilio({ From, Body: 'start', MessageSid: 'SM21' })
  await twilio({ From, Body: 'stop', MessageSid: 'SM22' })
  expect((await twilio({ From, Body: 'start', MessageSid: 'SM21' })).statusCode).toBe(200)
  expect(await t.statusOf(From)).toBe('suppressed')
})

test('an SMS whose text was split into other fields is refused', async () => {
  const From = '+12025550147'
  await t.subscribe('sms', From)
  // Twilio signs names and values without separators: an SMS "STOPFrom+12025550147FromCity" reads as these.
  const divided = { Body: 'STOP', From, FromCity: 'From+12025550199FromCityBerlin', MessageSid: 'SM30' }
  expect((await twilio(divided)).statusCode).toBe(401)
  expect(await t.statusOf(From)).toBe('waiting')
})
