/** Leaving alerts: a shopper's own end, unless others asked for the same and it goes on for them. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { releaseSubscriptions } from '../planning/release-subscriptions.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import { lockOrCreateShopper, requireSession, type Shopper } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { shopperAlerts, type Wanted } from './shopper-subscriptions.ts'
import { deleteRequests, findNextRequesters, type NextRequester } from './subscription-requests.ts'

type Held = { subscriptionId: string; isOwned: boolean; isMyAddress: boolean }

/** Gives how many were left; again, none. */
export async function removeSubscriptions(
  sql: Database,
  who: Shopper,
  wanted: Wanted,
  source: string,
): Promise<number> {
  const { store, shopperId } = who
  return await transaction(sql, async (sql) => {
    await requireSession(sql, who)
    await lockOrCreateShopper(sql, who)
    const held = await holdSubscriptions(sql, who, wanted)
    const ids = (some: Held[]) => some.map(({ subscriptionId }) => subscriptionId)
    // A statement of its own, after the lock: whoever asked while we waited for it must be seen.
    const owned = held.filter(({ isOwned, isMyAddress }) => isOwned && !isMyAddress)
    const heirs = await findNextRequesters(sql, store, shopperId, ids(owned))
    const passedOn = new Set(heirs.map(({ subscriptionId }) => subscriptionId))
    const ended = held.filter((one) => one.isMyAddress || (one.isOwned && !passedOn.has(one.subscriptionId)))
    await deleteRequests(sql, store, shopperId, ids(held))
    await deleteRequests(sql, store, null, ids(ended))
    await endSubscriptions(sql, store, ids(ended), source)
    await releaseSubscriptions(sql, store, ids(ended), { by: 'declined', reason: 'left', isNoted: true })
    await passOn(sql, store, heirs)
    return held.length
  })
}

async function holdSubscriptions(sql: Sql, who: Shopper, wanted: Wanted): Promise<Held[]> {
  return await sql<Held[]>`
    with ${shopperAlerts(sql, who, wanted)},
    held as (
      select subscription_id
      from subscriptions
      where store_id = ${who.store.storeId}
        and subscription_id in (select subscription_id from mine)
        and ${statusAllows(sql, 'remove')}
      order by subscription_id
      for update
    )
    select mine.subscription_id, mine.is_owned, mine.is_my_address
    from held
    join mine on mine.subscription_id = held.subscription_id`
}

async function endSubscriptions(sql: Sql, { storeId }: Store, ids: string[], source: string): Promise<void> {
  await sql`
    with ended as (
      update subscriptions
      set status = ${statusAfter(sql, 'remove')},
          updated_at = now()
      where store_id = ${storeId}
        and subscription_id = any(${ids})
      returning subscription_id
    )
    insert into subscription_events (store_id, subscription_id, step, reason, facts)
    select ${storeId}, subscription_id, 'left', 'removed-by-shopper', jsonb_build_object('source', ${source}::text)
    from ended`
}

async function passOn(sql: Sql, { storeId }: Store, heirs: NextRequester[]): Promise<void> {
  await sql`
    with passed_on as (
      update subscriptions
      set shopper_id = heir.shopper_id,
          updated_at = now()
      from unnest(
        ${heirs.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${heirs.map(({ shopperId }) => shopperId)}::uuid[]
      ) as heir (subscription_id, shopper_id)
      where store_id = ${storeId}
        and subscriptions.subscription_id = heir.subscription_id
      returning subscriptions.subscription_id, status
    )
    insert into subscription_events (store_id, subscription_id, step, reason)
    select ${storeId}, subscription_id, status, 'goes-on-for-another'
    from passed_on`
}
