/** WooCommerce's webhooks: each signed with its own secret, delivered once and often late. */
import { createHash } from 'node:crypto'
import { withParameter } from '../../domain/catalog/product-links.ts'
import type { InboundEvent, InboundVariant } from '../../domain/inbound/inbound-events.ts'
import { isBodySigned } from '../../domain/secrets/signatures.ts'
import {
  amountOf,
  asPayload,
  idOf,
  lineOf,
  linkOf,
  type Payload,
  payloadsIn,
  textOf,
  timeOf,
  wholeOf,
} from '../plumbing/payload.ts'
import type { Adapter } from './adapter.ts'
import { readCustomer, readDeletion } from './woocommerce-customers.ts'

export const woocommerce: Adapter = {
  source: 'woocommerce',
  verify({ header, body }, values) {
    const topic = header('x-wc-webhook-topic')
    const isOurs = isBodySigned(values['webhook-secret'] ?? '', body, header('x-wc-webhook-signature'))
    if (!isOurs || !values['webhook-secret'] || topic === undefined) return null
    // Two events of one second share a delivery id.
    const hash = createHash('sha256').update(body).digest('base64url')
    return { topic, key: `${topic} ${(header('x-wc-webhook-delivery-id') ?? '').slice(0, 100)} ${hash}` }
  },
  /** Saving a webhook sends exactly this, unsigned, and shows the merchant an error without a 200. */
  isGreeting: ({ body }) => body.length <= 40 && /^webhook_id=\d{1,20}$/.test(body.toString('latin1')),
  fits: ({ topic, body }) => !/^(product|customer)\.deleted$/.test(topic) || isDeletion(asPayload(body)),
  // An untrashed product arrives as restored and as updated, with the same body.
  meaningOf: (topic) => topic.replace(/^(product|order|customer)\.(created|updated|restored)$/, '$1'),
  read: ({ topic, body }) => (Object.hasOwn(readers, topic) ? readers[topic]!(asPayload(body)) : []),
}

/** The signature covers the body alone. Only products have one of these; orders, customers and coupons share `id`, `status` and dates with them. */
const productFields = ['type', 'sku', 'manage_stock', 'stock_status', 'permalink', 'catalog_visibility']

const isProduct = (body: Payload) =>
  idOf(body.id) !== undefined && body.line_items === undefined && productFields.some((name) => body[name] !== undefined)

/** WooCommerce sends only the id of what was deleted. */
const isDeletion = (body: Payload) => idOf(body.id) !== undefined && Object.keys(body).length === 1

const readers: Readonly<Record<string, (body: Payload) => InboundEvent[]>> = {
  'product.created': (body) => readProduct(body, timeOf(body.date_modified_gmt)),
  'product.updated': (body) => readProduct(body, timeOf(body.date_modified_gmt)),
  // Newer than the deletion, even if the product's own time of change is older; for a product that was not deleted, an update.
  'product.restored': (body) =>
    readProduct(body, timeOf(body.date_modified_gmt)).map((event) =>
      event.kind === 'product' ? { ...event, restores: true } : event,
    ),
  'product.deleted': (body) => {
    // Only the id is sent, which may be a product's or a variation's.
    const id = idOf(body.id)
    if (!id) return []
    return [
      { kind: 'product-deleted', productId: id, occurredAt: null },
      { kind: 'product-deleted', variantId: id, occurredAt: null },
    ]
  },
  'order.created': readOrder,
  'order.updated': readOrder,
  'customer.created': readCustomer,
  'customer.updated': readCustomer,
  'customer.deleted': readDeletion,
}

/**
 * The body may be a product or one of its variations; a product with variations is none that could be bought. A sale moves the
 * stock without touching the time of the last change, so the figure has no time of its own.
 */
function readProduct(body: Payload, occurredAt: Date | null): InboundEvent[] {
  const id = idOf(body.id)
  if (!id || !isProduct(body)) return []
  const isSold = body.status === undefined || body.status === 'publish'
  if (!isSold) return [{ kind: 'product-deleted', productId: id, occurredAt }]
  const hasVariations = body.type === 'variable' || (Array.isArray(body.variations) && body.variations.length > 0)
  const product = { kind: 'product', productId: id, occurredAt, stockAt: null, others: 'stay' } as const
  return [{ ...product, variants: hasVariations ? [] : readVariant(body, id) }]
}

function readVariant(body: Payload, variantId: string): InboundVariant[] {
  const images = payloadsIn(body.images)
  const image = images[0] ?? asPayload(body.image)
  const options = payloadsIn(body.attributes).flatMap((one) => textOf(one.option) ?? [])
  const [sale, regular] = [amountOf(body.sale_price), amountOf(body.regular_price)]
  const isVariation = idOf(body.parent_id) !== undefined
  const page = linkOf(body.permalink)
  const told = {
    title: lineOf(body.name, 512),
    url: page && isVariation ? withoutAttributes(page) : page,
    variant_url: page && isVariation ? variationUrl(page, variantId) : page,
    sku: lineOf(body.sku, 200),
    variant_info: lineOf(options.join(' / '), 512),
    image_url: linkOf(image.src),
    price: amountOf(body.price),
    compare_at_price: sale !== null && regular !== null && sale < regular ? regular : null,
  }
  const sent = Object.keys(told).filter((name) => told[name as keyof typeof told] !== null)
  if (body.regular_price !== undefined) sent.push('compare_at_price')
  // "parent": counted with the product, whose message has the figure.
  const isCounted =
    body.manage_stock === undefined ? null : body.manage_stock === true || body.manage_stock === 'parent'
  const quantity = wholeOf(body.stock_quantity)
  const row = {
    variant_id: variantId,
    product_id: idOf(body.parent_id) ?? variantId,
    sent: [...new Set(sent)],
    ...told,
    tracked: isCounted,
    sells_when_empty: typeof body.backorders === 'string' ? body.backorders !== 'no' : null,
    stock: isCounted === false ? null : quantity,
  }
  return [{ row }]
}

/** A variation's address is the product's with `attribute_pa_size=m`, which selects it on the page. */
function withoutAttributes(page: string): string {
  const [address, query = ''] = page.split('?')
  const others = query.split('&').filter((part) => part !== '' && !part.startsWith('attribute_'))
  return others.length > 0 ? `${address}?${others.join('&')}` : address!
}

const variationUrl = (page: string, variantId: string) =>
  withoutAttributes(page) === page ? withParameter(page, 'variation_id', variantId) : page

const boughtStatuses = ['processing', 'completed', 'on-hold']

function readOrder(body: Payload): InboundEvent[] {
  const orderId = idOf(body.id)
  const isBought = typeof body.status === 'string' && boughtStatuses.includes(body.status)
  const items = payloadsIn(body.line_items).flatMap((line) => {
    const variantId = idOf(line.variation_id) ?? idOf(line.product_id)
    const quantity = wholeOf(line.quantity)
    if (!variantId || !quantity || quantity < 1) return []
    return [{ variantId, quantity, price: amountOf(line.price) ?? undefined }]
  })
  if (!orderId || !isBought || items.length === 0) return []
  const billing = asPayload(body.billing)
  const order = {
    orderId,
    email: textOf(billing.email),
    phone: textOf(billing.phone),
    items,
    currency: textOf(body.currency),
    at: timeOf(body.date_created_gmt) ?? undefined,
  }
  return [{ kind: 'order', order }]
}
