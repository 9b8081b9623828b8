/** Feeds that are polled: which is due, and the result of the last read. */
import type { Database, Sql } from '../../database/connect.ts'
import { safeText } from '../../database/safe-text.ts'
import { isNotPaused } from '../schedule/pause-store.ts'
import type { Vault } from '../secrets/vault.ts'
import { type Integration, openIntegrationRow } from './integrations.ts'

/** What the address said of the version we read last. */
export type FeedState = { etag?: string | undefined; lastModified?: string | undefined }

export type DueFeed = Integration & { pid: string; state: FeedState }

/** A read may last this long; then another process may claim the feed. */
const lease = '30 minutes'

/** Claims the feed that is due longest; null when none is. */
export async function claimDueFeed(sql: Sql, vault: Vault): Promise<DueFeed | null> {
  const due = await sql<{ storeId: number; integrationId: string }[]>`
    -- every store: which feed is due
    select store_id, integration_id
    from integrations
    where kind = 'google-feed'
      and enabled
      and coalesce(due_at, created_at) <= now()
      and ${isNotPaused(sql, 'store_id')}
    order by coalesce(due_at, created_at)
    limit 10`
  for (const { storeId, integrationId } of due) {
    const feed = await claimFeed(sql, vault, storeId, integrationId)
    if (feed) return feed
  }
  return null
}

/** Null when another process was quicker: after the wait for its row lock it is no longer due. */
async function claimFeed(sql: Sql, vault: Vault, storeId: number, integrationId: string): Promise<DueFeed | null> {
  const [row] = await sql<(Parameters<typeof openIntegrationRow>[1] & { pid: string; state: FeedState })[]>`
    update integrations integration
    set due_at = now() + ${lease}::interval
    from stores store
    where store.store_id = ${storeId}
      and integration.store_id = ${storeId}
      and integration.integration_id = ${integrationId}
      and enabled
      and coalesce(due_at, integration.created_at) <= now()
    returning integration.store_id, integration.integration_id, kind, integration.settings, secrets, enabled, hook_token,
      checked_at, check_result, integration.created_at, integration.updated_at, pid, state`
  return row ? { ...openIntegrationRow(vault, row), pid: row.pid, state: row.state } : null
}

/** Due again after the interval of its settings. */
export async function settleFeed(
  sql: Database,
  { storeId, integrationId, values }: Integration,
  { says, state }: { says: string; state?: FeedState },
): Promise<void> {
  const minutes = Number(values['every-minutes'] ?? 60)
  await sql`
    update integrations
    set due_at = now() + make_interval(mins => ${minutes}),
        checked_at = now(),
        check_result = ${safeText(says, 1000)},
        state = ${state ? sql.json(state as never) : sql`state`}
    where store_id = ${storeId}
      and integration_id = ${integrationId}`
}
