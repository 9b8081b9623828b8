/** What BigCommerce's hooks leave out, asked of its API with the store's own token. */
import { parseJson } from '@heartbell/contract/json'
import { joinAddress, withParameter } from '../../domain/catalog/product-links.ts'
import type { InboundEvent, InboundVariant } from '../../domain/inbound/inbound-events.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'
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
import { asFallbackPages } from './adapter.ts'
import { readCustomer } from './bigcommerce-customers.ts'

export type BigcommerceApi = {
  readProduct(productId: string | undefined, occurredAt: Date | null): Promise<InboundEvent[]>
  readOrder(orderId: string | undefined): Promise<InboundEvent[]>
  readCustomer(customerId: string): Promise<InboundEvent[]>
  /** Throws unless it lets us read. */
  check(): Promise<void>
}

/** Null without a token. A call that fails throws, and the message is tried again later. */
export function openApi(
  values: Record<string, string>,
  { fetch, shopUrl }: { fetch: SafeFetch; shopUrl: string | null },
): BigcommerceApi | null {
  const { 'access-token': token, 'store-hash': hash } = values
  if (!token || !hash) return null
  const base = `${values['api-url'] ?? 'https://api.bigcommerce.com'}/stores/${encodeURIComponent(hash)}`
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${base}${path}`, { headers: { 'x-auth-token': token, accept: 'application/json' } })
    const text = await answer.text()
    if (answer.status === 404 || answer.status === 204) return null
    if (answer.status !== 200) throw new Error(`BigCommerce answered ${answer.status}`)
    return parseJson(text)
  }
  return {
    async readProduct(productId, occurredAt) {
      if (!productId) return []
      const found = await ask(`/v3/catalog/products/${encodeURIComponent(productId)}?include=variants,images`)
      if (found === null) return [{ kind: 'product-deleted', productId, occurredAt }]
      const product = asPayload(asPayload(found).data)
      if (shopUrl !== null) return readProduct(product, productId, shopUrl)
      // Every shop of BigCommerce has this domain, also beside one of its own.
      return readProduct(product, productId, `https://store-${hash}.mybigcommerce.com`).map(asFallbackPages)
    },
    async check() {
      if ((await ask('/v3/catalog/products?limit=1')) === null)
        throw new Error('BigCommerce knows no store of this hash')
    },
    async readCustomer(customerId) {
      const found = await ask(`/v3/customers?id:in=${encodeURIComponent(customerId)}&include=addresses`)
      if (found === null) return []
      const customer = payloadsIn(asPayload(found).data).find(({ id }) => idOf(id) === customerId)
      return customer ? readCustomer(customer) : [{ kind: 'customer-deleted', customerId }]
    },
    async readOrder(orderId) {
      if (!orderId) return []
      const order = asPayload(await ask(`/v2/orders/${encodeURIComponent(orderId)}`))
      const lines = await ask(`/v2/orders/${encodeURIComponent(orderId)}/products`)
      return readOrder(order, payloadsIn(lines), orderId)
    },
  }
}

/** As it is now, so it is as new as our asking. */
function readProduct(product: Payload, productId: string, shopUrl: string): InboundEvent[] {
  const counts = product.inventory_tracking
  const image = payloadsIn(product.images).find((one) => one.is_thumbnail === true)
  const path = textOf(asPayload(product.custom_url).url)
  const url = path === undefined ? null : linkOf(joinAddress(shopUrl, path))
  const variants = payloadsIn(product.variants).flatMap((variant): InboundVariant[] => {
    const variantId = idOf(variant.id)
    if (!variantId) return []
    const options = payloadsIn(variant.option_values).flatMap((one) => textOf(one.label) ?? [])
    const sku = lineOf(variant.sku, 200)
    const told = {
      url,
      // The page selects the variant of this SKU; a product without options has one variant.
      variant_url: url && (options.length === 0 ? url : sku ? withParameter(url, 'sku', sku) : null),
      title: lineOf(product.name, 512),
      sku,
      variant_info: lineOf(options.join(' / '), 512),
      image_url: linkOf(variant.image_url) ?? linkOf(image?.url_standard),
      price: amountOf(variant.calculated_price) ?? amountOf(variant.price) ?? amountOf(product.price),
    }
    const sent = Object.keys(told).filter((name) => told[name as keyof typeof told] !== null)
    const stock = counts === 'product' ? wholeOf(product.inventory_level) : wholeOf(variant.inventory_level)
    const tracked = counts === undefined ? null : counts !== 'none'
    const row = { variant_id: variantId, product_id: productId, sent, ...told, tracked }
    return [{ row: { ...row, stock: tracked === false ? null : stock } }]
  })
  if (product.is_visible === false) return [{ kind: 'product-deleted', productId, occurredAt: null }]
  return [
    {
      kind: 'product',
      productId,
      occurredAt: null,
      stockAt: null,
      variants,
      others: variants.length > 0 ? 'gone' : 'stay',
    },
  ]
}

/** Awaiting payment, cancelled, declined, refunded and incomplete orders took nothing. */
const boughtStatuses = [2, 3, 8, 9, 10, 11, 12]

function readOrder(order: Payload, lines: Payload[], orderId: string): InboundEvent[] {
  const status = wholeOf(order.status_id)
  const items = lines.flatMap((line) => {
    const [variantId, quantity] = [idOf(line.variant_id), wholeOf(line.quantity)]
    if (!variantId || !quantity || quantity < 1) return []
    return [{ variantId, quantity, price: amountOf(line.price_inc_tax) ?? undefined }]
  })
  if (items.length === 0 || status === null || !boughtStatuses.includes(status)) return []
  const billing = asPayload(order.billing_address)
  const [email, phone] = [textOf(billing.email), textOf(billing.phone)]
  const at = timeOf(order.date_created) ?? undefined
  return [{ kind: 'order', order: { orderId, email, phone, items, currency: textOf(order.currency_code), at } }]
}
