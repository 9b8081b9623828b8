/** Suppresses the alerts of an address: its offers pass to the next in line, and unsent messages are withheld. */
import type { Sql } from '../../database/connect.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import { scheduleWork } from '../schedule/scheduled-work.ts'
import type { Store } from '../stores/stores.ts'
import { emitSubscriptionEvents } from '../webhooks/with-events.ts'

/** Locks in the common order: subscriptions, offers, deliveries. Returns how many ended. */
export async function suppressAlerts(
  sql: Sql,
  store: Store,
  { medium, address }: { medium: string; address: string },
  reason: string,
): Promise<number> {
  const { storeId } = store
  const suppressed = await sql<{ subscriptionId: string }[]>`
    with locked as materialized (
      select subscription_id
      from subscriptions
      where store_id = ${storeId}
        and address = ${address}
        and medium = ${medium}
        and ${statusAllows(sql, 'suppress')}
      order by subscription_id
      for no key update
    ),
    ended as (
      update subscriptions
      set status = ${statusAfter(sql, 'suppress')},
          updated_at = now()
      from locked
      where store_id = ${storeId}
        and subscriptions.subscription_id = locked.subscription_id
      returning subscriptions.subscription_id, subscriptions.status
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason)
      select ${storeId}, subscription_id, status, ${reason}
      from ended
    )
    select subscription_id
    from ended`
  if (suppressed.length === 0) return 0
  const ids = suppressed.map(({ subscriptionId }) => subscriptionId)
  await emitSubscriptionEvents(sql, store, 'subscription.cancelled', ids, reason)
  // Separate statements after the locks: they must see offers made while we waited for the locks.
  const passedOn = await sql<{ triggerId: string }[]>`
    update offers
    set closed_at = now(),
        closed_by = 'declined'
    where store_id = ${storeId}
      and subscription_id = any(${ids})
      and closed_at is null
    returning trigger_id`
  await sql`
    update deliveries
    set status = 'withheld',
        reason = 'suppressed',
        updated_at = now()
    where store_id = ${storeId}
      and subscription_id = any(${ids})
      and status = 'due'`
  const triggers = [...new Set(passedOn.map(({ triggerId }) => triggerId))]
  await scheduleWork(
    sql,
    storeId,
    triggers.map((triggerId) => ({ work: 'plan', triggerId })),
  )
  return ids.length
}
