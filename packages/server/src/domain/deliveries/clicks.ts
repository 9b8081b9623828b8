/** A click on an alert: noted with the delivery it came from, and where it leads. */
import type { Database, Sql } from '../../database/connect.ts'
import type { ClickClaim } from '../shoppers/links.ts'
import type { Store } from '../stores/stores.ts'
import { withEvents } from '../webhooks/with-events.ts'

/** What is known of where the product is. */
export type ClickedProduct = { catalogUrls: string[]; url: string; urlFromStore: boolean }

type Clicked = ClickedProduct & { triggerId: string | null; medium: string | null }

/** Null when the subscription is gone. `item`: the place of the product in a message about several. The first click is the one that counts. */
export async function recordClick(
  sql: Database,
  store: Store,
  claim: ClickClaim,
  item: number | null = null,
): Promise<ClickedProduct | null> {
  const { subscriptionId } = claim
  return await withEvents(
    sql,
    store,
    ['alert.clicked'],
    (sql) => markClicked(sql, store, claim, item),
    (done) => {
      if (!done?.triggerId) return []
      const { triggerId, medium } = done
      return [{ type: 'alert.clicked', data: { subscriptionId, triggerId, medium } }]
    },
  )
}

/** With the trigger of the message, the first time. */
async function markClicked(
  sql: Sql,
  { storeId, settings }: Store,
  { subscriptionId, triggerTail }: ClickClaim,
  item: number | null,
): Promise<Clicked | null> {
  const [row] = await sql<Clicked[]>`
    with clicked as (
      update deliveries
      set clicked_at = now(),
          updated_at = now()
      where store_id = ${storeId}
        and subscription_id = ${subscriptionId}
        and right(trigger_id::text, 8) = ${triggerTail}
        and clicked_at is null
      returning trigger_id, channel
    )
    select array_remove(array[variant.variant_url, variant.url], null) as catalog_urls, subscription.url,
      subscription.url_from_store,
      (select trigger_id from clicked limit 1) as trigger_id,
      (select channel from clicked limit 1) as medium
    from subscriptions subscription
    left join variants variant
      on variant.store_id = ${storeId}
      and variant.variant_id = coalesce((
        -- the button of a message about several products leads to the shop
        select facts -> 'items' -> coalesce(
          ${item}::integer,
          case when ${settings.shopUrl !== null} and jsonb_array_length(facts -> 'items') > 1 then 10000 else 0 end
        ) ->> 'variantId'
        from deliveries
        where store_id = ${storeId}
          and subscription_id = ${subscriptionId}
          and right(trigger_id::text, 8) = ${triggerTail}
          and jsonb_typeof(facts -> 'items') = 'array'
        limit 1
      ), subscription.variant_id)
    where subscription.store_id = ${storeId}
      and subscription.subscription_id = ${subscriptionId}`
  return row ?? null
}
