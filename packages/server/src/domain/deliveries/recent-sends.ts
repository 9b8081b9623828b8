/** When messages went to an address lately, over all its alerts. */
import type { Sql } from '../../database/connect.ts'
import type { DueDelivery } from './deliveries.ts'

/** After so many milliseconds the outcome of another worker's claim is known. */
const soon = 30_000

/**
 * By address. What another worker has claimed counts as sent until its outcome is known: two workers that see each other both wait
 * a moment. `lease`: milliseconds of a claim.
 */
export async function findRecentSends(
  sql: Sql,
  storeId: number,
  deliveries: DueDelivery[],
  { within, lease }: { within: number; lease: number },
): Promise<Map<string, Date[]>> {
  const mine = new Set(deliveries.map(keyOf))
  const rows = await sql<{ address: string; subscriptionId: string; triggerId: string; channel: string; at: Date }[]>`
    select subscription.address, delivery.subscription_id, delivery.trigger_id, delivery.channel,
      coalesce(delivery.sent_at, now() - ${within - soon} * interval '1 millisecond') as at
    from subscriptions subscription
    join deliveries delivery on delivery.store_id = ${storeId}
      and delivery.subscription_id = subscription.subscription_id
    where subscription.store_id = ${storeId}
      and subscription.address = any(${[...new Set(deliveries.map(({ subscription }) => subscription.address))]})
      and (
        delivery.sent_at > now() - ${within} * interval '1 millisecond'
        or (
          delivery.status = 'due'
          and delivery.attempts > 0
          and delivery.due_at between now() and now() + ${lease} * interval '1 millisecond'
          and subscription.status = 'told'
          and subscription.told_trigger_id = delivery.trigger_id
        )
      )`
  const sends = new Map<string, Date[]>()
  for (const row of rows) {
    if (mine.has(keyOf(row))) continue
    const before = sends.get(row.address)
    if (before) before.push(row.at)
    else sends.set(row.address, [row.at])
  }
  return sends
}

const keyOf = ({ subscriptionId, triggerId, channel }: Pick<DueDelivery, 'subscriptionId' | 'triggerId' | 'channel'>) =>
  `${subscriptionId} ${triggerId} ${channel}`
