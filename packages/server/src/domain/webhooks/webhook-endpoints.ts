/** A store's webhook addresses, and the secrets that sign what is sent to them. */
import { randomBytes } from 'node:crypto'
import type { EventType } from '@heartbell/contract/events'
import { tooManyWebhooks, unknownWebhook } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { newId } from '../secrets/ids.ts'
import type { Vault } from '../secrets/vault.ts'
import { notifyStoreChanged } from '../settings/settings.ts'
import { failDueWebhooks } from './webhook-deliveries.ts'

export type WebhookEndpoint = {
  endpointId: string
  url: string
  /** None: all. */
  types: EventType[]
  enabled: boolean
  disabledReason: string | null
  failingSince: Date | null
  createdAt: Date
  updatedAt: Date
}

const columns = `
  endpoint_id, url, types, disabled_at is null as enabled, disabled_reason, failing_since, created_at, updated_at`

const mostEndpoints = 20

const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export async function listWebhooks(sql: Sql, storeId: number): Promise<WebhookEndpoint[]> {
  return await sql<WebhookEndpoint[]>`
    select ${sql.unsafe(columns)}
    from webhook_endpoints
    where store_id = ${storeId}
    order by created_at, endpoint_id`
}

export type WebhookInput = { url: string; types?: EventType[] | undefined; enabled?: boolean | undefined }

/** An address is one endpoint, however often it is saved. The secret comes with a new one only. */
export async function saveWebhook(
  sql: Database,
  vault: Vault,
  storeId: number,
  { url, types, enabled }: WebhookInput,
): Promise<WebhookEndpoint & { secret?: string }> {
  const secret = newWebhookSecret()
  return await transaction(sql, async (sql) => {
    await sql`select from stores where store_id = ${storeId} for no key update`
    const known = await listWebhooks(sql, storeId)
    const before = known.find((one) => one.url === url)
    if (!before && known.length >= mostEndpoints) throw tooManyWebhooks(mostEndpoints)
    const isOn = enabled ?? before?.enabled ?? true
    const [row] = await sql<WebhookEndpoint[]>`
      insert into webhook_endpoints (store_id, endpoint_id, url, types, secret, disabled_at, disabled_reason)
      values (
        ${storeId}, ${newId()}, ${url}, ${types ?? []}, ${vault.seal(storeId, Buffer.from(secret))},
        ${isOn ? null : new Date()}, ${isOn ? null : 'by-hand'}
      )
      on conflict (store_id, url) do update
      set types = ${types ?? before?.types ?? []},
          disabled_at = excluded.disabled_at,
          disabled_reason = excluded.disabled_reason,
          -- switched on again it starts anew
          failing_since = case when ${isOn} and not ${before?.enabled ?? true} then null else webhook_endpoints.failing_since end,
          rests_until = case when ${isOn} and not ${before?.enabled ?? true} then null else webhook_endpoints.rests_until end,
          updated_at = now()
      returning ${sql.unsafe(columns)}`
    if (!isOn) await failDueWebhooks(sql, storeId, row!.endpointId)
    await notifyStoreChanged(sql, storeId)
    return before ? row! : { ...row!, secret }
  })
}

/** Gives how many: none the second time. */
export async function deleteWebhook(sql: Sql, storeId: number, endpointId: string): Promise<number> {
  const gone = await sql`
    delete from webhook_endpoints
    where store_id = ${storeId}
      and endpoint_id = ${readEndpointId(endpointId)}
    returning endpoint_id`
  await notifyStoreChanged(sql, storeId)
  return gone.length
}

/** How long the secret before goes on signing too. */
const overlap = '24 hours'

export async function rotateWebhook(
  sql: Sql,
  vault: Vault,
  storeId: number,
  endpointId: string,
): Promise<WebhookEndpoint & { secret: string }> {
  const secret = newWebhookSecret()
  const [row] = await sql<WebhookEndpoint[]>`
    update webhook_endpoints
    set previous_secret = secret,
        previous_until = now() + ${overlap}::interval,
        secret = ${vault.seal(storeId, Buffer.from(secret))},
        updated_at = now()
    where store_id = ${storeId}
      and endpoint_id = ${readEndpointId(endpointId)}
    returning ${sql.unsafe(columns)}`
  if (!row) throw unknownWebhook()
  return { ...row, secret }
}

/** The secrets that sign at this moment, newest first. */
export async function findSecrets(sql: Sql, vault: Vault, storeId: number, endpointId: string): Promise<string[]> {
  const [row] = await sql<{ secret: Buffer; previous: Buffer | null }[]>`
    select secret, case when previous_until > now() then previous_secret end as previous
    from webhook_endpoints
    where store_id = ${storeId}
      and endpoint_id = ${readEndpointId(endpointId)}`
  if (!row) throw unknownWebhook()
  return [row.secret, row.previous].flatMap((sealed) => (sealed ? [vault.open(storeId, sealed).toString()] : []))
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What is no id at all is the id of nothing. */
export const readEndpointId = (text: string) => (uuid.test(text) ? text : '00000000-0000-0000-0000-000000000000')
