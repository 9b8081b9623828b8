/** Planning: a trigger becomes deliveries, one short transaction after the other, each of which may be the last for a while. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { isRejectedStatement } from '../../database/rejected-statement.ts'
import type { Pacing, VariantNow } from '../rules/rule.ts'
import { rules, settingsOf } from '../rules/rules.ts'
import { topicNamed } from '../rules/standard-topics.ts'
import { addWakes } from '../schedule/scheduled-work.ts'
import type { StoreSettings } from '../settings/settings.ts'
import type { Store } from '../stores/stores.ts'
import { emitEvents } from '../webhooks/events.ts'
import { enrolListOwners } from './enrol-list-owners.ts'
import { lapseOffers } from './offers.ts'
import { planEveryone } from './plan-everyone.ts'
import { type Planned, planOffers } from './plan-offers.ts'
import { wakeRounds } from './triggers.ts'
import type { Round } from './waiting-line.ts'

/** So many are decided for in one transaction: some 60 ms, so that stores take turns and nobody waits long for a lock. */
const batch = 4000

/** `now` is the database's time unless somebody asks about another; `variantIds`: wakes of these only. */
export type Planning = { now?: Date | undefined; most?: number | undefined; variantIds?: string[] | undefined }

/** Follows up to `most` plan wakes of a store that are due; true when there may be more. */
export async function planDue(sql: Database, store: Store, most: number, now?: Date): Promise<boolean> {
  for (let i = 0; i < most; i++) if (!(await planScheduled(sql, store, { now }))) return false
  return true
}

/**
 * Follows one plan wake, together with others of the same trigger; false when none is due. Locks go in one order everywhere:
 * wake, variant, trigger, subscriptions by their ids, offers, deliveries.
 */
export async function planScheduled(sql: Database, store: Store, planning: Planning = {}): Promise<boolean> {
  let wake: DueWake | undefined
  const note = (taken: DueWake) => {
    wake = taken
  }
  try {
    return await transaction(sql, async (sql) => (await planNext(sql, store, planning, note)) !== null)
  } catch (error) {
    // It would fail again, and is the first in line.
    if (wake && isRejectedStatement(error)) await putOff(sql, store, wake)
    throw error
  }
}

/** The same in the caller's transaction; gives the trigger that was planned for. */
export async function planNext(
  sql: Sql,
  store: Store,
  { most = batch, ...which }: Planning,
  note?: (wake: DueWake) => void,
): Promise<string | null> {
  const wake = await takeWake(sql, store, which)
  if (!wake) return null
  note?.(wake)
  return (await planTrigger(sql, store, wake.triggerId, { now: wake.now, most })) ?? wake.triggerId
}

type DueWake = { triggerId: string; now: Date }

async function takeWake(sql: Sql, { storeId }: Store, { now, variantIds }: Planning) {
  const named = sql`
    select trigger_id
    from triggers
    where store_id = ${storeId}
      and variant_id = any(${variantIds ?? []})`
  const [wake] = await sql<DueWake[]>`
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
    taken as (
      delete from wakes
      where store_id = ${storeId}
        and (wake_id in (select wake_id from same) or wake_id = (select wake_id from first))
    )
    select trigger_id, (select now from clock)
    from first`
  return wake
}

/** Until then the store's others have their turn. */
const putOffFor = 60_000

async function putOff(sql: Sql, { storeId }: Store, { triggerId, now }: DueWake): Promise<void> {
  await sql`
    with taken as (
      delete from wakes
      where store_id = ${storeId}
        and work = 'plan'
        and trigger_id = ${triggerId}
        and due_at <= ${now}
      returning 1
    )
    insert into wakes (store_id, work, trigger_id, due_at)
    select ${storeId}, 'plan', ${triggerId}, ${new Date(now.getTime() + putOffFor)}
    where exists (select from taken)`
}

/** For the round that this trigger began, or the one that took its place; gives the trigger of that one. */
export async function planTrigger(
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
  const variant = await holdVariant(sql, store, named.variantId)
  const found = await holdRound(sql, store, named)
  const lapsed = await lapseOffers(sql, store, named.variantId, now)
  // What one topic's shoppers let go is free for those of another.
  if (lapsed > 0) await wakeRounds(sql, store, [named.variantId], now)
  const topic = topicNamed(store.topics, named.topic)
  const settings = settingsOf(store.settings, topic)
  if (!found || !topic.enabled || rules[topic.rule].objection(variant, topic, settings)) return null
  const settled = settledAt(found, settings)
  if (settled > now) {
    await addWakes(sql, storeId, [{ work: 'plan', triggerId: found.triggerId, at: settled }])
    return null
  }
  const { pacing, ...rest } = found
  const round: Round = { ...rest, storeId, topic, variantId: named.variantId }
  if (topic.rule === 'low-stock') await enrolListOwners(sql, round, now)
  // Where units are not counted none can be held.
  const isPaced = pacing === 'offers' && variant?.isCounted && variant.stock !== null
  const done = isPaced
    ? await planOffers(sql, round, variant, { settings, now, most })
    : await planEveryone(sql, round, variant, { settings, now, most })
  await noteProgress(sql, round, done, now)
  await addWakes(sql, storeId, done.wakes)
  // One word for a batch: a million waiting would be a million events.
  const queued = { triggerId: round.triggerId, topic: named.topic, variantId: named.variantId, count: done.planned }
  if (done.planned > 0) await emitEvents(sql, store, [{ type: 'alert.queued', data: queued }])
  return round.triggerId
}

/** A restock may be corrected for a while, and whoever leaves, buys or confirms meanwhile makes nobody hear of it sooner. */
const settledAt = ({ stockMove, createdAt }: HeldRound, { settleTime }: StoreSettings) =>
  new Date(createdAt.getTime() + (stockMove === null ? 0 : (settleTime ?? 0)))

async function holdVariant(sql: Sql, { storeId }: Store, variantId: string): Promise<VariantNow | null> {
  const [variant] = await sql<VariantNow[]>`
    select stock, tracked and not sells_when_empty as is_counted, deleted_at is not null as is_deleted, price::float8
    from variants
    where store_id = ${storeId}
      and variant_id = ${variantId}
    for update`
  return variant ?? null
}

type HeldRound = Omit<Round, 'storeId' | 'topic' | 'variantId'> & { pacing: Pacing }

/** A statement after the variant's lock, so that a restock which went before is seen. */
async function holdRound(sql: Sql, { storeId }: Store, named: { variantId: string; topic: string }) {
  const [round] = await sql<HeldRound[]>`
    select trigger_id, pacing, planned_since as since, planned_subscription_id as last_id, planned,
      planned_at is not null as is_planned, stock_move, created_at
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

async function noteProgress(sql: Sql, round: Round, { planned, reached, isDone }: Planned, now: Date): Promise<void> {
  await sql`
    update triggers
    set planned = planned + ${planned},
        planned_since = coalesce(${reached?.waitingSince ?? null}::timestamptz, planned_since),
        planned_subscription_id = coalesce(${reached?.subscriptionId ?? null}::uuid, planned_subscription_id),
        planned_at = case when ${isDone} then coalesce(planned_at, ${now}) end
    where store_id = ${round.storeId}
      and trigger_id = ${round.triggerId}`
}
