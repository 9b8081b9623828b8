/** The rows of a change of address: an alert gets the new address, or is merged into the one that the new address has. */
import type { Sql } from '../../database/connect.ts'
import { holdsOffer, isOpen, type SubscriptionState, statusAfter, statusAllows } from '../rules/subscription-states.ts'
import { accountId } from '../secrets/tokens.ts'
import type { AnyRecipient, Recipient } from '../shoppers/addresses.ts'
import type { Store } from '../stores/stores.ts'

export type AddressRow = {
  subscriptionId: string
  topic: string
  variantId: string
  status: SubscriptionState
  waitingSince: Date
  /** The new address has this alert already. */
  existingId: string | null
}

export type AddressMove = {
  from: AnyRecipient
  to: Recipient
  consentId: string
  /** The new address must not be written to. */
  isSuppressed: boolean
  facts: Record<string, unknown>
}

export type ReaddressedRow = { subscriptionId: string; status: SubscriptionState }

/**
 * What was suppressed because of the old address waits again. With double opt-in the new address has to confirm first. An alert
 * belongs to the account of its address, unless somebody else asked for it.
 */
export async function writeAddress(
  sql: Sql,
  { storeId, tokenKey, settings }: Store,
  { from, to, consentId, isSuppressed, facts }: AddressMove,
  rows: AddressRow[],
): Promise<ReaddressedRow[]> {
  if (rows.length === 0) return []
  const account = ({ medium, address }: AnyRecipient) => (medium === 'email' ? accountId(tokenKey, address) : null)
  const event = isSuppressed ? 'suppress' : settings.doubleOptIn ? 'changeAddressUnconfirmed' : 'allowAgain'
  const changed = await sql<ReaddressedRow[]>`
    with changed as (
      update subscriptions
      set medium = ${to.medium},
          address = ${to.address},
          shopper_id = case
            when shopper_id is not distinct from ${account(from)}::uuid then ${account(to)}::uuid
            else shopper_id
          end,
          consent_id = ${consentId},
          status = ${statusAfter(sql, event)},
          -- planning may have passed the place of one that was suppressed
          passed_over = passed_over or status = 'suppressed',
          updated_at = now()
      where store_id = ${storeId}
        and subscription_id = any(${rows.map(({ subscriptionId }) => subscriptionId)})
      returning subscription_id, status
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}, subscription_id, status, 'address-changed', ${sql.json(facts as never)}::jsonb
      from changed
    )
    select subscription_id, status
    from changed`
  await moveDeliveries(sql, storeId, to, changed)
  return changed
}

/** Messages that were not sent yet go to the new address; for one that has to confirm they are planned again after that. */
async function moveDeliveries(sql: Sql, storeId: number, to: Recipient, rows: ReaddressedRow[]): Promise<void> {
  const ids = (isSent: boolean) =>
    rows.filter(({ status }) => (status === 'waiting' || status === 'told') === isSent).map((row) => row.subscriptionId)
  await sql`
    delete from deliveries
    where store_id = ${storeId}
      and subscription_id = any(${ids(false)})
      and status = 'due'
      and attempts = 0`
  await sql`
    update deliveries delivery
    set channel = ${to.medium},
        medium = ${to.medium},
        updated_at = now()
    where store_id = ${storeId}
      and subscription_id = any(${ids(true)})
      and status = 'due'
      and channel <> ${to.medium}
      and not exists (
        select from deliveries same
        where same.store_id = ${storeId}
          and same.subscription_id = delivery.subscription_id
          and same.trigger_id = delivery.trigger_id
          and same.channel = ${to.medium}
      )`
}

/** `ended`: those that moved. `goOn`: those of the new address, with the earlier of the two places. */
export type MergedAddresses = { ended: ReaddressedRow[]; goOn: string[] }

/** One that the new address ended itself starts again, as if it had subscribed again; with double opt-in it is asked. */
export async function mergeIntoAddress(
  sql: Sql,
  { storeId, settings }: Store,
  { consentId, facts }: AddressMove,
  rows: AddressRow[],
): Promise<MergedAddresses> {
  if (rows.length === 0) return { ended: [], goOn: [] }
  const ended = await sql<(ReaddressedRow & { intoId: string })[]>`
    with pair as (
      select *
      from unnest(
        ${rows.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${rows.map(({ existingId }) => existingId)}::uuid[],
        ${rows.map(({ waitingSince }) => waitingSince.toISOString())}::timestamptz[],
        ${rows.map(({ status }) => !settings.doubleOptIn && status !== 'unconfirmed')}::boolean[]
      ) as pair (source_id, into_id, waiting_since, is_confirmed)
    ),
    source as (
      update subscriptions subscription
      set status = ${statusAfter(sql, 'remove', 'subscription.status')},
          updated_at = now()
      from pair
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = pair.source_id
      returning subscription.subscription_id, subscription.status, subscription.quantity, subscription.target_price,
        subscription.any_of, pair.into_id, pair.waiting_since, pair.is_confirmed
    ),
    target as (
      update subscriptions subscription
      set waiting_since = case
            when subscription.status in ('unconfirmed', 'waiting') or ${holdsOffer(sql)}
              then least(subscription.waiting_since, source.waiting_since)
            else source.waiting_since
          end,
          quantity = case when ${isOpen(sql, 'subscription.status')} then subscription.quantity else source.quantity end,
          target_price = case
            when ${isOpen(sql, 'subscription.status')} then subscription.target_price
            else source.target_price
          end,
          any_of = coalesce(subscription.any_of, source.any_of),
          consent_id = case
            when ${isOpen(sql, 'subscription.status')} then subscription.consent_id
            else ${consentId}::uuid
          end,
          status = case
            when ${holdsOffer(sql)} or ${statusAllows(sql, 'confirm', 'subscription.status')} then subscription.status
            when source.is_confirmed then ${statusAfter(sql, 'moveInto', 'subscription.status')}
            else ${statusAfter(sql, 'moveIntoUnconfirmed', 'subscription.status')}
          end,
          passed_over = true,
          updated_at = now()
      from source
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = source.into_id
      returning subscription.subscription_id, subscription.status, subscription.any_of,
        source.subscription_id as source_id
    ),
    by_product as (
      insert into any_variant_subscriptions (store_id, product_id, subscription_id)
      select ${storeId}::bigint, any_of, subscription_id
      from target
      where any_of is not null
      on conflict do nothing
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}::bigint, subscription_id, status, 'address-changed',
        ${sql.json(facts as never)}::jsonb || jsonb_build_object('into', into_id)
      from source
      union all
      select ${storeId}::bigint, subscription_id, status, 'joined-by-move', jsonb_build_object('from', source_id)
      from target
    )
    select subscription_id, status, into_id
    from source`
  return { ended, goOn: ended.map(({ intoId }) => intoId) }
}
