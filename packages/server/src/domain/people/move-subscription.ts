/** The store moves one alert to another variant of the product; it keeps its place in line. */
import { alertObjection, otherProduct } from '@heartbell/contract/people-refusals'
import { unknownProduct } from '@heartbell/contract/refusals'
import type { Database, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import type { Store } from '../stores/stores.ts'
import { moveAlert } from '../subscriptions/move-alert.ts'
import { emitSubscriptionEvents } from '../webhooks/with-events.ts'
import { type ActedOn, factsOfAct, readSubscription, type StoreAct } from './store-act.ts'

/** `goesOn`: the alert that waits now; another one when the address already had one for that variant. */
export type MovedSubscription = { isChanged: boolean; goesOn: string; before: ActedOn }

/** Repeated, it changes nothing. Unlike a move by the shopper, it does not confirm an unconfirmed alert. */
export async function moveSubscription(
  sql: Database,
  store: Store,
  subscriptionId: string,
  variantId: string,
  act: StoreAct,
): Promise<MovedSubscription> {
  return await nestedTransaction(sql, async (sql) => {
    const before = await readSubscription(sql, store, subscriptionId)
    if (before.variantId === variantId) return { isChanged: false, goesOn: subscriptionId, before }
    const already = await findMovedInto(sql, store, before, variantId)
    if (already) return { isChanged: false, goesOn: already, before }
    await refuseMove(sql, store, before, variantId)
    const move = { confirms: false, facts: factsOfAct(act) }
    // Only a suppressed alert for that variant, or a change at this moment, is left to object.
    if (!(await moveAlert(sql, store, before, subscriptionId, variantId, move))) throw alertObjection('suppressed')
    const goesOn = (await findMovedInto(sql, store, before, variantId)) ?? subscriptionId
    await emitSubscriptionEvents(sql, store, 'subscription.changed', [goesOn], 'moved')
    return { isChanged: true, goesOn, before }
  })
}

/** The alert that this one was merged into by a move to the variant; null if it was not. */
async function findMovedInto(sql: Sql, { storeId }: Store, of: ActedOn, variantId: string): Promise<string | null> {
  const [row] = await sql<{ subscriptionId: string }[]>`
    select target.subscription_id
    from subscription_events event
    join subscriptions target
      on target.store_id = ${storeId}
      and target.subscription_id = (event.facts ->> 'into')::uuid
      and target.variant_id = ${variantId}
    where event.store_id = ${storeId}
      and event.subscription_id = ${of.subscriptionId}
      and event.step = 'left'
      and event.reason = 'moved'
    order by event.happened_at desc
    limit 1`
  return row?.subscriptionId ?? null
}

async function refuseMove(sql: Sql, { storeId }: Store, from: ActedOn, variantId: string): Promise<void> {
  if (from.status !== 'waiting' && from.status !== 'unconfirmed') throw alertObjection(from.status)
  const [found] = await sql<{ isSame: boolean }[]>`
    select target.product_id = coalesce(own.product_id, ${from.productId}) as is_same
    from variants target
    left join variants own
      on own.store_id = ${storeId}
      and own.variant_id = ${from.variantId}
    where target.store_id = ${storeId}
      and target.variant_id = ${variantId}
      and target.deleted_at is null`
  if (!found) throw unknownProduct(variantId)
  if (!found.isSame) throw otherProduct(variantId)
}
