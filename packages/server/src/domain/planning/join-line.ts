/** Any variant: subscriptions that wait for any variant of a product join the line of the variant that is back. */
import type { Sql } from '../../database/connect.ts'
import type { Round } from './waiting-line.ts'

/**
 * Returns how many joined, at most `most`. They keep their place, which planning may have passed already (`passed_over`). One whose
 * address also waits for this very variant stays where it is: one message is enough. So do all but the first of an address that
 * waits for any variant several times: a variant has one subscription of an address.
 */
export async function joinLine(sql: Sql, { storeId, variantId, topic }: Round, most: number): Promise<number> {
  const [done] = await sql<{ joined: number }[]>`
    with variant as (
      select product_id, coalesce(url, variant_url) as url
      from variants
      where store_id = ${storeId}
        and variant_id = ${variantId}
    ),
    -- a step of its own, because distinct and for update exclude each other
    first_of_address as materialized (
      select distinct on (address, medium) subscription_id
      from subscriptions subscription
      where store_id = ${storeId}
        and subscription_id in (
          select any_variant.subscription_id
          from any_variant_subscriptions any_variant
          where any_variant.store_id = ${storeId}
            and any_variant.product_id = (select product_id from variant)
        )
        and any_of = (select product_id from variant)
        and topic = ${topic.topic}
        and status = 'waiting'
        and variant_id <> ${variantId}
        -- a message about another variant is on its way
        and not exists (
          select from deliveries delivery
          where delivery.store_id = ${storeId}
            and delivery.subscription_id = subscription.subscription_id
            and delivery.status = 'due'
        )
        and not exists (
          select from subscriptions same
          where same.store_id = ${storeId}
            and same.address = subscription.address
            and same.medium = subscription.medium
            and same.topic = subscription.topic
            and same.variant_id = ${variantId}
        )
      order by address, medium, waiting_since, subscription_id
      limit ${most}
    ),
    locked as materialized (
      select subscription_id
      from subscriptions
      where store_id = ${storeId}
        and subscription_id = any (select subscription_id from first_of_address)
        and status = 'waiting'
        and variant_id <> ${variantId}
      order by subscription_id
      for update
    ),
    joined as (
      update subscriptions subscription
      set variant_id = ${variantId},
          url = coalesce((select url from variant), subscription.url),
          passed_over = true,
          told_trigger_id = null,
          updated_at = now()
      from locked
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = locked.subscription_id
      returning subscription.subscription_id, subscription.status
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}, subscription_id, status, 'moved', jsonb_build_object('variantId', ${variantId}::text)
      from joined
    )
    select count(*)::integer as joined
    from joined`
  return done!.joined
}
