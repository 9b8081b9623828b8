/** For tests of rounds: two products, the state of each offer, and the entries of a timeline. */
import type { Database } from '../../../database/connect.ts'
import { recordProducts } from '../../catalog/catalog.ts'
import { recordStock } from '../../catalog/stock.ts'
import type { Store } from '../../stores/stores.ts'
import { planScheduled } from '../plan.ts'
import { emailOf, newShop, wait } from './waiting-people.ts'

export const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

export const shirt = { variantId: '111', productId: '11', url: '/shirt' }
export const hat = { variantId: '222', productId: '22', url: '/hat' }

/** A shop with shirts and hats, both out of stock. */
export async function newHatShop(sql: Database, ...settings: string[]): Promise<Store> {
  const store = await newShop(sql, ...settings)
  await recordProducts(sql, store, [{ ...hat, price: 9, stock: 0 }], 'api')
  return store
}

export const waitFor = (sql: Database, store: Store, name: string, product: typeof shirt, quantity = 1) =>
  wait(sql, store, name, { products: [{ ...product, quantity }] })

export const stockOf = (sql: Database, store: Store, { variantId }: typeof shirt, stock: number) =>
  recordStock(sql, store, [{ variantId, stock }], 'api')

/** Runs at most so many turns of a planner, so that an endless loop fails the test. Returns how many turns found work. */
export async function planTurns(sql: Database, store: Store, turns: number, most: number): Promise<number> {
  for (let done = 0; done < turns; done++) if (!(await planScheduled(sql, store, { most }))) return done
  return turns
}

export type OfferNow = {
  name: string
  number: number
  outOf: number
  quantity: number
  closedBy: string | null
  openedAt: Date
  lapsesAt: Date
}

/** In the order in which they were opened. */
export const offersOf = (sql: Database, { storeId }: Store) => sql<OfferNow[]>`
  select split_part(subscription.address, '@', 1) as name, offer.number, offer.out_of, offer.quantity, offer.closed_by,
    offer.opened_at, offer.lapses_at
  from offers offer
  join subscriptions subscription on subscription.store_id = ${storeId}
    and subscription.subscription_id = offer.subscription_id
  where offer.store_id = ${storeId}
  order by offer.opened_at, offer.number, name`

/** Each offer as `ada withdrawn` or `ada open`. */
export const closingsOf = async (sql: Database, store: Store) =>
  (await offersOf(sql, store)).map(({ name, closedBy }) => `${name} ${closedBy ?? 'open'}`)

/** Each open offer as `ada 1 of 3`. */
export const numbersOf = async (sql: Database, store: Store) =>
  (await offersOf(sql, store))
    .filter(({ closedBy }) => closedBy === null)
    .map(({ name, number, outOf }) => `${name} ${number} of ${outOf}`)

export async function passedOver(sql: Database, { storeId }: Store): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select split_part(address, '@', 1) as name
    from subscriptions
    where store_id = ${storeId}
      and passed_over
    order by waiting_since, subscription_id`
  return rows.map(({ name }) => name)
}

/** The reasons in the timeline of one subscription, oldest first. */
export async function reasonsOf(sql: Database, { storeId }: Store, name: string): Promise<string[]> {
  const rows = await sql<{ reason: string }[]>`
    select event.reason
    from subscription_events event
    join subscriptions subscription on subscription.store_id = ${storeId}
      and subscription.subscription_id = event.subscription_id
    where event.store_id = ${storeId}
      and subscription.address = ${emailOf(name)}
    order by event.happened_at`
  return rows.map(({ reason }) => reason)
}
