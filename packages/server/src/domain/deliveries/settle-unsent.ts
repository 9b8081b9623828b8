/** Settling claimed deliveries that were not sent, many in one statement. Each leaves a line in its subscription's timeline. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import { alertChannel } from '../schedule/scheduled-work.ts'
import type { ClaimedKey } from './deliveries.ts'

/**
 * `retry`: the provider did not accept it; again in `after` milliseconds, for a day at most. `later`: not tried, because it
 * is not the time. `withheld`: the rule forbids it. `failed`: given up. `detail` is for people.
 */
export type Unsent = ClaimedKey & { reason: string; detail?: string | undefined } & (
    | { kind: 'retry'; after: number }
    | { kind: 'later'; until: Date }
    | { kind: 'withheld' | 'failed' }
  )

/** News of an alert is worthless after a day. */
const longestTry = 24 * 3_600_000

/**
 * A subscription whose message was not sent waits again in its old place, unless its offer is still open. An offer whose
 * message will not be sent closes, and its units go to the next in line. An offer whose message has to wait lasts
 * `offerWindow` milliseconds from the time when it may be sent.
 */
export async function settleUnsent(
  sql: Database,
  storeId: number,
  unsent: Unsent[],
  offerWindow: number,
): Promise<void> {
  await transaction(sql, async (sql) => {
    // Subscriptions are locked before deliveries, as everywhere. A statement of its own: the next one sees the locked rows.
    await sql`
      select subscription_id
      from subscriptions
      where store_id = ${storeId}
        and subscription_id = any(${unsent.map(({ subscriptionId }) => subscriptionId)})
      order by subscription_id
      for no key update`
    await settleLocked(sql, storeId, unsent, offerWindow)
  })
}

/** The clauses follow in their order; each has the name that the later ones read. */
async function settleLocked(sql: Sql, storeId: number, unsent: Unsent[], offerWindow: number): Promise<void> {
  await sql`
    with outcome as (
      select *
      from jsonb_to_recordset(${sql.json(unsent.map(asOutcome) as never)}) as outcome (
        subscription_id uuid, trigger_id uuid, channel text, attempts integer, kind text, reason text, detail text,
        after integer, until timestamptz
      )
    ),
    settled as (${settledDeliveries(sql, storeId)}),
    offered as (${settledOffers(sql, storeId, offerWindow)}),
    waiting as (${waitingAgain(sql, storeId)}),
    extended as (
      update subscriptions subscription
      set offered_until = offered.lapses_at
      from offered
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = offered.subscription_id
        and offered.status = 'due'
    ),
    noted as (${timelineEvents(sql, storeId)}),
    scheduled as (${scheduledWork(sql, storeId)})
    select pg_notify(${alertChannel}, ${String(storeId)})
    -- times are stored in milliseconds: what is due now may have been rounded up
    where exists (select from scheduled where due_at <= now() + interval '1 millisecond')`
}

const asOutcome = (one: Unsent) => ({
  subscription_id: one.subscriptionId,
  trigger_id: one.triggerId,
  ...{ channel: one.channel, attempts: one.attempts, kind: one.kind, reason: one.reason, detail: one.detail ?? null },
  after: one.kind === 'retry' ? Math.round(one.after) : null,
  until: one.kind === 'later' ? one.until.toISOString() : null,
})

/** The deliveries that are still claimed by this worker: due again, or done. */
const settledDeliveries = (sql: Sql, storeId: number) => sql`
  update deliveries delivery
  set status = case
        when outcome.kind in ('withheld', 'failed') then outcome.kind
        when outcome.kind = 'retry' and tried_at < now() - ${longestTry} * interval '1 millisecond' then 'failed'
        else 'due'
      end,
      due_at = coalesce(outcome.until, now() + outcome.after * interval '1 millisecond', now()),
      tried_at = case when outcome.kind in ('retry', 'failed') then coalesce(tried_at, now()) else tried_at end,
      reason = outcome.reason,
      facts = case when outcome.detail is null then null else jsonb_build_object('detail', outcome.detail) end,
      updated_at = now()
  from outcome
  where delivery.store_id = ${storeId}
    and delivery.subscription_id = outcome.subscription_id
    and delivery.trigger_id = outcome.trigger_id
    and delivery.channel = outcome.channel
    and delivery.attempts = outcome.attempts
    and delivery.status = 'due'
  returning delivery.subscription_id, delivery.trigger_id, delivery.medium, delivery.attempts, delivery.status,
    delivery.due_at, outcome.kind, outcome.reason, outcome.detail`

/** Their open offers: closed where nothing will be sent, longer where the message waits. */
const settledOffers = (sql: Sql, storeId: number, offerWindow: number) => sql`
  update offers offer
  set closed_at = case when settled.status <> 'due' then now() end,
      closed_by = case when settled.status <> 'due' then 'withdrawn' end,
      lapses_at = case
        when settled.status <> 'due' then now()
        when settled.kind = 'later'
          then greatest(lapses_at, settled.due_at + ${offerWindow} * interval '1 millisecond')
        else lapses_at
      end
  from settled
  where offer.store_id = ${storeId}
    and offer.subscription_id = settled.subscription_id
    and offer.trigger_id = settled.trigger_id
    and offer.closed_at is null
  returning offer.subscription_id, offer.trigger_id, offer.lapses_at, settled.status, settled.kind`

/** Subscriptions that were notified under this trigger wait again, except those with an open offer. */
const waitingAgain = (sql: Sql, storeId: number) => sql`
  update subscriptions subscription
  set status = case
        when settled.reason = 'suppressed' then ${statusAfter(sql, 'notSentSuppressed', 'subscription.status')}
        else ${statusAfter(sql, 'notSent', 'subscription.status')}
      end,
      told_trigger_id = null,
      told_at = null,
      offered_until = null,
      -- planning of a later restock may have passed this place while the message waited
      passed_over = passed_over or settled.reason = 'superseded',
      updated_at = now()
  from settled
  where subscription.store_id = ${storeId}
    and subscription.subscription_id = settled.subscription_id
    and ${statusAllows(sql, 'notSent', 'subscription.status')}
    and subscription.told_trigger_id = settled.trigger_id
    and not exists (
      select from offered
      where offered.subscription_id = settled.subscription_id
        and offered.status = 'due'
    )
  returning subscription.variant_id, subscription.topic, settled.reason`

const timelineEvents = (sql: Sql, storeId: number) => sql`
  insert into subscription_events (store_id, subscription_id, step, reason, facts)
  select ${storeId}, subscription_id,
    case
      when status <> 'due' then status
      when kind = 'retry' then 'tried'
      else 'postponed'
    end,
    case when status = 'failed' and kind = 'retry' then 'given-up' else reason end,
    jsonb_strip_nulls(jsonb_build_object(
      'triggerId', trigger_id, 'medium', medium, 'attempts', attempts, 'detail', detail,
      'until', case when status = 'due' then due_at end
    ))
  from settled`

/**
 * Sending looks at what is due again: many come at once, and one entry a second is enough. Planning looks at closed and
 * extended offers, and at the newest restock of each subscription whose own restock was superseded.
 */
const scheduledWork = (sql: Sql, storeId: number) => sql`
  insert into wakes (store_id, work, trigger_id, due_at)
  select distinct ${storeId}::bigint, 'send', null::uuid, date_trunc('second', due_at) + interval '1 second'
  from settled
  where status = 'due'
  union all
  select ${storeId}::bigint, 'plan', trigger_id, case when status = 'due' then max(lapses_at) else now() end
  from offered
  where status <> 'due' or kind = 'later'
  group by trigger_id, status
  union all
  select ${storeId}::bigint, 'plan', newest.trigger_id, now()
  from (select distinct variant_id, topic from waiting where reason = 'superseded') missed
  cross join lateral (
    select trigger_id
    from triggers
    where store_id = ${storeId}
      and triggers.variant_id = missed.variant_id
      and triggers.topic = missed.topic
      and superseded_at is null
    order by created_at desc
    limit 1
  ) newest
  returning due_at`
