/** Another size, the same place in line: an alert moves to a variant of the same product. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { releaseSubscriptions } from '../planning/release-subscriptions.ts'
import { replanLateJoiners } from '../planning/replan-late-joiners.ts'
import { holdsOffer, statusAfter, statusAllows } from '../rules/subscription-states.ts'
import type { AnyRecipient } from '../shoppers/addresses.ts'
import type { Store } from '../stores/stores.ts'

type Moving = {
  subscriptionId: string
  topic: string
  waitingSince: Date
  toUrl: string | null
  takenBy: string | null
}

/**
 * False when there is nothing to move or nowhere to move it. Where the address waits for that variant already, the earlier of the
 * two places holds and one alert is left. Planning may have gone past the place, so a running round is asked to look back.
 */
export async function moveAlert(
  sql: Database,
  store: Store,
  of: AnyRecipient,
  subscriptionId: string,
  variantId: string,
): Promise<boolean> {
  return await transaction(sql, async (sql) => {
    const moving = await holdMoving(sql, store, of, subscriptionId, variantId)
    if (!moving) return false
    if (moving.takenBy === null) await moveTo(sql, store, moving, variantId)
    else await joinWith(sql, store, moving, moving.takenBy)
    await releaseSubscriptions(sql, store, [subscriptionId], { by: 'declined', reason: 'moved', isNoted: true })
    await replanLateJoiners(sql, store, [moving.takenBy ?? subscriptionId])
    return true
  })
}

/** Both rows are taken in one order. Only within a product: a place in one line is no ticket for another. */
async function holdMoving(
  sql: Sql,
  { storeId }: Store,
  of: AnyRecipient,
  subscriptionId: string,
  variantId: string,
): Promise<Moving | null> {
  await sql`
    select
    from subscriptions
    where store_id = ${storeId}
      and address = ${of.address}
      and medium = ${of.medium}
      and variant_id in (
        ${variantId},
        (select variant_id from subscriptions where store_id = ${storeId} and subscription_id = ${subscriptionId})
      )
    order by subscription_id
    for update`
  const [moving] = await sql<Moving[]>`
    select mine.subscription_id, mine.topic, mine.waiting_since, coalesce(target.url, target.variant_url) as to_url,
      taken.subscription_id as taken_by
    from subscriptions mine
    left join variants own
      on own.store_id = ${storeId}
      and own.variant_id = mine.variant_id
    join variants target
      on target.store_id = ${storeId}
      and target.variant_id = ${variantId}
      and target.product_id = coalesce(own.product_id, mine.product_id)
      and target.deleted_at is null
    left join subscriptions taken
      on taken.store_id = ${storeId}
      and taken.address = mine.address
      and taken.medium = mine.medium
      and taken.topic = mine.topic
      and taken.variant_id = ${variantId}
    where mine.store_id = ${storeId}
      and mine.subscription_id = ${subscriptionId}
      and mine.address = ${of.address}
      and mine.medium = ${of.medium}
      and mine.variant_id <> ${variantId}
      and ${statusAllows(sql, 'moveAway', 'mine.status')}
      and taken.status is distinct from 'suppressed'`
  return moving ?? null
}

async function moveTo(sql: Sql, { storeId }: Store, { subscriptionId, toUrl }: Moving, variantId: string) {
  await sql`
    with moved as (
      update subscriptions
      set variant_id = ${variantId},
          url = coalesce(${toUrl}, url),
          passed_over = true,
          told_trigger_id = null,
          updated_at = now()
      where store_id = ${storeId}
        and subscription_id = ${subscriptionId}
      returning subscription_id, status
    )
    insert into subscription_events (store_id, subscription_id, step, reason, facts)
    select ${storeId}, subscription_id, status, 'moved', jsonb_build_object('variantId', ${variantId}::text)
    from moved`
}

/** What ended waits anew with the place brought along; what waits takes the earlier of the two. */
async function joinWith(sql: Sql, { storeId }: Store, { subscriptionId, waitingSince }: Moving, takenBy: string) {
  await sql`
    with source as (
      update subscriptions
      set status = ${statusAfter(sql, 'moveAway')},
          updated_at = now()
      where store_id = ${storeId}
        and subscription_id = ${subscriptionId}
      returning subscription_id, consent_id
    ),
    target as (
      update subscriptions subscription
      set waiting_since = case
            when status in ('unconfirmed', 'waiting') then least(waiting_since, ${waitingSince})
            else ${waitingSince}
          end,
          consent_id = source.consent_id,
          status = case when ${holdsOffer(sql)} then status else ${statusAfter(sql, 'moveInto')} end,
          passed_over = true,
          updated_at = now()
      from source
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = ${takenBy}
      returning subscription.subscription_id, subscription.status
    )
    insert into subscription_events (store_id, subscription_id, step, reason, facts)
    select ${storeId}::bigint, subscription_id, 'left', 'moved', jsonb_build_object('into', ${takenBy}::uuid)
    from source
    union all
    select ${storeId}::bigint, subscription_id, status, 'joined-by-move', jsonb_build_object('from', ${subscriptionId}::uuid)
    from target`
}
