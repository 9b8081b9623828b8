/** The steps of an alert: stored with the delivery, shown in the timeline, sent to the store's webhooks. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openProvider } from '../channels/testing/provider.ts'
import { recordStock } from '../domain/catalog/stock.ts'
import { recordClick } from '../domain/deliveries/clicks.ts'
import { recordReports } from '../domain/deliveries/feedback.ts'
import { recordPurchase } from '../domain/deliveries/purchases.ts'
import { planDue } from '../domain/planning/plan.ts'
import { triggerTailOf } from '../domain/shoppers/links.ts'
import type { Store } from '../domain/stores/stores.ts'
import { confirmSubscriptions } from '../domain/subscriptions/confirm-subscriptions.ts'
import { subscribe } from '../domain/subscriptions/subscribe.ts'
import { readTimeline } from '../domain/timeline/timeline.ts'
import { saveWebhook } from '../domain/webhooks/webhook-endpoints.ts'
import { startWebhooks } from './outgoing/webhooks.ts'
import { type Alerts, noting, openAlerts } from './testing/engine.ts'

let a: Alerts
let receiver: Awaited<ReturnType<typeof openProvider>>
let sender: Awaited<ReturnType<typeof startWebhooks>>
beforeAll(async () => {
  a = await openAlerts()
  receiver = await openProvider(() => ({ status: 200 }))
  sender = await startWebhooks(a.sql, { vault: a.vault, fetch: receiver.fetch, warn: () => {}, tick: 50 })
})
afterEach(() => a.stopAll())
afterAll(async () => {
  await sender.stop()
  await receiver.close()
  await a.close()
})

const facts = { textVersion: '1', source: 'test', userAgent: 'test', callerHash: Buffer.from('x') }
const types = [
  ...(['alert.queued', 'alert.delivered', 'alert.bounced', 'alert.clicked', 'alert.converted'] as const),
  'subscription.confirmed' as const,
]

const ask = (store: Store, address: string) =>
  subscribe(
    a.sql,
    store,
    {
      ...{ medium: 'email' as const, address, topics: ['backinstock'] },
      products: [{ variantId: '7', productId: '7', url: 'https://shop.example/7' }],
    },
    facts,
  )

const report = (kind: 'delivered' | 'bounced', reportId: string, address: string, providerId: string) => ({
  ...{ reportId, kind, medium: 'email' as const, address, providerIds: [undefined, 'unknown', providerId] },
  detail: kind === 'bounced' ? '550 no such mailbox' : '',
})

const orderOf = ({ type, data }: { type: string; data: Record<string, unknown> }) => `${type} ${data.mediumvalue}`

/** What arrived at the endpoint under this path, in the order of its types. */
const got = (path: string) =>
  receiver.asked
    .filter(({ url }) => url === path)
    .map(({ text }) => JSON.parse(text) as { type: string; data: Record<string, unknown> })
    .sort((one, other) => orderOf(one).localeCompare(orderOf(other)))

test('from the confirmation to a purchase, every step emits one event', async () => {
  const { pid, storeId } = await a.newStore('double-opt-in=on', 'pacing=everyone', 'event-feed=off')
  await saveWebhook(a.sql, a.vault, storeId, { url: `${receiver.url}/all`, types: [...types] })
  await saveWebhook(a.sql, a.vault, storeId, { url: `${receiver.url}/lists`, types: ['list.created'] })
  const store = await a.storeOf(pid)
  await a.sql`
    insert into variants (store_id, variant_id, product_id, title, stock, stock_at)
    values (${storeId}, '7', '7', 'A red dress', 0, now() - interval '1 hour')`
  for (const address of ['ada@example.org', 'bob@example.org']) await ask(store, address)
  const people = await a.sql<{ subscriptionId: string }[]>`
    select subscription_id from subscriptions where store_id = ${storeId} order by address`
  const [ada, bob] = people.map(({ subscriptionId }) => subscriptionId) as [string, string]
  expect(await confirmSubscriptions(a.sql, store, [ada, bob])).toBe(2)
  expect(await confirmSubscriptions(a.sql, store, [ada, bob])).toBe(0)

  const { channel, messages } = noting()
  await a.start(channel, { plan: planDue })
  await recordStock(a.sql, store, [{ variantId: '7', stock: 5 }], 'api')
  await a.becomes(store, [{ status: 'sent' }, { status: 'sent' }])
  expect(messages).toHaveLength(2)
  const rows = await a.sql<{ triggerId: string; providerId: string }[]>`
    select trigger_id, provider_id
    from deliveries
    join subscriptions using (store_id, subscription_id)
    where store_id = ${storeId}
    order by address`
  const [{ triggerId, providerId }, { providerId: other }] = rows as unknown as [(typeof rows)[0], (typeof rows)[0]]

  const tell = (...args: Parameters<typeof report>) => recordReports(a.sql, store, 'ses-events', [report(...args)])
  expect(await tell('delivered', 'r1', 'ada@example.org', providerId)).toBe(1)
  expect(await tell('delivered', 'r1', 'ada@example.org', providerId)).toBe(0)
  await tell('delivered', 'the same under another id', 'ada@example.org', providerId)
  await tell('bounced', 'r2', 'bob@example.org', other)
  await tell('delivered', 'told late', 'bob@example.org', other)
  const click = { subscriptionId: ada, triggerTail: triggerTailOf(triggerId) }
  for (let round = 0; round < 2; round++)
    expect(await recordClick(a.sql, store, click)).toMatchObject({ url: 'https://shop.example/7', urlFromStore: true })
  const order = { orderId: 'o1', email: 'ada@example.org', items: [{ variantId: '7', quantity: 1 }], source: 'api' }
  // No alert led to this one, and no event is emitted.
  await recordPurchase(a.sql, store, { ...order, orderId: 'o0', email: 'cat@example.org' })
  for (let round = 0; round < 2; round++) await recordPurchase(a.sql, store, order)

  const marks = await a.sql`
    select delivery.status, delivery.reason, delivered_at is not null as is_delivered, clicked_at is not null as is_clicked
    from deliveries delivery
    join subscriptions using (store_id, subscription_id)
    where store_id = ${storeId}
    order by address`
  expect(marks.map((row) => ({ ...row }))).toEqual([
    { status: 'sent', reason: null, isDelivered: true, isClicked: true },
    { status: 'failed', reason: 'bounced', isDelivered: false, isClicked: false },
  ])
  const stepsOf = async (id: string) =>
    (await readTimeline(a.sql, store, id)).map(({ step, sentence }) => [step, sentence])
  expect(await stepsOf(ada)).toEqual(
    expect.arrayContaining([
      ['delivered', 'delivered: confirmed by the provider'],
      ['clicked', 'clicked: followed the link'],
      ['bought', 'bought: order o1'],
    ]),
  )
  const ofBob = await stepsOf(bob)
  expect(ofBob).toContainEqual(['failed', 'not notified: the message bounced (550 no such mailbox)'])
  expect(ofBob.map(([step]) => step)).not.toContain('delivered')

  const message = { triggerid: triggerId, medium: 'email' }
  const told = [
    { type: 'alert.bounced', data: { ...message, subscriptionid: bob, reason: '550 no such mailbox' } },
    { type: 'alert.clicked', data: { ...message, subscriptionid: ada } },
    { type: 'alert.converted', data: { orderid: 'o1', count: 1 } },
    { type: 'alert.delivered', data: { ...message, subscriptionid: ada } },
    { type: 'alert.queued', data: { epi: 7, triggerid: triggerId, topic: 'backinstock', count: 2 } },
    { type: 'subscription.confirmed', data: { mediumvalue: 'ada@example.org', status: 'waiting' } },
    { type: 'subscription.confirmed', data: { mediumvalue: 'bob@example.org', status: 'waiting' } },
  ]
  await vi.waitFor(() => expect(got('/all')).toMatchObject(told), { timeout: 45_000, interval: 30 })
  // No delivery is pending, and none went to an endpoint that did not subscribe to it.
  expect(await a.sql`select from webhook_events where store_id = ${storeId}`).toHaveLength(told.length)
  expect(got('/lists')).toEqual([])
})

test('a delivery report that arrives before the provider’s answer is stored', async () => {
  const { pid, storeId } = await a.newStore('pacing=everyone')
  await saveWebhook(a.sql, a.vault, storeId, { url: `${receiver.url}/early`, types: ['alert.sent', 'alert.delivered'] })
  const store = await a.storeOf(pid)
  const { channel } = noting(async ({ recipient, messageId }) => {
    await recordReports(a.sql, store, 'ses-events', [report('delivered', messageId, recipient, messageId)])
    return { kind: 'sent', providerId: messageId }
  })
  await a.start(channel)
  await a.restock(store, ['cleo@example.org'])
  await a.becomes(store, [{ status: 'sent' }])
  const [mark] = await a.sql`select delivered_at from deliveries where store_id = ${storeId}`
  expect(mark!.deliveredAt).toBeInstanceOf(Date)
  const types = () => got('/early').map(({ type }) => type)
  await vi.waitFor(() => expect(types()).toEqual(['alert.delivered', 'alert.sent']), { timeout: 45_000, interval: 30 })
})
