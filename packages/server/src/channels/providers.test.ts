/** Each adapter against a fake server of its provider, with successes and errors. */
import { createECDH, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { webPush as webPushKind } from '../domain/integrations/integration-types/web-push.ts'
import { readRetryAfter } from './answers.ts'
import type { Channel, Message, Outcome } from './channel.ts'
import { openKlaviyo } from './klaviyo.ts'
import { forwardJoining, forwardLeaving, forwardWaiting } from './klaviyo-profiles.ts'
import { openProvider, type Told } from './testing/provider.ts'
import { openTwilio, readTwilioUrl } from './twilio.ts'
import { openWebPush } from './web-push.ts'

let provider: Awaited<ReturnType<typeof openProvider>>
beforeEach(async () => {
  provider = await openProvider(() => ({ status: 500 }))
})
afterEach(() => provider.close())

const message: Message = {
  messageId: '6f9a3c1e-0000-4000-8000-000000000001',
  recipient: '+12025550143',
  senderName: 'Fern',
  subject: 'Back: Monstera',
  text: 'It is back: https://wishes.example/c/1',
  html: '',
  headers: {},
  facts: {
    ProductTitle: 'Monstera',
    VariantId: '40321',
    ProductUrl: 'https://shop.example/m',
    Price: 19.9,
    Currency: 'EUR',
  },
}

const told = async (channel: Channel, answer: Told, more: Partial<Message> = {}): Promise<Outcome> => {
  provider.tell(() => answer)
  return await channel.send({ ...message, ...more })
}

/** Temporary errors that all providers share. */
async function expectPatience(channel: Channel, more: Partial<Message> = {}) {
  expect(await told(channel, { status: 429, headers: { 'retry-after': '7' } }, more)).toMatchObject({
    kind: 'retry',
    after: 7000,
  })
  expect(await told(channel, { status: 503, text: 'later' }, more)).toEqual({ kind: 'retry', reason: '503 later' })
  expect(await told(channel, { status: 401, text: 'no' }, more)).toMatchObject({ kind: 'retry' })
  expect(await told(channel, 'cut', more)).toMatchObject({ kind: 'retry' })
}

describe('Twilio', () => {
  const open = () =>
    openTwilio({
      ...{ fetch: provider.fetch, accountSid: 'AC1', authToken: 'tok', from: '+15550100148', apiUrl: provider.url },
      ...{ validitySeconds: '14400', statusUrl: 'https://wishes.example/hooks/twilio/t' },
    })

  test('accepts an SMS as a form and returns its id', async () => {
    const created = { status: 201, text: '{"sid":"SM1","status":"queued"}' }
    expect(await told(open(), created)).toEqual({ kind: 'sent', providerId: 'SM1' })
    const [asked] = provider.asked
    expect([asked!.method, asked!.url]).toEqual(['POST', '/2010-04-01/Accounts/AC1/Messages.json'])
    expect(asked!.headers.authorization).toBe(`Basic ${Buffer.from('AC1:tok').toString('base64')}`)
    expect(Object.fromEntries(new URLSearchParams(asked!.text))).toEqual({
      To: '+12025550143',
      From: '+15550100148',
      Body: message.text,
      ValidityPeriod: '14400',
      StatusCallback: 'https://wishes.example/hooks/twilio/t',
    })
  })

  test('reports an address fault only when the number is wrong', async () => {
    const refusal = (code: number) => ({ status: 400, text: JSON.stringify({ code, message: 'no', status: 400 }) })
    expect(await told(open(), refusal(21610))).toEqual({ kind: 'refused', reason: '21610 400 no', addressFault: true })
    expect(await told(open(), refusal(21617))).toEqual({ kind: 'refused', reason: '400 no' })
    await expectPatience(open())
  })

  test('returns every id as text', async () => {
    expect(await told(open(), { status: 201, text: '{"sid":17}' })).toEqual({ kind: 'sent', providerId: '17' })
  })

  test('is checked without sending', async () => {
    provider.tell(() => ({ status: 401, text: '{"code":20003,"message":"Authenticate"}' }))
    expect(await open().check!()).toEqual({ ok: false, says: '401 {"code":20003,"message":"Authenticate"}' })
    expect(provider.asked[0]!.url).toBe('/2010-04-01/Accounts/AC1.json')
  })

  test('is one URL in the installation’s settings', () => {
    expect(readTwilioUrl('twilio://AC1:to%2Fk@api.twilio.com?from=+15550100')).toEqual({
      ...{ accountSid: 'AC1', authToken: 'to/k', from: '+15550100', messagingService: undefined },
      apiUrl: 'https://api.twilio.com',
    })
    expect(readTwilioUrl('twilio://AC1:t@127.0.0.1:99?service=MG1')).toMatchObject({ apiUrl: 'http://127.0.0.1:99' })
  })
})

describe('Klaviyo', () => {
  const options = () => ({ fetch: provider.fetch, apiKey: 'pk_1', apiUrl: provider.url })
  const mail = { recipient: 'maya@shop.example', medium: 'email' as const }

  test('accepts an alert as an event of the profile, once', async () => {
    expect(await told(openKlaviyo(options()), { status: 202 }, mail)).toMatchObject({ kind: 'sent' })
    const [asked] = provider.asked
    expect(asked!.url).toBe('/api/events')
    expect(asked!.headers).toMatchObject({
      authorization: 'Klaviyo-API-Key pk_1',
      revision: '2026-07-15',
      'content-type': 'application/vnd.api+json',
    })
    expect(JSON.parse(asked!.text).data).toMatchObject({
      type: 'event',
      attributes: {
        unique_id: message.messageId,
        value: 19.9,
        value_currency: 'EUR',
        properties: { ProductTitle: 'Monstera', VariantId: '40321', Price: 19.9 },
        metric: { data: { type: 'metric', attributes: { name: 'Back in Stock' } } },
        profile: { data: { type: 'profile', attributes: { email: 'maya@shop.example' } } },
      },
    })
  })

  test('is understood also when its errors are malformed', async () => {
    const answer = { status: 400, text: '{"errors":[null,{"detail":"no"},7]}' }
    const sent = await told(openKlaviyo(options()), answer, mail)
    expect(sent).toEqual({ kind: 'refused', reason: '400 no' })
  })

  test('reports an address fault only when the address is wrong', async () => {
    const refusal = (pointer: string) => ({
      status: 400,
      text: JSON.stringify({ errors: [{ detail: 'Invalid', source: { pointer } }] }),
    })
    const channel = openKlaviyo(options())
    const aboutEmail = refusal('/data/attributes/profile/data/attributes/email')
    expect(await told(channel, aboutEmail, mail)).toEqual({
      kind: 'refused',
      reason: '400 Invalid',
      addressFault: true,
    })
    expect(await told(channel, refusal('/data/attributes/metric'), mail)).toEqual({
      kind: 'refused',
      reason: '400 Invalid',
    })
    await expectPatience(channel, mail)
  })

  test('gets the waiting shoppers, and who joined or left the mailing list', async () => {
    provider.tell(() => ({ status: 202 }))
    const who = { medium: 'sms' as const, address: '+12025550143' }
    for (const act of [
      () => forwardWaiting(options(), '$shopify:::$default', { ...who, variantId: '43210001' }),
      () => forwardJoining(options(), 'Abc123', who),
      () => forwardLeaving(options(), 'Abc123', who),
    ])
      expect(await act()).toMatchObject({ kind: 'sent' })
    const [waiting, joining, leaving] = provider.asked.map(({ url, text }) => ({ url, data: JSON.parse(text).data }))
    expect(waiting).toEqual({
      url: '/api/back-in-stock-subscriptions',
      data: {
        type: 'back-in-stock-subscription',
        attributes: {
          channels: ['SMS'],
          profile: { data: { type: 'profile', attributes: { phone_number: '+12025550143' } } },
        },
        relationships: { variant: { data: { type: 'catalog-variant', id: '$shopify:::$default:::43210001' } } },
      },
    })
    expect(joining!.url).toBe('/api/profile-subscription-bulk-create-jobs')
    expect(joining!.data.attributes.profiles.data[0].attributes.subscriptions).toEqual({
      sms: { marketing: { consent: 'SUBSCRIBED' } },
    })
    expect(joining!.data.relationships.list.data.id).toBe('Abc123')
    expect(leaving!.url).toBe('/api/profile-subscription-bulk-delete-jobs')
  })
})

describe('web push', () => {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const recipient = () =>
    JSON.stringify({
      endpoint: `${provider.url}/push/1`,
      keys: { p256dh: browser.getPublicKey().toString('base64url'), auth: randomBytes(16).toString('base64url') },
    })
  const open = () => {
    const { 'public-key': publicKey, 'private-key': privateKey } = webPushKind.make!()
    const keys = { publicKey: publicKey!, privateKey: privateKey! }
    return openWebPush({ fetch: provider.fetch, subject: 'mailto:hello@shop.example', ...keys })
  }

  test('is sent encrypted and signed to the browser’s own address', async () => {
    expect(await told(open(), { status: 201 }, { recipient: recipient() })).toMatchObject({ kind: 'sent' })
    const [asked] = provider.asked
    expect(asked!.url).toBe('/push/1')
    expect(asked!.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'normal',
      authorization: expect.stringMatching(/^vapid t=\S+, k=\S+$/),
      topic: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
    })
    expect(Number(asked!.headers.ttl)).toBeGreaterThan(0)
    expect(asked!.text).not.toContain('Monstera')
  })

  test('a browser that is gone gets no more messages', async () => {
    for (const status of [404, 410])
      expect(await told(open(), { status }, { recipient: recipient() })).toMatchObject({
        kind: 'refused',
        addressFault: true,
      })
    const tooBig = await told(open(), { status: 413, text: 'too big' }, { recipient: recipient() })
    expect(tooBig).toEqual({ kind: 'refused', reason: '413 too big' })
    expect(await told(open(), { status: 201 }, { recipient: 'nothing' })).toMatchObject({
      kind: 'refused',
      addressFault: true,
    })
    await expectPatience(open(), { recipient: recipient() })
  })

  test('its keys are checked', async () => {
    expect((await open().check!()).ok).toBe(true)
    const bad = { fetch: provider.fetch, subject: 'mailto:a@b.example', publicKey: 'x', privateKey: 'y' }
    expect((await openWebPush(bad).check!()).ok).toBe(false)
  })
})

test('Retry-After is read as seconds or as a date, at most an hour', () => {
  const now = Date.UTC(2026, 0, 1)
  expect(readRetryAfter('2', now)).toBe(2000)
  expect(readRetryAfter(new Date(now + 5000).toUTCString(), now)).toBe(5000)
  expect(readRetryAfter('999999', now)).toBe(3_600_000)
  expect(readRetryAfter(new Date(now - 5000).toUTCString(), now)).toBe(0)
  expect([readRetryAfter('soon', now), readRetryAfter(undefined, now), readRetryAfter(['1'], now)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
