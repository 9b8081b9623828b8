/** Offers: how many units notified people may buy before the next in line are notified. Nothing is reserved in the shop. */
import type { Sql } from '../../database/connect.ts'
import { keptOffers } from '../lift/holdouts.ts'
import { settingsOf } from '../rules/rules.ts'
import { topicNamed } from '../rules/standard-topics.ts'
import { statusAfter } from '../rules/subscription-states.ts'
import type { Store } from '../stores/stores.ts'
import { narrowerSettings, type RoundPacing } from './round-pacing.ts'

/** The largest PostgreSQL integer. */
const mostUnits = 2_147_483_647

/** Adds 1e-9 before rounding down, because 0.29 × 100 is a little less than 29 in floating point. */
export const unitsToOffer = (stock: number, ratio: number) =>
  Math.min(Math.floor(Math.max(stock, 0) * ratio + 1e-9), mostUnits)

export type OfferClosing = {
  by: 'bought' | 'declined' | 'lapsed' | 'withdrawn'
  reason: string
  now?: Date | undefined
  /** The caller writes the timeline entry. */
  isNoted?: boolean
}

type ClosedOffer = { subscriptionId: string; triggerId: string; variantId: string }

/**
 * Closes the open offers of these subscriptions. A notified one waits again in its old place; one that left or bought keeps its
 * status. A message about the offer that was not sent yet is withheld.
 */
export async function closeOffers(
  sql: Sql,
  { storeId }: Store,
  subscriptionIds: string[],
  { by, reason, now, isNoted = false }: OfferClosing,
): Promise<ClosedOffer[]> {
  if (subscriptionIds.length === 0) return []
  return await sql<ClosedOffer[]>`
    with locked as (
      select subscription_id
      from subscriptions
      where store_id = ${storeId}
        and subscription_id = any(${subscriptionIds})
      order by subscription_id
      for update
    ),
    closed as (
      update offers offer
      set closed_at = coalesce(${now ?? null}::timestamptz, now()),
          closed_by = ${by}
      from locked
      where offer.store_id = ${storeId}
        and offer.subscription_id = locked.subscription_id
        and offer.closed_at is null
      returning offer.subscription_id, offer.trigger_id, offer.variant_id
    ),
    back as (
      update subscriptions subscription
      set status = ${statusAfter(sql, 'closeOffer')},
          offered_until = null,
          -- a newer restock is being planned, and may have passed the place while this offer was open
          passed_over = subscription.passed_over or exists (
            select from triggers
            where triggers.store_id = ${storeId}
              and triggers.trigger_id = closed.trigger_id
              and superseded_at is not null
          ),
          updated_at = now()
      from closed
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = closed.subscription_id
      returning subscription.subscription_id, subscription.status
    ),
    withheld as (
      update deliveries delivery
      set status = 'withheld',
          reason = ${reason},
          updated_at = now()
      from closed
      where delivery.store_id = ${storeId}
        and delivery.subscription_id = closed.subscription_id
        and delivery.trigger_id = closed.trigger_id
        and delivery.status = 'due'
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}, closed.subscription_id, back.status, ${reason}, jsonb_build_object('triggerId', closed.trigger_id)
      from closed
      join back on back.subscription_id = closed.subscription_id
      where not ${isNoted}
    )
    select subscription_id, trigger_id, variant_id
    from closed`
}

/** Closes offers that were not used in time. The caller has locked the variant's row. */
export async function lapseOffers(sql: Sql, store: Store, variantId: string, now: Date): Promise<number> {
  const lapsed = await sql<{ subscriptionId: string }[]>`
    select subscription_id
    from offers
    where store_id = ${store.storeId}
      and variant_id = ${variantId}
      and closed_at is null
      and lapses_at <= ${now}`
  const ids = lapsed.map(({ subscriptionId }) => subscriptionId)
  return (await closeOffers(sql, store, ids, { by: 'lapsed', reason: 'offer-lapsed', now })).length
}

/** `isKept`: units of a held-out person, who has no offer yet. */
type OpenOffer = RoundPacing & {
  subscriptionId: string
  variantId: string
  quantity: number
  topic: string
  isKept: boolean
}

/**
 * After stock fell, in the same transaction: withdraws the offers opened last until the stock covers the rest, and the units kept
 * before them. Opening an offer
 * needs the lock on the variant's row, which the caller has, so none is opened meanwhile.
 */
export async function withdrawOffers(
  sql: Sql,
  store: Store,
  falls: { variantId: string; stock: number }[],
): Promise<void> {
  const variantIds = falls.map(({ variantId }) => variantId)
  const open = await sql<OpenOffer[]>`
    select offer.subscription_id, offer.variant_id, offer.quantity, offer.is_kept, trigger.topic, trigger.offer_ratio,
      trigger.min_stock
    from (
      select subscription_id, trigger_id, variant_id, quantity, false as is_kept, opened_at, number
      from offers
      where store_id = ${store.storeId}
        and variant_id = any(${variantIds})
        and closed_at is null
      union all
      ${keptOffers(sql, store.storeId, variantIds)}
    ) offer
    join triggers trigger using (trigger_id)
    where trigger.store_id = ${store.storeId}
    order by opened_at, number, subscription_id`
  if (open.length === 0) return
  const ratioOf = (offer: OpenOffer) =>
    narrowerSettings(settingsOf(store.settings, topicNamed(store.topics, offer.topic)), offer).offerRatio
  const ratio = Math.max(...open.map(ratioOf))
  const free = new Map(falls.map(({ variantId, stock }) => [variantId, unitsToOffer(stock, ratio)]))
  const ids: string[] = []
  for (const { subscriptionId, variantId, quantity, isKept } of open) {
    free.set(variantId, free.get(variantId)! - quantity)
    if (free.get(variantId)! < 0 && !isKept) ids.push(subscriptionId)
  }
  await closeOffers(sql, store, ids, { by: 'withdrawn', reason: 'sold-out-again' })
}

/** Another restock follows: offers whose message was not sent yet are withdrawn, and planned again for the new one. */
export async function withdrawUnsent(sql: Sql, store: Store, triggerIds: string[]): Promise<void> {
  if (triggerIds.length === 0) return
  const unsent = await sql<{ subscriptionId: string }[]>`
    select subscription_id
    from offers
    where store_id = ${store.storeId}
      and trigger_id = any(${triggerIds})
      and closed_at is null
      and not exists (
        select from deliveries
        where deliveries.store_id = ${store.storeId}
          and deliveries.subscription_id = offers.subscription_id
          and deliveries.trigger_id = offers.trigger_id
          and deliveries.status = 'sent'
      )`
  const ids = unsent.map(({ subscriptionId }) => subscriptionId)
  await closeOffers(sql, store, ids, { by: 'withdrawn', reason: 'superseded' })
}
