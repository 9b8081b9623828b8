/** Histories of stock changes, purchases, lapses, subscriptions and unsubscribes, run on the database and in the model. */
import fc from 'fast-check'
import type { Database } from '../../../database/connect.ts'
import { recordPurchase } from '../../deliveries/purchases.ts'
import { identifyAccount, identifyShopper } from '../../shoppers/shoppers.ts'
import type { Store } from '../../stores/stores.ts'
import { removeSubscriptions } from '../../subscriptions/remove-subscriptions.ts'
import { planDue } from '../plan.ts'
import * as model from './offers-model.ts'
import { emailOf, markSent, peopleOf, setStock, variantId, wait } from './waiting-people.ts'

const name = fc.constantFrom('ada', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal')

export type Act =
  | { does: 'ask'; name: string; quantity: number }
  | { does: 'leave' | 'buy'; name: string }
  | { does: 'stock'; stock: number }
  | { does: 'pass'; minutes: number }
  | { does: 'plan' | 'send' }

const asks = fc.record({ does: fc.constant('ask' as const), name, quantity: fc.constantFrom(1, 1, 1, 2, 3) })

export const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: asks },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('leave' as const, 'buy' as const), name }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('stock' as const), stock: fc.nat(6) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 180 }) }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom('plan' as const, 'plan' as const, 'send' as const) }) },
)

export type History = { ratio: number; minStock: number; acts: Act[] }

export const offerHistories: fc.Arbitrary<History> = fc.record({
  ratio: fc.constantFrom(1, 1, 0.5, 2, 1.5),
  minStock: fc.constantFrom(1, 1, 1, 3),
  acts: fc
    .tuple(fc.array(asks, { minLength: 2, maxLength: 5 }), fc.array(act, { minLength: 5, maxLength: 25 }))
    .map(([first, then]) => [...first, ...then]),
})

export const settingsOf = ({ ratio, minStock }: History) => [`offer-ratio=${ratio}`, `min-stock=${minStock}`]

const offerWindow = 2 * 3_600_000

/** Null when the database equals the model throughout; else the difference, and the action before it. */
export async function findDisagreement(sql: Database, store: Store, { ratio, minStock, acts }: History) {
  const world = model.newWorld(ratio, minStock, offerWindow)
  // Ahead of the database's clock, and a little more with each action, so that no two have the same time.
  let now = Date.now() + 60_000
  let orders = 0
  for (const [index, act] of acts.entries()) {
    now += act.does === 'pass' ? act.minutes * 60_000 : 5
    if (act.does === 'ask') {
      await wait(sql, store, act.name, {
        products: [{ variantId, productId: '11', url: '/shirt', quantity: act.quantity }],
      })
      model.ask(world, act.name, act.quantity)
    } else if (act.does === 'leave') {
      const { regid, sessionId } = await identifyAccount(sql, store, emailOf(act.name))
      await removeSubscriptions(sql, identifyShopper(store, regid, sessionId), { variantId }, 'test')
      model.leave(world, act.name, now)
    } else if (act.does === 'buy') {
      await recordPurchase(sql, store, {
        ...{ orderId: String(++orders), email: emailOf(act.name), source: 'test' },
        items: [{ variantId, quantity: 1 }],
      })
      model.buy(world, act.name, now)
      // The stock figure follows the order, because shops send both.
      await setStock(sql, store, Math.max(world.stock - 1, 0))
      model.setStock(world, Math.max(world.stock - 1, 0), now)
    } else if (act.does === 'stock') {
      await setStock(sql, store, act.stock)
      model.setStock(world, act.stock, now)
    } else if (act.does === 'send') {
      await markSent(sql, store)
      model.send(world)
    } else if (act.does === 'plan') {
      while (await planDue(sql, store, 50, new Date(now)));
      model.plan(world, now)
    }
    const difference = await compare(sql, store, world)
    if (difference) return { index, act, ...difference }
  }
  return null
}

async function compare(sql: Database, store: Store, world: model.World) {
  const found = (await peopleOf(sql, store)).map(({ name, status, openOffers }) => `${name} ${status} ${openOffers}`)
  const expected = model.visible(world)
  const broken = await findBroken(sql, store)
  return found.join() === expected.join() && broken.length === 0 ? null : { found, expected, broken }
}

/** The guarantees that hold at any moment, under any concurrency. */
export async function findBroken(sql: Database, { storeId, settings }: Store): Promise<string[]> {
  const { offerRatio } = settings
  const over = await sql<{ variantId: string; held: number; stock: number }[]>`
    select variant.variant_id, variant.stock, held.units as held
    from variants variant
    join lateral (
      select sum(quantity)::integer as units
      from offers
      where offers.store_id = ${storeId}
        and offers.variant_id = variant.variant_id
        and closed_at is null
    ) held on held.units > floor(variant.stock * ${offerRatio}::numeric)
    where variant.store_id = ${storeId}`
  const twice = await sql<{ subscriptionId: string }[]>`
    select subscription_id
    from deliveries
    where store_id = ${storeId}
      and status = 'due'
      and sent_at is not null`
  const lost = await sql<{ subscriptionId: string; status: string }[]>`
    select offer.subscription_id, subscription.status
    from offers offer
    join subscriptions subscription
      on subscription.store_id = ${storeId}
      and subscription.subscription_id = offer.subscription_id
    where offer.store_id = ${storeId}
      and (offer.closed_at is null) is distinct from (subscription.status = 'told')
      and offer.trigger_id = subscription.told_trigger_id`
  return [
    ...over.map(({ held, stock }) => `${held} units are held of ${stock}`),
    ...twice.map(({ subscriptionId }) => `${subscriptionId} is told twice in a round`),
    ...lost.map(({ subscriptionId, status }) => `${subscriptionId} is ${status}, its offer says otherwise`),
  ]
}
