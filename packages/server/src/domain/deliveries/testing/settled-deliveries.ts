/** For tests of settling: outcomes that a worker reports for claimed deliveries, and the rows of the store afterwards. */
import type { Database } from '../../../database/connect.ts'
import { variantId } from '../../planning/testing/waiting-people.ts'
import type { Store } from '../../stores/stores.ts'
import type { Sent } from '../settle-deliveries.ts'
import type { Unsent } from '../settle-unsent.ts'
import { deliveriesOf, idOf } from './claimed-deliveries.ts'

/** Of an offer. */
export const window = 3_600_000
export const later = () => new Date(Date.now() + 7_200_000)

type Key = Pick<Unsent, 'subscriptionId' | 'triggerId' | 'channel' | 'attempts'>
export const key = ({ subscriptionId, triggerId, channel, attempts }: Key): Key => ({
  ...{ subscriptionId, triggerId, channel, attempts },
})
export const sent = (held: Key, providerId: string): Sent => ({
  ...{ ...key(held), provider: 'smtp', providerId, template: 't', values: {} },
})

export const statuses = async (sql: Database, store: Store) =>
  (await deliveriesOf(sql, store)).map(({ name, status, subscription }) => `${name} ${status} ${subscription}`)

export async function subscriptionOf(sql: Database, store: Store, name: string) {
  const [row] = await sql`
    select *
    from subscriptions
    where store_id = ${store.storeId}
      and subscription_id = ${await idOf(sql, store, name)}`
  return row!
}

export const offersOf = (sql: Database, { storeId }: Store) => sql`
  select offer.closed_by, offer.closed_at, offer.lapses_at, split_part(subscription.address, '@', 1) as name
  from offers offer
  join subscriptions subscription on subscription.store_id = ${storeId}
    and subscription.subscription_id = offer.subscription_id
  where offer.store_id = ${storeId}
  order by name, offer.opened_at`

export const wakesOf = (sql: Database, { storeId }: Store) => sql<{ work: string; isDue: boolean }[]>`
  select work, due_at <= now() + interval '1 second' as is_due
  from wakes
  where store_id = ${storeId}
  order by work, due_at`

export const forgetWakes = (sql: Database, { storeId }: Store) => sql`
  delete from wakes
  where store_id = ${storeId}`

/** Newest first. */
export async function eventsOf(sql: Database, store: Store, name: string): Promise<string[]> {
  const lines = await sql`
    select step, reason
    from subscription_events
    where store_id = ${store.storeId}
      and subscription_id = ${await idOf(sql, store, name)}
    order by happened_at desc`
  return lines.map(({ step, reason }) => `${step} ${reason}`)
}

type Trigger = { variantId?: string; topic?: string; supersededAt?: Date }

/** Adds a trigger, so many minutes newer than the others and like them except for these fields. */
export async function addTrigger(sql: Database, { storeId }: Store, what: Trigger = {}, minutes = 1): Promise<string> {
  const [trigger] = await sql<{ triggerId: string }[]>`
    insert into triggers (store_id, trigger_id, topic, variant_id, cause, pacing, superseded_at, created_at)
    select store_id, gen_random_uuid(), ${what.topic ?? 'backinstock'}, ${what.variantId ?? variantId}, cause, pacing,
      ${what.supersededAt ?? null}, now() + ${minutes} * interval '1 minute'
    from triggers
    where store_id = ${storeId}
    limit 1
    returning trigger_id`
  return trigger!.triggerId
}
