/** Planning by offers: notifies as many as there are free units, and the next in line when an offer lapses unused. */
import type { Sql } from '../../database/connect.ts'
import { type Draw, drawHoldouts, type Holdout, noDraw, unitsKept } from '../lift/holdouts.ts'
import type { VariantNow } from '../rules/rule.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import type { ScheduledWork } from '../schedule/scheduled-work.ts'
import type { StoreSettings } from '../settings/settings.ts'
import type { RoundNote } from '../timeline/round-notes.ts'
import { unitsToOffer } from './offers.ts'
import { assignUnits, nextInLine, type PlaceInLine, type Round } from './waiting-line.ts'

/** How long the units of an order count as sold when no stock figure follows it. */
const soldWithoutFigure = 10 * 60_000

/** `offers`: how many people have the open units. `kept`: for held-out people. */
type CountedUnits = { open: number; offers: number; ordered: number; kept: number }

/** Units of a variant that are not free: in open offers, kept, and in orders that are newer than its stock figure. */
export async function countUnitsNotFree(
  sql: Sql,
  storeId: number,
  variantId: string,
  now: Date,
): Promise<CountedUnits> {
  const [counted] = await sql<CountedUnits[]>`
    select
      (
        select coalesce(sum(quantity), 0)
        from offers
        where store_id = ${storeId}
          and variant_id = ${variantId}
          and closed_at is null
      ) as open,
      (
        select count(*)
        from offers
        where store_id = ${storeId}
          and variant_id = ${variantId}
          and closed_at is null
      ) as offers,
      (${unitsKept(sql, storeId, variantId, now)}) as kept,
      (
        select coalesce(sum(purchase.quantity), 0)
        from variants variant
        join purchases purchase
          on purchase.store_id = ${storeId}
          and purchase.variant_id = variant.variant_id
          and purchase.bought_at > variant.stock_at
          and purchase.bought_at > ${new Date(now.getTime() - soldWithoutFigure)}
        where variant.store_id = ${storeId}
          and variant.variant_id = ${variantId}
      ) as ordered`
  return counted!
}

export type PlanResult = {
  wakes: ScheduledWork[]
  planned: number
  reached: PlaceInLine | null
  isDone: boolean
  /** What to note of those who were not notified; null while there is more to plan at once. */
  note: RoundNote | null
}

/** `most`: people in one batch. `holdout`: of the topic. */
export type PlanningView = { settings: StoreSettings; now: Date; most: number; holdout: Holdout | null }

/** The caller has locked the variant and the trigger. */
export async function planOffers(
  sql: Sql,
  round: Round,
  variant: VariantNow,
  { settings, now, most, holdout }: PlanningView,
): Promise<PlanResult> {
  const { triggerId } = round
  const { open, offers, ordered, kept } = await countUnitsNotFree(sql, round.storeId, round.variantId, now)
  const units = unitsToOffer(variant.stock ?? 0, settings.offerRatio)
  const free = units - open - ordered - kept
  const again: ScheduledWork[] =
    ordered > 0 ? [{ work: 'plan', triggerId, at: new Date(now.getTime() + soldWithoutFigure) }] : []
  const figures = { stock: variant.stock, units, ...(ordered > 0 && { ordered }), channels: round.topic.channels }
  const gone = { reason: 'units-gone', facts: { ...figures, free: Math.max(free, 0) } }
  if (free <= 0) return { wakes: again, planned: 0, reached: null, isDone: false, note: gone }
  const line = await nextInLine(sql, round, { price: variant.price, now, free, most })
  const { assigned, passedOver, left } = assignUnits(line, free)
  const lapsesAt = new Date(now.getTime() + settings.offerWindow)
  await passOver(sql, round, passedOver.filter(isNew), free)
  const numbered = assigned.map((one, place) => ({ ...one, number: offers + place + 1 }))
  const { heldIds, at, endsAt } = await drawTurns(sql, round, numbered, { now, holdout })
  const notified = numbered.filter(({ subscriptionId }) => !heldIds.has(subscriptionId))
  const opened = await openOffers(sql, round, notified, { now, openedAt: at, lapsesAt, units })
  const decided = line.slice(0, assigned.length + passedOver.length)
  const isDone = line.length < most && decided.length === line.length
  if (opened > 0) again.push({ work: 'send', at: now }, { work: 'plan', triggerId, at: lapsesAt })
  if (endsAt) again.push({ work: 'plan', triggerId, at: endsAt })
  // Somebody left at this moment, or the line is longer than one batch.
  const hasMore = opened < notified.length || (left > 0 && !isDone)
  if (hasMore) again.push({ work: 'plan', triggerId, at: now })
  const reason = left > 0 ? 'all-served' : 'units-gone'
  const note = hasMore ? null : { reason, facts: { ...figures, free: left } }
  return { wakes: again, planned: opened, reached: decided.findLast(isNew) ?? null, isDone, note }
}

/** One whose offer in this round was withdrawn has had its turn. */
async function drawTurns(
  sql: Sql,
  round: Round,
  numbered: (PlaceInLine & { number: number })[],
  { now, holdout }: Pick<PlanningView, 'now' | 'holdout'>,
): Promise<Draw> {
  const first = numbered.filter(({ lapsesAt }) => lapsesAt === null)
  if (!holdout || first.length === 0) return noDraw
  const turns = sql`
    select *
    from unnest(
      ${first.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${first.map(({ number }) => number)}::integer[]
    ) as turn (subscription_id, place)`
  return await drawHoldouts(sql, round, turns, { holdout, now, keepsUnits: true })
}

const isNew = ({ isEarlier }: PlaceInLine) => !isEarlier

/** Noted once in a round: only for places after the one reached. */
async function passOver(sql: Sql, { storeId, triggerId }: Round, places: PlaceInLine[], free: number): Promise<void> {
  if (places.length === 0) return
  await sql`
    with locked as (
      select subscription_id
      from subscriptions
      where store_id = ${storeId}
        and subscription_id = any(${places.map(({ subscriptionId }) => subscriptionId)})
        and ${statusAllows(sql, 'notify')}
      order by subscription_id
      for update
    ),
    passed as (
      update subscriptions subscription
      set passed_over = true
      from locked
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = locked.subscription_id
      returning subscription.subscription_id, subscription.quantity
    )
    insert into subscription_events (store_id, subscription_id, step, reason, facts)
    select ${storeId}, subscription_id, 'waiting', 'wants-more-than-free',
      jsonb_build_object('triggerId', ${triggerId}::uuid, 'quantity', quantity, 'free', ${free}::integer)
    from passed`
}

/**
 * The moment of planning, once for a statement: after the locks, so that nobody is planned before they signed up. The transaction may
 * have begun earlier.
 */
export const plannedAt = (sql: Sql, now: Date) => sql`(select greatest(${now}::timestamptz, clock_timestamp()))`

/** `openedAt`: null is the moment of planning. */
type OfferOpening = { now: Date; openedAt?: Date | null; lapsesAt: Date; units: number }

/** `number`: of the offer, as in “offer 3 of 5”. */
type NumberedPlace = Pick<PlaceInLine, 'subscriptionId' | 'quantity' | 'lapsesAt'> & { number: number }

/**
 * Returns how many were opened. Clause by clause: `assigned` is the input; `locked` leaves out those who left since the line was
 * read; `notified` changes their status; `opened` opens an offer, or a withdrawn one again; `planned` queues the message, or a
 * withheld one again.
 */
export async function openOffers(
  sql: Sql,
  { storeId, triggerId, variantId }: Pick<Round, 'storeId' | 'triggerId' | 'variantId'>,
  places: NumberedPlace[],
  { now, openedAt = null, lapsesAt, units }: OfferOpening,
): Promise<number> {
  if (places.length === 0) return 0
  const at = sql`coalesce(${openedAt}::timestamptz, ${plannedAt(sql, now)})`
  const [done] = await sql<{ opened: number }[]>`
    with assigned as (
      select *
      from unnest(
        ${places.map(({ subscriptionId }) => subscriptionId)}::uuid[],
        ${places.map((one) => (one.lapsesAt ?? lapsesAt).toISOString())}::timestamptz[],
        ${places.map(({ quantity }) => quantity)}::integer[],
        ${places.map(({ number }) => number)}::integer[]
      ) as assigned (subscription_id, lapses_at, quantity, number)
    ),
    locked as (
      select subscription_id
      from subscriptions
      where store_id = ${storeId}
        and subscription_id = any(${places.map(({ subscriptionId }) => subscriptionId)})
        and ${statusAllows(sql, 'notify')}
      order by subscription_id
      for update
    ),
    notified as (
      update subscriptions subscription
      set status = ${statusAfter(sql, 'notify')},
          told_trigger_id = ${triggerId},
          told_at = ${now},
          offered_until = assigned.lapses_at,
          passed_over = false,
          updated_at = now()
      from locked
      join assigned using (subscription_id)
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = locked.subscription_id
      returning subscription.subscription_id, subscription.medium, assigned.quantity, assigned.lapses_at, assigned.number
    ),
    opened as (
      insert into offers as offer (
        store_id, subscription_id, trigger_id, variant_id, quantity, opened_at, lapses_at, number, out_of,
        opened_quantity, opened_until
      )
      select ${storeId}, subscription_id, ${triggerId}, ${variantId}, quantity,
        ${at}, lapses_at, number, ${units}, quantity, lapses_at
      from notified
      -- a withdrawn offer
      on conflict (store_id, subscription_id, trigger_id) do update
      set closed_at = null,
          closed_by = null,
          quantity = excluded.quantity
      returning offer.subscription_id, offer.quantity, offer.lapses_at, offer.out_of,
        -- an update sets xmax when it locks the row
        offer.xmax <> 0 as is_again
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}, subscription_id, 'told', 'offer-opened-again',
        jsonb_build_object('triggerId', ${triggerId}::uuid, 'quantity', quantity, 'lapsesAt', lapses_at)
      from opened
      where is_again
    ),
    planned as (
      insert into deliveries as delivery (store_id, subscription_id, trigger_id, channel, medium, due_at, created_at)
      select ${storeId}, subscription_id, ${triggerId}, medium, medium, ${now}::timestamptz, ${at}
      from notified
      -- its message was not sent
      on conflict (store_id, subscription_id, trigger_id, channel) do update
      set status = 'due',
          due_at = excluded.due_at,
          reason = null,
          updated_at = now()
      where delivery.status = 'withheld'
    )
    select count(*) as opened
    from notified`
  return done!.opened
}
