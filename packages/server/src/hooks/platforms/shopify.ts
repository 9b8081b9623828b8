/** Shopify's webhooks: signed with the app's client secret, or with the one that the admin shows for those made by hand. */
import { createHash } from 'node:crypto'
import type { InboundEvent } from '../../domain/inbound/inbound-events.ts'
import { isBodySigned } from '../../domain/secrets/signatures.ts'
import { asPayload, idOf, type Payload, textOf, timeOf, wholeOf } from '../plumbing/payload.ts'
import { type Adapter, asFallbackPages, type RawHook } from './adapter.ts'
import { readConsent, readCustomer, readDeletion, readPurchases, readTags } from './shopify-customers.ts'
import { readOrder } from './shopify-orders.ts'
import { readProduct } from './shopify-products.ts'
import { fitsTopic, meaningOf, onlyCustomers, onlyLevels, onlyOrders, onlyProducts } from './shopify-shapes.ts'

/** Newer deliveries drop the `X-`; that form is looked for first, as Shopify's own library does. */
const said = ({ header }: RawHook, name: string) => header(`shopify-${name}`) ?? header(`x-shopify-${name}`)

export const shopify: Adapter = {
  source: 'shopify',
  verify(letter, values) {
    const given = said(letter, 'hmac-sha256')
    const secrets = [values['client-secret'], values['webhook-secret']].filter((one) => one !== undefined)
    const isOurs = secrets.map((secret) => isBodySigned(secret, letter.body, given)).includes(true)
    const topic = said(letter, 'topic')
    const domain = said(letter, 'shop-domain')
    if (!isOurs || topic === undefined || domain === undefined) return null
    // Connections of older releases may not know their shop; they take nothing that erases (shopify-shapes.ts).
    if (values.shop && domain.toLowerCase() !== values.shop.toLowerCase()) return null
    // One act of a merchant is one event with several messages, so the body is part of what makes a message the same.
    const event = said(letter, 'event-id') ?? said(letter, 'webhook-id') ?? ''
    const hash = createHash('sha256').update(letter.body).digest('base64url')
    return { topic, key: `${topic} ${event.slice(0, 100)} ${hash}` }
  },
  // People's rights outlast the connection: `shop/redact` comes two days after the app was removed.
  lastWords: ['customers/data_request', 'customers/redact', 'shop/redact'],
  fits: fitsTopic,
  meaningOf,
  read({ topic, body }, { shop }, { shopUrl }) {
    const read = Object.hasOwn(readers, topic) ? readers[topic]! : () => []
    if (shopUrl !== null) return read(asPayload(body), shopUrl)
    return read(asPayload(body), shop ? `https://${shop}` : null).map(asFallbackPages)
  },
}

/** The headers are not signed, so a message's age is what its body says. */
const readers: Readonly<Record<string, (body: Payload, shopUrl: string | null) => InboundEvent[]>> = {
  'inventory_levels/update': onlyLevels((body) => {
    const inventoryItemId = idOf(body.inventory_item_id)
    if (!inventoryItemId) return []
    const location = idOf(body.location_id)
    return [
      {
        kind: 'stock',
        inventoryItemId,
        location,
        available: wholeOf(body.available),
        occurredAt: timeOf(body.updated_at),
      },
    ]
  }),
  'products/create': onlyProducts(readProduct),
  'products/update': onlyProducts(readProduct),
  'products/delete': (body) => {
    const productId = idOf(body.id)
    return productId ? [{ kind: 'product-deleted', productId, occurredAt: null }] : []
  },
  'inventory_items/update': (body) => {
    const inventoryItemId = idOf(body.id)
    if (!inventoryItemId || typeof body.tracked !== 'boolean') return []
    return [{ kind: 'tracking', inventoryItemId, tracked: body.tracked }]
  },
  'variants/in_stock': (body) => readVariant(body),
  'variants/out_of_stock': (body) => readVariant(body),
  'orders/create': onlyOrders(readOrder),
  'orders/paid': onlyOrders(readOrder),
  'customers/create': onlyCustomers(readCustomer),
  'customers/update': onlyCustomers(readCustomer),
  'customers/enable': onlyCustomers(readCustomer),
  'customers/disable': onlyCustomers(readCustomer),
  'customers/delete': readDeletion,
  'customers/purchasing_summary': readPurchases,
  'customer.tags_added': readTags('added'),
  'customer.tags_removed': readTags('removed'),
  'customers_email_marketing_consent/update': readConsent,
  'customers_marketing_consent/update': readConsent,
  'app/uninstalled': () => [{ kind: 'disconnected' }],
  'customers/data_request': (body) => [{ ...personOf(body), kind: 'privacy', ask: 'export' }],
  'customers/redact': (body) => [{ ...personOf(body), kind: 'privacy', ask: 'erase' }],
  'shop/redact': (body) => [{ kind: 'privacy', ask: 'erase-store', requestId: textOf(body.shop_id) ?? '' }],
}

/** A bonus: the figure comes with the product and its places. Without one it says nothing that could be held against them. */
function readVariant(body: Payload): InboundEvent[] {
  const [variantId, available] = [idOf(body.id), wholeOf(body.inventory_quantity)]
  if (!variantId || available === null) return []
  return [{ kind: 'stock', variantId, available, occurredAt: timeOf(body.updated_at) }]
}

function personOf(body: Payload) {
  const customer = asPayload(body.customer)
  const requestId = textOf(asPayload(body.data_request).id) ?? textOf(customer.id) ?? ''
  const [email, phone] = [textOf(customer.email), textOf(customer.phone)]
  return { requestId, ...(email && { email }), ...(phone && { phone }) }
}
