/** The store sends alerts of one person to another address. Each keeps its place; where the store asks for it, the address confirms. */
import { alertObjection } from '@heartbell/contract/people-refusals'
import type { Sql } from '../../database/connect.ts'
import { findSuppressed } from '../messages/suppressions.ts'
import { closeOffers } from '../planning/offers.ts'
import { replanLateJoiners } from '../planning/replan-late-joiners.ts'
import { wakeRounds } from '../planning/triggers.ts'
import { newId } from '../secrets/ids.ts'
import type { Recipient } from '../shoppers/addresses.ts'
import { type ConsentFacts, consentColumns, consentValues } from '../shoppers/consents.ts'
import { maskAddress } from '../shoppers/mask-address.ts'
import type { Store } from '../stores/stores.ts'
import { addForwards } from '../subscriptions/subscription-forwards.ts'
import { deleteRequests } from '../subscriptions/subscription-requests.ts'
import { emitSubscriptionEvents } from '../webhooks/with-events.ts'
import {
  type AddressMove,
  type AddressRow,
  mergeIntoAddress,
  type ReaddressedRow,
  writeAddress,
} from './readdress-rows.ts'
import { type ActedOn, factsOfAct, readSubscription, type StoreAct } from './store-act.ts'

/** What has to be confirmed, by topic and variant; the caller sends the request. */
export type ChangedAddress = { changed: number; before: ActedOn; topics: string[]; variantIds: string[] }

/**
 * In the caller's transaction. Repeated, it changes nothing. An alert that the new address has already goes on with the earlier of the
 * two places, and the answer does not show it. `all`: every open alert of the same address.
 */
export async function changeAddress(
  sql: Sql,
  store: Store,
  subscriptionId: string,
  { to, all, facts, act }: { to: Recipient; all: boolean; facts: ConsentFacts; act: StoreAct },
): Promise<ChangedAddress> {
  const before = await readSubscription(sql, store, subscriptionId)
  const isThere = before.address === to.address && before.medium === to.medium
  if (isThere || (await wasMovedTo(sql, store, before, to))) return { changed: 0, before, topics: [], variantIds: [] }
  const rows = await lockRows(sql, store, before, all, to)
  const named = rows.find((row) => row.subscriptionId === subscriptionId)
  if (!named) throw alertObjection(before.status === 'told' ? 'over' : before.status)
  const consentId = await recordConsent(sql, store, to, facts)
  const [suppressed] = await findSuppressed(sql, store, [to])
  const shown = { ...factsOfAct(act), from: maskAddress(before.address), to: maskAddress(to.address), consentId }
  const move: AddressMove = { from: before, to, consentId, isSuppressed: suppressed !== null, facts: shown }
  const ids = rows.map((row) => row.subscriptionId)
  const free = rows.filter((row) => row.existingId === null)
  const staying = await writeAddress(sql, store, move, free)
  const merged = await mergeIntoAddress(
    sql,
    store,
    move,
    rows.filter((row) => row.existingId !== null),
  )
  await deleteRequests(sql, store, null, ids)
  await releaseOffers(sql, store, [...staying.filter(({ status }) => status !== 'told'), ...merged.ended])
  const goOn = [...staying.map((row) => row.subscriptionId), ...merged.goOn]
  await replanLateJoiners(sql, store, goOn)
  // A provider that sends alerts itself learns the new address; after a confirmation it does so anyway.
  const waiting = staying.filter(({ status }) => status === 'waiting').map((row) => row.subscriptionId)
  if (store.forwardedMedia.includes(to.medium)) await addForwards(sql, store, waiting)
  await emitSubscriptionEvents(sql, store, 'subscription.changed', goOn, 'address-changed')
  return {
    ...{ changed: rows.length, before },
    topics: [...new Set(rows.map(({ topic }) => topic))],
    variantIds: [...new Set(rows.map(({ variantId }) => variantId))],
  }
}

/** A repeated call finds its alert merged into the one of the new address. */
async function wasMovedTo(sql: Sql, { storeId }: Store, { subscriptionId }: ActedOn, to: Recipient): Promise<boolean> {
  const found = await sql`
    select
    from subscription_events event
    join subscriptions target
      on target.store_id = ${storeId}
      and target.subscription_id = (event.facts ->> 'into')::uuid
      and target.address = ${to.address}
      and target.medium = ${to.medium}
    where event.store_id = ${storeId}
      and event.subscription_id = ${subscriptionId}
      and event.step = 'left'
      and event.reason = 'address-changed'`
  return found.length > 0
}

/** Those that can change, and the alerts of the new address beside them, locked in one order. */
async function lockRows(
  sql: Sql,
  { storeId }: Store,
  { subscriptionId, address, medium }: ActedOn,
  all: boolean,
  to: Recipient,
): Promise<AddressRow[]> {
  const mayChange = sql`
    mine.address = ${address}
    and mine.medium = ${medium}
    and (${all} or mine.subscription_id = ${subscriptionId})
    and (
      mine.status in ('unconfirmed', 'waiting', 'suppressed')
      or (mine.status = 'told' and coalesce(mine.offered_until > now(), false))
    )`
  await sql`
    select
    from subscriptions
    where store_id = ${storeId}
      and (address, medium) in ((${address}, ${medium}), (${to.address}, ${to.medium}))
      and (topic, variant_id) in (
        select mine.topic, mine.variant_id
        from subscriptions mine
        where mine.store_id = ${storeId}
          and ${mayChange}
      )
    order by subscription_id
    for update`
  return await sql<AddressRow[]>`
    select mine.subscription_id, mine.topic, mine.variant_id, mine.status, mine.waiting_since,
      existing.subscription_id as existing_id
    from subscriptions mine
    left join subscriptions existing
      on existing.store_id = ${storeId}
      and existing.address = ${to.address}
      and existing.medium = ${to.medium}
      and existing.topic = mine.topic
      and existing.variant_id = mine.variant_id
    where mine.store_id = ${storeId}
      and ${mayChange}
    order by mine.subscription_id`
}

/** The store vouches for the yes of the new address; with double opt-in the address itself says it again. */
async function recordConsent(sql: Sql, store: Store, to: Recipient, facts: ConsentFacts): Promise<string> {
  const consentId = newId()
  await sql`
    insert into consents (${sql.unsafe(consentColumns)})
    select ${consentValues(sql, store, to, { consentId, purpose: 'alert', granted: true }, facts)}`
  return consentId
}

/** Those that no longer have an offer: the units pass to the next in line, and messages that were not sent are withheld. */
async function releaseOffers(sql: Sql, store: Store, rows: ReaddressedRow[]): Promise<void> {
  const ids = rows.map(({ subscriptionId }) => subscriptionId)
  const closed = await closeOffers(sql, store, ids, { by: 'declined', reason: 'address-changed', isNoted: true })
  await wakeRounds(sql, store, [...new Set(closed.map(({ variantId }) => variantId))])
}
