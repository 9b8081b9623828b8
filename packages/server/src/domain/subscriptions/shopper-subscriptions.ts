/** A shopper's own alerts, each with its status and place in line. */
import { subscriptionAdditionNames, subscriptionNames } from '@heartbell/contract/names'
import { badSession } from '@heartbell/contract/refusals'
import { masked } from '@heartbell/contract/shopper-subscriptions'
import type { Sql } from '../../database/connect.ts'
import { jsonObject, millis } from '../../database/json.ts'
import { productKeyJson } from '../catalog/product-record.ts'
import { savedTopic } from '../rules/saved-items.ts'
import type { Medium } from '../shoppers/addresses.ts'
import { isSessionValid, type Shopper } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { expiredBefore, hasWaitingAhead, shownPosition, wasTriggered } from './shown-line.ts'

export type AlertFilter = {
  topic?: string | undefined
  variantId?: string | undefined
  medium?: Medium | undefined
}

/** Any variant: while it waits, it is shown as the variant that was asked for, in whichever line it stands. */
const ownVariant = (sql: Sql) => sql`
  case
    when subscription.status in ('unconfirmed', 'waiting') then coalesce(subscription.asked_variant_id, subscription.variant_id)
    else subscription.variant_id
  end`

/**
 * Common tables: `me`, and `mine` with the alerts that this shopper owns, requested after somebody else (`asked_at`), or gets
 * because the address is theirs (`is_my_address`). A union and not one condition with `or`: each way has its own index.
 */
export const shopperAlerts = (sql: Sql, who: Shopper, { topic, variantId, medium }: AlertFilter) => sql`
  me as (
    select ${isSessionValid(sql, who)} as admitted, (
      select email
      from shoppers
      where store_id = ${who.store.storeId}
        and shopper_id = ${who.shopperId}
        and ${who.kind === 'account'}
    ) as email
  ),
  asked as (
    select subscription_id, max(asked_at) as asked_at, bool_or(was_told) as was_told,
      (array_agg(topic order by asked_at desc))[1] as asked_topic,
      (array_agg(target_price order by asked_at desc))[1] as asked_price,
      (array_agg(variant_id order by asked_at desc))[1] as asked_variant, bool_or(any_variant) as asked_any
    from subscription_asks
    where store_id = ${who.store.storeId}
      and holder_id = ${who.shopperId}
    group by subscription_id
  ),
  reached as (
    select subscription_id from subscriptions where store_id = ${who.store.storeId} and shopper_id = ${who.shopperId}
    union
    select subscription_id from asked
    union
    select subscription_id
    from subscriptions
    where store_id = ${who.store.storeId}
      and address = (select email from me)
      and medium = 'email'
  ),
  mine as (
    select subscription.*, asked.asked_at, asked.was_told,
      case when asked.asked_at >= subscription.waiting_since then asked.asked_topic end as asked_topic,
      asked.asked_price, asked.asked_variant, asked.asked_any, ${ownVariant(sql)} as own_variant, greatest(subscription.waiting_since, asked.asked_at) as since,
      subscription.shopper_id is not distinct from ${who.shopperId} as is_owned,
      subscription.medium = 'email' and subscription.address is not distinct from me.email as is_my_address
    from reached
    join subscriptions subscription
      on subscription.store_id = ${who.store.storeId}
      and subscription.subscription_id = reached.subscription_id
    left join asked on asked.subscription_id = subscription.subscription_id
    cross join me
    where me.admitted
      and subscription.status <> 'left'
      and subscription.topic <> ${savedTopic}
      and (${topic ?? null}::text is null or lower(subscription.topic) = lower(${topic ?? null}))
      and (${variantId ?? null}::text is null or ${variantId ?? null} in (
        subscription.variant_id, asked.asked_variant, ${ownVariant(sql)}
      ))
      and (${medium ?? null}::text is null or subscription.medium = ${medium ?? null})
      and (
        subscription.shopper_id = ${who.shopperId}
        or asked.asked_at >= subscription.waiting_since
        or (subscription.medium = 'email' and subscription.address = me.email)
      )
  )`

/** Others see what they asked for: the stored values may be of the address's owner. */
const isOwn = '(mine.is_my_address or mine.asked_at is null)'

const shownVariant = `case
  when mine.told_variant is not null then mine.told_variant
  when ${isOwn} or (mine.asked_any and mine.shown_status not in ('unconfirmed', 'waiting')) then mine.own_variant
  else coalesce(mine.asked_variant, mine.own_variant)
end`

/**
 * Any variant: the address has another alert, which this shopper does not know of, and was notified of a variant by that one. Had it
 * been unknown, this shopper's own request would have been notified instead, so it is shown as notified.
 */
const toldByAnother = (sql: Sql, { storeId }: Store) => sql`
  select other.variant_id as told_variant
  from subscriptions other
  join variants variant
    on variant.store_id = ${storeId}
    and variant.variant_id = other.variant_id
  where other.store_id = ${storeId}
    and other.address = seen.address
    and other.medium = seen.medium
    and other.topic = seen.topic
    and variant.product_id = coalesce(seen.any_of, seen.product_id)
    and case when seen.asked_at is null then seen.any_of is not null else seen.asked_any end
    and not seen.is_my_address
    and seen.shown_status in ('waiting', 'told')
    and other.told_at >= seen.since
    and (seen.shown_status = 'waiting' or other.told_at < seen.told_at)
    -- its offer ended and it waits again; one that was asked for again later was notified all the same
    and (other.status not in ('unconfirmed', 'waiting') or other.waiting_since > other.told_at)
    and other.subscription_id not in (select subscription_id from reached)
  order by other.told_at
  limit 1`

/** From rows `mine` and `variant` (its catalog entry, may be missing). A guest sees a placeholder instead of addresses. */
const shownJson = (isGuest: boolean) => {
  const asker = isGuest ? `'${masked}'` : 'case when mine.is_owned or mine.asked_at is not null then me.email end'
  return jsonObject(subscriptionNames, {
    medium: 'mine.medium',
    address: isGuest ? `'${masked}'` : 'mine.address',
    topic: 'case when mine.is_my_address then mine.topic else coalesce(mine.asked_topic, mine.topic) end',
    variantId: productKeyJson(shownVariant),
    productId: productKeyJson('coalesce(variant.product_id, mine.product_id)'),
    url: 'coalesce(variant.url, mine.url)',
    title: "coalesce(variant.title, '')",
    imageUrl: "coalesce(variant.image_url, '')",
    price: 'variant.price',
    createdAt: millis('mine.since'),
    createdBy: asker,
    updatedBy: asker,
    status: 'mine.status_shown',
    position: 'line.position',
    additions: jsonObject(subscriptionAdditionNames, {
      targetPrice: `case when ${isOwn} then mine.target_price else mine.asked_price end`,
      anyVariant: `case when ${isOwn} then mine.any_of is not null else mine.asked_any end`,
    }),
  })
}

/**
 * The topic of `mine` in every spelling. One that the store set up has one spelling; others are one line in any letter case, or
 * the place would show that the address is known in another one.
 */
const spellingsOf = (sql: Sql, { storeId, topics }: Store) => sql`
  case
    when mine.topic = any(${topics.map(({ topic }) => topic)}) then array[mine.topic]
    else (
      select array_agg(distinct spelled.topic)
      from subscriptions spelled
      where spelled.store_id = ${storeId}
        and spelled.variant_id = mine.variant_id
        and spelled.status = 'waiting'
        and lower(spelled.topic) = lower(mine.topic)
    )
  end`

type SubscriptionPage = { total: number; records: string }

/** In the line of the variant that they asked for; the alert itself may be in another one. */
const placeOf = (sql: Sql, store: Store) => ({
  variant: sql`${sql.unsafe(`case when ${isOwn} then mine.variant_id else coalesce(mine.asked_variant, mine.variant_id) end`)}`,
  topic: sql`mine.topic`,
  topics: spellingsOf(sql, store),
  since: sql`mine.since`,
  id: sql`mine.subscription_id`,
})

/** A request that only shoppers' numbers count was served: there was something to notify of, and nobody waits before it. */
function isServed(sql: Sql, store: Store) {
  if (store.settings.doubleOptIn) return sql`false`
  const place = placeOf(sql, store)
  return sql`(${wasTriggered(sql, store, place)} and not ${hasWaitingAhead(sql, store, place)})`
}

/**
 * Newest first. To anybody but the owner of the address, an alert looks as if it started with their own request: neither its
 * status nor its place in line may show that the address was known before. So their place counts from their request, behind
 * all who waited then, this very subscription included, and it is served after them.
 */
export async function fetchSubscriptions(
  sql: Sql,
  who: Shopper,
  { limit, offset, ...filter }: AlertFilter & { limit: number; offset: number },
): Promise<SubscriptionPage> {
  const { store, kind } = who
  const atFirst = store.settings.doubleOptIn ? 'unconfirmed' : 'waiting'
  const unsent = sql`case when ${isServed(sql, store)} then 'told' else ${atFirst} end`
  const [row] = await sql<(SubscriptionPage & { admitted: boolean })[]>`
    with ${shopperAlerts(sql, who, filter)},
    seen as (
      select mine.*,
        case
          when is_my_address then status
          when status = 'suppressed' then ${unsent}
          when asked_at is null then status
          when status = 'expired' and asked_at < ${expiredBefore(store)}::timestamptz then status
          -- with double opt-in their own request is never confirmed: a link in a mail confirms the one that was there before
          when ${store.settings.doubleOptIn} or status = 'waiting' then ${atFirst}
          when status in ('unconfirmed', 'expired') then ${unsent}
          -- moved to another variant, which they did not ask for
          when not asked_any and variant_id <> asked_variant then ${atFirst}
          -- sent before their request, and not again since
          when was_told and status = 'told' and coalesce(told_at <= asked_at, true) then ${unsent}
          -- the owner's place is before theirs
          when status = 'told' and not is_owned and ${hasWaitingAhead(sql, store, placeOf(sql, store))} then ${atFirst}
          else status
        end as shown_status
      from mine
      order by since desc, subscription_id desc
      limit ${limit}
      offset ${offset}
    ),
    page as (
      select seen.*, told.told_variant, case when told.told_variant is null then shown_status else 'told' end as status_shown
      from seen
      left join lateral (${toldByAnother(sql, store)}) told on true
    )
    select me.admitted, (select count(*)::integer from mine) as total, (
      select coalesce(
        json_agg(${sql.unsafe(shownJson(kind === 'guest'))} order by mine.since desc, mine.subscription_id desc)::text,
        '[]'
      )
      from page mine
      left join variants variant
        on variant.store_id = ${store.storeId}
        and variant.variant_id = ${sql.unsafe(shownVariant)}
      left join lateral (
        select ${shownPosition(sql, store, placeOf(sql, store))} as position
      ) line on mine.status_shown = 'waiting'
    ) as records
    from me`
  if (!row?.admitted) throw badSession()
  return row
}
