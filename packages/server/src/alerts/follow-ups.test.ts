/** Follow-ups through the engine: one more message to who did not buy, never two, and a reason where there is none. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { recordStock } from '../domain/catalog/stock.ts'
import { recordPurchase } from '../domain/deliveries/purchases.ts'
import { decideFollowUps } from '../domain/follow-ups/decide-follow-ups.ts'
import { planDue } from '../domain/planning/plan.ts'
import type { Store } from '../domain/stores/stores.ts'
import { readTimeline } from '../domain/timeline/timeline.ts'
import { type Alerts, noting, openAlerts } from './testing/engine.ts'

let a: Alerts
const { channel, messages } = noting()
const start = () => a.start(channel, { plan: (sql, store) => planDue(sql, store, 10) })
beforeAll(async () => {
  a = await openAlerts()
})
afterEach(async () => {
  await a.stopAll()
  messages.length = 0
})
afterAll(() => a.close())

const to = () => messages.map(({ recipient }) => recipient.split('@')[0])
const people = (...names: string[]) => names.map((name) => `${name}@mail.example`)
const becomes = (read: () => unknown, what: unknown) =>
  vi.waitFor(async () => expect(await read()).toEqual(what), { timeout: 20_000, interval: 20 })

const idOf = async (store: Store, name: string) => {
  const [row] = await a.sql<{ subscriptionId: string }[]>`
    select subscription_id from subscriptions where store_id = ${store.storeId} and address like ${`${name}%`}`
  return row!.subscriptionId
}

/** The lines about follow-ups. */
const linesOf = async (store: Store, name: string) =>
  (await readTimeline(a.sql, store, await idOf(store, name)))
    .filter(({ step, reason }) => step === 'no-follow-up' || reason === 'follow-up')
    .map(({ step, reason }) => `${step}: ${reason}`)

const waitingFollowUps = async ({ storeId }: Store) =>
  (await a.sql`select 1 from follow_ups where store_id = ${storeId}`).length

/** As if the time of the setting had passed. */
const letTimePass = ({ storeId }: Store) =>
  a.sql`update follow_ups set due_at = now() - interval '1 second' where store_id = ${storeId}`

/** People who were notified of a restock, each with a follow-up to decide. */
async function notified(names: string[], stock: number, ...settings: string[]) {
  const store = await a.newStore('follow-up=2d', ...settings)
  const variantId = await a.wait(store, people(...names))
  await recordStock(a.sql, store, [{ variantId, stock }], 'api')
  await start()
  await becomes(() => waitingFollowUps(store), Math.min(stock, names.length))
  return { store, variantId }
}

const lapse = ({ storeId }: Store) =>
  a.sql`update offers set lapses_at = now() - interval '1 second' where store_id = ${storeId} and closed_at is null`

test.each(['offers', 'everyone'])('pacing=%s: who did not buy gets one more message, and never two', async (pacing) => {
  const { store, variantId } = await notified(['ada', 'ben'], 2, `pacing=${pacing}`)
  expect(to().sort()).toEqual(['ada', 'ben'])
  const order = {
    orderId: `o-${pacing}`,
    email: 'ben@mail.example',
    items: [{ variantId, quantity: 1 }],
    source: 'api',
  }
  await recordPurchase(a.sql, store, order)
  await letTimePass(store)
  await becomes(() => to().sort(), ['ada', 'ada', 'ben'])
  expect(await linesOf(store, 'ada')).toEqual(['planned: follow-up'])
  expect(await linesOf(store, 'ben')).toEqual(['no-follow-up: bought'])
  expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(3)
  // The first message bounced and was sent again: its follow-up is asked for a second time.
  await a.sql`
    insert into follow_ups (store_id, subscription_id, trigger_id, sent_at, due_at)
    select store_id, subscription_id, told_trigger_id, now(), now()
    from subscriptions
    where store_id = ${store.storeId} and address like 'ada%'`
  await becomes(() => linesOf(store, 'ada'), ['planned: follow-up', 'no-follow-up: followed-before'])
  expect(to()).toHaveLength(3)
})

test('sold out again, or no longer subscribed: no follow-up, with the reason', async () => {
  const { store, variantId } = await notified(['ada', 'ben'], 5, 'pacing=everyone')
  await a.sql`update subscriptions set status = 'left' where store_id = ${store.storeId} and address like 'ben%'`
  await a.sql`update variants set stock = 0 where store_id = ${store.storeId} and variant_id = ${variantId}`
  await letTimePass(store)
  await becomes(() => linesOf(store, 'ada'), ['no-follow-up: sold-out'])
  expect(await linesOf(store, 'ben')).toEqual(['no-follow-up: left'])
  expect(to()).toHaveLength(2)
})

test('sold out between decision and message: withheld, and the person stays notified', async () => {
  const { store } = await notified(['ada'], 5, 'pacing=everyone', 'quiet-hours=off')
  await a.stopAll()
  await letTimePass(store)
  await decideFollowUps(a.sql, store)
  await a.sql`update variants set stock = 0 where store_id = ${store.storeId}`
  await start()
  const lastOf = async () => (await readTimeline(a.sql, store, await idOf(store, 'ada'))).at(-1)?.sentence
  await becomes(lastOf, 'not notified: sold out again before sending')
  expect(await a.deliveries(store)).toMatchObject([{ subscription: 'told' }, { subscription: 'told' }])
  expect(to()).toEqual(['ada'])
})

test('an offer that lapsed is opened again only where nobody else is in line', async () => {
  const { store, variantId } = await notified(['ada', 'ben'], 1, 'pacing=offers')
  expect(to()).toEqual(['ada'])
  await lapse(store)
  await letTimePass(store)
  // The unit is Ben's now.
  await becomes(() => to(), ['ada', 'ben'])
  expect(await linesOf(store, 'ada')).toEqual(['no-follow-up: others-wait'])
  // Ben lets it lapse, too: nobody of this round is next.
  await becomes(() => waitingFollowUps(store), 1)
  await lapse(store)
  await letTimePass(store)
  await becomes(() => to(), ['ada', 'ben', 'ben'])
  expect(await linesOf(store, 'ben')).toEqual(['planned: follow-up'])
  const [units] = await a.sql<{ open: number }[]>`
    select coalesce(sum(quantity), 0)::int as open from offers
    where store_id = ${store.storeId} and variant_id = ${variantId} and closed_at is null`
  expect(units!.open).toBe(1)
})
