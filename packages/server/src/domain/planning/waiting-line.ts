/** The line of subscriptions that wait for a variant: who is next, and for whom there are enough units. */
import type { Sql } from '../../database/connect.ts'
import { isNotHeld } from '../lift/holdouts.ts'
import type { Topic } from '../rules/rule.ts'

/** A round: one trigger that notifies, and how far its planning has got. */
export type Round = {
  storeId: number
  triggerId: string
  variantId: string
  topic: Topic
  /** The last place in line that was planned. */
  since: Date | null
  lastId: string | null
  planned: number
  /** Planning has reached the end of the line at least once. */
  isPlanned: boolean
  /** The stock move that created the trigger. */
  stockMove: number | null
  createdAt: Date
}

export type PlaceInLine = {
  subscriptionId: string
  waitingSince: Date
  quantity: number
  /** Its offer in this round was withdrawn, and may be opened again until this time. */
  lapsesAt: Date | null
  /** Its place is before the one that planning has reached. */
  isEarlier: boolean
}

/**
 * A condition on rows `subscription`: the topic's channels include the medium, its rule applies to this shopper, and they are not held
 * out.
 */
export function mayBeNotified(sql: Sql, { topic }: Round, { price, now }: { price: number | null; now: Date }) {
  const { channels, rule, after } = topic
  const latest = rule === 'reminder' ? new Date(now.getTime() - (after ?? 0)) : null
  return sql`
    subscription.medium = any(${channels})
    and ${isNotHeld(sql, now)}
    and (${latest}::timestamptz is null or subscription.waiting_since <= ${latest}::timestamptz)
    and (
      ${rule} <> 'price-drop'
      or case
        when subscription.target_price is not null then ${price}::numeric <= subscription.target_price
        else ${price}::numeric < subscription.price_when_saved
      end
    )`
}

/** The place that planning has reached, to be compared with the columns of the index: later places are not planned yet. */
export const placeReached = (sql: Sql, { since, lastId }: Round) => sql`
  (coalesce(${since}::timestamptz, '-infinity'), coalesce(${lastId}::uuid, '00000000-0000-0000-0000-000000000000'))`

/**
 * Next in line, in three parts that each have an index: `after` the place reached, `passed_over` before it, and those whose offer
 * was `withdrawn`. Never one whose offer in this round lapsed or was declined. Rows are not locked: `openOffers` checks again.
 */
export async function nextInLine(
  sql: Sql,
  round: Round,
  { price, now, free, most }: { price: number | null; now: Date; free: number; most: number },
): Promise<PlaceInLine[]> {
  const { storeId, variantId, triggerId, topic } = round
  const isEligible = mayBeNotified(sql, round, { price, now })
  const waits = sql`
    subscription.variant_id = ${variantId}
    and subscription.topic = ${topic.topic}
    and subscription.status = 'waiting'`
  const hasNoOffer = sql`
    not exists (
      select from offers offer
      where offer.store_id = ${storeId}
        and offer.subscription_id = subscription.subscription_id
        and (offer.trigger_id = ${triggerId} or offer.closed_at is null)
    )`
  return await sql<PlaceInLine[]>`
    with after as (
      select subscription_id, waiting_since, quantity, null::timestamptz as lapses_at, false as is_earlier
      from subscriptions subscription
      where subscription.store_id = ${storeId}
        and ${waits}
        and (waiting_since, subscription_id) > ${placeReached(sql, round)}
        and ${isEligible}
        and ${hasNoOffer}
      order by waiting_since, subscription_id
      limit ${most}
    ),
    passed_over as (
      select subscription_id, waiting_since, quantity, null::timestamptz as lapses_at, true as is_earlier
      from subscriptions subscription
      where subscription.store_id = ${storeId}
        and ${waits}
        and passed_over
        and quantity <= ${free}
        and (waiting_since, subscription_id) <= ${placeReached(sql, round)}
        and ${isEligible}
        and ${hasNoOffer}
      order by waiting_since, subscription_id
      limit ${most}
    ),
    withdrawn as (
      select subscription.subscription_id, waiting_since, subscription.quantity, offer.lapses_at, true as is_earlier
      from offers offer
      join subscriptions subscription on subscription.store_id = ${storeId}
        and ${waits}
        and subscription.subscription_id = offer.subscription_id
      where offer.store_id = ${storeId}
        and offer.trigger_id = ${triggerId}
        and offer.closed_by = 'withdrawn'
        and offer.lapses_at > ${now}
        and subscription.quantity <= ${free}
        and ${isEligible}
      order by waiting_since, subscription_id
      limit ${most}
    )
    select * from after
    union all
    select * from passed_over
    union all
    select * from withdrawn
    order by waiting_since, subscription_id
    limit ${most}`
}

type UnitAssignment = { assigned: PlaceInLine[]; passedOver: PlaceInLine[]; left: number }

/** First come, first served. One who wants more units than are left is passed over. */
export function assignUnits(line: PlaceInLine[], free: number): UnitAssignment {
  const done: UnitAssignment = { assigned: [], passedOver: [], left: free }
  for (const one of line) {
    if (done.left <= 0) break
    if (one.quantity > done.left) done.passedOver.push(one)
    else {
      done.left -= one.quantity
      done.assigned.push(one)
    }
  }
  return done
}
