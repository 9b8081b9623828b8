/** Alerts about saved items through the engine: several changes are one message, with the checks of every message. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { planDigests } from '../domain/digests/plan-digests.ts'
import type { Store } from '../domain/stores/stores.ts'
import { subscribe } from '../domain/subscriptions/subscribe.ts'
import { unsubscribeAll } from '../domain/subscriptions/unsubscribe-all.ts'
import { readTimeline } from '../domain/timeline/timeline.ts'
import { composeAlert } from '../letters/compose.ts'
import { noting, openAlerts } from './testing/engine.ts'
import { choose, save, sell, signIn } from './testing/savers.ts'

let a: Awaited<ReturnType<typeof openAlerts>>
const { channel, messages } = noting()
const start = () =>
  a.start(channel, {
    compose: async (store, delivery) =>
      composeAlert(store, delivery, { publicUrl: 'https://wishes.example', now: new Date() }),
  })
beforeAll(async () => {
  a = await openAlerts()
})
afterEach(async () => {
  await a.stopAll()
  messages.length = 0
})
afterAll(() => a.close())

const shop = (...settings: string[]) => a.newStore('digest-window=off', 'shop-url=https://shop.example', ...settings)

/** Everything that is due now, without waiting for the engine's clock. */
const plan = async (store: Store) => {
  while (await planDigests(a.sql, store));
}

const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 })

const sentTo = () => messages.map(({ recipient }) => recipient).sort()

async function saver(store: Store, email: string) {
  const who = await signIn(a.sql, store, email)
  await choose(a.sql, who, { isOn: true })
  return who
}

const timelineOf = async (store: Store, email: string) => {
  const [row] = await a.sql<{ subscriptionId: string }[]>`
    select subscription_id from subscriptions where store_id = ${store.storeId} and address = ${email} and topic = 'saveditems'`
  return (await readTimeline(a.sql, store, row!.subscriptionId)).map(({ sentence }) => sentence)
}

test('several changes are one message, and the alert goes on', async () => {
  const store = await shop()
  await sell(
    a.sql,
    store,
    { id: 'fern', price: 20, stock: 9 },
    { id: 'palm', price: 50, stock: 0 },
    { id: 'ivy', price: 8, stock: 9 },
  )
  const ada = await saver(store, 'ada@example.org')
  await save(a.sql, ada, 'Kitchen', { id: 'fern', price: 20 }, { id: 'palm', price: 50 }, { id: 'ivy', price: 8 })
  await start()
  await sell(a.sql, store, { id: 'fern', price: 15 }, { id: 'palm', price: 45, stock: 6 }, { id: 'ivy', stock: 2 })
  await soon(() => expect(messages).toHaveLength(1))
  const { subject, html, text, headers } = messages[0]!
  expect(subject).toBe('News about 3 products you saved')
  expect(text.match(/^\* .*$/gm)!.sort()).toEqual([
    '* Back in stock · Price drop: Plant palm',
    '* Low stock: Plant ivy',
    '* Price drop: Plant fern',
  ])
  expect(text).toContain('€15.00 instead of €20.00')
  expect(text).toContain('Left in stock: 2')
  expect(text).toContain('List: Kitchen')
  expect(html).toContain('?item=2')
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  await a.becomes(store, [{ status: 'sent', subscription: 'waiting' }])
  expect(await timelineOf(store, 'ada@example.org')).toEqual([
    expect.stringMatching(/^waiting: subscribed/),
    'planned: 3 saved products changed: 1 back in stock, 2 cheaper, 1 nearly sold out',
    expect.stringMatching(/^sent: by email/),
    'waiting: alerts about saved items are on',
  ])
  // the next change is the next message
  await sell(a.sql, store, { id: 'fern', price: 10 })
  await soon(() => expect(messages.at(-1)!.subject).toBe('Plant fern costs less now'))
})

test('a price counts from the price when saved, from price-drop-min on, and the same one is told once', async () => {
  const store = await shop('price-drop-min=10%')
  await sell(a.sql, store, { id: 'fern', price: 100, stock: 9 })
  const ada = await saver(store, 'ada@example.org')
  await save(a.sql, ada, 'Kitchen', { id: 'fern', price: 100 })
  const ben = await saver(store, 'ben@example.org')
  await sell(a.sql, store, { id: 'fern', price: 92 })
  await save(a.sql, ben, 'Kitchen', { id: 'fern', price: 92 })
  await start()
  await sell(a.sql, store, { id: 'fern', price: 90 })
  await soon(() => expect(sentTo()).toEqual(['ada@example.org']))
  await a.drained(store)
  await sell(a.sql, store, { id: 'fern', price: 95 })
  await sell(a.sql, store, { id: 'fern', price: 90 })
  await sell(a.sql, store, { id: 'fern', price: 82 })
  // the message is sent, but perhaps not settled
  await soon(() => expect(sentTo()).toEqual(['ada@example.org', 'ben@example.org']))
  await sell(a.sql, store, { id: 'fern', price: 81 })
  await soon(() => expect(sentTo()).toEqual(['ada@example.org', 'ada@example.org', 'ben@example.org']))
})

test('nobody is told who said no, was not asked, silenced the list, or does not want this kind of news', async () => {
  const store = await shop()
  await sell(a.sql, store, { id: 'fern', price: 20, stock: 9 })
  const [no, unasked, silent, other, yes] = await Promise.all(
    ['no', 'unasked', 'silent', 'other', 'yes'].map((name) => signIn(a.sql, store, `${name}@example.org`)),
  )
  for (const who of [silent!, other!, yes!]) await choose(a.sql, who, { isOn: true })
  await choose(a.sql, no!, { isOn: false })
  await choose(a.sql, other!, { topics: ['backinstock'] })
  for (const who of [no!, unasked!, other!, yes!]) await save(a.sql, who, 'Kitchen', { id: 'fern', price: 20 })
  const listId = await save(a.sql, silent!, 'Kitchen', { id: 'fern', price: 20 })
  await choose(a.sql, silent!, { listId, isOn: false })
  await start()
  await sell(a.sql, store, { id: 'fern', price: 15 })
  await soon(() => expect(sentTo()).toEqual(['yes@example.org']))
  await choose(a.sql, silent!, { listId, isOn: true })
  await sell(a.sql, store, { id: 'fern', price: 12 })
  await soon(() => expect(sentTo()).toEqual(['silent@example.org', 'yes@example.org', 'yes@example.org']))
})

test('what is not true any more is not sent, with the reason', async () => {
  const store = await shop()
  await sell(a.sql, store, { id: 'fern', price: 20, stock: 9 }, { id: 'palm', price: 50, stock: 0 })
  const ada = await saver(store, 'ada@example.org')
  await save(a.sql, ada, 'Kitchen', { id: 'fern', price: 20 }, { id: 'palm', price: 50 })
  await sell(a.sql, store, { id: 'fern', price: 15 }, { id: 'palm', stock: 4 })
  await plan(store)
  await sell(a.sql, store, { id: 'fern', price: 21 }, { id: 'palm', stock: 0 })
  await start()
  await a.becomes(store, [
    { status: 'withheld', reason: expect.stringMatching(/price-up-again|sold-out/), subscription: 'waiting' },
  ])
  expect(messages).toEqual([])
  await soon(async () => {
    const left =
      await a.sql`select variant_id from saved_news where store_id = ${store.storeId} and found_at is not null`
    expect(left).toHaveLength(0)
  })
})

test('changes within the window join one message; after an unsubscribe none is sent', async () => {
  const store = await shop('digest-window=2s')
  await sell(a.sql, store, { id: 'fern', price: 20, stock: 9 }, { id: 'palm', price: 50, stock: 9 })
  for (const name of ['ada', 'ben']) {
    const who = await saver(store, `${name}@example.org`)
    await save(a.sql, who, 'Kitchen', { id: 'fern', price: 20 }, { id: 'palm', price: 50 })
  }
  await start()
  await sell(a.sql, store, { id: 'fern', price: 15 })
  await sell(a.sql, store, { id: 'palm', price: 40 })
  await unsubscribeAll(a.sql, store, { medium: 'email', address: 'ben@example.org' }, { source: 'page' })
  await soon(() => expect(sentTo()).toEqual(['ada@example.org']))
  expect(messages[0]!.subject).toBe('News about 2 products you saved')
  await a.drained(store)
  expect(sentTo()).toEqual(['ada@example.org'])
})

test('an item for any variant is told of any; a target price and an own alert speak for themselves', async () => {
  const store = await shop()
  const facts = { textVersion: 'test', source: 'test', userAgent: 'test', callerHash: Buffer.alloc(32) }
  await sell(
    a.sql,
    store,
    { id: 's', product: 'shirt', price: 20, stock: 0 },
    { id: 'm', product: 'shirt', price: 20, stock: 0 },
  )
  const ada = await saver(store, 'ada@example.org')
  await save(a.sql, ada, 'Clothes', { id: 's', product: 'shirt', price: 20, any: true })
  const ben = await saver(store, 'ben@example.org')
  await save(a.sql, ben, 'Clothes', { id: 'm', product: 'shirt', price: 20 })
  const product = { variantId: 'm', productId: 'shirt', url: '/shirt', targetPrice: 12 }
  const request = { medium: 'email' as const, address: 'ben@example.org', topics: ['pricedrop'], products: [product] }
  await subscribe(a.sql, store, request, facts, ben)
  await start()
  await sell(a.sql, store, { id: 'm', product: 'shirt', price: 15, stock: 5 })
  await soon(() => expect(sentTo()).toEqual(['ada@example.org', 'ben@example.org']))
  const toldBen = messages.find(({ recipient }) => recipient.startsWith('ben'))!
  expect(toldBen.subject).toBe('Plant m is back in stock')
  expect(toldBen.text).not.toContain('Price drop')
})

test('saved-alerts=on asks nobody and tells whoever did not say no; off tells nobody', async () => {
  const store = await shop('saved-alerts=on')
  await sell(a.sql, store, { id: 'fern', price: 20, stock: 9 })
  const [ada, ben] = [await signIn(a.sql, store, 'ada@example.org'), await signIn(a.sql, store, 'ben@example.org')]
  await choose(a.sql, ben, { isOn: false })
  for (const who of [ada, ben]) await save(a.sql, who, 'Kitchen', { id: 'fern', price: 20 })
  await start()
  await sell(a.sql, store, { id: 'fern', price: 15 })
  await soon(() => expect(sentTo()).toEqual(['ada@example.org']))
  const off = await shop('saved-alerts=off')
  await sell(a.sql, off, { id: 'fern', price: 20, stock: 9 })
  await save(a.sql, await signIn(a.sql, off, 'cleo@example.org'), 'Kitchen', { id: 'fern', price: 20 })
  await sell(a.sql, off, { id: 'fern', price: 15 })
  expect(await a.sql`select from saved_changes where store_id = ${off.storeId}`).toEqual([])
})
