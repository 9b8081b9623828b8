/** Those who asked for an alert that somebody else had asked for already; the subscription ends when the last of them leaves. */
import type { Sql } from '../../database/connect.ts'
import type { Recipient } from '../shoppers/addresses.ts'
import type { GuestAndAccount } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'

/** The asker where a store's server asks for a phone number, which is nobody's account. */
const storeItself = '00000000-0000-0000-0000-000000000000'

type Asked = { topics: string[]; products: { variantId: string }[]; shopperId: string | null }

/** After the subscriptions are there. Asking again keeps the time, unless it was about a round that came to an end. */
export async function recordRequests(sql: Sql, { storeId }: Store, to: Recipient, asked: Asked): Promise<void> {
  await sql`
    insert into subscription_asks (store_id, shopper_id, subscription_id, holder_id, was_told)
    select store_id, ${asked.shopperId ?? storeItself}, subscription_id, ${asked.shopperId ?? storeItself}, status = 'told'
    from subscriptions
    where store_id = ${storeId}
      and address = ${to.address}
      and medium = ${to.medium}
      and topic = any(${asked.topics})
      and variant_id = any(${asked.products.map(({ variantId }) => variantId)})
      and shopper_id is distinct from ${asked.shopperId}
    order by subscription_id
    on conflict (store_id, subscription_id, shopper_id) do update
    set holder_id = excluded.holder_id,
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

/** A guest logs in: what it asked for is the account's to see. */
export async function moveRequests(sql: Sql, { store, guestId, accountId }: GuestAndAccount): Promise<void> {
  await sql`
    update subscription_asks
    set holder_id = ${accountId}
    where store_id = ${store.storeId}
      and shopper_id = ${guestId}
      and holder_id = ${guestId}`
}

export async function returnRequests(sql: Sql, { store, guestId, accountId }: GuestAndAccount): Promise<void> {
  await sql`
    update subscription_asks
    set holder_id = ${guestId}
    where store_id = ${store.storeId}
      and shopper_id = ${guestId}
      and holder_id = ${accountId}`
}

export type NextRequester = { subscriptionId: string; shopperId: string | null }

/** Of each subscription, held by a lock, the one who asked first after its owner. */
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

/** `holderId`: only what this shopper asked; null: everybody. */
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
