/** Shoppers who asked for a topic about one thing and saved another: they wait for news of that one too. */
import type { Sql } from '../../database/connect.ts'
import { firstStatus } from '../rules/subscription-states.ts'
import { listOwnersOf } from './triggers.ts'
import type { Round } from './waiting-line.ts'

/** Only who asked for this very topic by the e-mail of their account, under the consent they gave with it. */
export async function enrolListOwners(sql: Sql, { storeId, variantId, topic }: Round, now: Date): Promise<void> {
  await sql`
    with wanted as (
      select ${variantId}::text as variant_id, ${topic.topic}::text as topic
    ),
    enrolled as (
      insert into subscriptions as subscription (
        store_id, subscription_id, medium, address, topic, variant_id, product_id, url, shopper_id, status,
        consent_id, price_when_saved, waiting_since
      )
      select distinct on (saver.address)
        ${storeId}, gen_random_uuid(), saver.medium, saver.address, wanted.topic, wanted.variant_id, saver.product_id,
        saver.url, saver.shopper_id, ${firstStatus(sql, 'enrolListOwner')}, saver.consent_id, saver.price, ${now}::timestamptz
      from wanted
      cross join lateral (${listOwnersOf(sql, storeId)}) saver
      where not exists (
        select from subscriptions known
        where known.store_id = ${storeId}
          and known.address = saver.address
          and known.medium = saver.medium
          and known.topic = wanted.topic
          and known.variant_id = wanted.variant_id
      )
      order by saver.address, saver.subscription_id
      on conflict (store_id, address, medium, topic, variant_id) do nothing
      returning subscription.subscription_id
    )
    insert into subscription_events (store_id, subscription_id, step, reason)
    select ${storeId}, subscription_id, 'waiting', 'saved-item'
    from enrolled`
}
