/** A shopper removes their alerts. One that other shoppers requested too goes on for them. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { releaseSubscriptions } from '../planning/release-subscriptions.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import { lockOrCreateShopper, requireSession, type Shopper } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { type AlertFilter, shopperAlerts } from './shopper-subscriptions.ts'
import { deleteRequests, findNextRequesters, type NextRequester } from './subscription-requests.ts'

type RemovableAlert = { subscriptionId: string; isOwned: boolean; isMyAddress: boolean }

/** Returns how many were removed; repeated, none. */
export async function removeSubscriptions(
  sql: Database,
  who: Shopper,
  filter: AlertFilter,
  source: string,
): Promise<number> {
  const { store, shopperId } = who
  return await transaction(sql, async (sql) => {
    await requireSession(sql, who)
    await lockOrCreateShopper(sql, who)
    const locked = await lockSubscriptions(sql, who, filter)
    const ids = (some: RemovableAlert[]) => some.map(({ subscriptionId }) => subscriptionId)
    // A separate statement after the lock: it must see requests made while we waited for the lock.
    const owned = locked.filter(({ isOwned, isMyAddress }) => isOwned && !isMyAddress)
    const next = await findNextRequesters(sql, store, shopperId, ids(owned))
    const passedOn = new Set(next.map(({ subscriptionId }) => subscriptionId))
    const ended = locked.filter((one) => one.isMyAddress || (one.isOwned && !passedOn.has(one.subscriptionId)))
    await deleteRequests(sql, store, shopperId, ids(locked))
    await deleteRequests(sql, store, null, ids(ended))
    await endSubscriptions(sql, store, ids(ended), source)
    await releaseSubscriptions(sql, store, ids(ended), { by: 'declined', reason: 'left', isNoted: true })
    await passOn(sql, store, next)
    return locked.length
  })
}

async function lockSubscriptions(sql: Sql, who: Shopper, filter: AlertFilter): Promise<RemovableAlert[]> {
  return await sql<RemovableAlert[]>`
    with ${shopperAlerts(sql, who, filter)},
    locked as (
      select subscription_id
      from subscriptions
      where store_id = ${who.store.storeId}
        and subscription_id in (select subscription_id from mine)
        and ${statusAllows(sql, 'remove')}
      order by subscription_id
      for update
    )
    select mine.subscription_id, mine.is_owned, mine.is_my_address
    from locked
    join mine on mine.subscription_id = locked.subscription_id`
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

async function passOn(sql: Sql, { storeId }: Store, next: NextRequester[]): Promise<void> {
  await sql`
    with passed_on as (
      update subscriptions
      set shopper_id = next.shopper_id,
          updated_at = now()
      from unnest(
        ${next.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${next.map(({ shopperId }) => shopperId)}::uuid[]
      ) as next (subscription_id, shopper_id)
      where store_id = ${storeId}
        and subscriptions.subscription_id = next.subscription_id
      returning subscriptions.subscription_id, status
    )
    insert into subscription_events (store_id, subscription_id, step, reason)
    select ${storeId}, subscription_id, status, 'goes-on-for-another'
    from passed_on`
}
