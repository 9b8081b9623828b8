/** Every channel with a provider that is too slow, never answers, or disconnects after it accepted the message. */
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { webPush } from '../domain/integrations/integration-types/web-push.ts'
import type { Channel, Message } from './channel.ts'
import { openKlaviyo } from './klaviyo.ts'
import { forwardJoining, forwardWaiting } from './klaviyo-profiles.ts'
import { openMailgun } from './mail/mailgun.ts'
import { openPostmark } from './mail/postmark.ts'
import { openSendgrid } from './mail/sendgrid.ts'
import { openSes } from './mail/ses.ts'
import { openSmtp } from './mail/smtp.ts'
import { openProvider, type Told } from './testing/provider.ts'
import { openTwilio } from './twilio.ts'
import { openWebPush } from './web-push.ts'
import { sendWebhook } from './webhook.ts'

let provider: Awaited<ReturnType<typeof openProvider>>
beforeAll(async () => {
  provider = await openProvider(() => ({ status: 200 }))
  // The first call also loads modules, which the short limits of these tests do not allow for.
  await (await provider.fetch(provider.url)).dump()
})
afterAll(() => provider.close())

const message = (recipient: string): Message => ({
  ...{ messageId: '6f9a3c1e-0000-4000-8000-000000000001', recipient, senderName: 'Fern', headers: {} },
  ...{ subject: 'Back: Monstera', text: 'It is back', html: '<p>It is back</p>' },
})

/** A test whose option is ignored waits for default limits of ten seconds and more, twice, and fails. */
vi.setConfig({ testTimeout: 19_000 })
const timeoutMillis = 150
const bad: Told[] = ['silent', 'endless', 'cut']

const browser = createECDH('prime256v1')
browser.generateKeys()
const keys = { p256dh: browser.getPublicKey().toString('base64url'), auth: randomBytes(16).toString('base64url') }

function openPush(): Channel {
  const { 'public-key': publicKey, 'private-key': privateKey } = webPush.make!()
  const own = { publicKey: publicKey!, privateKey: privateKey!, subject: 'mailto:hello@shop.example' }
  return openWebPush({ fetch: provider.fetch, timeoutMillis, ...own })
}
const klaviyo = () => ({ fetch: provider.fetch, apiKey: 'pk_1', apiUrl: provider.url, timeoutMillis })
const openSms = () => {
  const account = { accountSid: 'AC1', authToken: 'tok', from: '+15550100148', apiUrl: provider.url }
  return openTwilio({ fetch: provider.fetch, timeoutMillis, ...account })
}

const mail = () => ({ fetch: provider.fetch, timeoutMillis, apiUrl: provider.url, from: 'hello@shop.example' })
const openMails: Record<string, () => Channel> = {
  SendGrid: () => openSendgrid({ ...mail(), apiKey: 'SG.1' }),
  Postmark: () => openPostmark({ ...mail(), serverToken: 'token-1', messageStream: 'outbound' }),
  'Amazon SES': () => openSes({ ...mail(), accessKeyId: 'AK', secretAccessKey: 'secret', region: 'eu-west-1' }),
  Mailgun: () => openMailgun({ ...mail(), apiKey: 'key-1', domain: 'mg.shop.example' }),
}

describe.each(bad)('a provider that is %s', (told) => {
  test.each<[string, () => Channel, () => string]>([
    ['Twilio', openSms, () => '+12025550143'],
    ['Klaviyo', () => openKlaviyo(klaviyo()), () => 'maya@shop.example'],
    ...Object.entries(openMails).map(
      ([name, open]) => [name, open, () => 'maya@shop.example'] as [string, () => Channel, () => string],
    ),
    ['web push', openPush, () => JSON.stringify({ endpoint: `${provider.url}/push/1`, keys })],
  ])('%s: the message is tried again', async (_, open, recipient) => {
    provider.tell(() => told)
    const before = provider.asked.length
    expect(await open().send(message(recipient()))).toEqual({ kind: 'retry', reason: expect.stringMatching(/./) })
    expect(provider.asked.length).toBe(before + 1)
  })

  test('a test of the connection reports it', async () => {
    provider.tell(() => told)
    for (const channel of [openSms(), openKlaviyo(klaviyo()), ...Object.values(openMails).map((open) => open())])
      expect(await channel.check!()).toEqual({ ok: false, says: expect.stringMatching(/./) })
  })

  test('Klaviyo’s profiles: sent again later', async () => {
    provider.tell(() => told)
    const who = { medium: 'email' as const, address: 'maya@shop.example' }
    expect(await forwardWaiting(klaviyo(), '$shopify', { ...who, variantId: '1' })).toMatchObject({ kind: 'retry' })
    expect(await forwardJoining(klaviyo(), 'list', who)).toMatchObject({ kind: 'retry' })
  })

  test('a webhook: a missing answer is a failure', async () => {
    provider.tell(() => told)
    const what = { url: `${provider.url}/hook`, id: 'msg_1', timestamp: 1, signature: 'v1,x', body: '{}' }
    const answer = await sendWebhook(provider.fetch, what, { timeoutMillis })
    expect(answer).toEqual({ ok: false, status: null, says: expect.stringMatching(/./) })
  })
})

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0).reverse()) close()
})

/** A scripted SMTP server: `answers` by the first word of a command. */
async function openMailServer(greeting: string | null, answers: Record<string, string | 'cut'>) {
  const sockets = new Set<Socket>()
  const heard: string[] = []
  let inData = false
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (greeting) socket.write(`${greeting}\r\n`)
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) {
        const word = inData ? (line === '.' ? 'END' : '') : line.split(' ')[0]!.toUpperCase()
        if (word) heard.push(word)
        const answer = answers[word]
        inData = word === 'DATA' ? answer !== undefined : inData && word !== 'END'
        if (answer === 'cut') socket.destroy()
        else if (answer) socket.write(`${answer}\r\n`)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as { port: number }).port, heard }
}

describe('a mail server', () => {
  const ok = { EHLO: '250 fine', MAIL: '250 fine', RCPT: '250 fine', DATA: '354 go on' }
  // Longer than a busy machine takes for the commands before the one that is not answered.
  const limit = 600
  const timeouts = { connectionTimeout: limit, greetingTimeout: limit, socketTimeout: limit }

  test.each<[string, string | null, Record<string, string>, string | undefined]>([
    ['never greets', null, {}, undefined],
    ['never says what it can', '220 hello', {}, 'EHLO'],
    ['never says whether it takes the recipient', '220 hello', { ...ok, RCPT: '' }, 'RCPT'],
    ['never says whether it took the message', '220 hello', ok, 'END'],
    ['goes away after it took the message', '220 hello', { ...ok, END: 'cut' }, 'END'],
  ])('that %s: the message is tried again', async (_, greeting, answers, last) => {
    const server = await openMailServer(greeting, answers)
    for (const guarded of [undefined, { allowLoopback: true }]) {
      const options = { timeouts, ...(guarded && { guarded }) }
      const channel = openSmtp(`smtp://127.0.0.1:${server.port}?from=a@shop.example&ignoreTLS=true`, undefined, options)
      open.push(() => channel.close())
      expect(await channel.send(message('maya@shop.example'))).toMatchObject({ kind: 'retry' })
      expect(server.heard.at(-1)).toBe(last)
    }
    // The server may have accepted it, so it is not sent twice in one attempt.
    expect(server.heard.filter((word) => word === last)).toHaveLength(last ? 2 : 0)
  })
})
