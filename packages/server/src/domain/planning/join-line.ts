/** Any variant: subscriptions that wait for any variant of a product join the line of the variant that is back. */
import type { Sql } from '../../database/connect.ts'
import { holdsOffer, statusAfter } from '../rules/subscription-states.ts'
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

/**
 * For an address that has an ended or unconfirmed subscription of the variant itself. Returns how many joined the line, at most
 * `most`. A variant has one subscription of an address, so that one goes on with the wish,
 * place, consent and owner of the one that waits, which ends. Without this, a stranger who types in an address for a variant and
 * never confirms it would stop the alert of the address's owner. Who asked for the unconfirmed one still sees it as they did. One that
 * was notified in this round stays as it is: one message is enough.
 */
export async function mergeIntoEnded(
  sql: Sql,
  { storeId, variantId, topic, triggerId }: Round,
  most: number,
): Promise<number> {
  const [done] = await sql<{ joined: number }[]>`
    with pairs as materialized (
      select distinct on (existing.subscription_id) waiting.subscription_id as source_id,
        existing.subscription_id as target_id
      from variants variant
      join any_variant_subscriptions any_variant
        on any_variant.store_id = variant.store_id
        and any_variant.product_id = variant.product_id
      join subscriptions waiting
        on waiting.store_id = any_variant.store_id
        and waiting.subscription_id = any_variant.subscription_id
        and waiting.any_of = variant.product_id
        and waiting.topic = ${topic.topic}
        and waiting.status = 'waiting'
        and waiting.variant_id <> variant.variant_id
      join subscriptions existing
        on existing.store_id = waiting.store_id
        and existing.address = waiting.address
        and existing.medium = waiting.medium
        and existing.topic = waiting.topic
        and existing.variant_id = variant.variant_id
      where variant.store_id = ${storeId}
        and variant.variant_id = ${variantId}
        and existing.status in ('unconfirmed', 'told', 'left', 'expired')
        and existing.told_trigger_id is distinct from ${triggerId}::uuid
        and not ${holdsOffer(sql, 'existing')}
        -- a message about another variant is on its way
        and not exists (
          select from deliveries delivery
          where delivery.store_id = ${storeId}
            and delivery.subscription_id = waiting.subscription_id
            and delivery.status = 'due'
        )
      order by existing.subscription_id, waiting.waiting_since, waiting.subscription_id
      limit ${most}
    ),
    locked as materialized (
      select subscription_id
      from subscriptions
      where store_id = ${storeId}
        and subscription_id in (select source_id from pairs union all select target_id from pairs)
      order by subscription_id
      for update
    ),
    source as (
      update subscriptions subscription
      set status = ${statusAfter(sql, 'moveAway')},
          updated_at = now()
      from pairs
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = pairs.source_id
        and subscription.subscription_id in (select subscription_id from locked)
        and subscription.status = 'waiting'
      returning subscription.*, pairs.target_id
    ),
    still_asked as (
      insert into subscription_asks (
        store_id, shopper_id, subscription_id, holder_id, asked_at, target_price, variant_id, any_variant
      )
      select ${storeId}::bigint, asked.shopper_id, asked.subscription_id, asked.shopper_id,
        greatest(asked.waiting_since, source.waiting_since), asked.target_price, asked.variant_id, asked.any_of is not null
      from source
      join subscriptions asked
        on asked.store_id = ${storeId}
        and asked.subscription_id = source.target_id
      where asked.status = 'unconfirmed'
        and asked.shopper_id <> source.shopper_id
      on conflict do nothing
    ),
    target as (
      update subscriptions subscription
      set status = ${statusAfter(sql, 'moveInto', 'subscription.status')},
          shopper_id = source.shopper_id,
          consent_id = source.consent_id,
          waiting_since = source.waiting_since,
          any_of = source.any_of,
          quantity = source.quantity,
          target_price = source.target_price,
          locale = source.locale,
          extras = source.extras,
          passed_over = true,
          told_trigger_id = null,
          updated_at = now()
      from source
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = source.target_id
      returning subscription.subscription_id, subscription.status, subscription.any_of, source.subscription_id as source_id
    ),
    by_product as (
      insert into any_variant_subscriptions (store_id, product_id, subscription_id)
      select ${storeId}::bigint, any_of, subscription_id
      from target
      on conflict do nothing
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}::bigint, subscription_id, status, 'moved', jsonb_build_object('into', target_id)
      from source
      union all
      select ${storeId}::bigint, subscription_id, status, 'joined-by-move', jsonb_build_object('from', source_id)
      from target
    )
    select count(*)::integer as joined
    from target`
  return done!.joined
}
