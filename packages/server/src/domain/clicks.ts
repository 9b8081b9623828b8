/** A click on an alert: noted with the delivery it came from, and where it leads. */
import type { Sql } from '../database/connect.ts'
import type { ClickClaim } from './links.ts'
import type { Store } from './stores.ts'

/** The addresses the link may lead to, the best first; null when the subscription is gone. The first click is the one that counts. */
export async function recordClick(
  sql: Sql,
  { storeId }: Store,
  { subscriptionId, triggerTail }: ClickClaim,
): Promise<string[] | null> {
  const [row] = await sql<{ urls: (string | null)[] }[]>`
    with clicked as (
      update deliveries
      set clicked_at = now()
      where store_id = ${storeId}
        and subscription_id = ${subscriptionId}
        and right(trigger_id::text, 8) = ${triggerTail}
        and clicked_at is null
    )
    select array[variant.variant_url, variant.url, subscription.url] as urls
    from subscriptions subscription
    left join variants variant
      on variant.store_id = ${storeId}
      and variant.variant_id = subscription.variant_id
    where subscription.store_id = ${storeId}
      and subscription.subscription_id = ${subscriptionId}`
  return row ? row.urls.filter((url) => url !== null) : null
}
