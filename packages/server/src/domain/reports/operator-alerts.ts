/** Warnings for the operator: overdue work, failed messages, failing webhook receivers and feeds. */
import type { Sql } from '../../database/connect.ts'

export type OperatorAlerts = {
  /** When the oldest due work became due; null: no work is due. */
  workWaitsSince: Date | null
  /** Messages that failed for good within a day, counted up to a thousand. */
  deadLetters: number
  /** The provider's reason for the newest of them. */
  lastReason: string | null
  failingWebhooks: number
  /** Feeds whose last check failed, or that are overdue. */
  failingFeeds: number
  feedSays: string | null
}

const maxCounted = 1000

export async function findOperatorAlerts(sql: Sql): Promise<OperatorAlerts> {
  const [found] = await sql<OperatorAlerts[]>`
    -- every store: the operator needs the whole installation
    with letters as materialized (
      (
        select reason, updated_at
        from deliveries
        where status = 'failed'
          and updated_at > now() - interval '1 day'
        limit ${maxCounted}
      )
      union all
      (
        select reason, updated_at
        from messages
        where status = 'failed'
          and updated_at > now() - interval '1 day'
        limit ${maxCounted}
      )
    ),
    feeds as materialized (
      select check_result, checked_at
      from integrations
      where kind = 'google-feed'
        and enabled
        and created_at < now() - interval '1 hour'
        and (check_result like 'Not read:%' or coalesce(due_at, created_at) < now() - interval '1 hour')
    )
    select
      (
        select min(due_at)
        from wakes
        where due_at <= now()
          and not exists (
            select from stores
            where stores.store_id = wakes.store_id
              and asleep_since is not null
          )
      ) as work_waits_since,
      (select count(*) from letters) as dead_letters,
      (select reason from letters order by updated_at desc limit 1) as last_reason,
      (
        select count(*)
        from webhook_endpoints
        where failing_since is not null
          or (disabled_at is not null and disabled_reason <> 'by-hand')
      ) as failing_webhooks,
      (select count(*) from feeds) as failing_feeds,
      (select check_result from feeds order by checked_at desc nulls last limit 1) as feed_says`
  return found!
}
