/** Any variant: the subscriptions that may join the line of the variant that is back. */
import type { Fragment, Sql } from '../../database/connect.ts'

/** The line of a variant that is back, planned by a trigger. */
export type RestockedLine = { storeId: number; variantId: string; triggerId: string; topic: { topic: string } }

export type JoiningAlert = {
  subscriptionId: string
  /** The address has a subscription for this variant that notifies nobody: ended, or not confirmed. It goes on for this one. */
  existingId: string | null
}

const productOf = (sql: Sql, { storeId, variantId }: RestockedLine) =>
  sql`select product_id from variants where store_id = ${storeId} and variant_id = ${variantId}`

/** By the product's own table: the waiting lines may have a million rows. */
export const listedFor = (sql: Sql, round: RestockedLine) => sql`
  select subscription_id
  from any_variant_subscriptions
  where store_id = ${round.storeId}
    and product_id = (${productOf(sql, round)})`

/**
 * Those of `listed` that may join, whoever waits longest first: planning may give out all units before the next turn. Each row is
 * looked up by its whole key (`limit`, `bool_or`): as plain joins, PostgreSQL reads all rows of the store for each of them while its
 * statistics are older than the rows (20,000 of 100,000 took over 30 s; by key 1 s).
 */
export const findJoining = (sql: Sql, round: RestockedLine, listed: Fragment, most: number) => sql<JoiningAlert[]>`
  with listed as materialized (${listed}),
  waiting as materialized (
    select subscription.*
    from listed
    cross join lateral (
      select subscription_id, address, medium, topic, variant_id, any_of, waiting_since, status, held_until
      from subscriptions
      where store_id = ${round.storeId}
        and subscriptions.subscription_id = listed.subscription_id
      limit 1
    ) subscription
    where subscription.any_of = (${productOf(sql, round)})
      and subscription.topic = ${round.topic.topic}
      and subscription.status = 'waiting'
      -- a held-out one has units of the other variant
      and (subscription.held_until is null or subscription.held_until <= now())
      and subscription.variant_id <> ${round.variantId}
  ),
  first as (
    select distinct on (waiting.address, waiting.medium) waiting.subscription_id, waiting.waiting_since,
      existing.subscription_id as existing_id
    from waiting
    left join lateral (${existingOf(sql, round)}) existing on true
    where ${isOfProduct(sql, round)}
      -- a message about another variant is on its way
      and not ${hasDelivery(sql, round, sql`waiting.subscription_id`, sql`status = 'due'`)}
      and (
        existing.subscription_id is null
        or (
          existing.status in ('unconfirmed', 'told', 'bought', 'left', 'expired')
          and not (existing.status = 'told' and coalesce(existing.offered_until > now(), false))
          -- notified of this restock already
          and not ${hasDelivery(sql, round, sql`existing.subscription_id`, sql`trigger_id = ${round.triggerId}`)}
        )
      )
    order by waiting.address, waiting.medium, waiting.waiting_since, waiting.subscription_id
  )
  select subscription_id, existing_id
  from first
  order by waiting_since, subscription_id
  limit ${most}`

/** The subscription that the address of `waiting` has for the variant that is back. */
const existingOf = (sql: Sql, { storeId, variantId }: RestockedLine) => sql`
  select same.subscription_id, same.status, same.offered_until
  from subscriptions same
  where same.store_id = ${storeId}
    and same.address = waiting.address
    and same.medium = waiting.medium
    and same.topic = waiting.topic
    and same.variant_id = ${variantId}
  limit 1`

/** By the catalog, and not what the request said: or anybody could join any line. */
const isOfProduct = (sql: Sql, { storeId }: RestockedLine) => sql`
  waiting.any_of = (
    select product_id
    from variants own
    where own.store_id = ${storeId}
      and own.variant_id = waiting.variant_id
  )`

const hasDelivery = (sql: Sql, { storeId }: RestockedLine, subscriptionId: Fragment, condition: Fragment) => sql`
  coalesce((
    select bool_or(${condition})
    from deliveries
    where store_id = ${storeId}
      and subscription_id = ${subscriptionId}
  ), false)`
