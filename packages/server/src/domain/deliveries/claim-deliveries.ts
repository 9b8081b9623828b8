/** Taking deliveries that are due, for a few seconds at a time: a worker that dies needs nobody to notice. */
import type { Sql } from '../../database/connect.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import type { DeliveryKey, DueDelivery, DueVariant } from './deliveries.ts'

/** How to take them: at most so many, for so many milliseconds. */
export type Taking = { most: number; lease: number }

/**
 * Takes up to `most` deliveries of one medium, longest due first. One statement that waits for nobody: what somebody else
 * holds, the delivery or its subscription, is passed over. Whoever opts out holds the subscription, and whoever has opted out
 * before this began is seen to have. A subscription that waits is told under its trigger from here on; the lease leaves a wake
 * at its end, in case nobody comes back.
 */
export async function claimDeliveries(
  sql: Sql,
  storeId: number,
  medium: string,
  { most, lease }: Taking,
): Promise<{ deliveries: DueDelivery[]; mayHaveMore: boolean }> {
  const rows = await sql<ClaimedRow[]>`
    -- materialized: a planner that joins by a loop would run the choice once for each, and take more than asked
    with taken as materialized (
      select subscription_id, trigger_id, channel
      from deliveries
      where store_id = ${storeId}
        and medium = ${medium}
        and status = 'due'
        and due_at <= now()
      order by due_at
      limit ${most}
      for no key update skip locked
    ),
    held as materialized (
      select subscription.*
      from subscriptions subscription
      where store_id = ${storeId}
        and subscription_id = any(array(select subscription_id from taken))
      for no key update skip locked
    ),
    -- of a person or a restock that was erased
    orphaned as (
      delete from deliveries orphan
      using taken
      where orphan.store_id = ${storeId}
        and orphan.subscription_id = taken.subscription_id
        and orphan.trigger_id = taken.trigger_id
        and orphan.channel = taken.channel
        and not (
          exists (
            select from subscriptions
            where store_id = ${storeId}
              and subscription_id = taken.subscription_id
          )
          and exists (
            select from triggers
            where store_id = ${storeId}
              and trigger_id = taken.trigger_id
          )
        )
    ),
    known as materialized (
      select taken.*, trigger.cause, trigger.facts as trigger_facts, trigger.pacing, trigger.superseded_at,
        trigger.created_at as trigger_created_at, trigger.request_id,
        offer.quantity as offered, offer.opened_at, offer.lapses_at, offer.closed_by,
        ${statusAllows(sql, 'notify', 'held.status')} and trigger.superseded_at is null and offer.closed_by is null as may_be_told
      from taken
      join held on held.subscription_id = taken.subscription_id
      join triggers trigger on trigger.store_id = ${storeId}
        and trigger.trigger_id = taken.trigger_id
      left join offers offer on offer.store_id = ${storeId}
        and offer.subscription_id = taken.subscription_id
        and offer.trigger_id = taken.trigger_id
    ),
    chosen as (
      select distinct on (subscription_id) subscription_id, trigger_id
      from known
      where may_be_told
      order by subscription_id, trigger_created_at desc
    ),
    told as (
      update subscriptions subscription
      set status = ${statusAfter(sql, 'notify')},
          told_trigger_id = chosen.trigger_id,
          told_at = now(),
          passed_over = false,
          updated_at = now()
      from chosen
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = chosen.subscription_id
    ),
    claimed as (
      update deliveries delivery
      set due_at = now() + ${lease} * interval '1 millisecond',
          attempts = attempts + 1,
          updated_at = now()
      from known
      where delivery.store_id = ${storeId}
        and delivery.subscription_id = known.subscription_id
        and delivery.trigger_id = known.trigger_id
        and delivery.channel = known.channel
      returning delivery.*
    ),
    guarded as (
      insert into wakes (store_id, work, due_at)
      select ${storeId}::bigint, 'send', now() + ${lease + 500} * interval '1 millisecond'
      where exists (select from claimed)
      union all
      -- somebody holds a subscription at this moment, and may leave the delivery as it was
      select ${storeId}::bigint, 'send', now() + interval '1 second'
      where (select count(*) from taken) > (select count(*) from known)
    )
    select claimed.subscription_id, claimed.trigger_id, claimed.channel, claimed.medium, claimed.attempts, claimed.tried_at,
      claimed.created_at, now() as claimed_at, (select count(*) from taken) as taken,
      held.address, held.topic as topic_name, held.variant_id, held.product_id, held.url, held.url_from_store, held.shopper_id, held.status,
      coalesce(held.status = 'told' and held.told_trigger_id = claimed.trigger_id, false)
        or exists (
          select from chosen
          where chosen.subscription_id = claimed.subscription_id
            and chosen.trigger_id = claimed.trigger_id
        ) as is_held,
      held.waiting_since, held.quantity, held.target_price::float8, held.price_when_saved::float8, held.locale,
      held.time_zone, held.extras,
      known.cause, known.trigger_facts, known.pacing, known.superseded_at, known.trigger_created_at, known.request_id,
      known.offered, known.opened_at, known.lapses_at, known.closed_by,
      variant.variant_id as catalog_id, variant.product_id as catalog_product_id, variant.url as catalog_url,
      variant.variant_url, variant.title, variant.brand, variant.sku, variant.variant_info, variant.image_url,
      variant.price::float8, variant.compare_at_price::float8, variant.currency, variant.tags, variant.tracked,
      variant.sells_when_empty, variant.stock, variant.deleted_at is not null as is_deleted,
      topic.rule, topic.rule_options, topic.enabled
    from claimed
    join known using (subscription_id, trigger_id, channel)
    join held on held.subscription_id = claimed.subscription_id
    left join variants variant on variant.store_id = ${storeId}
      and variant.variant_id = held.variant_id
    left join topics topic on topic.store_id = ${storeId}
      and topic.topic = held.topic
    order by claimed.created_at, held.waiting_since, claimed.subscription_id`
  return {
    deliveries: rows.map(readClaimed),
    mayHaveMore: (rows[0]?.taken ?? 0) === most,
  }
}

type ClaimedRow = DeliveryKey &
  Pick<DueDelivery, 'medium' | 'attempts' | 'triedAt' | 'createdAt' | 'claimedAt'> &
  Omit<DueDelivery['subscription'], 'topic'> &
  Pick<DueDelivery['trigger'], 'cause' | 'pacing' | 'supersededAt' | 'requestId'> &
  Omit<DueVariant, 'variantId' | 'productId' | 'url'> & {
    taken: number
    topicName: string
    triggerFacts: Record<string, unknown>
    triggerCreatedAt: Date
    offered: number | null
    openedAt: Date
    lapsesAt: Date
    closedBy: string | null
    catalogId: string | null
    catalogProductId: string
    catalogUrl: string | null
    rule: string | null
    ruleOptions: Record<string, unknown>
    enabled: boolean
  }

function readClaimed(row: ClaimedRow): DueDelivery {
  const { subscriptionId, triggerId, channel, medium, attempts, triedAt, createdAt, claimedAt } = row
  const {
    address,
    topicName: topic,
    variantId,
    productId,
    url,
    urlFromStore,
    shopperId,
    status,
    isHeld,
    waitingSince,
  } = row
  const { quantity, targetPrice, priceWhenSaved, locale, timeZone, extras } = row
  const wishes = { quantity, targetPrice, priceWhenSaved, locale, timeZone, extras }
  const { cause, triggerFacts: facts, pacing, supersededAt, triggerCreatedAt, requestId } = row
  const { offered, openedAt, lapsesAt, closedBy } = row
  return {
    ...{ subscriptionId, triggerId, channel, medium, attempts, triedAt, createdAt, claimedAt },
    subscription: {
      ...{
        address,
        topic,
        variantId,
        productId,
        url,
        urlFromStore,
        shopperId,
        status,
        isHeld,
        waitingSince,
        ...wishes,
      },
    },
    trigger: { cause, facts, pacing, supersededAt, requestId, createdAt: triggerCreatedAt },
    offer: offered === null ? null : { quantity: offered, openedAt, lapsesAt, closedBy },
    variant: row.catalogId === null ? null : readVariant(row, row.catalogId),
    topic: row.rule === null ? null : { rule: row.rule, options: row.ruleOptions, enabled: row.enabled },
  }
}

function readVariant(row: ClaimedRow, variantId: string): DueVariant {
  const { catalogProductId: productId, catalogUrl: url, variantUrl, title, brand, sku, variantInfo, imageUrl } = row
  const { price, compareAtPrice, currency, tags, tracked, sellsWhenEmpty, stock, isDeleted } = row
  const words = { url, variantUrl, title, brand, sku, variantInfo, imageUrl }
  return {
    ...{ variantId, productId, ...words, price, compareAtPrice, currency, tags },
    ...{ tracked, sellsWhenEmpty, stock, isDeleted },
  }
}
