/** Double opt-in: the second yes. Whoever says it waits from the moment of the first one on. */
import { type Database, transaction } from '../../database/connect.ts'
import { replanLateJoiners } from '../planning/replan-late-joiners.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import { joinConfirmed } from '../shoppers/mailing-list.ts'
import type { Store } from '../stores/stores.ts'
import { tellSubscriptions } from '../webhooks/with-events.ts'
import { addForwards } from './subscription-forwards.ts'

/** Gives how many began to wait; said again, none. Planning may have gone past their places, so it is asked to look back. */
export async function confirmSubscriptions(
  sql: Database,
  store: Store,
  ids: string[],
  source = 'link',
): Promise<number> {
  const { storeId } = store
  return await transaction(sql, async (sql) => {
    const confirmed = await sql<{ subscriptionId: string }[]>`
      with held as materialized (
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
        from held
        where subscription.store_id = ${storeId}
          and subscription.subscription_id = held.subscription_id
        returning subscription.subscription_id
      ),
      noted as (
        insert into subscription_events (store_id, subscription_id, step, reason, facts)
        select ${storeId}, subscription_id, 'waiting', 'confirmed', jsonb_build_object('source', ${source}::text)
        from confirmed
      )
      select subscription_id
      from confirmed`
    const told = confirmed.map(({ subscriptionId }) => subscriptionId)
    await joinConfirmed(sql, store, told)
    await tellSubscriptions(sql, store, 'subscription.confirmed', told)
    if (store.forwardedMedia.length > 0) await addForwards(sql, store, told)
    await replanLateJoiners(sql, store, told)
    return confirmed.length
  })
}
