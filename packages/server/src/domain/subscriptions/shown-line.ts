/**
 * The line as shoppers see it. Somebody who types in the address of another person must not learn whether it waits already, must not be
 * written to, or has refused. Such a request changes nothing in the real line, so it counts in the numbers that shoppers see: as one more
 * person, until everybody before it was notified. Planning and the store's own views use the real line.
 */
import type { Fragment, Sql } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'

/** A place: expressions of SQL. `topics`: the spellings that are one line. */
export type ShownPlace = { variant: Fragment; topic: Fragment; topics: Fragment; since: Fragment; id: Fragment }

/** Somebody waits before this place. */
export const hasWaitingAhead = (
  sql: Sql,
  { storeId }: Store,
  { variant, topics, since, id }: Omit<ShownPlace, 'topic'>,
) => sql`
  exists (
    select from subscriptions earlier
    where earlier.store_id = ${storeId}
      and earlier.variant_id = ${variant}
      and earlier.topic = any(${topics})
      and earlier.status = 'waiting'
      and (earlier.waiting_since, earlier.subscription_id) < (${since}, ${id})
  )`

/** There was something to notify of since. */
export const wasTriggered = (
  sql: Sql,
  { storeId }: Store,
  { variant, topic, since }: Pick<ShownPlace, 'variant' | 'topic' | 'since'>,
) => sql`
  exists (
    select from triggers
    where triggers.store_id = ${storeId}
      and triggers.variant_id = ${variant}
      and triggers.topic = ${topic}
      and triggers.created_at > ${since}
  )`

/** Requests made before this have expired; null: none ever does. */
export const expiredBefore = ({ settings: { alertExpiry } }: Store) =>
  alertExpiry === null ? null : new Date(Date.now() - alertExpiry)

/** The number in line: those who wait before, and the requests before that only shoppers' numbers count. */
export const shownPosition = (sql: Sql, store: Store, place: ShownPlace) => sql`
  1 + (
    select count(*)
    from subscriptions ahead
    where ahead.store_id = ${store.storeId}
      and ahead.variant_id = ${place.variant}
      and ahead.topic = any(${place.topics})
      and ahead.status = 'waiting'
      and (ahead.waiting_since, ahead.subscription_id) < (${place.since}, ${place.id})
  ) + (${countRequests(sql, store, place)})`

/** With double opt-in a request of somebody else is never confirmed, and has no place. */
function countRequests(sql: Sql, store: Store, { variant, topic, topics, since, id }: ShownPlace): Fragment {
  if (store.settings.doubleOptIn) return sql`0`
  const { storeId } = store
  const ofRequest = { variant, topics, topic: sql`asked.topic`, since: sql`ask.asked_at`, id: sql`ask.subscription_id` }
  return sql`
    select count(*)
    from subscription_asks ask
    join subscriptions asked
      on asked.store_id = ${storeId}
      and asked.subscription_id = ask.subscription_id
    where ask.store_id = ${storeId}
      and ask.variant_id = ${variant}
      and (ask.asked_at, ask.subscription_id) < (${since}, ${id})
      and lower(asked.topic) = lower(${topic})
      and ask.asked_at >= asked.waiting_since
      and case
        when asked.status in ('waiting', 'told') then ask.holder_id is distinct from asked.shopper_id
        when asked.status = 'expired' then coalesce(ask.asked_at >= ${expiredBefore(store)}::timestamptz, true)
        else asked.status in ('suppressed', 'unconfirmed')
      end
      and (not ${wasTriggered(sql, store, ofRequest)} or ${hasWaitingAhead(sql, store, ofRequest)})`
}
