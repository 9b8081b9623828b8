/** Whose alerts a link in a message opens: those of the address it was sent to, as long as its subscription goes there. */
import type { Sql } from '../../database/connect.ts'
import { isOpen } from '../rules/subscription-states.ts'
import type { Store } from '../stores/stores.ts'
import type { AnyRecipient } from './addresses.ts'
import { addressTagOf, type SentClaim } from './links.ts'

/** `recipient` null: the store sends the subscription to another address now. */
export type LinkRecipient = { locale: string | null; recipient: AnyRecipient | null }

type LinkedSubscription = AnyRecipient & { locale: string | null; wasReaddressed: boolean }

/** Null when the subscription is deleted. A link that does not name its address opens nothing after any change of address. */
export async function findLinkRecipient(sql: Sql, store: Store, claim: SentClaim): Promise<LinkRecipient | null> {
  const { storeId } = store
  const [row] = await sql<LinkedSubscription[]>`
    select medium, address, locale, exists (
      select from subscription_events event
      where event.store_id = ${storeId}
        and event.subscription_id = subscription.subscription_id
        and event.reason = 'address-changed'
        -- merged into an alert of the new address, and itself not changed
        and not event.facts ? 'into'
    ) as was_readdressed
    from subscriptions subscription
    where store_id = ${storeId}
      and subscription_id = ${claim.subscriptionId}`
  if (!row) return null
  const { medium, address, locale, wasReaddressed } = row
  const isTheirs = claim.addressTag ? addressTagOf(store, address).equals(claim.addressTag) : !wasReaddressed
  return { locale, recipient: isTheirs ? { medium, address } : null }
}

/**
 * The address that a link was sent to before its subscription was sent to another one: each consent that the subscription had is in
 * its timeline. Null when the link does not name its address, or the person was erased.
 */
export async function findEarlierAddress(sql: Sql, store: Store, claim: SentClaim): Promise<AnyRecipient | null> {
  const { addressTag, subscriptionId } = claim
  if (!addressTag) return null
  const earlier = await sql<AnyRecipient[]>`
    select distinct consent.medium, consent.address
    from subscription_events event
    join consents consent
      on consent.store_id = ${store.storeId}
      and consent.consent_id = (event.facts ->> 'consentId')::uuid
    where event.store_id = ${store.storeId}
      and event.subscription_id = ${subscriptionId}`
  return earlier.find(({ address }) => addressTagOf(store, address).equals(addressTag)) ?? null
}

/** The newest open subscription of the address, to be named in a link. */
export async function findNewestAlert(sql: Sql, { storeId }: Store, to: AnyRecipient): Promise<string | null> {
  const [row] = await sql<{ subscriptionId: string }[]>`
    select subscription_id
    from subscriptions
    where store_id = ${storeId}
      and address = ${to.address}
      and medium = ${to.medium}
      and ${isOpen(sql)}
    order by created_at desc
    limit 1`
  return row?.subscriptionId ?? null
}
