/** What a worker does with its claimed deliveries besides sending them: renew the lease, check again, release. */
import type { Sql } from '../../database/connect.ts'
import { alertChannel } from '../schedule/scheduled-work.ts'
import type { ClaimedKey } from './deliveries.ts'

/** The keys of claimed deliveries as rows `claimed`, for a `from`. Compare `attempts`: a lease that ended may be another's now. */
export const claimedKeys = (sql: Sql, claimed: readonly ClaimedKey[]) => sql`unnest(
  ${claimed.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${claimed.map(({ triggerId }) => triggerId)}::uuid[],
  ${claimed.map(({ channel }) => channel)}::text[], ${claimed.map(({ attempts }) => attempts)}::integer[]
) with ordinality as claimed (subscription_id, trigger_id, channel, attempts, place)`

/** Renews them for another `lease` milliseconds. Rows that another transaction has locked are changing, and are skipped. */
export async function renewLeases(sql: Sql, storeId: number, held: ClaimedKey[], lease: number): Promise<void> {
  await sql`
    with own as materialized (
      select delivery.subscription_id, delivery.trigger_id, delivery.channel
      from ${claimedKeys(sql, held)}
      join deliveries delivery on delivery.store_id = ${storeId}
        and delivery.subscription_id = claimed.subscription_id
        and delivery.trigger_id = claimed.trigger_id
        and delivery.channel = claimed.channel
      where delivery.attempts = claimed.attempts
        and delivery.status = 'due'
      for no key update of delivery skip locked
    ),
    renewed as (
      update deliveries delivery
      set due_at = now() + ${lease} * interval '1 millisecond'
      from own
      where delivery.store_id = ${storeId}
        and delivery.subscription_id = own.subscription_id
        and delivery.trigger_id = own.trigger_id
        and delivery.channel = own.channel
      returning 1
    )
    insert into wakes (store_id, work, due_at)
    select ${storeId}, 'send', now() + ${lease + 500} * interval '1 millisecond'
    where exists (select from renewed)`
}

/**
 * For rows `subscription` and `trigger`: the subscription is notified under this trigger, or under the one that a follow-up
 * follows.
 */
export const isHeld = (sql: Sql) => sql`
  coalesce(
    subscription.status = 'told'
      and subscription.told_trigger_id in (trigger.trigger_id, trigger.follows_trigger_id),
    false
  )`

/** Those still to be sent: not unsubscribed, withdrawn or claimed by another worker since. */
export async function findStillDue<Claimed extends ClaimedKey>(
  sql: Sql,
  storeId: number,
  held: Claimed[],
): Promise<Set<Claimed>> {
  const rows = await sql<{ place: number }[]>`
    select claimed.place
    from ${claimedKeys(sql, held)}
    join deliveries delivery on delivery.store_id = ${storeId}
      and delivery.subscription_id = claimed.subscription_id
      and delivery.trigger_id = claimed.trigger_id
      and delivery.channel = claimed.channel
    join subscriptions subscription on subscription.store_id = ${storeId}
      and subscription.subscription_id = claimed.subscription_id
    join triggers trigger on trigger.store_id = ${storeId}
      and trigger.trigger_id = claimed.trigger_id
    where delivery.attempts = claimed.attempts
      and delivery.status = 'due'
      and ${isHeld(sql)}`
  return new Set(rows.map(({ place }) => held[place - 1]!))
}

/** Gives back what was not tried: due at once. */
export async function releaseDeliveries(sql: Sql, storeId: number, held: ClaimedKey[]): Promise<void> {
  await sql`
    with released as (
      update deliveries delivery
      set due_at = now(),
          updated_at = now()
      from ${claimedKeys(sql, held)}
      where delivery.store_id = ${storeId}
        and delivery.subscription_id = claimed.subscription_id
        and delivery.trigger_id = claimed.trigger_id
        and delivery.channel = claimed.channel
        and delivery.attempts = claimed.attempts
        and delivery.status = 'due'
      returning 1
    ),
    scheduled as (
      insert into wakes (store_id, work)
      select ${storeId}, 'send'
      where exists (select from released)
      returning 1
    )
    select pg_notify(${alertChannel}, ${String(storeId)})
    from scheduled`
}
