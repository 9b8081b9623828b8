/** What a worker does with deliveries in its hands, besides sending them: keeps them, asks again, gives them back. */
import type { Sql } from '../../database/connect.ts'
import { alertChannel } from '../schedule/scheduled-work.ts'
import type { DueDelivery } from './deliveries.ts'

type Held = Pick<DueDelivery, 'subscriptionId' | 'triggerId' | 'channel' | 'attempts'>

const columns = (held: Held[]) => [
  held.map(({ subscriptionId }) => subscriptionId),
  held.map(({ triggerId }) => triggerId),
  held.map(({ channel }) => channel),
  held.map(({ attempts }) => attempts),
]

/** The rows of deliveries in one's hands, for a `from`; whoever was too slow has them no more. */
const inHand = (sql: Sql, held: Held[]) => {
  const [subscriptionIds, triggerIds, channels, attempts] = columns(held)
  return sql`unnest(
    ${subscriptionIds as string[]}::uuid[], ${triggerIds as string[]}::uuid[],
    ${channels as string[]}::text[], ${attempts as number[]}::integer[]
  ) as mine (subscription_id, trigger_id, channel, attempts)`
}

/** Keeps them for another `lease` milliseconds. What somebody holds right now is being changed, and needs no keeping. */
export async function renewLeases(sql: Sql, storeId: number, held: Held[], lease: number): Promise<void> {
  await sql`
    with kept as materialized (
      select delivery.subscription_id, delivery.trigger_id, delivery.channel
      from ${inHand(sql, held)}
      join deliveries delivery on delivery.store_id = ${storeId}
        and delivery.subscription_id = mine.subscription_id
        and delivery.trigger_id = mine.trigger_id
        and delivery.channel = mine.channel
      where delivery.attempts = mine.attempts
        and delivery.status = 'due'
      for no key update of delivery skip locked
    ),
    renewed as (
      update deliveries delivery
      set due_at = now() + ${lease} * interval '1 millisecond'
      from kept
      where delivery.store_id = ${storeId}
        and delivery.subscription_id = kept.subscription_id
        and delivery.trigger_id = kept.trigger_id
        and delivery.channel = kept.channel
      returning 1
    )
    insert into wakes (store_id, work, due_at)
    select ${storeId}, 'send', now() + ${lease + 500} * interval '1 millisecond'
    where exists (select from renewed)`
}

/** Which of them are still to be sent: not left, withdrawn or taken by another since. */
export async function findStillDue<Mine extends Held>(sql: Sql, storeId: number, held: Mine[]): Promise<Set<Mine>> {
  const rows = await sql<{ place: number }[]>`
    select mine.place
    from unnest(
      ${held.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${held.map(({ triggerId }) => triggerId)}::uuid[],
      ${held.map(({ channel }) => channel)}::text[], ${held.map(({ attempts }) => attempts)}::integer[]
    ) with ordinality as mine (subscription_id, trigger_id, channel, attempts, place)
    join deliveries delivery on delivery.store_id = ${storeId}
      and delivery.subscription_id = mine.subscription_id
      and delivery.trigger_id = mine.trigger_id
      and delivery.channel = mine.channel
    join subscriptions subscription on subscription.store_id = ${storeId}
      and subscription.subscription_id = mine.subscription_id
    where delivery.attempts = mine.attempts
      and delivery.status = 'due'
      and subscription.status = 'told'
      and subscription.told_trigger_id = mine.trigger_id`
  return new Set(rows.map(({ place }) => held[place - 1]!))
}

/** Returns what nobody has tried: due at once. */
export async function releaseDeliveries(sql: Sql, storeId: number, held: Held[]): Promise<void> {
  await sql`
    with released as (
      update deliveries delivery
      set due_at = now(),
          updated_at = now()
      from ${inHand(sql, held)}
      where delivery.store_id = ${storeId}
        and delivery.subscription_id = mine.subscription_id
        and delivery.trigger_id = mine.trigger_id
        and delivery.channel = mine.channel
        and delivery.attempts = mine.attempts
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
