/** Planning for everyone who waits, in batches: each is one short statement that changes only subscriptions that are held out. */
import type { Fragment, Sql } from '../../database/connect.ts'
import { drawHoldouts, type Holdout } from '../lift/holdouts.ts'
import type { VariantNow } from '../rules/rule.ts'
import type { ScheduledWork } from '../schedule/scheduled-work.ts'
import type { StoreSettings } from '../settings/settings.ts'
import { type PlanningView, type PlanResult, plannedAt } from './plan-offers.ts'
import { mayBeNotified, type PlaceInLine, placeReached, type Round } from './waiting-line.ts'

/** `endsAt`: when its held-out people are notified. */
type PlannedBatch = {
  planned: number
  looked: number
  lastSince: Date | null
  lastId: string | null
  endsAt: Date | null
}

/** The caller has locked the trigger. A subscription becomes `told` when a worker claims its delivery, so no row is changed here. */
export async function planEveryone(
  sql: Sql,
  round: Round,
  variant: VariantNow | null,
  { settings, now, most, holdout }: PlanningView,
): Promise<PlanResult> {
  const look = { price: variant?.price ?? null, now, most, holdout }
  // A request after the trigger waits for the next one. Only reminders are due for each subscription at a time of its own.
  const isOver = round.isPlanned && round.topic.rule !== 'reminder'
  const isSoldOut = isOver && (await isPast(sql, round, settings))
  const late = isSoldOut ? nobody : await planPassedOver(sql, round, isOver, look)
  const next = isOver ? nobody : await planBatch(sql, round, look)
  const planned = late.planned + next.planned
  const endsAt = next.endsAt ?? late.endsAt
  const hasMore = late.looked === most || next.looked === most
  const wakes: ScheduledWork[] = planned > 0 ? [{ work: 'send', at: now }] : []
  if (endsAt) wakes.push({ work: 'plan', triggerId: round.triggerId, at: endsAt })
  if (hasMore) wakes.push({ work: 'plan', triggerId: round.triggerId, at: now })
  const last = next.lastId === null ? null : standingAt(next.lastSince!, next.lastId)
  const facts = { channels: round.topic.channels, ...(look.price !== null && { price: look.price }) }
  const note = hasMore ? null : { reason: isSoldOut ? 'sold-out' : 'all-served', facts }
  return { wakes, planned, reached: last, isDone: isOver || !hasMore, note }
}

const nobody: PlannedBatch = { planned: 0, looked: 0, lastSince: null, lastId: null, endsAt: null }

/** Sold out since the trigger: today's stock belongs to a later one. */
async function isPast(
  sql: Sql,
  { storeId, variantId, topic, stockMove }: Round,
  { minStock }: StoreSettings,
): Promise<boolean> {
  if (topic.rule !== 'back-in-stock') return false
  const [found] = await sql<{ isPast: boolean }[]>`
    select exists (
      select from stock_moves
      where store_id = ${storeId}
        and variant_id = ${variantId}
        and move > ${stockMove}
        and stock_after < ${minStock}
    ) as is_past`
  return found!.isPast
}

const standingAt = (waitingSince: Date, subscriptionId: string): PlaceInLine => ({
  ...{ subscriptionId, waitingSince, quantity: 1, lapsesAt: null, isEarlier: false },
})

type LineView = Pick<PlanningView, 'now' | 'most' | 'holdout'> & { price: number | null }

/** A reminder reads only those who have waited long enough; any other rule skips those it does not apply to. */
async function planBatch(sql: Sql, round: Round, { price, now, most, holdout }: LineView): Promise<PlannedBatch> {
  const { storeId, triggerId, variantId, topic } = round
  const latest = topic.rule === 'reminder' ? new Date(now.getTime() - (topic.after ?? 0)) : null
  const looked = sql`
    select *
    from subscriptions
    where store_id = ${storeId}
      and variant_id = ${variantId}
      and topic = ${topic.topic}
      and status = 'waiting'
      and (waiting_since, subscription_id) > ${placeReached(sql, round)}
      and (${latest}::timestamptz is null or waiting_since <= ${latest}::timestamptz)
    order by waiting_since, subscription_id
    limit ${most}`
  const endsAt = holdout && (await drawAll(sql, round, looked, { price, now, holdout }))
  const [batch] = await sql<Omit<PlannedBatch, 'endsAt'>[]>`
    with looked as materialized (${looked}),
    planned as (
      insert into deliveries (store_id, subscription_id, trigger_id, channel, medium, due_at, created_at)
      select ${storeId}, subscription_id, ${triggerId}, medium, medium, ${now}::timestamptz, ${plannedAt(sql, now)}
      from looked subscription
      where ${mayBeNotified(sql, round, { price, now })}
      on conflict (store_id, subscription_id, trigger_id, channel) do nothing
      returning 1
    ),
    last as (
      select waiting_since, subscription_id
      from looked
      order by waiting_since desc, subscription_id desc
      limit 1
    )
    select
      (select count(*) from planned) as planned,
      (select count(*) from looked) as looked,
      (select waiting_since from last) as last_since,
      (select subscription_id from last) as last_id`
  return { ...batch!, endsAt }
}

type DrawView = { price: number | null; now: Date; holdout: Holdout }

/** Whose turn it is among `looked`, before the statement that plans the rest. No units are kept: everybody may buy. */
async function drawAll(
  sql: Sql,
  round: Round,
  looked: Fragment,
  { price, now, holdout }: DrawView,
): Promise<Date | null> {
  const turns = sql`
    select subscription_id, 0 as place
    from (${looked}) subscription
    where ${mayBeNotified(sql, round, { price, now })}`
  return (await drawHoldouts(sql, round, turns, { holdout, now, keepsUnits: false })).endsAt
}

type LateBatch = Pick<PlannedBatch, 'planned' | 'looked' | 'endsAt'>

/**
 * Those that planning has passed: confirmed late, resubscribed, or moved here with their place. When planning is over there is no
 * place reached any more: then all who waited before the trigger, or were held out when planning passed them.
 */
async function planPassedOver(
  sql: Sql,
  round: Round,
  isOver: boolean,
  { price, now, most, holdout }: LineView,
): Promise<LateBatch> {
  const { storeId, triggerId, variantId, topic, createdAt } = round
  const isBehind = isOver
    ? sql`(waiting_since <= ${createdAt} or held_until is not null)`
    : sql`(waiting_since, subscription_id) <= ${placeReached(sql, round)}`
  const waiting = sql`
    select *
    from subscriptions subscription
    where store_id = ${storeId}
      and variant_id = ${variantId}
      and topic = ${topic.topic}
      and status = 'waiting'
      and passed_over
      and ${isBehind}
      and ${mayBeNotified(sql, round, { price, now })}
    order by subscription_id
    limit ${most}`
  const endsAt = holdout && (await drawAll(sql, round, waiting, { price, now, holdout }))
  const [late] = await sql<Omit<LateBatch, 'endsAt'>[]>`
    with late as materialized (
      select subscription_id
      from (${waiting} for update) subscription
    ),
    reached as (
      update subscriptions subscription
      set passed_over = false
      from late
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = late.subscription_id
      returning subscription.subscription_id, subscription.medium
    ),
    planned as (
      insert into deliveries (store_id, subscription_id, trigger_id, channel, medium, due_at, created_at)
      select ${storeId}, subscription_id, ${triggerId}, medium, medium, ${now}::timestamptz, ${plannedAt(sql, now)}
      from reached
      on conflict (store_id, subscription_id, trigger_id, channel) do nothing
      returning 1
    )
    select
      (select count(*) from planned) as planned,
      (select count(*) from late) as looked`
  return { ...late!, endsAt }
}
