/** Checks claimed deliveries one after the other: a message to an address counts for the next one to it. */
import type { Sql } from '../../database/connect.ts'
import type { DueDelivery } from '../../domain/deliveries/deliveries.ts'
import { findRecentSends } from '../../domain/deliveries/recent-sends.ts'
import { findSuppressed } from '../../domain/messages/suppressions.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { checkDelivery, type Verdict } from './send-check.ts'

export async function checkDeliveries(
  sql: Sql,
  store: Store,
  deliveries: DueDelivery[],
  lease: number,
): Promise<Verdict[]> {
  if (deliveries.length === 0) return []
  const { storeId, settings } = store
  const within = settings.frequencyCap?.within
  const sends = within ? await findRecentSends(sql, storeId, deliveries, { within, lease }) : new Map<string, Date[]>()
  const suppressed = await findSuppressed(
    sql,
    store,
    deliveries.map(({ medium, subscription }) => ({ medium, address: subscription.address })),
  )
  // The database's time: a worker with a wrong clock sends nothing at night and lets no offer lapse.
  const now = deliveries[0]!.claimedAt
  return deliveries.map((delivery, place) => {
    const { address } = delivery.subscription
    const sentAt = sends.get(address) ?? []
    const verdict = checkDelivery(delivery, { isSuppressed: suppressed[place] !== null, sentAt }, store, now)
    if (verdict.kind === 'send' && within) sends.set(address, [...sentAt, now])
    return verdict
  })
}
