/** Double opt-in: the confirmation. A confirmed subscription waits from the time of the request. */
import { type Database, transaction } from '../../database/connect.ts'
import { replanLateJoiners } from '../planning/replan-late-joiners.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import { joinConfirmed } from '../shoppers/mailing-list.ts'
import type { Store } from '../stores/stores.ts'
import { emitSubscriptionEvents } from '../webhooks/with-events.ts'
import { addForwards } from './subscription-forwards.ts'

/** Returns how many started to wait; repeated, none. Planning may have passed their places already, so they are planned again. */
export async function confirmSubscriptions(
  sql: Database,
  store: Store,
  ids: string[],
  source = 'link',
): Promise<number> {
  const { storeId } = store
  return await transaction(sql, async (sql) => {
    const confirmed = await sql<{ subscriptionId: string }[]>`
      with locked as materialized (
        select subscription_id
        from subscriptions
        where store_id = ${storeId}
          and subscription_id = any(${ids})
          and ${statusAllows(sql, 'confirm')}
        order by subscription_id
        for update
      ),
      confirmed as (
        update subscriptions subscription
        set status = ${statusAfter(sql, 'confirm')},
            passed_over = true,
            updated_at = now()
        from locked
        where subscription.store_id = ${storeId}
          and subscription.subscription_id = locked.subscription_id
        returning subscription.subscription_id
      ),
      noted as (
        insert into subscription_events (store_id, subscription_id, step, reason, facts)
        select ${storeId}, subscription_id, 'waiting', 'confirmed', jsonb_build_object('source', ${source}::text)
        from confirmed
      )
      select subscription_id
      from confirmed`
    const confirmedIds = confirmed.map(({ subscriptionId }) => subscriptionId)
    await joinConfirmed(sql, store, confirmedIds)
    await emitSubscriptionEvents(sql, store, 'subscription.confirmed', confirmedIds)
    if (store.forwardedMedia.length > 0) await addForwards(sql, store, confirmedIds)
    await replanLateJoiners(sql, store, confirmedIds)
    return confirmed.length
  })
}
