/** Plans again for subscriptions that started to wait behind planning: imported, confirmed late, resubscribed, or moved here. */
import type { Sql } from '../../database/connect.ts'
import { scheduleWork } from '../schedule/scheduled-work.ts'
import type { Store } from '../stores/stores.ts'

/**
 * The caller has set `passed_over` on them. Schedules planning of the triggers they wait for, which notifies nobody else: those of
 * their variant, and of every variant of the product for one that any variant will do for.
 */
export async function replanLateJoiners(sql: Sql, { storeId }: Store, subscriptionIds: string[]): Promise<void> {
  if (subscriptionIds.length === 0) return
  const live = await sql<{ triggerId: string }[]>`
    with late as materialized (
      select distinct variant_id, topic, any_of
      from subscriptions
      where store_id = ${storeId}
        and subscription_id = any(${subscriptionIds})
        and status = 'waiting'
    ),
    line as (
      select variant_id, topic
      from late
      union
      select variant.variant_id, late.topic
      from late
      join variants variant on variant.store_id = ${storeId}
        and variant.product_id = late.any_of
      where late.any_of is not null
    )
    select trigger.trigger_id
    from line
    join triggers trigger on trigger.store_id = ${storeId}
      and trigger.variant_id = line.variant_id
      and trigger.topic = line.topic
      and trigger.superseded_at is null`
  await scheduleWork(
    sql,
    storeId,
    live.map(({ triggerId }) => ({ work: 'plan', triggerId })),
  )
}
