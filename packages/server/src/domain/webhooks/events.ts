/** Events for webhooks and the feed: written in the transaction that causes them, and only where somebody may read them. */
import { type EventData, type EventType, eventData } from '@heartbell/contract/events'
import { writeProductKey } from '@heartbell/contract/fields'
import type { Sql } from '../../database/connect.ts'
import { newId } from '../secrets/ids.ts'
import type { Store } from '../stores/stores.ts'

export type StoreEvent = { type: EventType; data: EventData }

export const webhookChannel = 'heartbell_webhooks'

type EventReaders = Pick<Store, 'wantedEvents' | 'settings'>

export const wantsWebhook = ({ wantedEvents }: EventReaders, type: EventType) =>
  wantedEvents.length > 0 && (wantedEvents.includes('*') || wantedEvents.includes(type))

/** Events of lists are many, and saving an item is one statement without them: the feed has them only where the store asks for them. */
const isFed = ({ settings: { eventFeed } }: EventReaders, type: EventType) =>
  eventFeed === 'all' || (eventFeed === 'alerts' && !type.startsWith('list.'))

/** Asked before anything is made ready, so that a store pays nothing for events that nobody reads. */
export const wantsEvent = (store: EventReaders, type: EventType) => wantsWebhook(store, type) || isFed(store, type)

/** Standard Webhooks asks for less than 20 kB; ours are far below, unless somebody's titles are not. */
const maxBytes = 19_000

export async function emitEvents(
  sql: Sql,
  store: EventReaders & Pick<Store, 'storeId'>,
  events: readonly StoreEvent[],
): Promise<void> {
  const wanted = events.filter(({ type }) => wantsEvent(store, type))
  if (wanted.length === 0) return
  const now = new Date().toISOString()
  const rows = wanted.map(({ type, data }) => ({ event_id: newId(), type, body: writeBody(type, now, data) }))
  await sql`
    with happened as (
      insert into webhook_events (store_id, event_id, type, body)
      select ${store.storeId}, event_id, type, body
      from jsonb_to_recordset(${sql.json(rows)}) as happened (event_id uuid, type text, body text)
      returning event_id, type
    ),
    due as (
      insert into webhook_deliveries (store_id, endpoint_id, event_id)
      select ${store.storeId}, endpoint_id, event_id
      from happened
      join webhook_endpoints endpoint
        on endpoint.store_id = ${store.storeId}
        and endpoint.disabled_at is null
        and (endpoint.types = '{}' or happened.type = any(endpoint.types))
      returning 1
    )
    select pg_notify(${webhookChannel}, '')
    where exists (select from due)`
}

/** The body is made once: what is signed and sent again must be the same to the byte. */
export function writeBody(type: EventType, timestamp: string, data: EventData): string {
  const write = (some: EventData) => JSON.stringify({ type, timestamp, data: eventData.write(withKeys(some)) })
  const whole = write(data)
  if (Buffer.byteLength(whole) <= maxBytes) return whole
  const short = Object.entries(data).filter(([, value]) => typeof value !== 'string' || value.length <= 300)
  return write({ ...Object.fromEntries(short), truncated: true })
}

function withKeys(data: EventData): EventData {
  const { variantId, productId, ...rest } = data
  return {
    ...rest,
    ...(typeof variantId === 'string' && { variantId: writeProductKey(variantId) }),
    ...(typeof productId === 'string' && { productId: writeProductKey(productId) }),
  }
}
