/** BigCommerce's webhooks: Standard Webhooks signed with the app's client secret; most say only that something changed. */
import type { InboundEvent } from '../../domain/inbound/inbound-events.ts'
import { isWebhookSigned } from '../../domain/secrets/signatures.ts'
import { asPayload, idOf, momentOf, type Payload, wholeOf } from '../plumbing/payload.ts'
import type { Adapter } from './adapter.ts'
import { type BigcommerceApi, openApi } from './bigcommerce-api.ts'

export const bigcommerce: Adapter = {
  source: 'bigcommerce',
  verify({ header, body }, values, now) {
    const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header)
    const key = Buffer.from(values['client-secret'] ?? '')
    const headers = { ...(id && { id }), ...(timestamp && { timestamp }), ...(signature && { signature }) }
    if (key.length === 0 || !id || !isWebhookSigned(key, headers, body, now)) return null
    return { topic: 'webhook', key: id.slice(0, 200) }
  },
  // The scope stands in the signed body.
  fits: () => true,
  meaningOf: (topic) => topic,
  read: async ({ body }, values, context) => await readEnvelope(asPayload(body), values, openApi(values, context)),
}

async function readEnvelope(
  body: Payload,
  values: Record<string, string>,
  api: BigcommerceApi | null,
): Promise<InboundEvent[]> {
  const scope = typeof body.scope === 'string' ? body.scope : ''
  // Signed with the app's secret, which other stores of the same app share: only the producer says whose message it is.
  const isBound = values['store-hash'] !== undefined
  if (isBound && body.producer !== `stores/${values['store-hash']}`) return []
  const data = asPayload(body.data)
  const occurredAt = momentOf(body.created_at)
  if (/^store\/(sku|product)\/inventory\/(updated|order\/updated)$/.test(scope))
    return await readStock(data, occurredAt, api)
  if (/^store\/channel\/[^/]+\/inventory\/product\/stock_changed$/.test(scope))
    return (await api?.readProduct(idOf(data.product_id), occurredAt)) ?? []
  if (isBound && scope === 'store/product/deleted') {
    const productId = idOf(data.id)
    return api ? await api.readProduct(productId, occurredAt) : deleted({ productId }, occurredAt)
  }
  if (isBound && scope === 'store/sku/deleted')
    return deleted({ variantId: idOf(asPayload(data.sku).variant_id) }, occurredAt)
  if (/^store\/(product|sku)\/(created|updated)$/.test(scope)) {
    const productId = scope.startsWith('store/product/') ? idOf(data.id) : idOf(asPayload(data.sku).product_id)
    return (await api?.readProduct(productId, occurredAt)) ?? []
  }
  if (/^store\/order\/(created|updated|statusUpdated)$/.test(scope)) return (await api?.readOrder(idOf(data.id))) ?? []
  if (/^store\/customer\/(address\/)?(created|updated|deleted)$/.test(scope))
    return await readCustomer(scope, data, isBound, api)
  return isBound && scope === 'store/app/uninstalled' ? [{ kind: 'disconnected' }] : []
}

/**
 * The platform is asked again where we may ask. Where not: an absolute figure is taken as the level it looks like, and a relative
 * one, a change of something we don't know, says nothing.
 */
async function readStock(data: Payload, occurredAt: Date | null, api: BigcommerceApi | null): Promise<InboundEvent[]> {
  const inventory = asPayload(data.inventory)
  const productId = idOf(inventory.product_id)
  if (api) return await api.readProduct(productId, occurredAt)
  const [variantId, available] = [idOf(inventory.variant_id), wholeOf(inventory.value)]
  if (inventory.method !== 'absolute' || available === null || !variantId) return []
  return [{ kind: 'stock', variantId, available, occurredAt }]
}

/** Only an id is sent: without a token nothing is known of a customer but the end. An address names its customer beside. */
async function readCustomer(
  scope: string,
  data: Payload,
  isBound: boolean,
  api: BigcommerceApi | null,
): Promise<InboundEvent[]> {
  const isAddress = scope.startsWith('store/customer/address/')
  const customerId = idOf(isAddress ? asPayload(data.address).customer_id : data.id)
  if (!customerId) return []
  if (api) return await api.readCustomer(customerId)
  return isBound && scope === 'store/customer/deleted' ? [{ kind: 'customer-deleted', customerId }] : []
}

function deleted(which: { productId?: string | undefined; variantId?: string | undefined }, occurredAt: Date | null) {
  const [productId, variantId] = [which.productId, which.variantId]
  if (!productId && !variantId) return []
  const event = { ...(productId && { productId }), ...(variantId && { variantId }) }
  return [{ kind: 'product-deleted', occurredAt, ...event } satisfies InboundEvent]
}
