/** Reports for the merchant: the demand for each variant, and the alerts of each day. */
import { badCatalogCursor } from '@heartbell/contract/refusals'
import type { Sql } from '../../database/connect.ts'
import { savedTopic } from '../rules/saved-items.ts'
import type { Store } from '../stores/stores.ts'
import { addDays, dayIn } from './daily-figures.ts'
import { readCursor, writeCursor } from './report-cursor.ts'

export type DemandDay = { day: string; waiting: number; units: number }

export type VariantDemand = {
  variantId: string
  productId: string | null
  title: string | null
  stock: number | null
  waiting: number
  units: number
  /** Lists that contain it: demand of shoppers without a subscription. */
  saved: number
  days: DemandDay[]
}

export type DemandPage = { variants: VariantDemand[]; cursor: string | null }

/**
 * Variants with waiting subscriptions, in the order of their ids. A recursive query skips from one variant to the next in the
 * index, so that only the variants of the page are counted. The steps: `wanted` (the skip scan), `page` (its first variants), and
 * for each the catalog entry, the saved items and the subscriptions by day.
 */
export async function readDemandReport(
  sql: Sql,
  { storeId, settings }: Store,
  {
    cursor,
    limit = 100,
    topic,
  }: { cursor?: string | undefined; limit?: number | undefined; topic?: string | undefined },
): Promise<DemandPage> {
  const variants = await sql<VariantDemand[]>`
    with recursive wanted as (
      (
        select variant_id
        from subscriptions
        where store_id = ${storeId}
          and status = 'waiting'
          and variant_id > ${readCursor(cursor)}
          and topic <> ${savedTopic}
        order by variant_id
        limit 1
      )
      union all
      select (
        select next.variant_id
        from subscriptions next
        where next.store_id = ${storeId}
          and next.status = 'waiting'
          and next.variant_id > wanted.variant_id
          and next.topic <> ${savedTopic}
        order by next.variant_id
        limit 1
      )
      from wanted
      where variant_id is not null
    ),
    page as materialized (
      select variant_id
      from wanted
      where variant_id is not null
      limit ${limit + 1}
    )
    select page.variant_id, variant.product_id, variant.title, variant.stock, coalesce(line.waiting, 0) as waiting,
      coalesce(line.units, 0) as units, coalesce(line.days, '[]') as days,
      (
        select count(*)
        from items item
        where item.store_id = ${storeId}
          and item.product_id = variant.product_id
          and item.variant_id = page.variant_id
      ) as saved
    from page
    left join variants variant on variant.store_id = ${storeId}
      and variant.variant_id = page.variant_id
    left join lateral (
      select sum(waiting)::integer as waiting, sum(units)::bigint as units,
        json_agg(json_build_object('day', day, 'waiting', waiting, 'units', units) order by day) as days
      from (
        select (waiting_since at time zone ${settings.timeZone})::date::text as day, count(*)::integer as waiting,
          sum(quantity) as units
        from subscriptions
        where store_id = ${storeId}
          and subscriptions.variant_id = page.variant_id
          and status = 'waiting'
          and (${topic ?? null}::text is null or lower(subscriptions.topic) = lower(${topic ?? null}))
        group by 1
      ) day
    ) line on true
    order by page.variant_id`
  const shown = variants.slice(0, limit)
  return { variants: shown, cursor: variants.length > limit ? writeCursor(shown.at(-1)!.variantId) : null }
}

export type AlertDay = {
  day: string
  topic: string
  planned: number
  told: number
  clicked: number
  bought: number
  /** By currency. */
  revenue: Record<string, number>
}

export type AlertPage = { days: AlertDay[]; cursor: string | null }

const mostDays = 31

/**
 * By topic and day of the store's time zone, newest day first, a month for each page. The steps: `bounds` (the times of the page's
 * days), `message` (sent alerts since then), `counted` (one row for each event: planned, sent, clicked, bought), `by_currency` (their sums; amounts of different
 * currencies are never added), then one row for each day and topic.
 */
export async function readAlertReport(
  sql: Sql,
  { storeId, settings }: Store,
  { cursor, limit = mostDays }: { cursor?: string | undefined; limit?: number | undefined },
  now = new Date(),
): Promise<AlertPage> {
  const zone = settings.timeZone
  const day = readCursor(cursor) || dayIn(zone, now)
  if (!/^20\d\d-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) throw badCatalogCursor()
  const from = addDays(day, 1 - limit)
  const days = await sql<AlertDay[]>`
    with bounds as (
      select (${from}::date)::timestamp at time zone ${zone} as first,
        (${day}::date + 1)::timestamp at time zone ${zone} as last
    ),
    message as materialized (
      select trigger.topic, delivery.sent_at, delivery.clicked_at
      from deliveries delivery
      join triggers trigger on trigger.store_id = ${storeId}
        and trigger.trigger_id = delivery.trigger_id
      cross join bounds
      where delivery.store_id = ${storeId}
        and delivery.status <> 'due'
        and delivery.updated_at >= bounds.first
        and delivery.sent_at is not null
    ),
    counted as (
      select created_at as at, topic, planned, 0 as told, 0 as clicked, 0 as bought, null::text as currency,
        null::numeric as amount
      from triggers
      where store_id = ${storeId}
        and created_at >= (select first from bounds)
        and created_at < (select last from bounds)
      union all
      select sent_at, topic, 0, 1, 0, 0, null, null
      from message
      union all
      select clicked_at, topic, 0, 0, 1, 0, null, null
      from message
      where clicked_at is not null
      union all
      select purchase.bought_at, trigger.topic, 0, 0, 0, 1, upper(coalesce(purchase.currency, variant.currency, '')),
        purchase.amount
      from purchases purchase
      join triggers trigger on trigger.store_id = ${storeId}
        and trigger.trigger_id = purchase.trigger_id
      left join variants variant on variant.store_id = ${storeId}
        and variant.variant_id = purchase.variant_id
      where purchase.store_id = ${storeId}
        and purchase.bought_at >= (select first from bounds)
        and purchase.bought_at < (select last from bounds)
    ),
    by_currency as (
      select (at at time zone ${zone})::date::text as day, topic, currency, sum(planned) as planned, sum(told) as told,
        sum(clicked) as clicked, sum(bought) as bought, sum(amount) as amount
      from counted
      cross join bounds
      where at >= bounds.first
        and at < bounds.last
      group by 1, 2, 3
    )
    select day, topic, sum(planned)::integer as planned, sum(told)::integer as told, sum(clicked)::integer as clicked,
      sum(bought)::integer as bought,
      coalesce(jsonb_object_agg(currency, amount) filter (where amount is not null), '{}') as revenue
    from by_currency
    group by day, topic
    order by day desc, topic`
  const [older] = await sql<{ exists: boolean }[]>`
    select exists (
      select from triggers
      where store_id = ${storeId}
        and created_at < (${from}::date)::timestamp at time zone ${zone}
    )`
  return { days: [...days], cursor: older!.exists ? writeCursor(addDays(from, -1)) : null }
}
