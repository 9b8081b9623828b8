import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openSmtp } from '../../channels/mail/smtp.ts'
import { openProvider } from '../../channels/testing/provider.ts'
import { openSmtpSink, type SmtpSink } from '../../channels/testing/smtp-server.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { connectIntegration, disconnectIntegration } from '../../domain/integrations/integrations.ts'
import { makeVault } from '../../domain/secrets/vault.ts'
import { createStore, findStore, type Store } from '../../domain/stores/stores.ts'
import { openProviders, type Providers } from './providers.ts'

const vault = makeVault('a secret for tests')
const message = {
  ...{
    messageId: '6f9a3c1e-0000-4000-8000-000000000001',
    senderName: 'Fern',
    subject: 'Hi',
    text: 'Hi',
    html: '<p>Hi',
  },
  ...{ recipient: 'ana@shop.example', headers: {} },
}
const database = useTestDatabase()
let store: Store
let api: Awaited<ReturnType<typeof openProvider>>
let sink: SmtpSink
let providers: Providers
beforeAll(async () => {
  store = (await findStore(database.sql, vault, (await createStore(database.sql, vault, { name: 'Fern' })).pid))!
  api = await openProvider(() => ({ status: 201, text: '{"sid":"SM1"}' }))
  sink = await openSmtpSink({
    refuse: (to) =>
      to.startsWith('gone@') ? '550 5.1.1 no such mailbox' : to.startsWith('full@') ? '552 5.2.2 full' : undefined,
  })
  const installation = {
    mailUrl: 'outbox:',
    smsUrl: `twilio://AC1:tok@127.0.0.1:${new URL(api.url).port}?from=+15550100`,
  }
  providers = openProviders({
    ...installation,
    sql: database.sql,
    vault,
    fetch: api.fetch,
    publicUrl: 'https://wishes.example',
    allowLoopback: true,
  })
})
afterAll(async () => {
  providers.close()
  await sink.close()
  await api.close()
})

const connect = (kind: string, values: Record<string, string>) =>
  connectIntegration(database.sql, vault, store, { kind, values })

const becomes = (medium: 'email' | 'sms' | 'push', name: string | undefined, what?: 'alert' | 'letter') =>
  vi.waitFor(async () => expect((await providers.find(store, medium, what))?.name).toBe(name), {
    timeout: 45_000,
    interval: 50,
  })

test('without a connection of its own a store sends through the installation', async () => {
  expect(await providers.find(store, 'email')).toMatchObject({ name: 'outbox' })
  expect(await providers.find(store, 'push')).toBeNull()
  const sms = (await providers.find(store, 'sms'))!
  expect(await sms.channel.send({ ...message, recipient: '+12025550143' })).toEqual({ kind: 'sent', providerId: 'SM1' })
})

test('a store’s own mail server sends all mail, Klaviyo sends only alerts, and an ended connection is not used', async () => {
  await connect('smtp', { host: '127.0.0.1', from: 'hello@shop.example', 'from-name': 'Fern & Field' })
  // A port of this machine, which merchants may not use.
  await database.sql`
    update integrations
    set settings = settings || ${database.sql.json({ port: String(sink.port) })}, updated_at = clock_timestamp()
    where kind = 'smtp'`
  await becomes('email', 'smtp')
  const { channel } = (await providers.find(store, 'email'))!
  expect((await providers.find(store, 'email'))!.channel).toBe(channel)
  expect(await channel.send(message)).toMatchObject({ kind: 'sent' })
  expect(sink.mails[0]!.from?.text).toBe('"Fern & Field" <hello@shop.example>')
  expect(await channel.send({ ...message, recipient: 'gone@shop.example' })).toMatchObject({
    kind: 'refused',
    addressFault: true,
  })
  const full = await channel.send({ ...message, recipient: 'full@shop.example' })
  expect([full.kind, 'addressFault' in full]).toEqual(['refused', false])
  expect((await channel.check!()).ok).toBe(true)

  await connect('klaviyo', { 'api-key': 'pk_1', 'api-url': api.url })
  await becomes('email', 'klaviyo')
  await becomes('email', 'smtp', 'letter')
  expect((await providers.find(store, 'email'))!.limits).toEqual({ perSecond: 350, perMinute: 3500 })
  await connect('klaviyo', { mode: 'back-in-stock' })
  await vi.waitFor(async () => expect((await providers.find(store, 'email'))!.takesOver).toBe(true), {
    timeout: 45_000,
  })

  await disconnectIntegration(database.sql, store.storeId, 'klaviyo')
  await becomes('email', 'smtp')
  await disconnectIntegration(database.sql, store.storeId, 'smtp')
  await becomes('email', 'outbox')
})

test('a mail server inside our own network is never reached', async () => {
  const channel = openSmtp(sink.url, undefined, { guarded: { allowLoopback: false } })
  const before = sink.mails.length
  expect(await channel.send(message)).toEqual({
    kind: 'retry',
    reason: expect.stringContaining('not a public Internet address'),
  })
  expect(sink.mails).toHaveLength(before)
  channel.close()
})

test('a mail server without a valid host name is refused, and one that is already stored stops only mail', async () => {
  const own = (await findStore(database.sql, vault, (await createStore(database.sql, vault, { name: 'Own' })).pid))!
  const values = { host: 'mail.shop.example:587', from: 'hello@shop.example' }
  const connectMail = (host: string) =>
    connectIntegration(database.sql, vault, own, { kind: 'smtp', values: { ...values, host } })
  await expect(connectMail(values.host)).rejects.toThrow(/host must be a host name/)
  await connectMail('mail.shop.example')
  await database.sql`
    update integrations
    set settings = settings || ${database.sql.json({ host: values.host })}
    where store_id = ${own.storeId}`
  expect((await providers.find(own, 'sms'))?.name).toBe('twilio')
  const mail = (await providers.find(own, 'email'))!
  expect(await mail.channel.send(message)).toMatchObject({ kind: 'retry', reason: 'Invalid URL' })
  expect(await mail.channel.check!()).toEqual({ ok: false, says: 'Invalid URL' })
})

test('a store’s e-mails leave by the API of its provider, before its own mail server', async () => {
  const own = (await findStore(database.sql, vault, (await createStore(database.sql, vault, { name: 'Apis' })).pid))!
  const shared = { from: 'hello@shop.example', 'api-url': api.url }
  const kinds: Record<string, Record<string, string>> = {
    sendgrid: { 'api-key': 'SG.1' },
    postmark: { 'server-token': 'token-1' },
    ses: { 'access-key-id': 'AKIDEXAMPLE000000', 'secret-access-key': 'secret', region: 'eu-west-1' },
    mailgun: { 'api-key': 'key-1', domain: 'mg.shop.example' },
  }
  await connectIntegration(database.sql, vault, own, {
    kind: 'smtp',
    values: { host: 'mail.shop.example', from: shared.from },
  })
  api.tell(({ url }) =>
    url.endsWith('/mail/send')
      ? { status: 202, headers: { 'x-message-id': 'm-1' } }
      : { status: 200, text: '{"MessageID":"m-1","MessageId":"m-1","id":"m-1"}' },
  )
  for (const [kind, values] of Object.entries(kinds)) {
    await connectIntegration(database.sql, vault, own, { kind, values: { ...values, ...shared } })
    await vi.waitFor(async () => expect((await providers.find(own, 'email', 'letter'))?.name).toBe(kind), {
      timeout: 45_000,
      interval: 50,
    })
    const { channel, limits } = (await providers.find(own, 'email'))!
    expect([kind, await channel.send(message)]).toEqual([kind, { kind: 'sent', providerId: 'm-1' }])
    expect(limits).toEqual(kind === 'ses' ? { perSecond: 14 } : undefined)
    await disconnectIntegration(database.sql, own.storeId, kind)
  }
})

test('messages of the demo store stay in the outbox, unless it has a provider of its own', async () => {
  const demo = (await findStore(database.sql, vault, (await createStore(database.sql, vault, { name: 'Demo' })).pid))!
  const real = openProviders({
    ...{ mailUrl: 'smtp://127.0.0.1:2525', smsUrl: 'twilio://AC1:tok@127.0.0.1?from=+15550100', demoPid: demo.pid },
    ...{ sql: database.sql, vault, fetch: api.fetch, publicUrl: 'https://wishes.example', allowLoopback: true },
  })
  const named = async (of: Store, medium: 'email' | 'sms') => (await real.find(of, medium, 'letter'))?.name
  expect([await named(demo, 'email'), await named(demo, 'sms')]).toEqual(['outbox', 'outbox'])
  const other = (await findStore(database.sql, vault, (await createStore(database.sql, vault, { name: 'Real' })).pid))!
  expect([await named(other, 'email'), await named(other, 'sms')]).toEqual(['smtp', 'twilio'])
  const values = { host: 'mail.shop.example', from: 'hello@shop.example' }
  await connectIntegration(database.sql, vault, demo, { kind: 'smtp', values })
  await vi.waitFor(async () => expect(await named(demo, 'email')).toBe('smtp'), { timeout: 45_000, interval: 50 })
  real.close()
})
