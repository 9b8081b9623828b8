/** Planning: turns a trigger into deliveries, in short transactions; each batch may be the last for a while. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { isRejectedStatement } from '../../database/rejected-statement.ts'
import { joinLine } from '../any-variant/join-line.ts'
import { holdoutOf } from '../lift/holdouts.ts'
import type { Pacing } from '../rules/rule.ts'
import { rules, settingsOf } from '../rules/rules.ts'
import { topicNamed } from '../rules/standard-topics.ts'
import { scheduleWork } from '../schedule/scheduled-work.ts'
import type { StoreSettings } from '../settings/settings.ts'
import type { Store } from '../stores/stores.ts'
import { noteStoppedRound, roundNoteRow } from '../timeline/round-notes.ts'
import { emitEvents } from '../webhooks/events.ts'
import { enrolListOwners } from './enrol-list-owners.ts'
import { lockVariant } from './lock-variant.ts'
import { lapseOffers } from './offers.ts'
import { planEveryone } from './plan-everyone.ts'
import { type PlanResult, planOffers } from './plan-offers.ts'
import { narrowerSettings, type RoundPacing } from './round-pacing.ts'
import { wakeRounds } from './triggers.ts'
import type { Round } from './waiting-line.ts'

/** Subscriptions planned in one transaction: about 60 ms, so that stores take turns and locks are short. */
const batch = 4000

/** `now` is the database's time unless given; `variantIds`: only scheduled work of these. */
export type Planning = { now?: Date | undefined; most?: number | undefined; variantIds?: string[] | undefined }

/** Does up to `most` pieces of the store's scheduled planning that are due; true when there may be more. */
export async function planDue(sql: Database, store: Store, most: number, now?: Date): Promise<boolean> {
  for (let i = 0; i < most; i++) if (!(await planScheduled(sql, store, { now }))) return false
  return true
}

/**
 * Plans one scheduled trigger, and removes what else is scheduled for it; false when none is due. Everything locks in one
 * order: scheduled work (`wakes`), variant, trigger, subscriptions by id, offers, deliveries.
 */
export async function planScheduled(sql: Database, store: Store, planning: Planning = {}): Promise<boolean> {
  let due: DueTrigger | undefined
  const note = (claimed: DueTrigger) => {
    due = claimed
  }
  try {
    return await transaction(sql, async (sql) => (await planNext(sql, store, planning, note)) !== null)
  } catch (error) {
    // It would fail again, and it is the first in the queue.
    if (due && isRejectedStatement(error)) await postpone(sql, store, due)
    throw error
  }
}

/** The same in the caller's transaction; returns the trigger that was planned. */
export async function planNext(
  sql: Sql,
  store: Store,
  { most = batch, ...which }: Planning,
  note?: (due: DueTrigger) => void,
): Promise<string | null> {
  const due = await claimScheduled(sql, store, which)
  if (!due) return null
  note?.(due)
  return (await planTrigger(sql, store, due.triggerId, { now: due.now, most })) ?? due.triggerId
}

type DueTrigger = { triggerId: string; now: Date }

async function claimScheduled(sql: Sql, { storeId }: Store, { now, variantIds }: Planning) {
  const named = sql`
    select trigger_id
    from triggers
    where store_id = ${storeId}
      and variant_id = any(${variantIds ?? []})`
  const [due] = await sql<DueTrigger[]>`
    with clock as (
      select coalesce(${now ?? null}::timestamptz, now()) as now
    ),
    first as materialized (
      select wake_id, trigger_id
      from wakes
      where store_id = ${storeId}
        and work = 'plan'
        and due_at <= (select now from clock)
        ${variantIds ? sql`and trigger_id in (${named})` : sql``}
      order by due_at
      limit 1
      for update skip locked
    ),
    same as materialized (
      select wake_id
      from wakes
      where store_id = ${storeId}
        and work = 'plan'
        and due_at <= (select now from clock)
        and trigger_id = (select trigger_id from first)
      limit 1000
      for update skip locked
    ),
    claimed as (
      delete from wakes
      where store_id = ${storeId}
        and (wake_id in (select wake_id from same) or wake_id = (select wake_id from first))
    )
    select trigger_id, (select now from clock)
    from first`
  return due
}

/** A trigger that fails is postponed, so that the store's other triggers are planned. */
const postponedFor = 60_000

async function postpone(sql: Sql, { storeId }: Store, { triggerId, now }: DueTrigger): Promise<void> {
  await sql`
    with removed as (
      delete from wakes
      where store_id = ${storeId}
        and work = 'plan'
        and trigger_id = ${triggerId}
        and due_at <= ${now}
      returning 1
    )
    insert into wakes (store_id, work, trigger_id, due_at)
    select ${storeId}, 'plan', ${triggerId}, ${new Date(now.getTime() + postponedFor)}
    where exists (select from removed)`
}

/** Plans the trigger, or the one that superseded it; returns the trigger that was planned. */
async function planTrigger(
  sql: Sql,
  store: Store,
  triggerId: string,
  { now, most }: { now: Date; most: number },
): Promise<string | null> {
  const { storeId } = store
  const [named] = await sql<{ variantId: string; topic: string }[]>`
    select variant_id, topic
    from triggers
    where store_id = ${storeId}
      and trigger_id = ${triggerId}`
  if (!named) return null
  const variant = await lockVariant(sql, store, named.variantId)
  const found = await lockRound(sql, store, named)
  const lapsed = await lapseOffers(sql, store, named.variantId, now)
  // Units of a lapsed offer are free for other topics too.
  if (lapsed > 0) await wakeRounds(sql, store, [named.variantId], now)
  // In the trigger's spelling, which its subscriptions have.
  const topic = { ...topicNamed(store.topics, named.topic), topic: named.topic }
  if (!found) return null
  const settings = narrowerSettings(settingsOf(store.settings, topic), found)
  const objection = topic.enabled ? rules[topic.rule].objection(variant, topic, settings) : 'topic-disabled'
  if (objection) {
    const { triggerId } = found
    await noteStoppedRound(sql, { storeId, triggerId, variantId: named.variantId, topic }, objection, now)
    return null
  }
  const settled = settledAt(found, settings)
  if (settled > now) {
    await scheduleWork(sql, storeId, [{ work: 'plan', triggerId: found.triggerId, at: settled }])
    return null
  }
  const { pacing, offerRatio, minStock, ...rest } = found
  const round: Round = { ...rest, storeId, topic, variantId: named.variantId }
  if (topic.rule === 'low-stock') await enrolListOwners(sql, round, now)
  const moreJoin = topic.rule === 'back-in-stock' && (await joinLine(sql, round, most))
  // Units can be offered only where the platform counts them.
  const isPaced = pacing === 'offers' && variant?.isCounted && variant.stock !== null
  const how = { settings, now, most, holdout: holdoutOf(store, settings) }
  const done = isPaced ? await planOffers(sql, round, variant, how) : await planEveryone(sql, round, variant, how)
  await noteProgress(sql, round, done, now)
  const wakes = moreJoin ? [...done.wakes, { work: 'plan' as const, triggerId: round.triggerId, at: now }] : done.wakes
  await scheduleWork(sql, storeId, wakes)
  // One event a batch, and not one for each subscription.
  const queued = { triggerId: round.triggerId, topic: named.topic, variantId: named.variantId, count: done.planned }
  if (done.planned > 0) await emitEvents(sql, store, [{ type: 'alert.queued', data: queued }])
  return round.triggerId
}

/** Wait `settleTime` after a restock before planning, so that corrections arrive first. Leaving, buying or confirming does not shorten it. */
const settledAt = ({ stockMove, createdAt }: LockedRound, { settleTime }: StoreSettings) =>
  new Date(createdAt.getTime() + (stockMove === null ? 0 : (settleTime ?? 0)))

type LockedRound = Omit<Round, 'storeId' | 'topic' | 'variantId'> & RoundPacing & { pacing: Pacing }

/** After the variant's lock, so that it sees a trigger that was created before. */
async function lockRound(sql: Sql, { storeId }: Store, named: { variantId: string; topic: string }) {
  const [round] = await sql<LockedRound[]>`
    select trigger_id, pacing, planned_since as since, planned_subscription_id as last_id, planned,
      planned_at is not null as is_planned, stock_move, created_at, offer_ratio, min_stock
    from triggers
    where store_id = ${storeId}
      and variant_id = ${named.variantId}
      and topic = ${named.topic}
      and superseded_at is null
    order by created_at desc, trigger_id desc
    limit 1
    for update`
  return round
}

async function noteProgress(
  sql: Sql,
  round: Round,
  { planned, reached, isDone, note }: PlanResult,
  now: Date,
): Promise<void> {
  const progress = sql`
    update triggers
    set planned = planned + ${planned},
        planned_since = coalesce(${reached?.waitingSince ?? null}::timestamptz, planned_since),
        planned_subscription_id = coalesce(${reached?.subscriptionId ?? null}::uuid, planned_subscription_id),
        planned_at = case when ${isDone} then coalesce(planned_at, ${now}) end
    where store_id = ${round.storeId}
      and trigger_id = ${round.triggerId}`
  if (!note) await progress
  else
    await sql`
      with trigger as (
        ${progress}
        returning facts, cause, planned, planned_since
      )
      insert into round_notes (store_id, trigger_id, noted_at, reason, facts)
      ${roundNoteRow(sql, round, note, now)}
      on conflict do nothing`
}
