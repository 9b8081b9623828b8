/** What became of deliveries in a worker's hands, many in one statement; each that was not sent leaves a line in its timeline. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { safeText } from '../../database/safe-text.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import { alertChannel } from '../schedule/scheduled-work.ts'
import type { DueDelivery } from './deliveries.ts'
import { type EarlyReports, type MessageReport, reportsOf } from './reports-before-send.ts'

type Held = Pick<DueDelivery, 'subscriptionId' | 'triggerId' | 'channel' | 'attempts'>

export type Sent = Held & {
  provider: string
  providerId: string
  /** What the message was made of, to show it again. */
  template: string
  values: Record<string, unknown>
}

/**
 * That a message went out is true whoever says so and however late: also when the lease was over or the shopper left in the
 * same moment. Only one who says it again changes nothing. Gives what its provider reported before this was known.
 */
export async function settleSent(sql: Sql, storeId: number, sent: Sent[]): Promise<MessageReport[]> {
  const early = await sql<{ providerId: string; earlyReports: EarlyReports }[]>`
    with told as (
      select *
      from jsonb_to_recordset(${sql.json(sent.map(sentRow) as never)}) as told (
        subscription_id uuid, trigger_id uuid, channel text, provider text, provider_id text, template text, facts jsonb
      )
    ),
    -- in one order, so that two workers don't wait for each other
    held as materialized (
      select told.*, delivery.early_reports
      from told
      join deliveries delivery on delivery.store_id = ${storeId}
        and delivery.subscription_id = told.subscription_id
        and delivery.trigger_id = told.trigger_id
        and delivery.channel = told.channel
      where delivery.status <> 'sent'
      order by told.subscription_id, told.trigger_id
      for no key update of delivery
    ),
    settled as (
      update deliveries delivery
      set status = 'sent',
          sent_at = now(),
          reason = null,
          provider = held.provider,
          provider_id = held.provider_id,
          template = held.template,
          facts = held.facts,
          early_reports = null,
          updated_at = now()
      from held
      where delivery.store_id = ${storeId}
        and delivery.subscription_id = held.subscription_id
        and delivery.trigger_id = held.trigger_id
        and delivery.channel = held.channel
      returning held.provider_id, held.early_reports
    )
    select provider_id, early_reports
    from settled
    where early_reports is not null`
  return early.flatMap(({ providerId, earlyReports }) => reportsOf(providerId, earlyReports))
}

const sentRow = ({ subscriptionId, triggerId, channel, provider, providerId, template, values }: Sent) => ({
  ...{ subscription_id: subscriptionId, trigger_id: triggerId, channel, provider, template },
  // Longer than this no index keeps it.
  provider_id: safeText(providerId, 500),
  facts: values,
})

/**
 * `retry`: tried and not taken, again in `after` milliseconds, a day at most. `later`: not tried, because it is not the time.
 * `withheld`: the rule says no. `failed`: given up, for somebody to look at. `detail` is for people.
 */
export type Unsent = Held & { reason: string; detail?: string | undefined } & (
    | { kind: 'retry'; after: number }
    | { kind: 'later'; until: Date }
    | { kind: 'withheld' | 'failed' }
  )

/** Longer than a day nobody waits for news. */
export const longestTry = 24 * 3_600_000

/**
 * Whoever was not told waits again in the old place, unless an offer is still open for them. An offer that nobody could be told
 * of passes on; one whose message has to wait lasts `offerWindow` milliseconds from when it may go.
 */
export async function settleUnsent(
  sql: Database,
  storeId: number,
  unsent: Unsent[],
  offerWindow: number,
): Promise<void> {
  await transaction(sql, async (sql) => {
    // Subscriptions before deliveries, as everybody takes them; a statement of its own, so that the next sees what they became.
    await sql`
      select subscription_id
      from subscriptions
      where store_id = ${storeId}
        and subscription_id = any(${unsent.map(({ subscriptionId }) => subscriptionId)})
      order by subscription_id
      for no key update`
    await settleHeld(sql, storeId, unsent, offerWindow)
  })
}

async function settleHeld(sql: Sql, storeId: number, unsent: Unsent[], offerWindow: number): Promise<void> {
  await sql`
    with told as (
      select *
      from jsonb_to_recordset(${sql.json(unsent.map(unsentRow) as never)}) as told (
        subscription_id uuid, trigger_id uuid, channel text, attempts integer, kind text, reason text, detail text,
        after integer, until timestamptz
      )
    ),
    settled as (
      update deliveries delivery
      set status = case
            when told.kind in ('withheld', 'failed') then told.kind
            when told.kind = 'retry' and tried_at < now() - ${longestTry} * interval '1 millisecond' then 'failed'
            else 'due'
          end,
          due_at = coalesce(told.until, now() + told.after * interval '1 millisecond', now()),
          tried_at = case when told.kind in ('retry', 'failed') then coalesce(tried_at, now()) else tried_at end,
          reason = told.reason,
          facts = case when told.detail is null then null else jsonb_build_object('detail', told.detail) end,
          updated_at = now()
      from told
      where delivery.store_id = ${storeId}
        and delivery.subscription_id = told.subscription_id
        and delivery.trigger_id = told.trigger_id
        and delivery.channel = told.channel
        and delivery.attempts = told.attempts
        and delivery.status = 'due'
      returning delivery.subscription_id, delivery.trigger_id, delivery.medium, delivery.attempts, delivery.status,
        delivery.due_at, told.kind, told.reason, told.detail
    ),
    offered as (
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
      returning offer.subscription_id, offer.trigger_id, offer.lapses_at, settled.status, settled.kind
    ),
    waiting as (
      update subscriptions subscription
      set status = case
            when settled.reason = 'suppressed' then ${statusAfter(sql, 'notSentSuppressed', 'subscription.status')}
            else ${statusAfter(sql, 'notSent', 'subscription.status')}
          end,
          told_trigger_id = null,
          told_at = null,
          offered_until = null,
          -- a later restock may have gone by while this one's message lay here
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
      returning subscription.variant_id, subscription.topic, settled.reason
    ),
    extended as (
      update subscriptions subscription
      set offered_until = offered.lapses_at
      from offered
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = offered.subscription_id
        and offered.status = 'due'
    ),
    noted as (
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
      from settled
    ),
    woken as (
      insert into wakes (store_id, work, trigger_id, due_at)
      -- what is tried again comes in a crowd: one wake a second is enough
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
      returning due_at
    )
    select pg_notify(${alertChannel}, ${String(storeId)})
    -- times are kept to the millisecond: what is due now may have been rounded up
    where exists (select from woken where due_at <= now() + interval '1 millisecond')`
}

const unsentRow = (one: Unsent) => ({
  subscription_id: one.subscriptionId,
  trigger_id: one.triggerId,
  ...{ channel: one.channel, attempts: one.attempts, kind: one.kind, reason: one.reason, detail: one.detail ?? null },
  after: one.kind === 'retry' ? Math.round(one.after) : null,
  until: one.kind === 'later' ? one.until.toISOString() : null,
})
