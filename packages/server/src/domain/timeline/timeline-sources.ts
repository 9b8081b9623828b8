/** What a timeline is read from: recorded steps, deliveries, offers, and the present place in line. */
import type { Sql } from '../../database/connect.ts'
import type { RecordedStep } from './waiting-spells.ts'

const mostEvents = 500

/** The newest, oldest first. */
export async function readEvents(sql: Sql, storeId: number, subscriptionId: string): Promise<RecordedStep[]> {
  const newest = await sql<RecordedStep[]>`
    select happened_at as at, step, reason, facts
    from subscription_events
    where store_id = ${storeId}
      and subscription_id = ${subscriptionId}
    order by happened_at desc
    limit ${mostEvents}`
  return newest.toReversed()
}

export type StoredDelivery = {
  triggerId: string
  createdAt: Date
  cause: string
  triggerFacts: Record<string, unknown>
  requestId: string | null
  medium: string
  sent: Record<string, unknown>
  sentAt: Date | null
  deliveredAt: Date | null
  clickedAt: Date | null
}

export const readDeliveries = (sql: Sql, storeId: number, subscriptionId: string) => sql<StoredDelivery[]>`
  select delivery.trigger_id, delivery.created_at, trigger.cause, trigger.facts as trigger_facts, trigger.request_id,
    delivery.medium, sent_at, delivered_at, clicked_at,
    jsonb_build_object(
      'medium', medium, 'provider', provider, 'providerId', provider_id, 'template', template
    ) as sent
  from deliveries delivery
  join triggers trigger using (trigger_id)
  where delivery.store_id = ${storeId}
    and trigger.store_id = ${storeId}
    and delivery.subscription_id = ${subscriptionId}
  order by delivery.created_at`

/** As they were opened. */
export const readOffers = (sql: Sql, storeId: number, subscriptionId: string) => sql<RecordedStep[]>`
  select opened_at as at, 'told' as step, 'offer-opened' as reason,
    jsonb_build_object(
      'triggerId', trigger_id, 'number', number, 'outOf', out_of, 'quantity', coalesce(opened_quantity, quantity),
      'lapsesAt', coalesce(opened_until, lapses_at)
    ) as facts
  from offers
  where store_id = ${storeId}
    and subscription_id = ${subscriptionId}
  order by opened_at`

/** Of now: the position in the line, and how many units the last restock brought. */
export const presentPlace = (sql: Sql, storeId: number, subscriptionId: string, now: Date) => sql<RecordedStep[]>`
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
  from subscriptions subscription
  where store_id = ${storeId}
    and subscription_id = ${subscriptionId}
    and status = 'waiting'`
