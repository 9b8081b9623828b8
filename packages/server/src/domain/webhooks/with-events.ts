/** Runs work and emits its events in one transaction, where an endpoint subscribes to them; otherwise only the work. */
import type { EventType } from '@heartbell/contract/events'
import { itemNames, listNames } from '@heartbell/contract/names'
import type { Database, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import type { Store } from '../stores/stores.ts'
import { emitEvents, type StoreEvent, wantsEvent } from './events.ts'

/** `eventsOf` is asked only where one of `types` is wanted: the everyday call stays one statement. */
export async function withEvents<T>(
  sql: Database,
  store: Store,
  types: readonly EventType[],
  work: (sql: Database) => Promise<T>,
  eventsOf: (done: T) => StoreEvent[],
): Promise<T> {
  if (!types.some((type) => wantsEvent(store, type))) return await work(sql)
  return await nestedTransaction(sql, async (sql) => {
    const done = await work(sql)
    await emitEvents(sql, store, eventsOf(done))
    return done
  })
}

type Wire = Readonly<Record<string, never>>

/** Items as the wire shows them: JSON text of an array of records. */
export const itemEvents = (type: 'list.item_added' | 'list.item_removed', records: string): StoreEvent[] =>
  (JSON.parse(records) as Wire[]).map((record) => ({
    type,
    data: {
      listId: record[itemNames.listId]!,
      variantId: String(record[itemNames.variantId]),
      productId: String(record[itemNames.productId]),
      title: record[itemNames.title] ?? null,
      url: record[itemNames.url] ?? null,
      quantity: record[itemNames.quantity] ?? null,
      price: record[itemNames.price] ?? null,
    },
  }))

/** A list as the wire shows it: JSON text of one record. */
export function listEvent(type: 'list.created' | 'list.updated' | 'list.deleted', text: string): StoreEvent {
  const record = JSON.parse(text) as Wire
  const { listId, name, type: kind, itemCount, ownerId } = listNames
  const told = { listId: record[listId]!, name: record[name]!, type: record[kind]! }
  return { type, data: { ...told, itemCount: record[itemCount] ?? null, ownerId: record[ownerId] ?? null } }
}

/** Of subscriptions by their ids, as they are now. */
export async function emitSubscriptionEvents(
  sql: Sql,
  store: Store,
  type: 'subscription.created' | 'subscription.confirmed' | 'subscription.changed' | 'subscription.cancelled',
  ids: readonly string[],
  reason?: string,
): Promise<void> {
  if (ids.length === 0 || !wantsEvent(store, type)) return
  const rows = await sql<
    Record<'subscriptionId' | 'topic' | 'medium' | 'address' | 'status' | 'variantId' | 'productId', string>[]
  >`
    select subscription_id, topic, medium, address, status, variant_id, product_id
    from subscriptions
    where store_id = ${store.storeId}
      and subscription_id = any(${[...ids]})`
  await emitEvents(
    sql,
    store,
    rows.map((row) => ({ type, data: { ...row, ...(reason && { reason }) } })),
  )
}
