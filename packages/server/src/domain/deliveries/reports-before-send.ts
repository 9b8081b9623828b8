/** Reports of a message whose id we have not written down yet: its provider may be faster with them than we are with that. */
import type { Sql } from '../../database/connect.ts'

/** What a report says of the message, apart from its address. */
export type MessageReport = {
  kind: 'delivered' | 'bounced' | 'failed'
  /** Ids by which the message may be known; the first that is one of ours counts. */
  providerIds: string[]
  at: Date
  detail: string
}

/** To whom the message went, as we write addresses. */
export type ToAddress = { medium: string; address: string; report: MessageReport }

/** As PostgreSQL keeps them. */
export type EarlyReports = (Omit<MessageReport, 'at'> & { at: string })[]

/** One address gets other mail through the same provider, too. */
const mostKept = 20

/**
 * Stores reports with every claimed message to their address: one of these may get the id. Also beside one
 * that was withheld a moment ago, because a bounce withholds what may be gone already. Whoever writes the id down meanwhile is
 * waited for, and finds nothing kept: look for the id after this.
 */
export async function storeEarlyReports(sql: Sql, storeId: number, reports: ToAddress[]): Promise<void> {
  if (reports.length === 0) return
  await sql`
    with told as (
      select medium, address, jsonb_agg(report) as reports
      from jsonb_to_recordset(${sql.json(reports as never)}) as told (medium text, address text, report jsonb)
      group by medium, address
    ),
    -- in the order in which workers settle them
    held as materialized (
      select delivery.subscription_id, delivery.trigger_id, delivery.channel, told.reports
      from told
      join subscriptions subscription on subscription.store_id = ${storeId}
        and subscription.address = told.address
      join deliveries delivery on delivery.store_id = ${storeId}
        and delivery.subscription_id = subscription.subscription_id
        and delivery.medium = told.medium
      where delivery.attempts > 0
        and (delivery.status = 'due' or delivery.status = 'withheld' and delivery.updated_at > now() - interval '1 hour')
        and coalesce(jsonb_array_length(delivery.early_reports), 0) < ${mostKept}
      order by delivery.subscription_id, delivery.trigger_id
      for no key update of delivery
    )
    update deliveries delivery
    set early_reports = coalesce(delivery.early_reports, '[]') || held.reports
    from held
    where delivery.store_id = ${storeId}
      and delivery.subscription_id = held.subscription_id
      and delivery.trigger_id = held.trigger_id
      and delivery.channel = held.channel`
}

/** Those of what was laid beside a message that turn out to be about it. */
export const reportsOf = (providerId: string, early: EarlyReports): MessageReport[] =>
  early
    .filter(({ providerIds }) => providerIds.includes(providerId))
    .map(({ at, ...report }) => ({ ...report, at: new Date(at) }))
