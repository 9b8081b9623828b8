/** `saved-alerts=on`: whoever signed in and saved something gets alerts about it without being asked, until they say no. */
import type { Sql } from '../../database/connect.ts'
import { newsTopics, savedTopic } from '../rules/saved-items.ts'
import { firstStatus } from '../rules/subscription-states.ts'
import type { Store } from '../stores/stores.ts'
import type { SavedChange } from './saved-changes.ts'

/** Recorded as the store's choice. Leaves out addresses whose last word about alerts was no. */
export async function enrolSavers(sql: Sql, { storeId }: Store, changes: SavedChange[]): Promise<void> {
  await sql`
    with savers as materialized (
      select distinct shopper.shopper_id, shopper.email
      from variants variant
      join items item on item.store_id = ${storeId}
        and item.product_id = variant.product_id
      join lists list on list.store_id = ${storeId}
        and list.list_id = item.list_id
      join shoppers shopper on shopper.store_id = ${storeId}
        and shopper.shopper_id = list.shopper_id
      where variant.store_id = ${storeId}
        and variant.variant_id = any(${changes.map(({ variantId }) => variantId)})
        and shopper.email is not null
        and not exists (
          select from saved_alerts alert
          where alert.store_id = ${storeId}
            and alert.shopper_id = shopper.shopper_id
        )
    ),
    willing as materialized (
      select shopper_id, email, gen_random_uuid() as subscription_id, gen_random_uuid() as consent_id
      from savers
      where coalesce((
        select granted
        from consents
        where consents.store_id = ${storeId}
          and consents.address = savers.email
          and consents.medium = 'email'
          and consents.purpose = 'alert'
        order by given_at desc
        limit 1
      ), true)
    ),
    consented as (
      insert into consents (store_id, consent_id, medium, address, purpose, granted, text_version, source)
      select ${storeId}, consent_id, 'email', email, 'alert', true, 'saved-alerts=on', 'store-setting'
      from willing
    ),
    enrolled as (
      insert into subscriptions (
        store_id, subscription_id, medium, address, topic, variant_id, product_id, url, shopper_id, status, consent_id, origin
      )
      select ${storeId}, subscription_id, 'email', email, ${savedTopic}, '*' || shopper_id, '*' || shopper_id, '', shopper_id,
        ${firstStatus(sql, 'enrolListOwner')}, consent_id, 'saved'
      from willing
      on conflict (store_id, address, medium, topic, variant_id) do nothing
      returning subscription_id, shopper_id
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason)
      select ${storeId}, subscription_id, 'waiting', 'saved-alerts-on'
      from enrolled
    )
    insert into saved_alerts (store_id, shopper_id, subscription_id, topics)
    select ${storeId}, shopper_id, subscription_id, ${[...newsTopics]}::text[]
    from enrolled
    on conflict (store_id, shopper_id) do nothing`
}
