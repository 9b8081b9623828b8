/** Whoever begins to wait late stands where planning may have gone by: confirmed, came back, or moved here with a place. */
import type { Sql } from '../../database/connect.ts'
import { addWakes } from '../schedule/scheduled-work.ts'
import type { Store } from '../stores/stores.ts'

/** The caller has marked them as passed over. The rounds of what they wait for are looked at again, and tell nobody else. */
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
  await addWakes(
    sql,
    storeId,
    live.map(({ triggerId }) => ({ work: 'plan', triggerId })),
  )
}
