/** Shoppers who requested an alert that another shopper had requested already. The subscription ends when the last one removes it. */
import type { Sql } from '../../database/connect.ts'
import type { Recipient } from '../shoppers/addresses.ts'
import type { GuestAndAccount } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import type { RequestedProduct } from './requested-products.ts'

/** Stands for the store's server, which requested an alert for a phone number: phone numbers have no account. */
const storeItself = '00000000-0000-0000-0000-000000000000'

type Requested = {
  /** As they are stored. */
  topics: string[]
  /** As they were sent, in the same order. */
  shown: string[]
  products: RequestedProduct[]
  shopperId: string | null
  speaksForAddress: boolean
  consentId: string
}

/**
 * After the subscriptions are saved. A repeated request keeps its first time, unless the subscription has started again since.
 * Also for a subscription that starts with this request if its topic is stored in another spelling than the one sent, or if it does
 * not wait, which somebody who only typed the address in must not see.
 */
export async function recordRequests(
  sql: Sql,
  { storeId, settings }: Store,
  to: Recipient,
  requested: Requested,
): Promise<void> {
  const isMasked = !requested.speaksForAddress && !settings.doubleOptIn
  await sql`
    insert into subscription_asks (
      store_id, shopper_id, subscription_id, holder_id, was_told, topic, target_price, variant_id, any_variant
    )
    select distinct on (subscription_id) store_id, ${requested.shopperId ?? storeItself}, subscription_id, ${requested.shopperId ?? storeItself},
      status = 'told', nullif(named.shown, subscriptions.topic), product.target_price,
      product.variant_id, product.any_variant
    from subscriptions
    join unnest(
      ${requested.products.map(({ variantId }) => variantId)}::text[],
      ${requested.products.map(({ targetPrice }) => targetPrice ?? null)}::numeric[],
      ${requested.products.map(({ acceptsAny }) => acceptsAny ?? false)}::boolean[]
    ) as product (variant_id, target_price, any_variant)
      on product.variant_id = subscriptions.variant_id
      or (product.variant_id = subscriptions.asked_variant_id and status in ('unconfirmed', 'waiting'))
    join unnest(${requested.topics}::text[], ${requested.shown}::text[]) as named (stored, shown)
      on named.stored = subscriptions.topic
    where store_id = ${storeId}
      and address = ${to.address}
      and medium = ${to.medium}
      and (
        shopper_id is distinct from ${requested.shopperId}
        or (
          consent_id = ${requested.consentId}
          and (named.shown <> named.stored or (${isMasked} and status in ('suppressed', 'unconfirmed')))
        )
      )
    order by subscription_id, product.variant_id = subscriptions.variant_id desc
    on conflict (store_id, subscription_id, shopper_id) do update
    set holder_id = excluded.holder_id,
        topic = excluded.topic,
        target_price = coalesce(excluded.target_price, subscription_asks.target_price),
        variant_id = excluded.variant_id,
        any_variant = excluded.any_variant or subscription_asks.any_variant,
        asked_at = case
          when subscription_asks.asked_at < (
            select waiting_since
            from subscriptions
            where subscriptions.store_id = ${storeId}
              and subscriptions.subscription_id = excluded.subscription_id
          ) then excluded.asked_at
          else subscription_asks.asked_at
        end,
        was_told = case
          when subscription_asks.asked_at < (
            select waiting_since
            from subscriptions
            where subscriptions.store_id = ${storeId}
              and subscriptions.subscription_id = excluded.subscription_id
          ) then excluded.was_told
          else subscription_asks.was_told
        end`
}

/** A guest logs in: the account sees what the guest requested. */
export async function moveRequests(sql: Sql, { store, guestId, accountId }: GuestAndAccount): Promise<void> {
  await sql`
    update subscription_asks
    set holder_id = ${accountId}
    where store_id = ${store.storeId}
      and shopper_id = ${guestId}
      and holder_id = ${guestId}`
}

/** The merge is undone: the guest sees them again. */
export async function returnRequests(sql: Sql, { store, guestId, accountId }: GuestAndAccount): Promise<void> {
  await sql`
    update subscription_asks
    set holder_id = ${guestId}
    where store_id = ${store.storeId}
      and shopper_id = ${guestId}
      and holder_id = ${accountId}`
}

export type NextRequester = { subscriptionId: string; shopperId: string | null }

/** For each subscription, which the caller has locked: who requested it first after its owner. */
export async function findNextRequesters(
  sql: Sql,
  { storeId }: Store,
  ownerId: string,
  ids: string[],
): Promise<NextRequester[]> {
  return await sql<NextRequester[]>`
    select distinct on (ask.subscription_id) ask.subscription_id, nullif(ask.holder_id, ${storeItself}) as shopper_id
    from subscription_asks ask
    join subscriptions subscription
      on subscription.store_id = ${storeId}
      and subscription.subscription_id = ask.subscription_id
    where ask.store_id = ${storeId}
      and ask.subscription_id = any(${ids})
      and ask.holder_id <> ${ownerId}
      and ask.asked_at >= subscription.waiting_since
    order by ask.subscription_id, ask.asked_at, ask.shopper_id`
}

/** `holderId`: only the requests of this shopper; null: all. */
export async function deleteRequests(
  sql: Sql,
  { storeId }: Store,
  holderId: string | null,
  ids: string[],
): Promise<void> {
  await sql`
    delete from subscription_asks
    where store_id = ${storeId}
      and subscription_id = any(${ids})
      and (${holderId}::uuid is null or holder_id = ${holderId})`
}
