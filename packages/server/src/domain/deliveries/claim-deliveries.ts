/**
 * Claiming deliveries that are due: first a short statement that locks and leases them, then a read of everything that
 * sending needs. The lease lasts seconds, so the deliveries of a worker that dies become due again by themselves.
 */
import type { Sql } from '../../database/connect.ts'
import { readDigests } from '../digests/digest-lines.ts'
import { savedCause } from '../rules/saved-items.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import type { DeliveryKey, DueDelivery } from './deliveries.ts'
import { readClaimed } from './read-claimed.ts'

/** `most`: how many at once. `lease`: milliseconds. */
export type ClaimLimits = { most: number; lease: number }

export async function claimDeliveries(
  sql: Sql,
  storeId: number,
  medium: string,
  limits: ClaimLimits,
): Promise<{ deliveries: DueDelivery[]; mayHaveMore: boolean }> {
  const found = await lease(sql, storeId, medium, limits)
  const leased = found.filter((one): one is LeasedRow => one.attempts !== null)
  const deliveries = leased.length > 0 ? await readClaimed(sql, storeId, leased, found[0]!.claimedAt) : []
  await addDigests(sql, storeId, deliveries)
  if (deliveries.length < found.length) await dropOrphans(sql, storeId, found)
  return { deliveries, mayHaveMore: leased.length > 0 && found.length === limits.most }
}

async function addDigests(sql: Sql, storeId: number, deliveries: DueDelivery[]): Promise<void> {
  const digests = deliveries.filter(({ trigger }) => trigger.cause === savedCause)
  if (digests.length === 0) return
  const lines = await readDigests(sql, storeId, digests)
  for (const delivery of digests) delivery.digest = lines.get(delivery.subscriptionId) ?? []
}

/** `attempts` is null for a delivery that was not leased, because another transaction has locked its subscription. */
type FoundRow = DeliveryKey & { attempts: number | null; claimedAt: Date }
type LeasedRow = FoundRow & { attempts: number }

/**
 * Leases up to `most` deliveries of one medium, longest due first. It never waits: `skip locked` passes over deliveries that
 * another worker claims, and subscriptions that somebody changes. Unsubscribing locks the subscription, so this statement
 * either sees it done or skips that delivery.
 *
 * - `due`: the deliveries, locked. Materialized, because a nested loop would run the limit once for each row.
 * - `free`: their subscriptions, locked.
 * - `notified`: subscriptions that wait become `told` under the newest trigger that may notify them.
 * - `leased`: the deliveries are due again only when the lease ends; `attempts` tells this claim from a later one.
 * - `scheduled`: the engine looks again after the lease in case this process dies, and in a second for what was skipped.
 */
const lease = (sql: Sql, storeId: number, medium: string, { most, lease }: ClaimLimits) => sql<FoundRow[]>`
  with due as materialized (
    select subscription_id, trigger_id, channel
    from deliveries
    where store_id = ${storeId}
      and medium = ${medium}
      and status = 'due'
      and due_at <= now()
    order by due_at
    limit ${most}
    for no key update skip locked
  ),
  free as materialized (
    select subscription_id, status
    from subscriptions
    where store_id = ${storeId}
      and subscription_id = any(array(select subscription_id from due))
    for no key update skip locked
  ),
  notified as (
    update subscriptions subscription
    set status = ${statusAfter(sql, 'notify')},
        told_trigger_id = newest.trigger_id,
        told_at = now(),
        passed_over = false,
        updated_at = now()
    from (${newestTriggers(sql, storeId)}) newest
    where subscription.store_id = ${storeId}
      and subscription.subscription_id = newest.subscription_id
  ),
  leased as (
    update deliveries delivery
    set due_at = now() + ${lease} * interval '1 millisecond',
        attempts = attempts + 1,
        updated_at = now()
    from due
    join free using (subscription_id)
    where delivery.store_id = ${storeId}
      and delivery.subscription_id = due.subscription_id
      and delivery.trigger_id = due.trigger_id
      and delivery.channel = due.channel
    returning delivery.subscription_id, delivery.trigger_id, delivery.channel, delivery.attempts
  ),
  scheduled as (
    insert into wakes (store_id, work, due_at)
    select ${storeId}::bigint, 'send', now() + ${lease + 500} * interval '1 millisecond'
    where exists (select from leased)
    union all
    select ${storeId}::bigint, 'send', now() + interval '1 second'
    where (select count(*) from due) > (select count(*) from leased)
  )
  select due.subscription_id, due.trigger_id, due.channel, leased.attempts, now() as claimed_at
  from due
  left join leased using (subscription_id, trigger_id, channel)`

/** For each subscription that waits, the newest trigger among its due deliveries that is neither superseded nor a closed offer. */
const newestTriggers = (sql: Sql, storeId: number) => sql`
  select distinct on (due.subscription_id) due.subscription_id, due.trigger_id
  from due
  join free using (subscription_id)
  join triggers trigger on trigger.store_id = ${storeId}
    and trigger.trigger_id = due.trigger_id
  left join offers offer on offer.store_id = ${storeId}
    and offer.subscription_id = due.subscription_id
    and offer.trigger_id = due.trigger_id
  where ${statusAllows(sql, 'notify', 'free.status')}
    and (trigger.superseded_at is null or trigger.for_subscription_id is not null)
    -- a follow-up goes to somebody who is notified already
    and trigger.follows_trigger_id is null
    and offer.closed_by is null
  order by due.subscription_id, trigger.created_at desc`

/** Deletes the deliveries among `found` whose person or restock was erased. */
async function dropOrphans(sql: Sql, storeId: number, found: DeliveryKey[]): Promise<void> {
  await sql`
    delete from deliveries delivery
    using unnest(
      ${found.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${found.map(({ triggerId }) => triggerId)}::uuid[],
      ${found.map(({ channel }) => channel)}::text[]
    ) as found (subscription_id, trigger_id, channel)
    where delivery.store_id = ${storeId}
      and delivery.subscription_id = found.subscription_id
      and delivery.trigger_id = found.trigger_id
      and delivery.channel = found.channel
      and delivery.status = 'due'
      and not (
        exists (
          select from subscriptions
          where store_id = ${storeId}
            and subscription_id = found.subscription_id
        )
        and exists (
          select from triggers
          where store_id = ${storeId}
            and trigger_id = found.trigger_id
        )
      )`
}
