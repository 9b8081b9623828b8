/** An alert by WhatsApp from the subscription to the call of Twilio. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openProvider } from '../channels/testing/provider.ts'
import { recordStock } from '../domain/catalog/stock.ts'
import { connectIntegration } from '../domain/integrations/integrations.ts'
import { planDue } from '../domain/planning/plan.ts'
import { subscribe } from '../domain/subscriptions/subscribe.ts'
import { composeAlert } from '../letters/compose.ts'
import { requestConfirmation } from '../letters/request-confirmation.ts'
import { startMessages } from './outgoing/messages.ts'
import { openProviders, type ProviderMedium, type Providers } from './providers/providers.ts'
import { type Alerts, noting, openAlerts } from './testing/engine.ts'

let a: Alerts
let api: Awaited<ReturnType<typeof openProvider>>
let providers: Providers
beforeAll(async () => {
  a = await openAlerts()
  api = await openProvider(() => ({ status: 201, text: '{"sid":"SM1"}' }))
  providers = openProviders({
    ...{ sql: a.sql, vault: a.vault, fetch: api.fetch, allowLoopback: true },
    ...{ mailUrl: 'outbox:', smsUrl: 'outbox:', publicUrl: 'https://wishes.example' },
  })
})
afterAll(async () => {
  await a.stopAll()
  providers.close()
  await api.close()
  await a.close()
})

const sid = (letter: string) => `HX${letter.repeat(32)}`
const forms = () => api.asked.map(({ text }) => Object.fromEntries(new URLSearchParams(text)))
const product = { productId: 'shirts', url: 'https://shop.example/shirt' }

async function connect(store: Awaited<ReturnType<Alerts['newStore']>>) {
  await connectIntegration(a.sql, a.vault, store, {
    kind: 'whatsapp',
    values: {
      ...{ 'account-sid': `AC${'0'.repeat(32)}`, 'auth-token': 'tok', from: '+15550100148', 'api-url': api.url },
      templates: `backinstock=${sid('a')}, backinstock/de=${sid('b')}, confirm/de=${sid('c')}`,
    },
  })
}

const ask = (store: Awaited<ReturnType<Alerts['newStore']>>, address: string, locale: string, variantId = 'shirt') =>
  subscribe(
    a.sql,
    store,
    { medium: 'whatsapp', address, products: [{ ...product, variantId }], topics: ['backinstock'], locale },
    { source: 'api', textVersion: 'test', userAgent: 'test', callerHash: Buffer.alloc(0) },
  )

test('who waits by WhatsApp is told there, in their language, once', async () => {
  const store = await a.newStore('country=US', 'settle-time=off')
  await connect(store)
  const variantId = await a.wait(store, [])
  await ask(store, '(202) 555-0143', 'de-DE', variantId)
  const publicUrl = 'https://wishes.example'
  await a.start(noting().channel, {
    plan: planDue,
    providers,
    compose: async (store, delivery) => composeAlert(store, delivery, { publicUrl, now: new Date() }),
  })
  await recordStock(a.sql, store, [{ variantId, stock: 5 }], 'api')
  await vi.waitFor(() => expect(forms()).toHaveLength(1), { timeout: 30_000 })
  expect(forms()[0]).toMatchObject({ To: 'whatsapp:+12025550143', ContentSid: sid('b') })
  expect(JSON.parse(forms()[0]!.ContentVariables!)).toMatchObject({ 1: 'A red dress', 2: 'Test store' })
  expect(forms()[0]!.StatusCallback).toMatch(/^https:\/\/wishes\.example\/hooks\/whatsapp\//)
  await a.becomes(store, [{ status: 'sent', subscription: 'told', providerId: 'SM1' }])
})

test('double opt-in asks by WhatsApp', async () => {
  const store = await a.newStore('country=US', 'double-opt-in=on')
  await connect(store)
  await ask(store, '+12025550144', 'de')
  const to = { medium: 'whatsapp', address: '+12025550144' }
  await requestConfirmation(
    a.sql,
    store,
    to,
    { topics: ['backinstock'], variantIds: ['shirt'] },
    'https://wishes.example',
  )
  const before = forms().length
  const messages = await startMessages(a.sql, {
    find: async (storeId, medium) =>
      (await providers.find({ storeId }, medium as ProviderMedium, 'letter'))?.channel ?? null,
    warn: () => {},
    tick: 20,
  })
  await vi.waitFor(() => expect(forms()).toHaveLength(before + 1), { timeout: 30_000 })
  await messages.stop()
  expect(forms().at(-1)).toMatchObject({ To: 'whatsapp:+12025550144', ContentSid: sid('c') })
  const [name, link] = Object.values(JSON.parse(forms().at(-1)!.ContentVariables!))
  expect(name).toBe('Test store')
  expect(link).toMatch(/^https:\/\/wishes\.example\/alerts\/confirm\//)
})

test('without an account for WhatsApp the alert waits in the outbox of a trial installation', async () => {
  expect(await providers.find(await a.newStore(), 'whatsapp')).toMatchObject({ name: 'outbox' })
})
