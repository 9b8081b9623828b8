/** A click on an alert: noted with the delivery it came from, and where it leads. */
import type { Sql } from '../database/connect.ts'
import { emitEvents } from './events.ts'
import type { ClickClaim } from './links.ts'
import type { Store } from './stores.ts'

/** The addresses the link may lead to, the best first; null when the subscription is gone. The first click is the one that counts. */
export async function recordClick(
  sql: Sql,
  store: Store,
  { subscriptionId, triggerTail }: ClickClaim,
): Promise<string[] | null> {
  const { storeId } = store
  const [row] = await sql<{ urls: (string | null)[]; triggerId: string | null }[]>`
    with clicked as (
      update deliveries
      set clicked_at = now()
      where store_id = ${storeId}
        and subscription_id = ${subscriptionId}
        and right(trigger_id::text, 8) = ${triggerTail}
        and clicked_at is null
      returning trigger_id
    )
    select array[variant.variant_url, variant.url, subscription.url] as urls,
      (select trigger_id from clicked limit 1) as trigger_id
    from subscriptions subscription
    left join variants variant
      on variant.store_id = ${storeId}
      and variant.variant_id = subscription.variant_id
    where subscription.store_id = ${storeId}
      and subscription.subscription_id = ${subscriptionId}`
  if (row?.triggerId)
    await emitEvents(sql, store, [{ type: 'alert.clicked', data: { subscriptionId, triggerId: row.triggerId } }])
  return row ? row.urls.filter((url) => url !== null) : null
}
