/** What the store does to one subscription: who did it and why, as the timeline and the audit trail show it. */
import { unknownSubscription } from '@heartbell/contract/refusals'
import type { Fragment, Sql } from '../../database/connect.ts'
import type { SubscriptionState } from '../rules/subscription-states.ts'
import { maskAddress } from '../shoppers/mask-address.ts'
import type { Store } from '../stores/stores.ts'

/** `by`: an API key or a member of the team, by name. `note`: why, in the store's words. */
export type StoreAct = { by: string; note?: string | undefined }

/** For a timeline line. */
export const factsOfAct = ({ by, note }: StoreAct) => ({ by, ...(note && { note }) })

export type ActedOn = {
  subscriptionId: string
  medium: string
  address: string
  topic: string
  variantId: string
  productId: string
  status: SubscriptionState
  quantity: number
  targetPrice: number | null
  priceWhenSaved: number | null
  toldAt: Date | null
  hasOffer: boolean
  /** The store's own server sent the address of the product. */
  urlFromStore: boolean
}

/** For the audit trail: whom it is about, recognisable and not usable, because the trail outlives the person's data. */
export const subjectOf = ({ subscriptionId, address, variantId }: ActedOn) => ({
  ...{ subscriptionId, person: maskAddress(address), variantId },
})

/** The subscription, locked until the transaction ends. */
export const lockSubscription = (sql: Sql, store: Store, subscriptionId: string): Promise<ActedOn> =>
  readRow(sql, store, subscriptionId, sql`for update`)

/** Without a lock: what is decided by it must be checked again by the statement that writes. */
export const readSubscription = (sql: Sql, store: Store, subscriptionId: string): Promise<ActedOn> =>
  readRow(sql, store, subscriptionId, sql``)

async function readRow(sql: Sql, { storeId }: Store, subscriptionId: string, lock: Fragment): Promise<ActedOn> {
  const [row] = await sql<ActedOn[]>`
    select subscription_id, medium, address, topic, variant_id, product_id, status, quantity, target_price::float8,
      price_when_saved::float8, told_at, url_from_store, status = 'told' and coalesce(offered_until > now(), false) as has_offer
    from subscriptions
    where store_id = ${storeId}
      and subscription_id = ${subscriptionId}
    ${lock}`
  if (!row) throw unknownSubscription()
  return row
}
