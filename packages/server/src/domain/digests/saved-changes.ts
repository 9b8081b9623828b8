/** Changes of saved products: recorded in the transaction of the change, and looked at later, for many savers at once. */
import type { Sql } from '../../database/connect.ts'
import type { VariantChange } from '../rules/rule.ts'
import { type NewsTopic, newsOf, savedTopic } from '../rules/saved-items.ts'
import { topicNamed } from '../rules/standard-topics.ts'
import { scheduleWork } from '../schedule/scheduled-work.ts'
import type { Store } from '../stores/stores.ts'

/** A change of one variant that savers may want to know of. */
export type SavedChange = { variantId: string; topic: NewsTopic; priceBefore: number | null }

/**
 * One index lookup for each change that is news: whether anybody saved the product. Several changes of a variant are one row, with
 * the highest price before. `at`: when a settle time is over.
 */
export async function recordSavedChanges(sql: Sql, store: Store, changes: VariantChange[], at?: Date): Promise<void> {
  const { storeId, settings, topics } = store
  if (settings.savedAlerts === 'off' || !topicNamed(topics, savedTopic).enabled) return
  const news = changes.flatMap((change) =>
    newsOf(change, settings).map((topic): SavedChange => {
      const { variantId, priceBefore } = change
      return { variantId, topic, priceBefore: topic === 'pricedrop' ? priceBefore : null }
    }),
  )
  if (news.length === 0) return
  const recorded = await sql`
    insert into saved_changes as known (store_id, variant_id, topic, price_before, due_at)
    select ${storeId}, wanted.variant_id, wanted.topic, wanted.price_before, coalesce(${at ?? null}::timestamptz, now())
    from unnest(
      ${news.map(({ variantId }) => variantId)}::text[], ${news.map(({ topic }) => topic)}::text[],
      ${news.map(({ priceBefore }) => priceBefore)}::numeric[]
    ) as wanted (variant_id, topic, price_before)
    where exists (
      select from variants variant
      join items item on item.store_id = ${storeId}
        and item.product_id = variant.product_id
      where variant.store_id = ${storeId}
        and variant.variant_id = wanted.variant_id
      -- makes it a lookup for each
      offset 0
    )
    -- in one order, so that two calls do not deadlock
    order by wanted.variant_id, wanted.topic
    on conflict (store_id, variant_id, topic) do update
    set price_before = greatest(known.price_before, excluded.price_before),
        due_at = greatest(known.due_at, excluded.due_at)
    returning 1`
  if (recorded.length > 0) await scheduleWork(sql, storeId, [{ work: 'saved', ...(at && { at }) }])
}

/** Removes up to `most` changes that are due, oldest first, and returns them. */
export async function claimSavedChanges(sql: Sql, storeId: number, most: number): Promise<SavedChange[]> {
  return await sql<SavedChange[]>`
    with first as materialized (
      select variant_id, topic
      from saved_changes
      where store_id = ${storeId}
        and due_at <= now()
      order by due_at
      limit ${most}
      for update skip locked
    )
    delete from saved_changes
    using first
    where saved_changes.store_id = ${storeId}
      and saved_changes.variant_id = first.variant_id
      and saved_changes.topic = first.topic
    returning saved_changes.variant_id, saved_changes.topic, saved_changes.price_before::float8`
}
