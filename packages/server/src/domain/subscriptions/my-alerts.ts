/** The alerts of an address, for the page behind a link that was sent there: show them, unsubscribe from one and undo it. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { releaseSubscriptions } from '../planning/release-subscriptions.ts'
import { replanLateJoiners } from '../planning/replan-late-joiners.ts'
import { savedTopic } from '../rules/saved-items.ts'
import { isOpen, type OpenState, statusAfter, statusAllows } from '../rules/subscription-states.ts'
import { newId } from '../secrets/ids.ts'
import type { AnyRecipient } from '../shoppers/addresses.ts'
import { type ConsentSource, consentColumns } from '../shoppers/consents.ts'
import type { Store } from '../stores/stores.ts'
import { shownPosition } from './shown-line.ts'
import { deleteRequests } from './subscription-requests.ts'

export type MyAlert = {
  subscriptionId: string
  topic: string
  /** Of the store's own topic; null for a standard one. */
  rule: string | null
  status: OpenState
  origin: 'asked' | 'saved'
  waitingSince: Date
  /** The price that the shopper named; null: any lower one. */
  targetPrice: number | null
  /** Any variant of the product will do. */
  anyVariant: boolean
  variantId: string
  catalogUrls: string[]
  url: string
  urlFromStore: boolean
  title: string | null
  variantInfo: string | null
  imageUrl: string | null
  price: number | null
  currency: string | null
  position: number | null
  /** When its message was sent; null before that. */
  sentAt: Date | null
  /** When the next in line are notified; null without an open offer. */
  offerUntil: Date | null
  /** Somebody else waits in the same line. */
  othersWait: boolean
  /** Other variants of the product. */
  siblings: { variantId: string; variantInfo: string }[]
}

const mostShown = 200

export async function fetchMyAlerts(sql: Sql, store: Store, of: AnyRecipient): Promise<MyAlert[]> {
  const { storeId } = store
  const place = {
    ...{ variant: sql`mine.variant_id`, topic: sql`mine.topic`, topics: sql`array[mine.topic]` },
    ...{ since: sql`mine.waiting_since`, id: sql`mine.subscription_id` },
  }
  return await sql<MyAlert[]>`
    select mine.subscription_id, mine.topic, topic.rule, mine.status, mine.origin, mine.waiting_since,
      mine.target_price::float8 as target_price, mine.any_of is not null as any_variant, mine.variant_id, mine.url, mine.url_from_store,
      array_remove(array[variant.variant_url, variant.url], null) as catalog_urls, variant.title, variant.variant_info, variant.image_url, variant.price::float8 as price, variant.currency,
      line.position::integer as position, offer.lapses_at as offer_until, others.wait as others_wait,
      (
        select max(sent.sent_at)
        from deliveries sent
        where sent.store_id = ${storeId}
          and sent.subscription_id = mine.subscription_id
          and sent.sent_at >= mine.waiting_since
      ) as sent_at, coalesce(siblings.all_of_them, '[]') as siblings
    from (
      select *
      from subscriptions
      where store_id = ${storeId}
        and address = ${of.address}
        and medium = ${of.medium}
        and ${isOpen(sql)}
        and topic <> ${savedTopic}
      order by created_at desc, subscription_id desc
      limit ${mostShown}
    ) mine
    left join variants variant
      on variant.store_id = ${storeId}
      and variant.variant_id = mine.variant_id
    left join topics topic
      on topic.store_id = ${storeId}
      and topic.topic = mine.topic
    left join offers offer
      on offer.store_id = ${storeId}
      and offer.subscription_id = mine.subscription_id
      and offer.closed_at is null
      and offer.lapses_at > now()
    left join lateral (
      select ${shownPosition(sql, store, place)} as position
    ) line on mine.status = 'waiting'
    cross join lateral (
      select exists (
        select
        from subscriptions other
        where other.store_id = ${storeId}
          and other.variant_id = mine.variant_id
          and other.topic = mine.topic
          and other.status = 'waiting'
          and other.subscription_id <> mine.subscription_id
      ) as wait
    ) others
    left join lateral (
      select json_agg(json_build_object('variantId', other.variant_id, 'variantInfo', other.variant_info) order by other.variant_id)
        as all_of_them
      from variants other
      where other.store_id = ${storeId}
        and other.product_id = coalesce(variant.product_id, mine.product_id)
        and other.variant_id <> mine.variant_id
        and other.variant_info is not null
        and other.deleted_at is null
    ) siblings on mine.status <> 'told'
    order by mine.created_at desc, mine.subscription_id desc`
}

/** For the row `subscription`: the message that it waited for was sent. One that was planned and withdrawn was not. */
export const wasSent = (sql: Sql) => sql`
  exists (
    select
    from deliveries sent
    where sent.store_id = subscription.store_id
      and sent.subscription_id = subscription.subscription_id
      and sent.status = 'sent'
      and sent.sent_at >= subscription.waiting_since
  )`

/** How it was before; null when it belongs to another address, or has ended already. */
export async function unsubscribeAlert(
  sql: Database,
  store: Store,
  of: AnyRecipient,
  subscriptionId: string,
  { source }: ConsentSource,
): Promise<OpenState | null> {
  return await transaction(sql, async (sql) => {
    const [ended] = await sql<{ was: OpenState }[]>`
      with locked as materialized (
        select subscription_id, status
        from subscriptions
        where store_id = ${store.storeId}
          and subscription_id = ${subscriptionId}
          and address = ${of.address}
          and medium = ${of.medium}
          and ${statusAllows(sql, 'unsubscribe')}
        for update
      ),
      ended as (
        update subscriptions subscription
        set status = ${statusAfter(sql, 'unsubscribe', 'subscription.status')},
            updated_at = now()
        from locked
        where subscription.store_id = ${store.storeId}
          and subscription.subscription_id = locked.subscription_id
        returning subscription.subscription_id, locked.status as was
      )
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${store.storeId}, subscription_id, 'left', 'removed-by-shopper',
        jsonb_build_object('source', ${source}::text, 'was', was)
      from ended
      returning facts ->> 'was' as was`
    if (!ended) return null
    await deleteRequests(sql, store, null, [subscriptionId])
    await releaseSubscriptions(sql, store, [subscriptionId], { by: 'declined', reason: 'left', isNoted: true })
    return ended.was
  })
}

/**
 * It goes on in its old place, as confirmed or unconfirmed as it was; one whose message was sent is only shown again. False when it belongs to another address, has not ended on
 * that page within the last day, or goes on already.
 */
export async function undoUnsubscribeAlert(
  sql: Database,
  store: Store,
  of: AnyRecipient,
  subscriptionId: string,
  by: ConsentSource,
): Promise<boolean> {
  const { storeId } = store
  const consentId = newId()
  return await transaction(sql, async (sql) => {
    const back = await sql<{ subscriptionId: string }[]>`
      with locked as materialized (
        select subscription_id
        from subscriptions
        where store_id = ${storeId}
          and subscription_id = ${subscriptionId}
          and address = ${of.address}
          and medium = ${of.medium}
          and ${statusAllows(sql, 'resubscribe')}
        for update
      ),
      ended as (
        select event.facts ->> 'was' as was, event.reason
        from locked
        join subscription_events event
          on event.store_id = ${storeId}
          and event.subscription_id = locked.subscription_id
        where event.step = 'left'
          and event.happened_at > now() - interval '1 day'
        order by event.happened_at desc, event.event_id desc
        limit 1
      ),
      consented as (
        insert into consents (${sql.unsafe(consentColumns)})
        select ${storeId}::bigint, ${consentId}::uuid, ${of.medium}, ${of.address}, 'alert', true, 'take-back',
          ${by.source}, ${by.userAgent ?? null}, ${by.callerHash ?? null}
        from ended
        where reason = 'removed-by-shopper'
        returning consent_id
      ),
      back as (
        update subscriptions subscription
        set status = case
              when ended.was = 'unconfirmed' then ${statusAfter(sql, 'resubscribeUnconfirmed')}
              when ended.was = 'told' and ${wasSent(sql)} then ${statusAfter(sql, 'resubscribeTold')}
              else ${statusAfter(sql, 'resubscribe')}
            end,
            -- planning may have passed the place meanwhile
            passed_over = true,
            consent_id = consented.consent_id,
            updated_at = now()
        from locked
        cross join ended
        cross join consented
        where subscription.store_id = ${storeId}
          and subscription.subscription_id = locked.subscription_id
        returning subscription.subscription_id, subscription.status
      ),
      noted as (
        insert into subscription_events (store_id, subscription_id, step, reason, facts)
        select ${storeId}, subscription_id, status, 'came-back', jsonb_build_object('source', ${by.source}::text)
        from back
      )
      select subscription_id
      from back`
    await replanLateJoiners(
      sql,
      store,
      back.map((one) => one.subscriptionId),
    )
    return back.length > 0
  })
}

/**
 * The price that a price drop alert waits for; null: any lower one. `high`: it costs that or less now, and the alert would wait for
 * something that has happened. `none`: it belongs to another address, has ended, or is no price drop alert.
 */
export async function changeTargetPrice(
  sql: Database,
  store: Store,
  of: AnyRecipient,
  subscriptionId: string,
  price: number | null,
): Promise<'changed' | 'high' | 'none'> {
  const { storeId, topics } = store
  const priceTopics = topics.filter(({ rule }) => rule === 'price-drop').map(({ topic }) => topic)
  return await transaction(sql, async (sql) => {
    const [found] = await sql<{ isHigh: boolean }[]>`
      select coalesce(${price}::numeric >= variant.price, false) as is_high
      from subscriptions subscription
      left join variants variant
        on variant.store_id = ${storeId}
        and variant.variant_id = subscription.variant_id
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = ${subscriptionId}
        and subscription.address = ${of.address}
        and subscription.medium = ${of.medium}
        and subscription.topic = any(${priceTopics})
        and subscription.status in ('unconfirmed', 'waiting')
      for update of subscription`
    if (!found) return 'none'
    if (found.isHigh) return 'high'
    await sql`
      with changed as (
        update subscriptions
        set target_price = ${price}::numeric,
            updated_at = now()
        where store_id = ${storeId}
          and subscription_id = ${subscriptionId}
        returning subscription_id, status, target_price
      )
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}, subscription_id, status, 'price-changed', jsonb_build_object('targetPrice', target_price)
      from changed`
    return 'changed'
  })
}
