/** An error in one message, one trigger or one store does not affect others. */
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openProvider } from '../../channels/testing/provider.ts'
import { connectIntegration } from '../../domain/integrations/integrations.ts'
import { serveDue } from '../../domain/schedule/leased-work.ts'
import { addForwards } from '../../domain/subscriptions/subscription-forwards.ts'
import { makeForwardWork } from '../outgoing/forwards.ts'
import { type Alerts, noting, openAlerts, sent } from '../testing/engine.ts'

let a: Alerts
beforeAll(async () => {
  a = await openAlerts()
})
afterAll(() => a.close())
afterEach(() => a.stopAll())

/** Stores whose keys can't be decrypted, each with a delivery; several, so that one of them comes first. */
async function breakStores() {
  for (let n = 0; n < 4; n++) {
    const broken = await a.newStore()
    await a.restock(broken, ['nobody@example.org'])
    await a.sql`update stores set token_key = 'x' where store_id = ${broken.storeId}`
  }
}

test('a provider id longer than an index allows is cut, and no message is sent twice', async () => {
  const store = await a.newStore()
  const { channel, messages } = noting((message) =>
    message.recipient.startsWith('odd')
      ? { kind: 'sent', providerId: randomBytes(6000).toString('hex') }
      : sent(message),
  )
  await a.restock(store, ['odd@example.org', 'other@example.org'])
  await a.start(channel)
  await a.becomes(store, [{ status: 'sent' }, { status: 'sent' }])
  expect(messages).toHaveLength(2)
})

test('a delivery whose details can’t be written is settled as sent all the same, and so are the others', async () => {
  const store = await a.newStore()
  const { channel, messages } = noting(() => ({ kind: 'sent', providerId: 'same' }))
  await a.restock(store, ['odd@example.org', 'other@example.org'])
  await a.sql`
    update deliveries
    set early_reports = '[{"kind": "delivered", "at": "+020000-01-01T00:00:00.000Z", "detail": "", "providerIds": ["same"]}]'
    where store_id = ${store.storeId}
      and subscription_id in (select subscription_id from subscriptions where address = 'odd@example.org')`
  await a.start(channel, { lease: 1000 })
  await a.becomes(store, [
    { status: 'sent', providerId: '' },
    { status: 'sent', providerId: 'same' },
  ])
  expect(messages).toHaveLength(2)
})

test('a store whose key can’t be decrypted does not delay others', async () => {
  const { channel, addresses } = noting()
  await breakStores()
  const store = await a.newStore()
  await a.restock(store, ['ada@example.org'])
  await a.start(channel)
  await a.becomes(store, [{ status: 'sent' }])
  expect(addresses()).toEqual(['ada@example.org'])
})

test('a connection whose key can’t be decrypted does not block the profiles of other stores', async () => {
  const klaviyo = await openProvider(() => ({ status: 202 }))
  const values = { 'api-key': 'pk_1', mode: 'back-in-stock', 'api-url': klaviyo.url }
  const stores = []
  for (let n = 0; n < 5; n++) {
    const store = await a.newStore()
    await connectIntegration(a.sql, a.vault, store, { kind: 'klaviyo', values })
    await a.wait(store, [`person${n}@example.org`])
    const rows = await a.sql`select subscription_id from subscriptions where store_id = ${store.storeId}`
    await addForwards(a.sql, store, [rows[0]!.subscriptionId])
    stores.push(store)
  }
  const broken = stores.slice(0, 4).map(({ storeId }) => storeId)
  await a.sql`update integrations set secrets = 'x' where store_id = any(${broken})`
  await serveDue(makeForwardWork(a.sql, { vault: a.vault, fetch: klaviyo.fetch, warn: () => {} }))
  await klaviyo.close()
  expect(klaviyo.asked).toHaveLength(1)
})
