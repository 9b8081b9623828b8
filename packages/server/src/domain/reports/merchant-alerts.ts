/** Warnings for a merchant: failing senders and webhooks, failed messages, a catalog without updates; and the set-up progress. */
import type { Sql } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'

export type MerchantAlerts = {
  /** Failed for good within the last week, counted up to a thousand. */
  deadLetters: number
  /** Tried but not accepted yet, counted up to a thousand. */
  retrying: number
  /** The newest error message of a provider. */
  senderSays: string | null
  failingWebhooks: number
  disabledWebhooks: number
  /** Pending erasures that a platform requested. */
  redactions: number
  /** When a platform or a feed last updated the catalog; null: never. */
  catalogAt: Date | null
  /** Whether a platform or feed has been connected long enough to have sent updates. */
  isFed: boolean
}

const maxCounted = 1000

export async function readMerchantAlerts(sql: Sql, { storeId }: Store): Promise<MerchantAlerts> {
  const [found] = await sql<MerchantAlerts[]>`
    select
      ${countDeliveries(sql, storeId, recentlyFailed)} as dead_letters,
      ${countDeliveries(sql, storeId, `status = 'due' and tried_at is not null`)} as retrying,
      (
        select facts ->> 'detail'
        from deliveries
        where deliveries.store_id = ${storeId}
          and ${sql.unsafe(recentlyFailed)}
        order by updated_at desc
        limit 1
      ) as sender_says,
      ${countWebhooks(sql, storeId, 'disabled_at is null and failing_since is not null')} as failing_webhooks,
      ${countWebhooks(sql, storeId, `disabled_at is not null and disabled_reason <> 'by-hand'`)} as disabled_webhooks,
      (
        select count(*)
        from redactions
        where redactions.store_id = ${storeId}
          and status in ('held', 'pending')
      ) as redactions,
      ${lastCatalogUpdate(sql, storeId)} as catalog_at,
      exists (
        select from integrations
        where integrations.store_id = ${storeId}
          and kind in ('shopify', 'woocommerce', 'bigcommerce', 'google-feed')
          and enabled
          -- a new connection may not have sent anything yet
          and created_at < now() - interval '48 hours'
      ) as is_fed`
  return found!
}

const recentlyFailed = `status = 'failed' and updated_at > now() - interval '7 days'`

const countDeliveries = (sql: Sql, storeId: number, condition: string) => sql`(
  select count(*)
  from (
    select
    from deliveries
    where deliveries.store_id = ${storeId}
      and ${sql.unsafe(condition)}
    limit ${maxCounted}
  ) counted
)`

const countWebhooks = (sql: Sql, storeId: number, condition: string) => sql`(
  select count(*)
  from webhook_endpoints
  where webhook_endpoints.store_id = ${storeId}
    and ${sql.unsafe(condition)}
)`

/** The last feed run or the last message of a platform. */
const lastCatalogUpdate = (sql: Sql, storeId: number) => sql`(
  select max(updated_at)
  from (
    (
      select finished_at as updated_at
      from feed_runs
      where feed_runs.store_id = ${storeId}
      order by started_at desc
      limit 1
    )
    union all
    (
      select received_at
      from inbound_messages
      where inbound_messages.store_id = ${storeId}
      order by received_at desc
      limit 1
    )
  ) updates
)`

export type SetupProgress = {
  hasCatalog: boolean
  hasSender: boolean
  hasSubscription: boolean
  hasAlert: boolean
  hasPassword: boolean
  hasWidget: boolean
}

/** Each check needs only one row. */
export async function readSetupProgress(sql: Sql, { storeId }: Store, userId: string): Promise<SetupProgress> {
  const [found] = await sql<SetupProgress[]>`
    select
      exists (
        select from variants
        where variants.store_id = ${storeId}
          and deleted_at is null
      ) as has_catalog,
      exists (
        select from integrations
        where integrations.store_id = ${storeId}
          and kind in ('smtp', 'sendgrid', 'postmark', 'ses', 'mailgun', 'twilio', 'whatsapp', 'klaviyo', 'web-push')
          and enabled
      ) as has_sender,
      exists (
        select from subscriptions
        where subscriptions.store_id = ${storeId}
      ) as has_subscription,
      exists (
        select from deliveries
        where deliveries.store_id = ${storeId}
          and status = 'sent'
          and sent_at is not null
      ) as has_alert,
      exists (
        select from users
        where user_id = ${userId}
          and password_hash is not null
      ) as has_password,
      -- a browser registered a shopper, so the storefront's script ran; a customer that the store sent does not count
      exists (
        select from shoppers
        where shoppers.store_id = ${storeId}
          and (last_login_at is not null or email is null)
      ) as has_widget`
  return found!
}
