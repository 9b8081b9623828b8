/** Twilio's calls about WhatsApp: replies and the status of messages, apart from those of the same number by SMS. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hookPath } from '../../domain/integrations/hook-addresses.ts'
import { signTwilioForm } from '../../domain/secrets/provider-signatures.ts'
import { home, openHooks } from '../testing/feedback.ts'

let t: Awaited<ReturnType<typeof openHooks>>
beforeAll(async () => {
  t = await openHooks()
})
afterAll(() => t.close())

const account = { 'account-sid': `AC${'0'.repeat(32)}`, 'auth-token': 'tok', from: '+15550100148' }

async function call(fields: Record<string, string>, { kind = 'whatsapp', token = 'tok' } = {}) {
  const form = { AccountSid: account['account-sid'], ...fields }
  const own = kind === 'whatsapp' ? { templates: `*=HX${'a'.repeat(32)}` } : {}
  const path = hookPath(await t.connect(kind, { ...account, ...own }))
  return await t.post(path, new URLSearchParams(form).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': signTwilioForm(token, home + path, form),
  })
}

const statusBy = async (medium: string, address: string) =>
  (await t.sql`select status from subscriptions where medium = ${medium} and address = ${address}`)[0]?.status

test('STOP by WhatsApp ends the alerts by WhatsApp, not those by SMS, and START restores them', async () => {
  const number = '+12025550143'
  const From = `whatsapp:${number}`
  for (const medium of ['sms', 'whatsapp'] as const) expect((await t.subscribe(medium, number)).status).toBe(200)
  expect((await call({ From, Body: 'STOP', MessageSid: 'SM1' }, { token: 'wrong' })).statusCode).toBe(401)
  expect(await statusBy('whatsapp', number)).toBe('waiting')
  expect((await call({ From, Body: 'Stop', MessageSid: 'SM1' })).statusCode).toBe(200)
  expect([await statusBy('whatsapp', number), await statusBy('sms', number)]).toEqual(['suppressed', 'waiting'])
  const consents = await t.sql`select granted, source from consents where medium = 'whatsapp' order by given_at desc`
  expect(consents[0]).toMatchObject({ source: 'whatsapp' })
  await call({ From, Body: 'START', MessageSid: 'SM2' })
  expect(await statusBy('whatsapp', number)).toBe('waiting')
  expect((await call({ From, Body: 'help', MessageSid: 'SM3' })).body).toContain('<Message>Test store: ')
})

test('one webhook may serve SMS and WhatsApp of one number', async () => {
  const number = '+12025550144'
  for (const medium of ['sms', 'whatsapp'] as const) await t.subscribe(medium, number)
  await call({ From: `whatsapp:${number}`, Body: 'STOP', MessageSid: 'SM4' }, { kind: 'twilio' })
  expect([await statusBy('whatsapp', number), await statusBy('sms', number)]).toEqual(['suppressed', 'waiting'])
})

test('a message that was read has arrived, and a number without WhatsApp gets no more', async () => {
  const number = '+12025550145'
  const To = `whatsapp:${number}`
  await t.subscribe('whatsapp', number)
  const state = await t.sent(number, 'SM9')
  await call({ MessageSid: 'SM9', MessageStatus: 'read', To })
  expect((await state()).deliveredAt).toBeInstanceOf(Date)
  await call({ MessageSid: 'SM10', MessageStatus: 'undelivered', To, ErrorCode: '63016' })
  expect(await statusBy('whatsapp', number)).toBe('waiting')
  await call({ MessageSid: 'SM11', MessageStatus: 'failed', To, ErrorCode: '63024' })
  expect(await statusBy('whatsapp', number)).toBe('suppressed')
})

test('a message whose text was split into other fields is refused', async () => {
  const number = '+12025550147'
  await t.subscribe('whatsapp', number)
  const FromCity = 'Fromwhatsapp:+12025550199FromCityBerlin'
  const divided = { Body: 'STOP', From: `whatsapp:${number}`, FromCity, MessageSid: 'SM30' }
  expect((await call(divided)).statusCode).toBe(401)
  expect(await statusBy('whatsapp', number)).toBe('waiting')
})
