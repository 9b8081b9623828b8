/** A subscription's timeline: what happened to it and why, collected from the tables that record it. */
import type { Sql } from '../../database/connect.ts'
import { sentenceOf } from '../planning/timeline-sentences.ts'
import type { Store } from '../stores/stores.ts'

/** `reason` and `facts` are for programs, `sentence` is for people. */
export type TimelineLine = {
  at: Date
  step: string
  reason: string
  facts: Record<string, unknown>
  sentence: string
}

const mostEvents = 500
const mostMissed = 50

/**
 * Oldest first. The last line of a subscription that waits has its present place. Empty for an unknown subscription.
 *
 * Each part is one source of lines: `event`, what was recorded as it happened; `missed`, restocks that were over before its
 * turn; `offered`, its offers; `message`, the stages of its deliveries; `place`, where it stands now. Lines of the same
 * moment are in the order of the parts.
 */
export async function readTimeline(
  sql: Sql,
  store: Store,
  subscriptionId: string,
  now = new Date(),
): Promise<TimelineLine[]> {
  const { storeId } = store
  const lines = await sql<Omit<TimelineLine, 'sentence'>[]>`
    with subscription as materialized (
      select *
      from subscriptions
      where store_id = ${storeId}
        and subscription_id = ${subscriptionId}
    ),
    delivery as (
      select *
      from deliveries
      where store_id = ${storeId}
        and subscription_id = ${subscriptionId}
    ),
    event as (${recordedEvents(sql, storeId, subscriptionId)}),
    missed as (${missedRestocks(sql, storeId)}),
    offered as (${openedOffers(sql, storeId, subscriptionId)}),
    message as (${deliveryStages(sql, storeId)}),
    place as (${presentPlace(sql, storeId, now)})
    select at, step, reason, facts
    from (
      select 1 as part, * from event
      union all
      select 2, * from missed
      union all
      select 3, * from offered
      union all
      select 4, * from message
      union all
      select 5, * from place
    ) line
    order by at, part
    limit ${mostEvents + 100}`
  return lines.map((line) => ({ ...line, sentence: sentenceOf(line, store.settings.timeZone) }))
}

/** The newest, if there are many. */
const recordedEvents = (sql: Sql, storeId: number, subscriptionId: string) => sql`
  select happened_at as at, step, reason, facts
  from subscription_events
  where store_id = ${storeId}
    and subscription_id = ${subscriptionId}
  order by happened_at desc
  limit ${mostEvents}`

/** Triggers since it waits that gave it neither a delivery nor an offer: the units went to others first. */
const missedRestocks = (sql: Sql, storeId: number) => sql`
  select trigger.created_at as at, 'waiting' as step, 'not-reached' as reason,
    trigger.facts || jsonb_build_object('triggerId', trigger_id, 'cause', cause, 'planned', planned) as facts
  from subscription
  join triggers trigger on trigger.store_id = ${storeId}
    and trigger.variant_id = subscription.variant_id
    and trigger.topic = subscription.topic
    and trigger.created_at >= subscription.waiting_since
    and trigger.for_subscription_id is null
  where subscription.status <> 'unconfirmed'
    and not exists (
      select from delivery
      where delivery.trigger_id = trigger.trigger_id
    )
    and not exists (
      select from offers
      where store_id = ${storeId}
        and offers.subscription_id = subscription.subscription_id
        and offers.trigger_id = trigger.trigger_id
    )
  order by trigger.created_at desc
  limit ${mostMissed}`

const openedOffers = (sql: Sql, storeId: number, subscriptionId: string) => sql`
  select opened_at as at, 'told' as step, 'offer-opened' as reason,
    jsonb_build_object(
      'triggerId', trigger_id, 'number', number, 'outOf', out_of, 'quantity', quantity, 'lapsesAt', lapses_at
    ) as facts
  from offers
  where store_id = ${storeId}
    and subscription_id = ${subscriptionId}`

/** Up to four lines for each delivery: planned, sent, delivered, clicked. */
const deliveryStages = (sql: Sql, storeId: number) => sql`
  select delivery.created_at as at, 'planned' as step, trigger.cause as reason,
    trigger.facts || jsonb_build_object('triggerId', trigger_id, 'requestId', request_id, 'medium', medium) as facts
  from delivery
  join triggers trigger using (trigger_id)
  where trigger.store_id = ${storeId}
  union all
  select sent_at, 'sent', 'sent',
    jsonb_build_object(
      'triggerId', trigger_id, 'medium', medium, 'provider', provider, 'providerId', provider_id, 'template', template
    )
  from delivery
  where sent_at is not null
  union all
  select delivered_at, 'delivered', 'delivered', jsonb_build_object('triggerId', trigger_id, 'medium', medium)
  from delivery
  where delivered_at is not null
  union all
  select clicked_at, 'clicked', 'link-followed', jsonb_build_object('triggerId', trigger_id, 'medium', medium)
  from delivery
  where clicked_at is not null`

/** Only for one that waits: its position in the line, and how many units the last restock brought. */
const presentPlace = (sql: Sql, storeId: number, now: Date) => sql`
  select ${now}::timestamptz as at, 'waiting' as step, 'in-line' as reason,
    jsonb_build_object(
      'position',
      (
        select count(*) + 1
        from subscriptions ahead
        where ahead.store_id = ${storeId}
          and ahead.variant_id = subscription.variant_id
          and ahead.topic = subscription.topic
          and ahead.status = 'waiting'
          and (ahead.waiting_since, ahead.subscription_id)
            < (subscription.waiting_since, subscription.subscription_id)
      ),
      'lastRestock',
      (
        select stock_after
        from stock_moves
        where store_id = ${storeId}
          and stock_moves.variant_id = subscription.variant_id
          and stock_after > coalesce(stock_before, 0)
        order by move desc
        limit 1
      )
    ) as facts
  from subscription
  where status = 'waiting'`
