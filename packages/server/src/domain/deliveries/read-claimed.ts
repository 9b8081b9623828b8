/** Reading deliveries that were just claimed, with everything that checking and sending them needs. */
import type { Sql } from '../../database/connect.ts'
import type { ClaimedKey, DeliveryKey, DueDelivery, DueVariant } from './deliveries.ts'
import { claimedKeys, isHeld } from './leases.ts'

/** In the order of the waiting line. A delivery that was withdrawn or claimed by another worker since is left out. */
export async function readClaimed(
  sql: Sql,
  storeId: number,
  claimed: readonly ClaimedKey[],
  claimedAt: Date,
): Promise<DueDelivery[]> {
  const rows = await sql<ClaimedRow[]>`
    select delivery.subscription_id, delivery.trigger_id, delivery.channel, delivery.medium, delivery.attempts,
      delivery.tried_at, delivery.created_at,
      subscription.address, subscription.topic as topic_name, subscription.variant_id, subscription.product_id,
      subscription.url, subscription.url_from_store, subscription.shopper_id, subscription.status,
      ${isHeld(sql)} as is_held,
      subscription.waiting_since, subscription.quantity, subscription.target_price::float8,
      subscription.price_when_saved::float8, subscription.locale, subscription.time_zone, subscription.extras,
      subscription.origin,
      trigger.cause, trigger.facts as trigger_facts, trigger.pacing,
      case when trigger.for_subscription_id is null then trigger.superseded_at end as superseded_at,
      trigger.created_at as trigger_created_at, trigger.request_id, trigger.follows_trigger_id is not null as is_follow_up,
      offer.quantity as offered, offer.number, offer.opened_at, offer.lapses_at, offer.closed_by,
      offer.quantity is not null and ${isSomebodyNext(sql, storeId)} as has_next,
      variant.variant_id as catalog_id, variant.product_id as catalog_product_id, variant.url as catalog_url,
      variant.variant_url, variant.title, variant.brand, variant.sku, variant.variant_info, variant.image_url,
      variant.price::float8, variant.compare_at_price::float8, variant.currency, variant.tags, variant.tracked,
      variant.sells_when_empty, variant.stock, variant.deleted_at is not null as is_deleted,
      topic.rule, topic.rule_options, topic.enabled
    from ${claimedKeys(sql, claimed)}
    join deliveries delivery on delivery.store_id = ${storeId}
      and delivery.subscription_id = claimed.subscription_id
      and delivery.trigger_id = claimed.trigger_id
      and delivery.channel = claimed.channel
    join subscriptions subscription on subscription.store_id = ${storeId}
      and subscription.subscription_id = claimed.subscription_id
    join triggers trigger on trigger.store_id = ${storeId}
      and trigger.trigger_id = claimed.trigger_id
    left join offers offer on offer.store_id = ${storeId}
      and offer.subscription_id = claimed.subscription_id
      -- a follow-up is about the offer of the first message, or has opened one of its own
      and offer.trigger_id = case
        when trigger.follows_trigger_id = subscription.told_trigger_id then trigger.follows_trigger_id
        else claimed.trigger_id
      end
    left join variants variant on variant.store_id = ${storeId}
      and variant.variant_id = subscription.variant_id
    left join topics topic on topic.store_id = ${storeId}
      and topic.topic = subscription.topic
    where delivery.attempts = claimed.attempts
      and delivery.status = 'due'
    order by delivery.created_at, subscription.waiting_since, delivery.subscription_id`
  return rows.map((row) => readRow(row, claimedAt))
}

/** Somebody else waits for the same variant and is not notified yet. */
const isSomebodyNext = (sql: Sql, storeId: number) => sql`exists (
  select from subscriptions next
  where next.store_id = ${storeId}
    and next.variant_id = subscription.variant_id
    and next.topic = subscription.topic
    and next.status = 'waiting'
    and next.subscription_id <> subscription.subscription_id
    and not exists (
      select from offers theirs
      where theirs.store_id = ${storeId}
        and theirs.subscription_id = next.subscription_id
        and theirs.trigger_id = claimed.trigger_id
    )
)`

type ClaimedRow = DeliveryKey &
  Pick<DueDelivery, 'medium' | 'attempts' | 'triedAt' | 'createdAt'> &
  Omit<DueDelivery['subscription'], 'topic'> &
  Pick<DueDelivery['trigger'], 'cause' | 'pacing' | 'supersededAt' | 'requestId' | 'isFollowUp'> &
  Omit<DueVariant, 'variantId' | 'productId' | 'url'> & {
    topicName: string
    triggerFacts: Record<string, unknown>
    triggerCreatedAt: Date
    offered: number | null
    number: number
    openedAt: Date
    lapsesAt: Date
    closedBy: string | null
    hasNext: boolean
    catalogId: string | null
    catalogProductId: string
    catalogUrl: string | null
    rule: string | null
    ruleOptions: Record<string, unknown>
    enabled: boolean
  }

function readRow(row: ClaimedRow, claimedAt: Date): DueDelivery {
  const { subscriptionId, triggerId, channel, medium, attempts, triedAt, createdAt } = row
  const { cause, triggerFacts: facts, pacing, supersededAt, triggerCreatedAt, requestId, isFollowUp } = row
  const { offered, number, openedAt, lapsesAt, closedBy, hasNext } = row
  return {
    ...{ subscriptionId, triggerId, channel, medium, attempts, triedAt, createdAt, claimedAt },
    subscription: readSubscription(row),
    trigger: { cause, facts, pacing, supersededAt, requestId, isFollowUp, createdAt: triggerCreatedAt },
    offer: offered === null ? null : { quantity: offered, number, openedAt, lapsesAt, closedBy, hasNext },
    variant: row.catalogId === null ? null : readVariant(row, row.catalogId),
    topic: row.rule === null ? null : { rule: row.rule, options: row.ruleOptions, enabled: row.enabled },
  }
}

function readSubscription(row: ClaimedRow): DueDelivery['subscription'] {
  const { address, topicName: topic, variantId, productId, url, urlFromStore, shopperId, status, isHeld } = row
  const { waitingSince, quantity, targetPrice, priceWhenSaved, locale, timeZone, extras, origin } = row
  return {
    ...{ address, topic, variantId, productId, url, urlFromStore, shopperId, status, isHeld },
    ...{ waitingSince, quantity, targetPrice, priceWhenSaved, locale, timeZone, extras, origin },
  }
}

function readVariant(row: ClaimedRow, variantId: string): DueVariant {
  const { catalogProductId: productId, catalogUrl: url, variantUrl, title, brand, sku, variantInfo, imageUrl } = row
  const { price, compareAtPrice, currency, tags, tracked, sellsWhenEmpty, stock, isDeleted } = row
  return {
    ...{ variantId, productId, url, variantUrl, title, brand, sku, variantInfo, imageUrl },
    ...{ price, compareAtPrice, currency, tags, tracked, sellsWhenEmpty, stock, isDeleted },
  }
}
