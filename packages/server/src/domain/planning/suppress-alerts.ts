/** Ending what an address waits for, from outside: what was offered passes on, and what lies ready is not sent. */
import type { Sql } from '../../database/connect.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import { addWakes } from '../schedule/scheduled-work.ts'
import type { Store } from '../stores/stores.ts'
import { tellSubscriptions } from '../webhooks/with-events.ts'

/** In the order in which everybody takes them: subscriptions, offers, deliveries. Gives how many ended. */
export async function suppressAlerts(
  sql: Sql,
  store: Store,
  { medium, address }: { medium: string; address: string },
  reason: string,
): Promise<number> {
  const { storeId } = store
  const ended = await sql<{ subscriptionId: string }[]>`
    with held as materialized (
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
      from held
      where store_id = ${storeId}
        and subscriptions.subscription_id = held.subscription_id
      returning subscriptions.subscription_id, subscriptions.status
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason)
      select ${storeId}, subscription_id, status, ${reason}
      from ended
    )
    select subscription_id
    from ended`
  if (ended.length === 0) return 0
  const ids = ended.map(({ subscriptionId }) => subscriptionId)
  await tellSubscriptions(sql, store, 'subscription.cancelled', ids, reason)
  // Statements of their own, after the locks: what was offered while we waited for them must be seen.
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
  await addWakes(
    sql,
    storeId,
    triggers.map((triggerId) => ({ work: 'plan', triggerId })),
  )
  return ids.length
}
