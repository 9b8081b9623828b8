/** What becomes of the news when a message about saved items is sent, or never will be. */
import type { Sql } from '../../database/connect.ts'
import { statusAfter } from '../rules/subscription-states.ts'
import type { Store } from '../stores/stores.ts'
import type { DigestLine } from './digest-lines.ts'

type DigestKey = { subscriptionId: string; triggerId: string }

export type SentDigest = DigestKey & { told: readonly DigestLine[] }

/** Before the deliveries, as everywhere. */
export async function lockDigested(sql: Sql, storeId: number, digests: readonly DigestKey[]): Promise<void> {
  await sql`
    select subscription_id
    from subscriptions
    where store_id = ${storeId}
      and subscription_id = any(${digests.map(({ subscriptionId }) => subscriptionId)})
    order by subscription_id
    for no key update`
}

/** The alert goes on. What was told is remembered; the rest of the message's news is over. News found meanwhile stays if it is more. */
export async function settleSentDigests(sql: Sql, store: Store, digests: readonly SentDigest[]): Promise<void> {
  await closeNews(sql, store, digests)
  await sql`
    update subscriptions
    set status = ${statusAfter(sql, 'goOn')},
        told_trigger_id = null,
        told_at = null,
        updated_at = now()
    from unnest(
      ${digests.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${digests.map(({ triggerId }) => triggerId)}::uuid[]
    ) as sent (subscription_id, trigger_id)
    where subscriptions.store_id = ${store.storeId}
      and subscriptions.subscription_id = sent.subscription_id
      and subscriptions.told_trigger_id = sent.trigger_id`
}

/** For messages that are withheld: nobody was told. */
export const dropDigests = (sql: Sql, store: Store, digests: readonly DigestKey[]) =>
  closeNews(
    sql,
    store,
    digests.map((digest) => ({ ...digest, told: [] })),
  )

async function closeNews(sql: Sql, { storeId, settings }: Store, digests: readonly SentDigest[]): Promise<void> {
  const told = digests.flatMap((digest) => digest.told)
  await sql`
    with told as (
      select *
      from unnest(
        ${told.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${told.map(({ variantId }) => variantId)}::text[],
        ${told.map(({ topic }) => topic)}::text[], ${told.map(({ price }) => price)}::numeric[],
        ${told.map(({ foundAt }) => foundAt)}::timestamptz[]
      ) as told (subscription_id, variant_id, topic, price, found_at)
    ),
    noted as (
      update saved_news news
      set told_at = now(),
          told_price = told.price,
          -- found again while it was sent: news only if the price fell by enough since
          found_at = case
            when news.topic = 'pricedrop'
              and news.price < told.price
              and news.price <= told.price * (1 - ${settings.priceDropMin}::numeric)
            then nullif(news.found_at, told.found_at)
          end
      from told
      where news.store_id = ${storeId}
        and news.subscription_id = told.subscription_id
        and news.variant_id = told.variant_id
        and news.topic = told.topic
    )
    update saved_news news
    set found_at = null
    from unnest(
      ${digests.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${digests.map(({ triggerId }) => triggerId)}::uuid[]
    ) as done (subscription_id, trigger_id)
    where news.store_id = ${storeId}
      and news.subscription_id = done.subscription_id
      and news.trigger_id = done.trigger_id
      and not exists (
        select from told
        where told.subscription_id = news.subscription_id
          and told.variant_id = news.variant_id
          and told.topic = news.topic
      )`
}
