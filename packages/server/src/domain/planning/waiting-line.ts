/** Those who wait for a variant, in their order: who is next, and who of them can be given what they want. */
import type { Sql } from '../../database/connect.ts'
import type { Topic } from '../rules/rule.ts'

/** The round that is planned: a trigger that still tells somebody, and how far its planning got. */
export type Round = {
  storeId: number
  triggerId: string
  variantId: string
  topic: Topic
  since: Date | null
  lastId: string | null
  planned: number
  /** Nobody was left to look at, at least once. */
  isPlanned: boolean
  /** The line of the ledger that began it. */
  stockMove: number | null
  createdAt: Date
}

export type PlaceInLine = {
  subscriptionId: string
  waitingSince: Date
  quantity: number
  /** Held something in this round that was taken back; it may have it again until then. */
  lapsesAt: Date | null
  /** Stands before the place that planning has reached. */
  isEarlier: boolean
}

/** Of rows `subscription`: those whom the topic may tell, by its channels and by what its rule asks of each shopper. */
export function mayBeNotified(sql: Sql, { topic }: Round, { price, now }: { price: number | null; now: Date }) {
  const { channels, rule, after } = topic
  const latest = rule === 'reminder' ? new Date(now.getTime() - (after ?? 0)) : null
  return sql`
    subscription.medium = any(${channels})
    and (${latest}::timestamptz is null or subscription.waiting_since <= ${latest}::timestamptz)
    and (
      ${rule} <> 'price-drop'
      or case
        when subscription.target_price is not null then ${price}::numeric <= subscription.target_price
        else ${price}::numeric < subscription.price_when_saved
      end
    )`
}

/** The place that planning has reached, as bounds of an index: whoever stands after it was not looked at yet. */
export const reached = (sql: Sql, { since, lastId }: Round) => sql`
  (coalesce(${since}::timestamptz, '-infinity'), coalesce(${lastId}::uuid, '00000000-0000-0000-0000-000000000000'))`

/**
 * Next in line: those whose offer was taken back, those passed over, and those after the place reached; never one who had an
 * offer in this round and let it go. Nobody is locked: whoever is chosen is asked again when the row is held.
 */
export async function nextInLine(
  sql: Sql,
  round: Round,
  { price, now, free, most }: { price: number | null; now: Date; free: number; most: number },
): Promise<PlaceInLine[]> {
  const { storeId, variantId, triggerId, topic } = round
  const told = mayBeNotified(sql, round, { price, now })
  const waits = sql`
    subscription.variant_id = ${variantId}
    and subscription.topic = ${topic.topic}
    and subscription.status = 'waiting'`
  const untold = sql`
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
        and (waiting_since, subscription_id) > ${reached(sql, round)}
        and ${told}
        and ${untold}
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
        and (waiting_since, subscription_id) <= ${reached(sql, round)}
        and ${told}
        and ${untold}
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
        and ${told}
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

export type UnitAssignment = { seated: PlaceInLine[]; passedOver: PlaceInLine[]; left: number }

/** First come, first served; one who wants more than is left lets the next try. */
export function seat(line: PlaceInLine[], free: number): UnitAssignment {
  const done: UnitAssignment = { seated: [], passedOver: [], left: free }
  for (const one of line) {
    if (done.left <= 0) break
    if (one.quantity > done.left) done.passedOver.push(one)
    else {
      done.left -= one.quantity
      done.seated.push(one)
    }
  }
  return done
}
