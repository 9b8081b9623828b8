/** Deliveries of events to webhook addresses: claimed when due, retried for three days, stored for a month. */
import type { Sql } from '../../database/connect.ts'
import { safeText } from '../../database/safe-text.ts'
import { webhookRetryDelay } from '../schedule/backoff.ts'
import { isNotPaused } from '../schedule/pause-store.ts'
import type { Vault } from '../secrets/vault.ts'

/** Stores with due webhooks, the longest waiting first. */
export async function findStoresWithDueWebhooks(sql: Sql): Promise<number[]> {
  const stores = await sql<{ storeId: number }[]>`
    -- every store: the worker serves all of them
    select store_id
    from webhook_deliveries
    where status = 'due'
      and due_at <= now()
      and ${isNotPaused(sql, 'store_id')}
    group by store_id
    order by min(due_at)
    limit 1000`
  return stores.map(({ storeId }) => storeId)
}

export type DueWebhook = {
  endpointId: string
  eventId: string
  url: string
  body: string
  /** The current signing secrets, newest first; empty when they can't be decrypted. */
  secrets: string[]
  attempts: number
  failures: number
}

type WebhookRow = Omit<DueWebhook, 'secrets'> & { secret: Buffer; previous: Buffer | null }

/** Claims up to `most` for `lease` milliseconds. Deliveries to an address that asked for a pause wait until its end. */
export async function claimWebhooks(
  sql: Sql,
  vault: Vault,
  storeId: number,
  { most, lease }: { most: number; lease: number },
): Promise<DueWebhook[]> {
  const rows = await sql<(WebhookRow & { rests: boolean })[]>`
    with claimed as materialized (
      select endpoint_id, event_id
      from webhook_deliveries
      where store_id = ${storeId}
        and status = 'due'
        and due_at <= now()
      order by due_at
      limit ${most}
      for update skip locked
    )
    update webhook_deliveries delivery
    -- the address may have been switched off after the delivery was created
    set status = case when disabled_at is null then 'due' else 'failed' end,
        due_at = greatest(coalesce(rests_until, now()), now() + ${lease} * interval '1 millisecond'),
        attempts = delivery.attempts + case when coalesce(rests_until <= now(), true) then 1 else 0 end,
        updated_at = now()
    from claimed
    join webhook_endpoints endpoint
      on endpoint.store_id = ${storeId}
      and endpoint.endpoint_id = claimed.endpoint_id
    join webhook_events event
      on event.store_id = ${storeId}
      and event.event_id = claimed.event_id
    where delivery.store_id = ${storeId}
      and delivery.endpoint_id = claimed.endpoint_id
      and delivery.event_id = claimed.event_id
    returning delivery.endpoint_id, delivery.event_id, url, body, secret, attempts, failures,
      case when previous_until > now() then previous_secret end as previous,
      disabled_at is not null or coalesce(rests_until > now(), false) as rests`
  return rows
    .filter(({ rests }) => !rests)
    .map(({ secret, previous, rests: _, ...row }) => ({
      ...row,
      secrets: [secret, previous].flatMap((sealed) => (sealed ? openSecret(vault, storeId, sealed) : [])),
    }))
}

/** An error with one address must not stop the others. */
function openSecret(vault: Vault, storeId: number, sealed: Buffer): string[] {
  try {
    return [vault.open(storeId, sealed).toString()]
  } catch {
    return []
  }
}

/** `gone`: the server answered 410. `rest`: milliseconds that it asked us to wait (`Retry-After`). */
export type WebhookOutcome =
  | { kind: 'sent'; status: number }
  | { kind: 'failed'; status: number | null; reason: string; gone?: boolean; rest?: number | undefined }

/** After failing for this long, the address is switched off. */
const longestFailing = '5 days'
const deadline = (sql: Sql) => sql`now() - ${longestFailing}::interval`

/** True when this call switched the address off. */
export async function settleWebhook(
  sql: Sql,
  storeId: number,
  { endpointId, eventId, attempts, failures }: Pick<DueWebhook, 'endpointId' | 'eventId' | 'attempts' | 'failures'>,
  outcome: WebhookOutcome,
): Promise<boolean> {
  const isSent = outcome.kind === 'sent'
  const isGone = !isSent && outcome.gone === true
  const delay = isSent ? null : webhookRetryDelay(failures + 1, Math.random())
  const rest = isSent ? undefined : outcome.rest
  const [row] = await sql<{ isDisabled: boolean }[]>`
    with settled as (
      update webhook_deliveries
      set status = ${isSent ? 'sent' : delay === null || isGone ? 'failed' : 'due'},
          due_at = now() + ${Math.max(delay ?? 0, rest ?? 0)} * interval '1 millisecond',
          failures = failures + ${isSent ? 0 : 1},
          response_status = ${outcome.status},
          reason = ${isSent ? null : safeText(outcome.reason, 500)},
          sent_at = case when ${isSent} then now() end,
          updated_at = now()
      where store_id = ${storeId}
        and endpoint_id = ${endpointId}
        and event_id = ${eventId}
        and attempts = ${attempts}
        and status = 'due'
    ),
    told as (
      update webhook_endpoints
      set failing_since = case when ${isSent} then null else coalesce(failing_since, now()) end,
          rests_until = case
            when ${isSent} then null
            else greatest(rests_until, now() + ${rest ?? 0} * interval '1 millisecond')
          end,
          disabled_at = case when ${isGone} or (not ${isSent} and failing_since < ${deadline(sql)}) then now() end,
          disabled_reason = case
            when ${isGone} then 'gone'
            when not ${isSent} and failing_since < ${deadline(sql)} then 'failing'
          end
      where store_id = ${storeId}
        and endpoint_id = ${endpointId}
        and disabled_at is null
        -- all workers share this row, so it is written only when it changes
        and (not ${isSent} or failing_since is not null or rests_until is not null)
      returning disabled_at is not null as is_disabled
    )
    select is_disabled
    from told`
  if (row?.isDisabled) await failDueWebhooks(sql, storeId, endpointId)
  return row?.isDisabled ?? false
}

export async function failDueWebhooks(sql: Sql, storeId: number, endpointId: string): Promise<void> {
  await sql`
    update webhook_deliveries
    set status = 'failed',
        reason = coalesce(reason, 'The address is switched off.'),
        updated_at = now()
    where store_id = ${storeId}
      and endpoint_id = ${endpointId}
      and status = 'due'`
}
