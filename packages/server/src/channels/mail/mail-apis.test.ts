/** E-mail over HTTP: each provider as a local server that answers in its real shapes, faults included. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Channel, Message, Outcome } from '../channel.ts'
import { openProvider, type Told } from '../testing/provider.ts'
import { openMailgun } from './mailgun.ts'
import { openPostmark } from './postmark.ts'
import { openSendgrid } from './sendgrid.ts'
import { openSes } from './ses.ts'

let provider: Awaited<ReturnType<typeof openProvider>>
beforeAll(async () => {
  provider = await openProvider(() => ({ status: 500 }))
})
afterAll(() => provider.close())

const message: Message = {
  messageId: '6f9a3c1e-0000-4000-8000-000000000001',
  recipient: 'maya@shop.example',
  senderName: 'Fern, "Field" & Söhne',
  subject: 'Back: Monstera 🌿',
  text: 'It is back',
  html: '<p>It is back</p>',
  headers: {
    'List-Unsubscribe': '<https://wishes.example/u/1>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Reply-To': 'care@shop.example',
  },
}
const { 'Reply-To': _, ...ownHeaders } = message.headers
const messageId = `<${message.messageId}@shop.example>`
const ids = { sendgrid: 'mTCSI3vYTs6QEoHm', postmark: 'b7bc2f4a-e38e-4336-af7d-e6c392c2f817' }

const sender = () => ({
  ...{ fetch: provider.fetch, apiUrl: `${provider.url}/` },
  from: 'hello@shop.example',
})
const sendgrid = () => openSendgrid({ ...sender(), apiKey: 'SG.1' })
const postmark = () => openPostmark({ ...sender(), serverToken: 'token-1', messageStream: 'outbound' })
const ses = () =>
  openSes({
    ...{ ...sender(), accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', region: 'eu-west-1' },
    ...{ configurationSet: 'shop', now: () => new Date('2026-11-16T10:00:00Z') },
  })
const mailgun = () => openMailgun({ ...sender(), apiKey: 'key-1', domain: 'mg.shop.example' })

const told = async (channel: Channel, answer: Told, more: Partial<Message> = {}): Promise<Outcome> => {
  provider.tell(() => answer)
  return await channel.send({ ...message, ...more })
}
const lastAsked = () => provider.asked.at(-1)!
const json = (status: number, body: unknown, headers: Record<string, string> = {}): Told => ({
  ...{ status, text: JSON.stringify(body) },
  headers: { 'content-type': 'application/json', ...headers },
})

/** How each provider accepts a message, and the name that the answer gives it. */
const accepted: Record<string, { open: () => Channel; answer: Told; id: string }> = {
  SendGrid: {
    ...{ open: sendgrid, id: ids.sendgrid },
    answer: { status: 202, headers: { 'x-message-id': ids.sendgrid } },
  },
  Postmark: {
    ...{ open: postmark, id: ids.postmark },
    answer: json(200, { ErrorCode: 0, Message: 'OK', MessageID: ids.postmark, To: message.recipient }),
  },
  'Amazon SES': { open: ses, id: '0102018f-ses', answer: json(200, { MessageId: '0102018f-ses' }) },
  Mailgun: { open: mailgun, id: messageId, answer: json(200, { id: messageId, message: 'Queued. Thank you.' }) },
}

describe.each(Object.entries(accepted))('%s', (_, { open, answer, id }) => {
  test('accepts a message and gives its id', async () => {
    expect(await told(open(), answer)).toEqual({ kind: 'sent', providerId: id })
  })

  test('too many calls, its own faults, a revoked key and a cut connection are tried again', async () => {
    const busy = await told(open(), { status: 429, headers: { 'retry-after': '7' } })
    expect(busy).toMatchObject({ kind: 'retry', after: 7000 })
    expect(await told(open(), { status: 503, text: 'later' })).toEqual({ kind: 'retry', reason: '503 later' })
    for (const status of [401, 403, 404]) expect(await told(open(), { status })).toMatchObject({ kind: 'retry' })
    expect(await told(open(), 'cut')).toEqual({ kind: 'retry', reason: expect.stringMatching(/./) })
  })

  test('an answer that is no answer of its own is tried again, never taken for a success', async () => {
    for (const text of ['', '<html>', 'null', '[]', '"x"', '7'])
      expect([text, (await told(open(), { status: 200, text })).kind]).toEqual([text, 'retry'])
  })

  test('a message that is tried again is recognizable as the same', async () => {
    const channel = open()
    await told(channel, 'cut')
    const first = lastAsked().text
    await told(channel, answer)
    expect(lastAsked().text).toBe(first)
    expect(decodeURIComponent(first)).toContain(message.messageId)
  })

  test('a message without HTML has one part', async () => {
    await told(open(), answer, { html: '' })
    expect(lastAsked().text).not.toMatch(/html/i)
  })
})

test('SendGrid gets both parts, the headers, where to answer, and no tracking', async () => {
  await told(sendgrid(), accepted.SendGrid!.answer)
  const { method, url, headers, text } = lastAsked()
  expect([method, url, headers.authorization]).toEqual(['POST', '/v3/mail/send', 'Bearer SG.1'])
  expect(JSON.parse(text)).toEqual({
    personalizations: [{ to: [{ email: 'maya@shop.example' }] }],
    from: { email: 'hello@shop.example', name: 'Fern, "Field" & Söhne' },
    reply_to: { email: 'care@shop.example' },
    subject: 'Back: Monstera 🌿',
    content: [
      { type: 'text/plain', value: 'It is back' },
      { type: 'text/html', value: '<p>It is back</p>' },
    ],
    headers: { ...ownHeaders, 'Message-ID': messageId },
    tracking_settings: {
      click_tracking: { enable: false, enable_text: false },
      open_tracking: { enable: false },
      subscription_tracking: { enable: false },
    },
  })
})

test('SendGrid: a wrong recipient is an address fault, a wrong sender is for the merchant', async () => {
  const refusal = (field: string | null) =>
    json(400, { errors: [{ message: 'Does not contain a valid address.', field, help: null }] })
  const reason = '400 Does not contain a valid address.'
  expect(await told(sendgrid(), refusal('personalizations.0.to.0.email'))).toEqual({
    ...{ kind: 'refused', reason, addressFault: true },
  })
  expect(await told(sendgrid(), refusal('from.email'))).toEqual({ kind: 'retry', reason })
  expect(await told(sendgrid(), refusal(null))).toEqual({ kind: 'refused', reason })
  expect(await told(sendgrid(), json(400, { errors: [null, 7, { message: 3 }] }))).toMatchObject({ kind: 'refused' })
  const reset = String(Math.ceil(Date.now() / 1000) + 30)
  const busy = (await told(sendgrid(), { status: 429, headers: { 'x-ratelimit-reset': reset } })) as { after: number }
  expect(busy.after).toBeGreaterThan(20_000)
  expect(await told(sendgrid(), { status: 202 })).toEqual({ kind: 'sent', providerId: message.messageId })
})

test('Postmark gets both parts, the headers, where to answer, and keeps the Message-ID', async () => {
  await told(postmark(), accepted.Postmark!.answer)
  const { method, url, headers, text } = lastAsked()
  expect([method, url, headers['x-postmark-server-token']]).toEqual(['POST', '/email', 'token-1'])
  expect(JSON.parse(text)).toEqual({
    From: '"Fern, \\"Field\\" & Söhne" <hello@shop.example>',
    To: 'maya@shop.example',
    ReplyTo: 'care@shop.example',
    Subject: 'Back: Monstera 🌿',
    TextBody: 'It is back',
    HtmlBody: '<p>It is back</p>',
    Headers: [
      { Name: 'List-Unsubscribe', Value: '<https://wishes.example/u/1>' },
      { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
      { Name: 'Message-ID', Value: messageId },
      { Name: 'X-PM-KeepID', Value: 'true' },
    ],
    TrackOpens: false,
    TrackLinks: 'None',
    MessageStream: 'outbound',
  })
})

test('Postmark: an inactive or wrong recipient is an address fault, the account and the sender are for the merchant', async () => {
  const refusal = (ErrorCode: number, Message: string) => json(422, { ErrorCode, Message })
  const inactive = refusal(406, 'You tried to send to recipient(s) that have been marked as inactive.')
  expect(await told(postmark(), inactive)).toMatchObject({ kind: 'refused', addressFault: true })
  const wrong = await told(postmark(), refusal(300, "Invalid 'To' address: 'maya@'."))
  expect(wrong).toEqual({ kind: 'refused', reason: "422 300 Invalid 'To' address: 'maya@'.", addressFault: true })
  const own = refusal(300, "Invalid 'From' address: 'hello@'.")
  for (const answer of [own, refusal(400, 'No Sender Signature'), refusal(405, 'Not allowed'), refusal(1235, 'stream')])
    expect((await told(postmark(), answer)).kind).toBe('retry')
  const empty = await told(postmark(), refusal(300, 'Provide either email TextBody or HtmlBody or both.'))
  expect([empty.kind, 'addressFault' in empty]).toEqual(['refused', false])
})

test('Amazon SES gets a signed request with both parts, the headers and where to answer', async () => {
  await told(ses(), accepted['Amazon SES']!.answer)
  const { method, url, headers, text } = lastAsked()
  expect([method, url]).toEqual(['POST', '/v2/email/outbound-emails'])
  expect(headers['x-amz-date']).toBe('20261116T100000Z')
  expect(headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20261116\/eu-west-1\/ses\/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=[0-9a-f]{64}$/,
  )
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })
  expect(JSON.parse(text)).toEqual({
    FromEmailAddress: `=?UTF-8?B?${Buffer.from('Fern, "Field" & Söhne').toString('base64')}?= <hello@shop.example>`,
    Destination: { ToAddresses: ['maya@shop.example'] },
    ReplyToAddresses: ['care@shop.example'],
    Content: {
      Simple: {
        Subject: utf8('Back: Monstera 🌿'),
        Body: { Text: utf8('It is back'), Html: utf8('<p>It is back</p>') },
        Headers: [
          { Name: 'List-Unsubscribe', Value: '<https://wishes.example/u/1>' },
          { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
        ],
      },
    },
    EmailTags: [{ Name: 'heartbell-message', Value: message.messageId }],
    ConfigurationSetName: 'shop',
  })
})

test('Amazon SES: only a bad request and a rejected message are final', async () => {
  const refusal = (type: string, words: string) =>
    json(400, { message: words }, { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/` })
  expect(await told(ses(), refusal('BadRequestException', 'Missing final @domain'))).toEqual({
    ...{ kind: 'refused', reason: 'BadRequestException: 400 Missing final @domain' },
  })
  expect((await told(ses(), refusal('MessageRejected', 'Contains a virus'))).kind).toBe('refused')
  for (const [type, words] of [
    ['MessageRejected', 'Email address is not verified. The following identities failed the check'],
    ['AccountSuspendedException', 'suspended'],
    ['SendingPausedException', 'paused'],
    ['MailFromDomainNotVerifiedException', 'not verified'],
    ['LimitExceededException', 'Daily message quota exceeded.'],
    ['ThrottlingException', 'Maximum sending rate exceeded.'],
  ] as const)
    expect([type, (await told(ses(), refusal(type, words))).kind]).toEqual([type, 'retry'])
})

test('a long sender’s name becomes encoded words that divide no character', async () => {
  await told(ses(), accepted['Amazon SES']!.answer, { senderName: `${'ü'.repeat(40)}🌿` })
  const words = (JSON.parse(lastAsked().text).FromEmailAddress as string).split(' ').slice(0, -1)
  expect(words.every((word) => word.length <= 75)).toBe(true)
  const read = words.map((word) => Buffer.from(word.slice(10, -2), 'base64').toString()).join('')
  expect(read).toBe(`${'ü'.repeat(40)}🌿`)
})

test('Mailgun gets both parts, the headers, where to answer, and no tracking', async () => {
  await told(mailgun(), accepted.Mailgun!.answer)
  const { method, url, headers, text } = lastAsked()
  expect([method, url]).toEqual(['POST', '/v3/mg.shop.example/messages'])
  expect(headers.authorization).toBe(`Basic ${Buffer.from('api:key-1').toString('base64')}`)
  expect(Object.fromEntries(new URLSearchParams(text))).toEqual({
    from: '"Fern, \\"Field\\" & Söhne" <hello@shop.example>',
    to: 'maya@shop.example',
    subject: 'Back: Monstera 🌿',
    text: 'It is back',
    html: '<p>It is back</p>',
    'h:List-Unsubscribe': '<https://wishes.example/u/1>',
    'h:List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'h:Message-Id': messageId,
    'h:Reply-To': 'care@shop.example',
    'o:tracking': 'no',
  })
})

test('Mailgun: a wrong recipient is an address fault, the sender and the domain are for the merchant', async () => {
  const refusal = (words: string) => json(400, { message: words })
  const wrong = refusal('to parameter is not a valid address. please check documentation')
  expect(await told(mailgun(), wrong)).toMatchObject({ kind: 'refused', addressFault: true })
  for (const words of ["'from' parameter is not a valid address", 'Domain mg.shop.example is not allowed to send'])
    expect((await told(mailgun(), refusal(words))).kind).toBe('retry')
  expect(await told(mailgun(), refusal('h: is no header'))).toEqual({ kind: 'refused', reason: '400 h: is no header' })
})
