/** For tests of alerts: a store with a variant, shoppers who wait for it, and a clock set by hand. */
import type { Database } from '../../../database/connect.ts'
import { recordProducts } from '../../catalog/catalog.ts'
import { recordStock } from '../../catalog/stock.ts'
import { makeVault } from '../../secrets/vault.ts'
import { parseSettings } from '../../settings/settings.ts'
import { hashCaller } from '../../shoppers/consents.ts'
import { createStore, findStore, type Store } from '../../stores/stores.ts'
import { type SubscribeRequest, subscribe } from '../../subscriptions/subscribe.ts'
import { planDue } from '../plan.ts'

export const testVault = makeVault('a secret for tests')

export const variantId = '111'

export async function newStore(sql: Database, ...settings: string[]): Promise<Store> {
  const { pid } = await createStore(sql, testVault, { name: 'Test store', settings: parseSettings(settings) })
  return (await findStore(sql, testVault, pid))!
}

export const storeAgain = async (sql: Database, { pid }: Store) => (await findStore(sql, testVault, pid))!

/** A store with one product that is out of stock. */
export async function newShop(sql: Database, ...settings: string[]): Promise<Store> {
  const store = await newStore(sql, ...settings)
  await recordProducts(sql, store, [{ variantId, productId: '11', url: '/shirt', price: 20, stock: 0 }], 'api')
  return store
}

export const emailOf = (name: string) => `${name}@mail.example`

export async function wait(
  sql: Database,
  store: Store,
  name: string,
  more: Partial<SubscribeRequest> = {},
): Promise<void> {
  const facts = {
    textVersion: 'v1',
    source: 'test',
    userAgent: 'tests',
    callerHash: hashCaller(store.tokenKey, '192.0.2.1'),
  }
  const products = [{ variantId, productId: '11', url: '/shirt' }]
  const ask: SubscribeRequest = { medium: 'email', address: emailOf(name), products, topics: ['backinstock'], ...more }
  await subscribe(sql, store, ask, facts)
}

export const setStock = (sql: Database, store: Store, stock: number) =>
  recordStock(sql, store, [{ variantId, stock }], 'api')

/** Does all scheduled work that is due at that time. */
export async function planAll(sql: Database, store: Store, now = new Date()): Promise<void> {
  while (await planDue(sql, store, 50, now));
}

export type Person = { name: string; status: string; openOffers: number; deliveries: string[] }

/** In the order of the line. */
export async function peopleOf(sql: Database, { storeId }: Store): Promise<Person[]> {
  return await sql<Person[]>`
    select split_part(address, '@', 1) as name, status,
      coalesce((
        select sum(quantity)::integer
        from offers
        where store_id = ${storeId}
          and offers.subscription_id = subscription.subscription_id
          and closed_at is null
      ), 0) as open_offers,
      array(
        select status
        from deliveries
        where store_id = ${storeId}
          and deliveries.subscription_id = subscription.subscription_id
        order by created_at, trigger_id
      ) as deliveries
    from subscriptions subscription
    where store_id = ${storeId}
    order by waiting_since, subscription_id`
}

/** The names with an open offer, in the order of the line. */
export const holdersOf = async (sql: Database, store: Store) =>
  (await peopleOf(sql, store)).filter(({ openOffers }) => openOffers > 0).map(({ name }) => name)

/** As a worker does after it sent a message. */
export const markSent = (sql: Database, { storeId }: Store) => sql`
  update deliveries
  set status = 'sent',
      sent_at = now(),
      updated_at = now()
  where store_id = ${storeId}
    and status = 'due'`
