/** Planning for everyone who waits: one batch after the other, each a short statement that leaves the subscriptions alone. */
import type { Sql } from '../database/connect.ts'
import { mayBeTold, type Round, reached, type Standing } from './plan-line.ts'
import type { Planned } from './plan-offers.ts'
import type { VariantNow } from './rules/rule.ts'
import type { Wake } from './wakes.ts'

type Batch = { planned: number; looked: number; lastSince: Date | null; lastId: string | null }

/** The caller holds the trigger. Who waits is told when a worker takes the delivery, so nobody's row is touched here. */
export async function planEveryone(
  sql: Sql,
  round: Round,
  variant: VariantNow | null,
  { now, most }: { now: Date; most: number },
): Promise<Planned> {
  const price = variant?.price ?? null
  const late = await planPassedOver(sql, round, { price, now, most })
  const { planned, looked, lastSince, lastId } = await planBatch(sql, round, { price, now, most })
  const isDone = looked < most && late < most
  const wakes: Wake[] = planned + late > 0 ? [{ work: 'send', at: now }] : []
  if (!isDone) wakes.push({ work: 'plan', triggerId: round.triggerId, at: now })
  const last = lastId === null ? null : standingAt(lastSince!, lastId)
  return { wakes, planned: planned + late, reached: last, isDone }
}

const standingAt = (waitingSince: Date, subscriptionId: string): Standing => ({
  ...{ subscriptionId, waitingSince, quantity: 1, lapsesAt: null, isEarlier: false },
})

type Look = { price: number | null; now: Date; most: number }

/** A reminder looks no further than to those who have waited long enough; any other rule passes over whom it does not suit. */
async function planBatch(sql: Sql, round: Round, { price, now, most }: Look): Promise<Batch> {
  const { storeId, triggerId, variantId, topic } = round
  const latest = topic.rule === 'reminder' ? new Date(now.getTime() - (topic.after ?? 0)) : null
  const [batch] = await sql<Batch[]>`
    with looked as materialized (
      select *
      from subscriptions
      where store_id = ${storeId}
        and variant_id = ${variantId}
        and topic = ${topic.topic}
        and status = 'waiting'
        and (waiting_since, subscription_id) > ${reached(sql, round)}
        and (${latest}::timestamptz is null or waiting_since <= ${latest}::timestamptz)
      order by waiting_since, subscription_id
      limit ${most}
    ),
    planned as (
      insert into deliveries (store_id, subscription_id, trigger_id, channel, medium, due_at)
      select ${storeId}, subscription_id, ${triggerId}, medium, medium, ${now}::timestamptz
      from looked subscription
      where ${mayBeTold(sql, round, { price, now })}
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
  return batch!
}

/** Those who stand before the place that planning has reached: confirmed late, or moved here with their place. */
async function planPassedOver(sql: Sql, round: Round, { price, now, most }: Look): Promise<number> {
  const { storeId, triggerId, variantId, topic } = round
  const [done] = await sql<{ planned: number }[]>`
    with late as materialized (
      select subscription_id
      from subscriptions subscription
      where store_id = ${storeId}
        and variant_id = ${variantId}
        and topic = ${topic.topic}
        and status = 'waiting'
        and passed_over
        and (waiting_since, subscription_id) <= ${reached(sql, round)}
        and ${mayBeTold(sql, round, { price, now })}
      order by subscription_id
      limit ${most}
      for update
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
      insert into deliveries (store_id, subscription_id, trigger_id, channel, medium, due_at)
      select ${storeId}, subscription_id, ${triggerId}, medium, medium, ${now}::timestamptz
      from reached
      on conflict (store_id, subscription_id, trigger_id, channel) do nothing
      returning 1
    )
    select count(*) as planned
    from planned`
  return done!.planned
}
