/** Retention: deletes a store's old records in small batches, but nothing that is still needed. */
import type { Fragment, Sql } from '../../database/connect.ts'
import { savedTopic } from '../rules/saved-items.ts'
import type { StoreSettings } from '../settings/settings.ts'
import type { Store } from '../stores/stores.ts'
import { noteDeletedEvents } from '../webhooks/event-feed.ts'
import { forgetCancelledRedactions } from './redactions.ts'

type RetentionRule = {
  table: string
  /** Identifies a row within its store. */
  key: readonly string[]
  /** The column that gives a row's age; an index starts with store_id and this column. */
  age: string
  setting: keyof StoreSettings & `keep${string}`
  /** Condition for rows that may be deleted. */
  settled?: (sql: Sql, storeId: number) => Fragment
  /** Learns the newest age among the deleted rows. */
  noteDeleted?: (sql: Sql, storeId: number, newest: Date) => Promise<void>
}

/** Consents, suppressions, subscriptions and the stock ledger stay as long as their store. */
export const retentionRules: readonly RetentionRule[] = [
  {
    table: 'messages',
    key: ['message_id'],
    age: 'updated_at',
    setting: 'keepMessages',
    settled: (sql) => sql`status <> 'due'`,
  },
  {
    table: 'deliveries',
    key: ['subscription_id', 'trigger_id', 'channel'],
    age: 'updated_at',
    setting: 'keepDeliveries',
    // Planning checks the deliveries of waiting subscriptions to see who was already notified.
    settled: (sql, storeId) => sql`status <> 'due'
      and exists (
        select from subscriptions
        where subscriptions.store_id = ${storeId}
          and subscriptions.subscription_id = deliveries.subscription_id
          and (subscriptions.status not in ('waiting', 'unconfirmed') or subscriptions.topic = ${savedTopic})
      )`,
  },
  {
    table: 'webhook_events',
    key: ['event_id'],
    age: 'created_at',
    setting: 'keepWebhooks',
    settled: (sql, storeId) => sql`not exists (
      select from webhook_deliveries
      where webhook_deliveries.store_id = ${storeId}
        and webhook_deliveries.event_id = webhook_events.event_id
        and webhook_deliveries.status = 'due'
    )`,
    noteDeleted: noteDeletedEvents,
  },
  { table: 'feedback_messages', key: ['source', 'message_id'], age: 'received_at', setting: 'keepWebhooks' },
  {
    table: 'inbound_messages',
    key: ['source', 'message_key'],
    age: 'received_at',
    setting: 'keepInbound',
    settled: (sql) => sql`status <> 'due'`,
  },
  { table: 'inbound_bodies', key: ['source', 'body_hash'], age: 'received_at', setting: 'keepInbound' },
  // their items go with them
  { table: 'deleted_lists', key: ['list_id'], age: 'deleted_at', setting: 'keepDeletedLists' },
  { table: 'subject_exports', key: ['export_id'], age: 'created_at', setting: 'keepExports' },
  { table: 'audit_log', key: ['entry_id'], age: 'happened_at', setting: 'keepAudit' },
]

/**
 * Deletes up to `most` rows per table, so that nothing waits long. Returns the largest count, which shows the caller whether more
 * are left.
 */
export async function applyRetention(
  sql: Sql,
  store: Pick<Store, 'storeId' | 'settings'>,
  most: number,
): Promise<number> {
  await forgetCancelledRedactions(sql, store.storeId)
  let largest = 0
  for (const rule of retentionRules) largest = Math.max(largest, await deleteOld(sql, store, rule, most))
  return largest
}

async function deleteOld(
  sql: Sql,
  { storeId, settings }: Pick<Store, 'storeId' | 'settings'>,
  { table, key, age, setting, settled, noteDeleted }: RetentionRule,
  most: number,
): Promise<number> {
  const keptFor = settings[setting]
  if (keptFor === null) return 0
  const columns = sql.unsafe(key.join(', '))
  const gone = await sql<{ age: Date }[]>`
    delete from ${sql(table)}
    where store_id = ${storeId}
      and (${columns}) in (
        select ${columns}
        from ${sql(table)}
        where store_id = ${storeId}
          and ${sql(age)} < now() - ${keptFor} * interval '1 millisecond'
          ${settled ? sql`and ${settled(sql, storeId)}` : sql``}
        order by ${sql(age)}
        limit ${most}
        for update skip locked
      )
    ${noteDeleted ? sql`returning ${sql(age)} as age` : sql``}`
  if (noteDeleted && gone.count > 0)
    await noteDeleted(sql, storeId, new Date(Math.max(...gone.map(({ age }) => age.getTime()))))
  return gone.count
}

/** For the whole installation: expired sessions and links, and audit entries older than two years. Returns the largest count. */
export async function deleteOldInstallationRows(sql: Sql, most: number): Promise<number> {
  const sessions = await sql`
    delete from dashboard_sessions
    where session_hash in (select session_hash from dashboard_sessions where expires_at < now() limit ${most})`
  const links = await sql`
    delete from sign_in_links
    where token_hash in (
      select token_hash from sign_in_links where expires_at < now() - interval '30 days' limit ${most}
    )`
  const entries = await sql`
    delete from installation_log
    where entry_id in (
      select entry_id
      from installation_log
      where happened_at < now() - interval '730 days'
      order by happened_at
      limit ${most}
    )`
  return Math.max(sessions.count, links.count, entries.count)
}
