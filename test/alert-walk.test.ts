/** Alerts with the built command and a real mail server: who is notified, when, and who is not. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openSmtpSink, type SmtpSink } from '../packages/server/src/channels/testing/smtp-server.ts'
import { type RunningServer, run, startServer } from '../packages/server/src/cli/testing/run-command.ts'
import { basic } from '../packages/server/src/http/testing/test-app.ts'

let data: string
let sink: SmtpSink
let server: RunningServer
let store: { pid: string; apiKey: string }
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-walk-'))
  await chmod(data, 0o711)
  sink = await openSmtpSink()
  server = await startServer(['--data', data], { HEARTBELL_MAIL_URL: `${sink.url}?from=wishes@shop.example` })
  store = JSON.parse((await command('store', 'create', '--name', 'Paper & Ink', '--json')).stdout)
})
afterAll(async () => {
  await server?.end('SIGTERM')
  await sink?.close()
  await rm(data, { recursive: true, force: true })
})

async function command(...args: string[]) {
  const ran = await run([...args, '--data', data])
  expect(ran, ran.stderr).toMatchObject({ code: 0 })
  return ran
}

async function call(method: 'GET' | 'POST', path: string, fields?: object) {
  const reply = await fetch(`${server.url}/storeadmin/${path}`, {
    method,
    headers: {
      authorization: basic(store),
      'user-agent': 'walk',
      ...(fields && { 'content-type': 'application/json' }),
    },
    ...(fields && { body: JSON.stringify(fields) }),
  })
  const body = await reply.json()
  expect(reply.status, JSON.stringify(body)).toBe(200)
  return body
}

const shirt = { epi: 11, empi: 1, du: 'https://shop.example/shirt', dt: 'Linen shirt', pr: 49.9 }
const people = ['ada', 'ben', 'cleo', 'dan', 'eve', 'finn'].map((name) => `${name}@example.org`)
const [ada, ben, cleo, dan, eve, finn] = people as [string, string, string, string, string, string]

const setStock = (stk: number) => call('POST', 'v3/catalog/stock', { items: [{ epi: 11, stk }] })
const mailed = () => sink.mails.map(({ envelope }) => envelope.to[0])
const waiting = async () => {
  const { subscriptions } = await call('GET', 'v3/subscriptions?status=waiting')
  return (subscriptions as { mediumvalue: string }[]).map(({ mediumvalue }) => mediumvalue).sort()
}
const becomes = (told: string[]) => vi.waitFor(() => expect(mailed()).toEqual(told), { timeout: 60_000, interval: 50 })

test('six people wait; each unit notifies one, in order, and nobody without a unit', async () => {
  await call('POST', 'v3/catalog/products', { products: [{ ...shirt, stk: 0 }] })
  for (const mediumvalue of people)
    await call('POST', 'bispa/subscriptions/create', {
      medium: 'email',
      mediumvalue,
      products: [shirt],
      topics: ['backinstock'],
    })
  expect(await waiting()).toEqual(people)

  await setStock(1)
  await becomes([ada])
  await setStock(2)
  await becomes([ada, ben])
  expect(await waiting()).toEqual([cleo, dan, eve, finn])

  // One unit is sold: nobody is notified, and the person notified last keeps the place for the next time.
  await setStock(1)
  expect(await waiting()).toEqual([ben, cleo, dan, eve, finn])
  await setStock(0)
  expect(await waiting()).toEqual(people)
  expect(mailed()).toEqual([ada, ben])

  // The next restock begins with the first of them, and an offer that expires after three seconds goes to the next in line.
  // Fewer, and on a busy machine an offer would expire before its mail is sent.
  await command('store', 'set', store.pid, 'offer-window=3s')
  // The process that plans reads a store again after two seconds at the latest; it usually knows at once.
  await pause(2_100)
  await setStock(1)
  await becomes([ada, ben, ...people])
  await vi.waitFor(async () => expect(await waiting()).toEqual(people), { timeout: 30_000, interval: 50 })

  const [first] = (await call('GET', `v3/subscriptions?mediumvalue=${encodeURIComponent(ada)}`)).subscriptions
  const { timeline } = await call('GET', `v3/subscriptions/${first.id}/timeline`)
  const reasons = (timeline as { reason: string }[]).map(({ reason }) => reason)
  expect(reasons.length).toBeGreaterThanOrEqual(6)
  expect(reasons[0]).toBe('subscribed')
})

test('a mail has one-click unsubscribe, the reason it was sent, and a link to the product', async () => {
  const mail = sink.mails.at(-1)!
  const header = (name: string) => String(mail.headerLines.find(({ key }) => key === name)?.line ?? '')
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const leave = /<(http[^>]+)>/.exec(header('list-unsubscribe'))![1]!
  expect(mail.subject).toContain('Linen shirt')
  expect(mail.text).toContain('Linen shirt')
  const left = await fetch(leave, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(left.status).toBe(200)
  expect(await waiting()).toEqual(people.filter((address) => address !== mail.envelope.to[0]))
})
