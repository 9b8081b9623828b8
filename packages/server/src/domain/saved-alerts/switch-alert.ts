/** Turns the alert about saved items of one shopper on and off: its subscription, its consent, its timeline. */
import type { Sql } from '../../database/connect.ts'
import { everySavedItemOf, newsTopics, savedTopic } from '../rules/saved-items.ts'
import { firstStatus, statusAfter, statusAllows } from '../rules/subscription-states.ts'
import { newId } from '../secrets/ids.ts'
import { type ConsentFacts, consentColumns, consentValues } from '../shoppers/consents.ts'
import type { Store } from '../stores/stores.ts'

type Saver = { shopperId: string; address: string; locale: string | undefined }

/**
 * The store knows whose address it is, because the shopper is signed in: no second yes is needed. An alert that goes on already
 * stays as it is, under its consent.
 */
export async function startSavedAlert(sql: Sql, store: Store, saver: Saver, facts: ConsentFacts): Promise<void> {
  const { storeId } = store
  const { shopperId, address, locale } = saver
  const [subscriptionId, consentId] = [newId(), newId()]
  const consent = { consentId, purpose: 'alert' as const, granted: true }
  await sql`
    with started as (
      insert into subscriptions as known (
        store_id, subscription_id, medium, address, topic, variant_id, product_id, url, shopper_id, status, consent_id, locale,
        origin
      )
      values (
        ${storeId}, ${subscriptionId}, 'email', ${address}, ${savedTopic}, ${everySavedItemOf(shopperId)}, ${everySavedItemOf(shopperId)}, '',
        ${shopperId}, ${firstStatus(sql, 'subscribe')}, ${consentId}, ${locale ?? null}, 'saved'
      )
      on conflict (store_id, address, medium, topic, variant_id) do update
      set status = ${statusAfter(sql, 'subscribe', 'known.status')},
          consent_id = excluded.consent_id,
          shopper_id = excluded.shopper_id,
          locale = coalesce(excluded.locale, known.locale),
          waiting_since = now(),
          updated_at = now()
      where known.status <> 'told'
        and ${statusAllows(sql, 'subscribe', 'known.status')}
      returning subscription_id, status, xmax = 0 as is_new
    ),
    consented as (
      insert into consents (${sql.unsafe(consentColumns)}, text, locale)
      select ${consentValues(sql, store, { medium: 'email', address }, consent, facts)},
        ${facts.text ?? null}::text, ${facts.locale ?? null}::text
      where exists (select from started)
    )
    insert into subscription_events (store_id, subscription_id, step, reason, facts)
    select ${storeId}, subscription_id, status, case when is_new then 'subscribed' else 'subscribed-again' end,
      jsonb_build_object('source', ${facts.source}::text, 'consentId', ${consentId}::uuid)
    from started`
  await sql`
    insert into saved_alerts (store_id, shopper_id, subscription_id, topics)
    select ${storeId}, ${shopperId}, subscription_id, ${[...newsTopics]}::text[]
    from subscriptions
    where store_id = ${storeId}
      and address = ${address}
      and medium = 'email'
      and topic = ${savedTopic}
      and variant_id = ${everySavedItemOf(shopperId)}
    on conflict (store_id, shopper_id) do update
    set subscription_id = excluded.subscription_id,
        answered_at = now()
    where saved_alerts.subscription_id is distinct from excluded.subscription_id`
}

/** Also the first answer: a no is remembered, so that nobody asks again. */
export async function stopSavedAlert(sql: Sql, store: Store, shopperId: string, facts: ConsentFacts): Promise<void> {
  const { storeId } = store
  const refusalId = newId()
  const [alert] = await sql<{ subscriptionId: string | null }[]>`
    insert into saved_alerts as known (store_id, shopper_id, topics)
    values (${storeId}, ${shopperId}, ${[...newsTopics]}::text[])
    on conflict (store_id, shopper_id) do update
    set topics = known.topics
    returning subscription_id`
  await sql`
    with stopped as (
      update subscriptions
      set status = ${statusAfter(sql, 'unsubscribe')},
          updated_at = now()
      where store_id = ${storeId}
        and subscription_id = ${alert!.subscriptionId}
        and ${statusAllows(sql, 'unsubscribe')}
      returning subscription_id, medium, address, status
    ),
    refused as (
      insert into consents (${sql.unsafe(consentColumns)})
      select ${storeId}::bigint, ${refusalId}::uuid, medium, address, 'alert', false, ${facts.textVersion}, ${facts.source},
        ${facts.userAgent}, ${facts.callerHash}
      from stopped
    )
    insert into subscription_events (store_id, subscription_id, step, reason, facts)
    select ${storeId}, subscription_id, status, 'removed-by-shopper',
      jsonb_build_object('source', ${facts.source}::text, 'was', 'waiting')
    from stopped`
}
