/** Demand as money: how many units are wanted at which price, and what a restock is expected to bring. */
import type { Sql } from '../../database/connect.ts'
import { leastPeople } from '../lift/measure-lift.ts'
import { wilson } from '../lift/newcombe.ts'
import type { Store } from '../stores/stores.ts'
import { readCursor, writeCursor } from './report-cursor.ts'

/** Units wanted at this price or a higher one: somebody who pays 49 also pays 44. */
export type PricePoint = { price: number; waiting: number; saved: number; units: number }

/** `week`: its Monday. `market`: null while the store has none. */
export type DemandWeek = { week: string; market: string | null; units: number }

export type DemandValue = {
  variantId: string
  productId: string | null
  title: string | null
  variantInfo: string | null
  sku: string | null
  stock: number | null
  price: number | null
  currency: string | null
  /** Units of people who wait for it to be back, whatever it costs. */
  waiting: number
  /** Units in lists of people who asked for nothing. */
  saved: number
  prices: PricePoint[]
  weeks: DemandWeek[]
}

export type DemandValuePage = { variants: DemandValue[]; cursor: string | null }

/** How many of those who were notified bought, over the last year; `rate` is null for too few. */
export type Conversion = {
  told: number
  bought: number
  rate: { share: number; low: number; high: number } | null
  /** How many more have to be notified for a rate. */
  needed: number
}

export type ExpectedSale = { units: number; revenue: number | null }
/** Of a restock of `restock` units; the ends are those of the 95 % interval of the rate. */
export type Expectation = { restock: number; expected: ExpectedSale; low: ExpectedSale; high: ExpectedSale }

/**
 * What is not bought in an offer's time passes to the next, so a restock sells what the whole line would buy, at most itself. People
 * who only saved it are left out: nobody has measured how many of them buy. Null without a rate.
 */
export function expectSale(
  { waiting, price }: Pick<DemandValue, 'waiting' | 'price'>,
  { rate }: Conversion,
  restock: number,
): Expectation | null {
  if (!rate) return null
  const sale = (share: number): ExpectedSale => {
    const units = Math.min(restock, Math.round(share * waiting * 10) / 10)
    return { units, revenue: price === null ? null : Math.round(units * price * 100) / 100 }
  }
  return { restock, expected: sale(rate.share), low: sale(rate.low), high: sale(rate.high) }
}

/** Topics whose people wait for a price; the others wait for the product itself. */
const isOfPrice = (store: Store) => store.topics.filter(({ rule }) => rule === 'price-drop').map(({ topic }) => topic)

const mostMessages = 10_000

/** Of the newest messages that are at least a day old: who got one an hour ago may still buy. */
export async function readConversion(sql: Sql, store: Store): Promise<Conversion> {
  const { storeId } = store
  const [counted] = await sql<{ told: number; bought: number }[]>`
    with told as (
      select delivery.subscription_id, delivery.trigger_id
      from deliveries delivery
      join triggers trigger on trigger.store_id = ${storeId}
        and trigger.trigger_id = delivery.trigger_id
        and trigger.topic <> all(${isOfPrice(store)}::text[])
        and trigger.for_subscription_id is null
      where delivery.store_id = ${storeId}
        and delivery.status = 'sent'
        and delivery.sent_at > now() - interval '365 days'
        and delivery.sent_at < now() - interval '1 day'
      order by delivery.sent_at desc
      limit ${mostMessages}
    ),
    -- read once: there is no index by alert
    bought as (
      select distinct trigger_id, subscription_id
      from purchases
      where store_id = ${storeId}
        and bought_at > now() - interval '365 days'
        and trigger_id is not null
    )
    select count(*)::integer as told, count(bought.trigger_id)::integer as bought
    from told
    left join bought using (trigger_id, subscription_id)`
  const { told, bought } = counted!
  const isEnough = told >= leastPeople
  const rate = isEnough ? { share: bought / told, ...wilson({ people: told, bought }) } : null
  return { told, bought, rate, needed: Math.max(0, leastPeople - told) }
}

/** More would be read by nobody; the units of those left out are in the points below them. */
const mostPrices = 30
/** Price alerts without a target: from so far below the price when saved. */
const noticeableDrop = 0.05

export type ValueQuery = { variantId?: string | undefined; cursor?: string | undefined; limit?: number | undefined }

/**
 * Variants that somebody waits for, in the order of their ids, or the one named. `wish`: one row for each wanted quantity, with the
 * highest price at which it is wanted; `point`: their sums from the highest price down.
 */
export async function readDemandValue(
  sql: Sql,
  store: Store,
  { variantId, cursor, limit = 100 }: ValueQuery,
): Promise<DemandValuePage> {
  const { storeId, settings } = store
  const variants = await sql<DemandValue[]>`
    with recursive wanted as (
      (
        select variant_id
        from subscriptions
        where store_id = ${storeId}
          and status = 'waiting'
          and variant_id > ${readCursor(cursor)}
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
        order by next.variant_id
        limit 1
      )
      from wanted
      where variant_id is not null
    ),
    page as materialized (
      select coalesce(${variantId ?? null}::text, variant_id) as variant_id
      from (
        select variant_id from wanted where ${variantId === undefined}
        union all
        select ${variantId ?? null}::text where ${variantId !== undefined}
      ) found
      where variant_id is not null
      limit ${limit + 1}
    )
    select page.variant_id, variant.product_id, variant.title, variant.variant_info, variant.sku, variant.stock,
      variant.price::float8, variant.currency, coalesce(sums.waiting, 0)::float8 as waiting,
      coalesce(sums.saved, 0)::float8 as saved, coalesce(sums.prices, '[]') as prices, coalesce(weeks.weeks, '[]') as weeks
    from page
    left join variants variant on variant.store_id = ${storeId}
      and variant.variant_id = page.variant_id
    left join lateral (${priceSums(sql, store)}) sums on true
    left join lateral (
      select json_agg(json_build_object('week', week, 'market', market, 'units', units) order by week) as weeks
      from (
        -- no market yet: every sign-up is of the one that the store has
        select date_trunc('week', waiting_since at time zone ${settings.timeZone})::date::text as week, null::text as market,
          sum(quantity) as units
        from subscriptions
        where store_id = ${storeId}
          and subscriptions.variant_id = page.variant_id
          and status = 'waiting'
        group by 1, 2
      ) week
    ) weeks on true
    order by page.variant_id`
  const shown = variants.slice(0, limit)
  return { variants: shown, cursor: variants.length > limit ? writeCursor(shown.at(-1)!.variantId) : null }
}

/** For the rows `page` and `variant`. Who waits is not counted again for having saved it. */
const priceSums = (sql: Sql, store: Store) => sql`
  with wish as materialized (
    select 'waiting' as kind, quantity as units, topic = any(${isOfPrice(store)}::text[]) as is_of_price,
      case
        when target_price is not null then target_price
        when topic = any(${isOfPrice(store)}::text[]) then round(price_when_saved * ${1 - noticeableDrop}::numeric, 2)
        else variant.price
      end as price
    from subscriptions
    where subscriptions.store_id = ${store.storeId}
      and subscriptions.variant_id = page.variant_id
      and subscriptions.status = 'waiting'
    union all
    select 'saved', coalesce(item.quantity, 1), true, coalesce(item.price, variant.price)
    from items item
    join lists list on list.store_id = ${store.storeId}
      and list.list_id = item.list_id
    where item.store_id = ${store.storeId}
      and item.product_id = variant.product_id
      and item.variant_id = page.variant_id
      and not exists (
        select from subscriptions
        where subscriptions.store_id = ${store.storeId}
          and subscriptions.variant_id = page.variant_id
          and subscriptions.shopper_id = list.shopper_id
          and subscriptions.status = 'waiting'
      )
  ),
  step as (
    select price, sum(units) filter (where kind = 'waiting') as waiting, sum(units) filter (where kind = 'saved') as saved
    from wish
    where price is not null
    group by price
  ),
  point as (
    select price, coalesce(sum(waiting) over above, 0) as waiting, coalesce(sum(saved) over above, 0) as saved
    from step
    window above as (order by price desc)
    order by price desc
    limit ${mostPrices}
  )
  select
    (select sum(units) from wish where kind = 'waiting' and not is_of_price) as waiting,
    (select sum(units) from wish where kind = 'saved') as saved,
    (
      select json_agg(json_build_object(
        'price', price, 'waiting', waiting, 'saved', saved, 'units', waiting + saved
      ) order by price desc)
      from point
    ) as prices`
