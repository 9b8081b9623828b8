/** WhatsApp by a local server that answers as Twilio does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Message } from './channel.ts'
import { openProvider, type Told } from './testing/provider.ts'
import { openWhatsapp } from './whatsapp.ts'

let provider: Awaited<ReturnType<typeof openProvider>>
beforeAll(async () => {
  provider = await openProvider(() => ({ status: 500 }))
})
afterAll(() => provider.close())

const sid = (letter: string) => `HX${letter.repeat(32)}`
const templates = [
  `backinstock=${sid('a')}`,
  `backinstock/de=${sid('b')}`,
  `backinstock/pt-br=${sid('c')}`,
  ` *=${sid('d')}`,
  `confirm=${sid('e')}`,
  `confirm/de=${sid('f')}`,
].join(',')

const open = (more: Partial<Parameters<typeof openWhatsapp>[0]> = {}) =>
  openWhatsapp({
    ...{ fetch: provider.fetch, apiUrl: provider.url, accountSid: 'AC1', authToken: 'tok', from: '+15550100148' },
    ...{ statusUrl: 'https://wishes.example/hooks/whatsapp/t', templates },
    ...{ variables: 'product,store,link', confirmVariables: 'store,link' },
    ...more,
  })

const facts = {
  ...{ Topic: 'backinstock', Language: 'en', ProductTitle: 'Monstera', VariantTitle: '', Price: 19.9, Currency: 'EUR' },
  ...{ ProductUrl: 'https://wishes.example/c/1', UnsubscribeUrl: 'https://wishes.example/u/1' },
}
const message: Message = {
  ...{ messageId: '6f9a3c1e-0000-4000-8000-000000000001', recipient: '+12025550143', senderName: 'Fern' },
  ...{ subject: '', text: 'Fern: Monstera is back', html: '', headers: {}, facts },
}

const created: Told = { status: 201, text: '{"sid":"SM1","status":"queued","to":"whatsapp:+12025550143"}' }
const told = async (answer: Told, more: Partial<Message> = {}, channel = open()) => {
  provider.tell(() => answer)
  return await channel.send({ ...message, ...more })
}
const lastForm = () => Object.fromEntries(new URLSearchParams(provider.asked.at(-1)!.text))

test('an alert is an approved template with its variables, and no text of ours', async () => {
  expect(await told(created)).toEqual({ kind: 'sent', providerId: 'SM1' })
  expect(provider.asked.at(-1)!.url).toBe('/2010-04-01/Accounts/AC1/Messages.json')
  expect(lastForm()).toEqual({
    To: 'whatsapp:+12025550143',
    From: 'whatsapp:+15550100148',
    ContentSid: sid('a'),
    ContentVariables: JSON.stringify({ 1: 'Monstera', 2: 'Fern', 3: 'https://wishes.example/c/1' }),
    StatusCallback: 'https://wishes.example/hooks/whatsapp/t',
  })
  await told(created, {}, open({ messagingService: 'MG1' }))
  expect(lastForm()).toMatchObject({ MessagingServiceSid: 'MG1' })
  expect(lastForm().From).toBeUndefined()
})

test('the template follows topic and language', async () => {
  const chosen = async (Topic: string, Language: string) => {
    await told(created, { facts: { ...facts, Topic, Language } })
    return lastForm().ContentSid
  }
  expect(await chosen('backinstock', 'de')).toBe(sid('b'))
  expect(await chosen('backinstock', 'de-AT')).toBe(sid('b'))
  expect(await chosen('BackInStock', 'pt-BR')).toBe(sid('c'))
  expect(await chosen('backinstock', 'pt')).toBe(sid('a'))
  expect(await chosen('pricedrop', 'de')).toBe(sid('d'))
})

test('without a template the message waits, and nothing is sent', async () => {
  const before = provider.asked.length
  const only = open({ templates: `comingsoon=${sid('a')}` })
  expect(await told(created, {}, only)).toEqual({
    ...{ kind: 'retry', onlyThis: true, reason: 'There is no WhatsApp template for backinstock (setting templates).' },
  })
  const { facts: _, ...confirmation } = message
  expect(await open({ templates: `*=${sid('a')}` }).send(confirmation)).toMatchObject({ kind: 'retry' })
  expect(provider.asked.length).toBe(before)
})

test('a request to confirm has its own template and the link at its end', async () => {
  const { facts: _, ...confirmation } = message
  provider.tell(() => created)
  const text = 'Fern: Benachrichtigungen bestätigen: https://wishes.example/alerts/confirm/x'
  await open().send({ ...confirmation, text, headers: { 'Content-Language': 'de' } })
  expect(lastForm()).toMatchObject({
    ContentSid: sid('f'),
    ContentVariables: JSON.stringify({ 1: 'Fern', 2: 'https://wishes.example/alerts/confirm/x' }),
  })
})

test('variables may have names, and are never empty, too long or of several lines', async () => {
  const channel = open({ variables: 'title=product, size=variant, cost=price' })
  const long = `Mon\n\tstera      ${'🌿'.repeat(300)}`
  await told(created, { facts: { ...facts, ProductTitle: long } }, channel)
  const { title, ...rest } = JSON.parse(lastForm().ContentVariables!)
  expect(rest).toEqual({ size: '–', cost: '€19.90' })
  expect(title.startsWith('Mon stera 🌿')).toBe(true)
  expect([...title]).toHaveLength(255)
  await told(created, { facts: { ...facts, Currency: 'no currency' } }, channel)
  expect(JSON.parse(lastForm().ContentVariables!).cost).toBe('19.9')
})

test('a number without WhatsApp is an address fault; a sender or a template is for the merchant', async () => {
  const refusal = (code: number) => ({ status: 400, text: JSON.stringify({ code, message: 'no', status: 400 }) })
  for (const code of [21211, 21610, 63003, 63024])
    expect(await told(refusal(code))).toEqual({ kind: 'refused', reason: `${code} 400 no`, addressFault: true })
  for (const code of [21655, 21656, 63028])
    expect(await told(refusal(code))).toEqual({ kind: 'retry', reason: `${code} 400 no`, onlyThis: true })
  expect(await told(refusal(63007))).toEqual({ kind: 'retry', reason: '63007 400 no' })
  expect(await told(refusal(21617))).toEqual({ kind: 'refused', reason: '400 no' })
  const busy = await told({ status: 429, headers: { 'retry-after': '7' } })
  expect(busy).toMatchObject({ kind: 'retry', after: 7000 })
  for (const answer of [{ status: 503 }, { status: 401 }, { status: 201, text: '<html>' }, 'cut'] as Told[])
    expect((await told(answer)).kind).toBe('retry')
})

test('is checked without sending', async () => {
  provider.tell(() => ({ status: 401, text: '{"code":20003,"message":"Authenticate"}' }))
  expect(await open().check!()).toEqual({ ok: false, says: '401 {"code":20003,"message":"Authenticate"}' })
})
