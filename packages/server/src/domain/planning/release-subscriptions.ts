/** Releases what ended subscriptions have: offered units pass to the next in line, and unsent messages are withheld. */
import type { Sql } from '../../database/connect.ts'
import { giveUpKeptUnits } from '../lift/holdouts.ts'
import type { Store } from '../stores/stores.ts'
import { emitSubscriptionEvents } from '../webhooks/with-events.ts'
import { closeOffers, type OfferClosing } from './offers.ts'
import { wakeRounds } from './triggers.ts'

/** The caller has locked and ended them. Locks no variant and no trigger: it only schedules planning. */
export async function releaseSubscriptions(
  sql: Sql,
  store: Store,
  ids: string[],
  closing: OfferClosing,
): Promise<void> {
  if (ids.length === 0) return
  if (closing.by === 'declined' && closing.reason !== 'moved')
    await emitSubscriptionEvents(sql, store, 'subscription.cancelled', ids, closing.reason)
  const closed = await closeOffers(sql, store, ids, closing)
  await sql`
    update deliveries
    set status = 'withheld',
        reason = ${closing.reason},
        updated_at = now()
    where store_id = ${store.storeId}
      and subscription_id = any(${ids})
      and status = 'due'`
  const given = await giveUpKeptUnits(sql, store.storeId, ids)
  await wakeRounds(sql, store, [...new Set([...closed.map(({ variantId }) => variantId), ...given])], closing.now)
}
