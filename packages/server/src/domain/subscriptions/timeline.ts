/** A subscription's timeline: every step it took and why, put together from where each was written. */
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

const mostLines = 500

/** Oldest first; the last line of one who waits says the place it has now. Empty for what is no subscription of this store. */
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
    event as (
      select happened_at as at, step, reason, facts
      from subscription_events
      where store_id = ${storeId}
        and subscription_id = ${subscriptionId}
      order by happened_at desc
      limit ${mostLines}
    ),
    offered as (
      select opened_at as at, 'told' as step, 'offer-opened' as reason,
        jsonb_build_object(
          'triggerId', trigger_id, 'number', number, 'outOf', out_of, 'quantity', quantity, 'lapsesAt', lapses_at
        ) as facts
      from offers
      where store_id = ${storeId}
        and subscription_id = ${subscriptionId}
    ),
    delivery as (
      select *
      from deliveries
      where store_id = ${storeId}
        and subscription_id = ${subscriptionId}
    ),
    message as (
      select delivery.created_at as at, 'planned' as step, trigger.cause as reason,
        trigger.facts || jsonb_build_object('triggerId', trigger_id, 'requestId', request_id, 'medium', medium) as facts
      from delivery
      join triggers trigger using (store_id, trigger_id)
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
      where clicked_at is not null
    ),
    -- restocks that were over before the line came to this place
    gone_by as (
      select trigger.created_at as at, 'waiting' as step, 'not-reached' as reason,
        trigger.facts || jsonb_build_object('triggerId', trigger_id, 'cause', cause, 'planned', planned) as facts
      from subscription
      join triggers trigger on trigger.store_id = ${storeId}
        and trigger.variant_id = subscription.variant_id
        and trigger.topic = subscription.topic
        and trigger.created_at >= subscription.waiting_since
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
      limit 50
    ),
    place as (
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
      where status = 'waiting'
    )
    select at, step, reason, facts
    from (
      select 1 as part, * from event
      union all
      select 2, * from gone_by
      union all
      select 3, * from offered
      union all
      select 4, * from message
      union all
      select 5, * from place
    ) line
    order by at, part
    limit ${mostLines + 100}`
  return lines.map((line) => ({ ...line, sentence: sentenceOf(line) }))
}
