/** Subscribes list owners: shoppers who subscribed to a topic once and have saved this product. */
import type { Sql } from '../../database/connect.ts'
import { firstStatus } from '../rules/subscription-states.ts'
import { listOwnersOf } from './triggers.ts'
import type { Round } from './waiting-line.ts'

/** Only those subscribed to this topic with the e-mail address of their account, under the consent they gave then. */
export async function enrolListOwners(sql: Sql, { storeId, variantId, topic }: Round, now: Date): Promise<void> {
  await sql`
    with wanted as (
      select ${variantId}::text as variant_id, ${topic.topic}::text as topic
    ),
    enrolled as (
      insert into subscriptions as subscription (
        store_id, subscription_id, medium, address, topic, variant_id, product_id, url, shopper_id, status,
        consent_id, price_when_saved, waiting_since, origin, locale, time_zone
      )
      select distinct on (owner.address)
        ${storeId}, gen_random_uuid(), owner.medium, owner.address, wanted.topic, wanted.variant_id, owner.product_id,
        owner.url, owner.shopper_id, ${firstStatus(sql, 'enrolListOwner')}, owner.consent_id, owner.price, ${now}::timestamptz,
        'saved', owner.locale, owner.time_zone
      from wanted
      cross join lateral (${listOwnersOf(sql, storeId)}) owner
      where not exists (
        select from subscriptions known
        where known.store_id = ${storeId}
          and known.address = owner.address
          and known.medium = owner.medium
          and known.topic = wanted.topic
          and known.variant_id = wanted.variant_id
      )
      order by owner.address, owner.subscription_id
      on conflict (store_id, address, medium, topic, variant_id) do nothing
      returning subscription.subscription_id
    )
    insert into subscription_events (store_id, subscription_id, step, reason)
    select ${storeId}, subscription_id, 'waiting', 'saved-item'
    from enrolled`
}
