/** Plans again for subscriptions that started to wait behind planning: confirmed late, resubscribed, or moved here with their place. */
import type { Sql } from '../../database/connect.ts'
import { scheduleWork } from '../schedule/scheduled-work.ts'
import type { Store } from '../stores/stores.ts'

/** The caller has set `passed_over` on them. Schedules planning of the triggers they wait for, which notifies nobody else. */
export async function replanLateJoiners(sql: Sql, { storeId }: Store, subscriptionIds: string[]): Promise<void> {
  if (subscriptionIds.length === 0) return
  const live = await sql<{ triggerId: string }[]>`
    select distinct trigger.trigger_id
    from subscriptions subscription
    join triggers trigger on trigger.store_id = ${storeId}
      and trigger.variant_id = subscription.variant_id
      and trigger.topic = subscription.topic
      and trigger.superseded_at is null
    where subscription.store_id = ${storeId}
      and subscription.subscription_id = any(${subscriptionIds})
      and subscription.status = 'waiting'`
  await scheduleWork(
    sql,
    storeId,
    live.map(({ triggerId }) => ({ work: 'plan', triggerId })),
  )
}
