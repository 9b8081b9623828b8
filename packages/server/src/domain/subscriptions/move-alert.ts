/** Moves an alert to another variant of the same product; it keeps its place in line. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { releaseSubscriptions } from '../planning/release-subscriptions.ts'
import { replanLateJoiners } from '../planning/replan-late-joiners.ts'
import { holdsOffer, statusAfter, statusAllows } from '../rules/subscription-states.ts'
import type { AnyRecipient } from '../shoppers/addresses.ts'
import type { Store } from '../stores/stores.ts'

/**
 * `confirms`: the owner of the address moves it, by a link that was sent there. The store's own move does not confirm.
 * `facts`: who moved it and why, for the timeline.
 */
export type AlertMove = { confirms?: boolean; facts?: Record<string, unknown> }

type MovingAlert = {
  subscriptionId: string
  topic: string
  status: string
  waitingSince: Date
  toUrl: string | null
  /** Of the other variant now: a drop is a drop from there, not from the price of the variant that was left. */
  toPrice: string | null
  /** The address already has a subscription for the other variant. */
  existingId: string | null
}

/**
 * False when there is nothing to move, or no such variant. Where the address already waits for that variant, one alert goes on,
 * with the earlier of the two places. Planning may have passed that place already, so the alert is planned again.
 */
export async function moveAlert(
  sql: Database,
  store: Store,
  of: AnyRecipient,
  subscriptionId: string,
  variantId: string,
  { confirms = true, facts = {} }: AlertMove = {},
): Promise<boolean> {
  return await transaction(sql, async (sql) => {
    const moving = await lockMoving(sql, store, of, subscriptionId, variantId)
    if (!moving) return false
    if (moving.existingId === null) await moveTo(sql, store, moving, variantId, facts)
    else await mergeInto(sql, store, moving, moving.existingId, { confirms, facts })
    await releaseSubscriptions(sql, store, [subscriptionId], { by: 'declined', reason: 'moved', isNoted: true })
    await replanLateJoiners(sql, store, [moving.existingId ?? subscriptionId])
    return true
  })
}

/** Locks both rows in one order. Only within a product: a place in one line gives no place in another. */
async function lockMoving(
  sql: Sql,
  { storeId }: Store,
  of: AnyRecipient,
  subscriptionId: string,
  variantId: string,
): Promise<MovingAlert | null> {
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
  const [moving] = await sql<MovingAlert[]>`
    select mine.subscription_id, mine.topic, mine.status, mine.waiting_since, coalesce(target.url, target.variant_url) as to_url,
      target.price as to_price,
      existing.subscription_id as existing_id
    from subscriptions mine
    left join variants own
      on own.store_id = ${storeId}
      and own.variant_id = mine.variant_id
    join variants target
      on target.store_id = ${storeId}
      and target.variant_id = ${variantId}
      and target.product_id = coalesce(own.product_id, mine.product_id)
      and target.deleted_at is null
    left join subscriptions existing
      on existing.store_id = ${storeId}
      and existing.address = mine.address
      and existing.medium = mine.medium
      and existing.topic = mine.topic
      and existing.variant_id = ${variantId}
    where mine.store_id = ${storeId}
      and mine.subscription_id = ${subscriptionId}
      and mine.address = ${of.address}
      and mine.medium = ${of.medium}
      and mine.variant_id <> ${variantId}
      and ${statusAllows(sql, 'moveAway', 'mine.status')}
      and existing.status is distinct from 'suppressed'`
  return moving ?? null
}

async function moveTo(
  sql: Sql,
  { storeId }: Store,
  { subscriptionId, toUrl, toPrice }: MovingAlert,
  variantId: string,
  facts: Record<string, unknown>,
) {
  await sql`
    with moved as (
      update subscriptions
      set variant_id = ${variantId},
          asked_variant_id = null,
          url = coalesce(${toUrl}, url),
          price_when_saved = ${toPrice}::numeric,
          passed_over = true,
          -- what is measured is the other variant
          held_until = null,
          told_trigger_id = null,
          updated_at = now()
      where store_id = ${storeId}
        and subscription_id = ${subscriptionId}
      returning subscription_id, status
    )
    insert into subscription_events (store_id, subscription_id, step, reason, facts)
    select ${storeId}, subscription_id, moved.status, 'moved',
      ${sql.json({ ...facts, variantId } as never)}::jsonb || jsonb_build_object('fromVariant', before.variant_id)
    from moved
    -- as it was before this statement
    join subscriptions before using (subscription_id)
    where before.store_id = ${storeId}`
}

/** The existing alert goes on. If it waits or has an open offer, it gets the earlier of the two places; if it had ended, it starts again in the moved one's. */
async function mergeInto(
  sql: Sql,
  { storeId }: Store,
  { subscriptionId, status, waitingSince, toPrice }: MovingAlert,
  existingId: string,
  { confirms, facts }: Required<AlertMove>,
) {
  const event = status === 'waiting' || confirms ? 'moveInto' : 'moveIntoUnconfirmed'
  await sql`
    with source as (
      update subscriptions
      set status = ${statusAfter(sql, 'moveAway')},
          updated_at = now()
      where store_id = ${storeId}
        and subscription_id = ${subscriptionId}
      returning subscription_id, consent_id, target_price
    ),
    target as (
      update subscriptions subscription
      set waiting_since = case
            when status in ('unconfirmed', 'waiting') or ${holdsOffer(sql)} then least(waiting_since, ${waitingSince})
            else ${waitingSince}
          end,
          -- an unconfirmed one does not replace the consent of one that waits
          consent_id = case
            when ${event === 'moveIntoUnconfirmed'} and status in ('unconfirmed', 'waiting') then subscription.consent_id
            else source.consent_id
          end,
          asked_variant_id = null,
          -- one that had ended starts again, with what the moved one waits for
          target_price = case
            when status in ('unconfirmed', 'waiting') or ${holdsOffer(sql)} then subscription.target_price
            else source.target_price
          end,
          price_when_saved = case
            when status in ('unconfirmed', 'waiting') or ${holdsOffer(sql)} then subscription.price_when_saved
            else ${toPrice}::numeric
          end,
          status = case when ${holdsOffer(sql)} then status else ${statusAfter(sql, event)} end,
          passed_over = true,
          updated_at = now()
      from source
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = ${existingId}
      returning subscription.subscription_id, subscription.status
    )
    insert into subscription_events (store_id, subscription_id, step, reason, facts)
    select ${storeId}::bigint, subscription_id, 'left', 'moved', ${sql.json({ ...facts, into: existingId } as never)}::jsonb
    from source
    union all
    select ${storeId}::bigint, subscription_id, status, 'joined-by-move', ${sql.json({ ...facts, from: subscriptionId } as never)}::jsonb
    from target`
}
