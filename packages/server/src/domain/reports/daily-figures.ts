/** Daily figures for reports: a past day is counted once, today is counted again each time. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'

export type DailyFigures = {
  day: string
  signedUp: number
  told: number
  clicked: number
  bought: number
  revenue: number
  saved: number
  restocks: number
  waiting: number | null
}

/** Both days are included, in the store's time zone. */
export type Period = { from: string; to: string }

export const dayIn = (timeZone: string, at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The last `days` days including today, and as many before them. */
export function lastDays({ settings }: Store, days: number, now = new Date()): { now: Period; before: Period } {
  const to = dayIn(settings.timeZone, now)
  const from = addDays(to, 1 - days)
  return { now: { from, to }, before: { from: addDays(from, -days), to: addDays(from, -1) } }
}

/** Rows written this late still count for their day. */
const grace = `interval '15 minutes'`

/** Counts the days of a period that were not counted since they ended. May be repeated. */
export async function countDays(sql: Database, store: Store, { from, to }: Period): Promise<void> {
  const { storeId, settings } = store
  const zone = settings.timeZone
  await transaction(sql, async (sql) => {
    const open = await sql<{ first: string; last: string }[]>`
      select min(each_day.day)::date::text as first, max(each_day.day)::date::text as last
      from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as each_day (day)
      where not exists (
        select from daily_totals total
        where total.store_id = ${storeId}
          and total.day = each_day.day::date
          and total.counted_at >= (total.day + 1)::timestamp at time zone ${zone} + ${sql.unsafe(grace)}
      )`
    const { first, last } = open[0]!
    if (!first || !last) return
    const days = { first, last, zone }
    // Locks the days: two counts at the same time would write the same rows.
    await sql`
      insert into daily_totals (store_id, day)
      select ${storeId}, each_day.day::date
      from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') as each_day (day)
      order by each_day.day
      on conflict (store_id, day) do update
      set counted_at = now()`
    await writeFigures(sql, storeId, days)
    await writeTotals(sql, storeId, days)
  })
}

type DaySpan = { first: string; last: string; zone: string }

const within = (sql: Sql, column: string, { first, last, zone }: DaySpan) => sql`
  ${sql.unsafe(column)} >= ${first}::date::timestamp at time zone ${zone}
  and ${sql.unsafe(column)} < (${last}::date + 1)::timestamp at time zone ${zone}`

const dayOf = (sql: Sql, column: string, { zone }: DaySpan) =>
  sql`(${sql.unsafe(column)} at time zone ${zone}::text)::date`

async function writeFigures(sql: Sql, storeId: number, span: DaySpan): Promise<void> {
  await sql`
    insert into daily_figures (store_id, day, topic, medium, signed_up, told, clicked, bought, revenue)
    select ${storeId}, day, topic, medium, sum(signed_up), sum(told), sum(clicked), sum(bought), sum(revenue)
    from (
      select ${dayOf(sql, 'created_at', span)} as day, topic, medium, count(*) as signed_up, 0 as told, 0 as clicked,
        0 as bought, 0 as revenue
      from subscriptions
      where store_id = ${storeId}
        and ${within(sql, 'created_at', span)}
      group by 1, 2, 3
      union all
      select sent.day, trigger.topic, sent.medium, 0, sum(sent.told), sum(sent.clicked), 0, 0
      from (
        select ${dayOf(sql, 'sent_at', span)} as day, trigger_id, medium, count(*) as told, 0 as clicked
        from deliveries
        where store_id = ${storeId}
          and ${within(sql, 'sent_at', span)}
          and status = 'sent'
        group by 1, 2, 3
        union all
        select ${dayOf(sql, 'clicked_at', span)}, trigger_id, medium, 0, count(*)
        from deliveries
        where store_id = ${storeId}
          and ${within(sql, 'clicked_at', span)}
        group by 1, 2, 3
      ) sent
      join triggers trigger on trigger.store_id = ${storeId}
        and trigger.trigger_id = sent.trigger_id
      group by 1, 2, 3
      union all
      select ${dayOf(sql, 'bought_at', span)}, subscription.topic, subscription.medium, 0, 0, 0, count(*),
        coalesce(sum(purchase.amount), 0)
      from purchases purchase
      join subscriptions subscription on subscription.store_id = ${storeId}
        and subscription.subscription_id = purchase.subscription_id
      where purchase.store_id = ${storeId}
        and ${within(sql, 'bought_at', span)}
      group by 1, 2, 3
    ) happened
    group by day, topic, medium
    on conflict (store_id, day, topic, medium) do update
    set signed_up = excluded.signed_up,
        told = excluded.told,
        clicked = excluded.clicked,
        bought = excluded.bought,
        revenue = excluded.revenue
    where daily_figures is distinct from excluded`
}

async function writeTotals(sql: Sql, storeId: number, span: DaySpan): Promise<void> {
  await sql`
    update daily_totals total
    set saved = coalesce(saves.saved, 0),
        restocks = coalesce(moves.restocks, 0)
    from generate_series(${span.first}::timestamp, ${span.last}::timestamp, interval '1 day') as each_day (day)
    left join (
      select ${dayOf(sql, 'created_at', span)} as day, count(*) as saved
      from items
      where store_id = ${storeId}
        and ${within(sql, 'created_at', span)}
      group by 1
    ) saves on saves.day = each_day.day
    left join (
      select ${dayOf(sql, 'created_at', span)} as day, count(*) as restocks
      from triggers
      where store_id = ${storeId}
        and ${within(sql, 'created_at', span)}
        and stock_move is not null
      group by 1
    ) moves on moves.day = each_day.day
    where total.store_id = ${storeId}
      and total.day = each_day.day`
}

/** One row for each day, also for days without events. */
export async function readDays(sql: Sql, { storeId }: Store, { from, to }: Period): Promise<DailyFigures[]> {
  return await sql<DailyFigures[]>`
    select each_day.day::date::text as day,
      coalesce(figures.signed_up, 0)::integer as signed_up,
      coalesce(figures.told, 0)::integer as told,
      coalesce(figures.clicked, 0)::integer as clicked,
      coalesce(figures.bought, 0)::integer as bought,
      coalesce(figures.revenue, 0)::float8 as revenue,
      coalesce(total.saved, 0) as saved,
      coalesce(total.restocks, 0) as restocks,
      total.waiting
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as each_day (day)
    left join (
      select day, sum(signed_up) as signed_up, sum(told) as told, sum(clicked) as clicked, sum(bought) as bought,
        sum(revenue) as revenue
      from daily_figures
      where store_id = ${storeId}
        and day between ${from}::date and ${to}::date
      group by day
    ) figures on figures.day = each_day.day
    left join daily_totals total on total.store_id = ${storeId}
      and total.day = each_day.day
    order by each_day.day`
}

/** The currency of the last purchase, otherwise of any product. */
export async function findCurrency(sql: Sql, { storeId }: Store): Promise<string | null> {
  const [found] = await sql<{ currency: string | null }[]>`
    select coalesce(
      (
        select currency
        from purchases
        where purchases.store_id = ${storeId}
        order by bought_at desc
        limit 1
      ),
      (
        select currency
        from variants
        where variants.store_id = ${storeId}
        limit 1
      )
    ) as currency`
  return found!.currency
}

export type TopicFigures = {
  topic: string
  medium: string
  signedUp: number
  told: number
  clicked: number
  bought: number
  revenue: number
}

export async function readTopicFigures(sql: Sql, { storeId }: Store, { from, to }: Period): Promise<TopicFigures[]> {
  return await sql<TopicFigures[]>`
    select topic, medium, sum(signed_up)::integer as signed_up, sum(told)::integer as told,
      sum(clicked)::integer as clicked, sum(bought)::integer as bought, sum(revenue)::float8 as revenue
    from daily_figures
    where store_id = ${storeId}
      and day between ${from}::date and ${to}::date
    group by topic, medium
    order by sum(told) desc, topic, medium`
}
