/** Applies a platform's message: products, stock, orders, customers and privacy requests, in the transaction that also marks it done. */
import type { Database, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import { deleteProducts } from '../catalog/catalog.ts'
import { recordStock } from '../catalog/stock.ts'
import { addVariants, changeVariants } from '../catalog/variants.ts'
import { recordPurchase } from '../deliveries/purchases.ts'
import { reactToStockChanges } from '../planning/react-to-stock-changes.ts'
import { requestRedaction, startHeldRedactions } from '../privacy/redactions.ts'
import { saveSubjectExport } from '../privacy/subject-exports.ts'
import { readSubjectAddresses } from '../privacy/subjects.ts'
import { notifyStoreChanged } from '../settings/settings.ts'
import type { Store } from '../stores/stores.ts'
import { finishInboundMessage, type InboundMessage, lockInboundMessage } from './inbound.ts'
import type { InboundEvent } from './inbound-events.ts'
import { recordLevel, recordTracking, storeInventoryItems } from './inventory-items.ts'
import { applyCustomer, applyCustomerDeletion, applyCustomerPart } from './platform-customers.ts'
import { isNewestVersion } from './product-versions.ts'

/** False when another worker applied it meanwhile. */
export async function applyInboundMessage(
  sql: Database,
  store: Store,
  message: InboundMessage,
  events: InboundEvent[],
): Promise<boolean> {
  return await nestedTransaction(sql, async (sql) => {
    if (!(await lockInboundMessage(sql, store, message))) return false
    for (const event of events) await applyEvent(sql, store, message, event)
    await finishInboundMessage(sql, store, message)
    return true
  })
}

async function applyEvent(sql: Database, store: Store, message: InboundMessage, event: InboundEvent): Promise<void> {
  const { source } = message
  switch (event.kind) {
    case 'product':
      return await applyProduct(sql, store, message, event)
    case 'product-deleted':
      return await applyDeletion(sql, store, message, event)
    case 'stock':
      return await applyStock(sql, store, message, event)
    case 'tracking':
      return await recordTracking(sql, store, source, event)
    case 'order':
      return void (await recordPurchase(sql, store, { ...event.order, source }))
    case 'customer':
      return await applyCustomer(sql, store, { source, customerId: event.customerId }, event.customer, event.changedAt)
    case 'customer-deleted':
      return await applyCustomerDeletion(sql, store, { source, customerId: event.customerId }, message.receivedAt)
    case 'customer-part':
      return await applyCustomerPart(sql, store, { source, customerId: event.customerId }, event.part)
    case 'privacy':
      return await applyRight(sql, store, message, event)
    case 'disconnected':
      return await applyRemoval(sql, store, source)
  }
}

async function applyRemoval(sql: Sql, { storeId }: Store, source: string): Promise<void> {
  await sql`
    update integrations
    set enabled = false,
        check_result = 'The platform removed us.',
        checked_at = now(),
        updated_at = clock_timestamp()
    where store_id = ${storeId}
      and kind = ${source}`
  await startHeldRedactions(sql, storeId, source)
  await notifyStoreChanged(sql, storeId)
}

type Of<Kind extends InboundEvent['kind']> = Extract<InboundEvent, { kind: Kind }>

async function applyProduct(sql: Database, store: Store, message: InboundMessage, event: Of<'product'>): Promise<void> {
  const { source } = message
  const isNews = event.restores === true && !(await isSold(sql, store, event.productId))
  if (!(await isNewestVersion(sql, store, source, event.productId, isNews ? null : event.occurredAt))) return
  await storeInventoryItems(sql, store, source, event.variants)
  const rows = event.variants.map(({ row }) => ({ ...row, stock_at: event.stockAt?.toISOString() ?? null }))
  const added = rows.length > 0 ? await addVariants(sql, store, rows, source) : new Map()
  const known = rows.filter((row) => !added.has(row.variant_id))
  const changed = known.length > 0 ? await changeVariants(sql, store, known, { source, revive: true }) : null
  await reactToStockChanges(sql, store, [...added.values(), ...(changed?.changes ?? [])], message.requestId)
  if (event.others === 'stay') return
  const named = rows.map(({ variant_id }) => variant_id)
  const others = await sql<{ variantId: string }[]>`
    select variant_id
    from variants
    where store_id = ${store.storeId}
      and product_id = ${event.productId}
      and variant_id <> all(${named})
      and deleted_at is null`
  const variantIds = others.map(({ variantId }) => variantId)
  if (variantIds.length > 0) await deleteProducts(sql, store, { variantIds, productIds: [] })
}

/** Whether the catalog has something of this product, or a variant of this id, that is not deleted. */
async function isSold(sql: Sql, { storeId }: Store, id: string): Promise<boolean> {
  const found = await sql`
    select
    from variants
    where store_id = ${storeId}
      and (product_id = ${id} or variant_id = ${id})
      and deleted_at is null
    limit 1`
  return found.length > 0
}

async function applyDeletion(
  sql: Database,
  store: Store,
  message: InboundMessage,
  { productId, variantId, occurredAt }: Of<'product-deleted'>,
): Promise<void> {
  const subject = productId ?? variantId
  if (subject === undefined) return
  if (!(await isNewestVersion(sql, store, message.source, subject, occurredAt))) return
  await deleteProducts(sql, store, {
    variantIds: variantId === undefined ? [] : [variantId],
    productIds: productId === undefined ? [] : [productId],
  })
}

async function applyStock(sql: Database, store: Store, message: InboundMessage, event: Of<'stock'>): Promise<void> {
  const { source } = message
  const at = event.occurredAt ?? message.receivedAt
  const { inventoryItemId, location = '', available, variantId } = event
  const level = inventoryItemId
    ? await recordLevel(sql, store, source, { inventoryItemId, location, available, at })
    : variantId !== undefined && available !== null
      ? { variantId, stock: available, at }
      : null
  if (level) await recordStock(sql, store, [level], source, message.requestId)
}

async function applyRight(sql: Database, store: Store, message: InboundMessage, event: Of<'privacy'>): Promise<void> {
  const { source } = message
  const { requestId } = event
  if (event.ask === 'erase-store') return await requestRedaction(sql, store, { source, scope: 'shop', requestId })
  const who = { email: event.email, phone: event.phone }
  // A customer without e-mail or phone can't be found here.
  if (readSubjectAddresses(store, who).length === 0) return
  if (event.ask === 'erase') return await requestRedaction(sql, store, { source, scope: 'customer', requestId, who })
  await saveSubjectExport(sql, store, { source, requestId }, who)
}
