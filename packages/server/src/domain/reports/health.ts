/** The health of one store's background work: whether due work is done and messages are sent. */
import type { Sql } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'

export type StoreHealth = {
  databaseVersion: string
  /** When the oldest due work became due; null: no work is due. */
  workWaitsSince: Date | null
  mailWaitsSince: Date | null
  lastSentAt: Date | null
  /** Failed for good within a day, counted up to a thousand. */
  failed: number
}

export async function describeHealth(sql: Sql, { storeId }: Store): Promise<StoreHealth> {
  const [health] = await sql<StoreHealth[]>`
    select current_setting('server_version') as database_version,
      (
        select min(due_at)
        from wakes
        where store_id = ${storeId}
          and work in ('plan', 'send')
          and due_at <= now()
      ) as work_waits_since,
      (
        select min(due_at)
        from messages
        where store_id = ${storeId}
          and status = 'due'
          and due_at <= now()
      ) as mail_waits_since,
      greatest(
        (
          select max(sent_at)
          from deliveries
          where store_id = ${storeId}
            and sent_at is not null
        ),
        (
          select sent_at
          from messages
          where store_id = ${storeId}
            and status = 'sent'
          order by updated_at desc, message_id desc
          limit 1
        )
      ) as last_sent_at,
      (
        select count(*)
        from (
          select
          from deliveries
          where store_id = ${storeId}
            and status = 'failed'
            and updated_at > now() - interval '1 day'
          limit 1000
        ) failed
      ) as failed`
  return health!
}
