/** Ends alerts that have waited longer than the store's `alert-expiry`. */
import { type Database, transaction } from '../../database/connect.ts'
import { releaseSubscriptions } from '../planning/release-subscriptions.ts'
import { savedTopic } from '../rules/saved-items.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import type { Store } from '../stores/stores.ts'

/** Ends up to `most`, those that waited longest first; returns how many. */
export async function expireAlerts(sql: Database, store: Store, now: Date, most: number): Promise<number> {
  const { storeId, settings } = store
  if (settings.alertExpiry === null) return 0
  const limit = new Date(now.getTime() - settings.alertExpiry)
  return await transaction(sql, async (sql) => {
    const expired = await sql<{ subscriptionId: string }[]>`
      with stale as materialized (
        select subscription_id
        from subscriptions
        where store_id = ${storeId}
          and ${statusAllows(sql, 'expire')}
          and waiting_since < ${limit}
          and topic <> ${savedTopic}
        order by waiting_since
        limit ${most}
        for update skip locked
      ),
      expired as (
        update subscriptions subscription
        set status = ${statusAfter(sql, 'expire')},
            updated_at = now()
        from stale
        where subscription.store_id = ${storeId}
          and subscription.subscription_id = stale.subscription_id
        returning subscription.subscription_id, subscription.waiting_since
      ),
      noted as (
        insert into subscription_events (store_id, subscription_id, step, reason, facts)
        select ${storeId}, subscription_id, 'expired', 'waited-too-long', jsonb_build_object('since', waiting_since)
        from expired
      )
      select subscription_id
      from expired`
    const ids = expired.map(({ subscriptionId }) => subscriptionId)
    await releaseSubscriptions(sql, store, ids, { by: 'withdrawn', reason: 'expired', now, isNoted: true })
    return ids.length
  })
}
