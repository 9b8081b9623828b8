/** Settling deliveries that were sent, many in one statement. */
import type { Sql } from '../../database/connect.ts'
import { safeText } from '../../database/safe-text.ts'
import type { ClaimedKey } from './deliveries.ts'
import { type EarlyReports, type MessageReport, reportsOf } from './reports-before-send.ts'

export type Sent = ClaimedKey & {
  provider: string
  providerId: string
  /** What the message was made of, to show it again. */
  template: string
  values: Record<string, unknown>
  /** Milliseconds after which a follow-up is decided; null: there is none. */
  followUpAfter?: number | null
}

/**
 * Records what was sent, also when the lease has ended or the shopper has unsubscribed meanwhile: the message is out. A second
 * record of the same delivery changes nothing. Returns what providers reported before this was written.
 */
export async function settleSent(sql: Sql, storeId: number, sent: Sent[]): Promise<MessageReport[]> {
  const early = await sql<{ providerId: string; earlyReports: EarlyReports }[]>`
    with outcome as (
      select *
      from jsonb_to_recordset(${sql.json(sent.map(sentRow) as never)}) as outcome (
        subscription_id uuid, trigger_id uuid, channel text, provider text, provider_id text, template text, facts jsonb,
        follow_up_after bigint
      )
    ),
    -- in one order, so that two workers do not wait for each other
    unsettled as materialized (
      select outcome.*, delivery.early_reports
      from outcome
      join deliveries delivery on delivery.store_id = ${storeId}
        and delivery.subscription_id = outcome.subscription_id
        and delivery.trigger_id = outcome.trigger_id
        and delivery.channel = outcome.channel
      where delivery.status <> 'sent'
      order by outcome.subscription_id, outcome.trigger_id
      for no key update of delivery
    ),
    settled as (
      update deliveries delivery
      set status = 'sent',
          sent_at = now(),
          reason = null,
          provider = unsettled.provider,
          provider_id = unsettled.provider_id,
          template = unsettled.template,
          facts = unsettled.facts,
          early_reports = null,
          updated_at = now()
      from unsettled
      where delivery.store_id = ${storeId}
        and delivery.subscription_id = unsettled.subscription_id
        and delivery.trigger_id = unsettled.trigger_id
        and delivery.channel = unsettled.channel
      returning delivery.subscription_id, delivery.trigger_id, unsettled.provider_id, unsettled.early_reports,
        unsettled.follow_up_after
    ),
    followed as (
      insert into follow_ups (store_id, subscription_id, trigger_id, sent_at, due_at)
      select ${storeId}, subscription_id, trigger_id, now(), now() + follow_up_after * interval '1 millisecond'
      from settled
      where follow_up_after is not null
      on conflict (store_id, subscription_id, trigger_id) do nothing
    )
    select provider_id, early_reports
    from settled
    where early_reports is not null`
  return early.flatMap(({ providerId, earlyReports }) => reportsOf(providerId, earlyReports))
}

const sentRow = ({
  subscriptionId,
  triggerId,
  channel,
  provider,
  providerId,
  template,
  values,
  followUpAfter,
}: Sent) => ({
  ...{ subscription_id: subscriptionId, trigger_id: triggerId, channel, provider, template },
  // longer texts do not fit into the index
  provider_id: safeText(providerId, 500),
  facts: values,
  follow_up_after: followUpAfter ?? null,
})
