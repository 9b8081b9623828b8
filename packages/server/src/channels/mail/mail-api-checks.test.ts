/** A test of the connection: what each provider of e-mail answers without a message being sent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Channel } from '../channel.ts'
import { type Asked, openProvider } from '../testing/provider.ts'
import { openMailgun } from './mailgun.ts'
import { openPostmark } from './postmark.ts'
import { openSendgrid } from './sendgrid.ts'
import { openSes } from './ses.ts'

let provider: Awaited<ReturnType<typeof openProvider>>
beforeAll(async () => {
  provider = await openProvider(() => ({ status: 500 }))
})
afterAll(() => provider.close())

const sender = () => ({ fetch: provider.fetch, apiUrl: provider.url, from: 'hello@shop.example' })

const check = async (channel: Channel, status: number | ((asked: Asked) => number), body: unknown) => {
  const text = JSON.stringify(body)
  provider.tell((asked) => ({ status: typeof status === 'number' ? status : status(asked), text }))
  return await channel.check!()
}

test('SendGrid: the key must be allowed to send', async () => {
  const channel = openSendgrid({ ...sender(), apiKey: 'SG.1' })
  expect(await check(channel, 200, { scopes: ['mail.send', 'alerts.read'] })).toMatchObject({ ok: true })
  expect(provider.asked.at(-1)).toMatchObject({ method: 'GET', url: '/v3/scopes' })
  expect(await check(channel, 200, { scopes: ['alerts.read'] })).toEqual({
    ...{ ok: false, says: 'The API key lacks the permission Mail Send.' },
  })
  expect(await check(channel, 200, 'scopes')).toMatchObject({ ok: false })
  const refused = { errors: [{ field: null, message: 'authorization required' }] }
  expect(await check(channel, 401, refused)).toEqual({ ok: false, says: `401 ${JSON.stringify(refused)}` })
})

test('Postmark: the token must be valid and the stream must exist', async () => {
  const channel = openPostmark({ ...sender(), serverToken: 'token-1', messageStream: 'outbound' })
  expect(await check(channel, 200, { ID: 'outbound', Name: 'Transactional' })).toMatchObject({ ok: true })
  expect(provider.asked.at(-1)!.url).toBe('/message-streams/outbound')
  const refused = { ErrorCode: 10, Message: 'No Account or Server API tokens were supplied' }
  expect(await check(channel, 401, refused)).toMatchObject({ ok: false, says: expect.stringContaining('401') })
})

test('Amazon SES: the account must be out of the sandbox and not paused', async () => {
  const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', region: 'eu-west-1' }
  const channel = openSes({ ...sender(), ...key })
  const account = { SendingEnabled: true, ProductionAccessEnabled: true, EnforcementStatus: 'HEALTHY' }
  const SendQuota = { Max24HourSend: 50000, MaxSendRate: 14, SentLast24Hours: 2 }
  expect(await check(channel, 200, { ...account, SendQuota })).toEqual({
    ...{ ok: true, says: 'The account may send 14 mails a second and 50000 in 24 hours.' },
  })
  expect(provider.asked.at(-1)).toMatchObject({ method: 'GET', url: '/v2/email/account' })
  for (const off of [{ ProductionAccessEnabled: false }, { SendingEnabled: false }])
    expect(await check(channel, 200, { ...account, ...off, SendQuota })).toMatchObject({ ok: false })
  expect(await check(channel, 200, account)).toMatchObject({ ok: true })
  expect(await check(channel, 403, { message: 'The security token is invalid.' })).toMatchObject({ ok: false })
})

test('Mailgun: the domain must be active, and a key that may only send is enough', async () => {
  const channel = openMailgun({ ...sender(), apiKey: 'key-1', domain: 'mg.shop.example' })
  expect(await check(channel, 200, { domain: { state: 'active' } })).toEqual({
    ok: true,
    says: 'The domain is active.',
  })
  expect(provider.asked.at(-1)!.url).toBe('/v4/domains/mg.shop.example')
  expect(await check(channel, 200, { domain: { state: 'unverified' } })).toMatchObject({ ok: false })
  expect(await check(channel, 200, { domain: null })).toEqual({ ok: false, says: 'The domain is unknown.' })
  const sendingKey = ({ method }: Asked) => (method === 'GET' ? 401 : 400)
  expect(await check(channel, sendingKey, { message: 'from parameter is missing' })).toMatchObject({ ok: true })
  expect(provider.asked.at(-1)).toMatchObject({ method: 'POST', text: '' })
  expect(await check(channel, 401, 'Forbidden')).toMatchObject({ ok: false })
})
