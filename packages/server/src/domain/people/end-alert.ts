/** The store ends one alert. */
import { type Database, transaction } from '../../database/connect.ts'
import { releaseSubscriptions } from '../planning/release-subscriptions.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import type { Store } from '../stores/stores.ts'
import { deleteRequests } from '../subscriptions/subscription-requests.ts'
import { type ActedOn, factsOfAct, lockSubscription, type StoreAct } from './store-act.ts'

/** False when it has ended already, or its address is suppressed. The shopper may subscribe again. */
export async function endAlert(
  sql: Database,
  store: Store,
  subscriptionId: string,
  act: StoreAct,
): Promise<{ isChanged: boolean; before: ActedOn }> {
  return await transaction(sql, async (sql) => {
    const before = await lockSubscription(sql, store, subscriptionId)
    const facts = { ...factsOfAct(act), was: before.status }
    const ended = await sql`
      with ended as (
        update subscriptions
        set status = ${statusAfter(sql, 'unsubscribe')},
            updated_at = now()
        where store_id = ${store.storeId}
          and subscription_id = ${subscriptionId}
          and ${statusAllows(sql, 'unsubscribe')}
        returning subscription_id, status
      )
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${store.storeId}, subscription_id, status, 'ended-by-store', ${sql.json(facts as never)}::jsonb
      from ended
      returning subscription_id`
    if (ended.length === 0) return { isChanged: false, before }
    await deleteRequests(sql, store, null, [subscriptionId])
    await releaseSubscriptions(sql, store, [subscriptionId], {
      ...{ by: 'declined', reason: 'ended-by-store', isNoted: true },
    })
    return { isChanged: true, before }
  })
}
