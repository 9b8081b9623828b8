/** Reports that arrive before we stored the provider's id of their message. */
import type { Sql } from '../../database/connect.ts'

/** A report without its address. */
export type MessageReport = {
  kind: 'delivered' | 'bounced' | 'failed'
  /** Possible ids of the message; the first one that we know counts. */
  providerIds: string[]
  at: Date
  detail: string
}

/** A report with the normalized address of its message. */
export type ToAddress = { medium: string; address: string; report: MessageReport }

/** As PostgreSQL stores them. */
export type EarlyReports = (Omit<MessageReport, 'at'> & { at: string })[]

/** A limit for each delivery: the address may also get reports about other mail of the same provider. */
const mostKept = 20

/**
 * Stores each report with every claimed delivery to its address, because one of them may get the id. Includes recently
 * withheld deliveries: a bounce withholds deliveries that may already be sent. This waits for a worker that stores the id at
 * the same time; that worker sees no report, so look up the id after this call.
 */
export async function storeEarlyReports(sql: Sql, storeId: number, reports: ToAddress[]): Promise<void> {
  if (reports.length === 0) return
  await sql`
    with told as (
      select medium, address, jsonb_agg(report) as reports
      from jsonb_to_recordset(${sql.json(reports as never)}) as told (medium text, address text, report jsonb)
      group by medium, address
    ),
    -- locks in the order in which workers settle them
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

/** The early reports that are about the message with this id. */
export const reportsOf = (providerId: string, early: EarlyReports): MessageReport[] =>
  early
    .filter(({ providerIds }) => providerIds.includes(providerId))
    .map(({ at, ...report }) => ({ ...report, at: new Date(at) }))
