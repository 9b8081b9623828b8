/** How many subscriptions wait for each variant: counted while a merchant looks at it, and read by rank. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { savedTopic } from '../rules/saved-items.ts'
import type { Store } from '../stores/stores.ts'
import { dayIn } from './daily-figures.ts'

/** Counts all waiting subscriptions and writes the differences; returns their number. */
export async function countDemand(sql: Database, { storeId, settings }: Store, now = new Date()): Promise<number> {
  return await transaction(sql, async (sql) => {
    // Locks the day's row: two counts at the same time would write the same rows.
    await sql`
      insert into daily_totals (store_id, day, counted_at)
      values (${storeId}, ${dayIn(settings.timeZone, now)}, '-infinity')
      on conflict (store_id, day) do update
      set waiting = daily_totals.waiting`
    const [counted] = await sql<{ waiting: number }[]>`
      with counted as materialized (
        select variant_id, topic, count(*)::integer as waiting,
          -- a few thousand subscriptions with large quantities would exceed the column
          least(sum(quantity), 2147483647)::integer as units
        from subscriptions
        where store_id = ${storeId}
          and status = 'waiting'
          and topic <> ${savedTopic}
        group by variant_id, topic
      ),
      stored as materialized (
        select variant_id, topic, waiting, units
        from demand
        where store_id = ${storeId}
      ),
      gone as (
        delete from demand
        using stored
        where demand.store_id = ${storeId}
          and demand.variant_id = stored.variant_id
          and demand.topic = stored.topic
          and not exists (
            select from counted
            where counted.variant_id = stored.variant_id
              and counted.topic = stored.topic
          )
      ),
      written as (
        insert into demand (store_id, topic, variant_id, waiting, units)
        select ${storeId}, counted.topic, counted.variant_id, counted.waiting, counted.units
        from counted
        left join stored on stored.variant_id = counted.variant_id
          and stored.topic = counted.topic
        where (stored.waiting, stored.units) is distinct from (counted.waiting, counted.units)
        on conflict (store_id, variant_id, topic) do update
        set waiting = excluded.waiting,
            units = excluded.units
      )
      select coalesce(sum(waiting), 0)::integer as waiting
      from counted`
    await sql`
      update daily_totals
      set waiting = ${counted!.waiting}
      where store_id = ${storeId}
        and day = ${dayIn(settings.timeZone, now)}`
    return counted!.waiting
  })
}

export type WantedVariant = {
  variantId: string
  productId: string | null
  topic: string
  waiting: number
  units: number
  title: string | null
  variantInfo: string | null
  imageUrl: string | null
  price: number | null
  currency: string | null
  stock: number | null
}

export type WantedQuery = { soldOutOnly?: boolean; after?: string | undefined; limit: number }

/** The most waiting subscriptions first. `after` is the previous page's last row, as `waiting:topic:variant`. */
export async function readDemand(
  sql: Sql,
  { storeId }: Store,
  { soldOutOnly = false, after, limit }: WantedQuery,
): Promise<{ rows: WantedVariant[]; next: string | null }> {
  const [, most, topic, variantId] = /^(\d{1,9}):([^:]*):(.*)$/s.exec(after ?? '') ?? []
  const rows = await sql<WantedVariant[]>`
    select demand.variant_id, variant.product_id, demand.topic, demand.waiting, demand.units, variant.title,
      variant.variant_info, variant.image_url, variant.price::float8, variant.currency, variant.stock
    from demand
    left join variants variant on variant.store_id = ${storeId}
      and variant.variant_id = demand.variant_id
      and variant.deleted_at is null
    where demand.store_id = ${storeId}
      and (not ${soldOutOnly} or coalesce(variant.stock, 0) <= 0)
      and (
        ${most ?? null}::integer is null
        or demand.waiting <= ${most ?? null}::integer
          and (demand.waiting, demand.variant_id, demand.topic)
            < (${most ?? null}::integer, ${variantId ?? null}::text, ${topic ?? null}::text)
      )
    order by demand.waiting desc, demand.variant_id desc, demand.topic desc
    limit ${limit}`
  const last = rows.length === limit ? rows.at(-1)! : null
  return { rows, next: last && `${last.waiting}:${last.topic}:${last.variantId}` }
}
