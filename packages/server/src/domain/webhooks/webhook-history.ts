/** What was sent to a store's addresses: looked at page by page, sent again on demand, forgotten after a month. */
import { badCatalogCursor } from '@heartbell/contract/refusals'
import type { Sql } from '../../database/connect.ts'
import { webhookChannel } from './events.ts'
import { readEndpointId } from './webhook-endpoints.ts'

export type WebhookRecord = {
  eventId: string
  endpointId: string
  type: string
  status: 'due' | 'sent' | 'failed'
  attempts: number
  response: number | null
  reason: string | null
  dueAt: Date | null
  sentAt: Date | null
  createdAt: Date
  payload: string
}

export type WebhookHistoryFilter = {
  endpointId: string
  status?: 'due' | 'sent' | 'failed' | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** Ids ascend with time, so the last one shown is where the next page begins. */
export async function listWebhookDeliveries(
  sql: Sql,
  storeId: number,
  { endpointId, status, cursor, limit = 50 }: WebhookHistoryFilter,
): Promise<{ deliveries: WebhookRecord[]; cursor: string | null }> {
  if (cursor !== undefined && !/^[0-9a-f-]{36}$/.test(cursor)) throw badCatalogCursor()
  const deliveries = await sql<WebhookRecord[]>`
    select delivery.event_id, endpoint_id, type, status, attempts, response_status as response, reason,
      case when status = 'due' then due_at end as due_at, sent_at, event.created_at, body as payload
    from webhook_deliveries delivery
    join webhook_events event
      on event.store_id = ${storeId}
      and event.event_id = delivery.event_id
    where delivery.store_id = ${storeId}
      and endpoint_id = ${readEndpointId(endpointId)}
      and (${cursor ?? null}::uuid is null or delivery.event_id < ${cursor ?? null}::uuid)
      and (${status ?? null}::text is null or status = ${status ?? null})
    order by delivery.event_id desc
    limit ${limit}`
  return { deliveries, cursor: deliveries.length === limit ? deliveries.at(-1)!.eventId : null }
}

/** One event with any outcome, or everything that failed since then; nothing while the address is switched off. Gives how many. */
export async function replayWebhooks(
  sql: Sql,
  storeId: number,
  { endpointId, eventId, since }: { endpointId: string; eventId?: string | undefined; since?: number | undefined },
): Promise<number> {
  const one = eventId === undefined ? null : readEndpointId(eventId)
  const again = await sql`
    with again as (
      update webhook_deliveries delivery
      set status = 'due',
          due_at = now(),
          failures = 0,
          updated_at = now()
      from webhook_events event, webhook_endpoints endpoint
      where delivery.store_id = ${storeId}
        and event.store_id = ${storeId}
        and event.event_id = delivery.event_id
        and endpoint.store_id = ${storeId}
        and endpoint.endpoint_id = delivery.endpoint_id
        and disabled_at is null
        and delivery.endpoint_id = ${readEndpointId(endpointId)}
        and (
          delivery.event_id = ${one}
          or (${one}::uuid is null and status = 'failed' and event.created_at >= ${new Date(since ?? 0)})
        )
      returning delivery.event_id
    )
    select event_id, pg_notify(${webhookChannel}, '')
    from again`
  return again.length
}
