/** A product of Shopify and its variants in the shape of our catalog. */
import { shopifyProductUrl, withParameter } from '../../domain/catalog/product-links.ts'
import type { InboundEvent, InboundVariant } from '../../domain/inbound/inbound-events.ts'
import {
  amountOf,
  idOf,
  lineOf,
  linkOf,
  type Payload,
  payloadsIn,
  textOf,
  timeOf,
  wholeOf,
} from '../plumbing/payload.ts'

/** A payload holds at most this many variants; of a larger product it may name the others by their GraphQL ids. */
const mostVariants = 100

/** `shopUrl`: the shop's address; a product's page is below it. */
export function readProduct(body: Payload, shopUrl: string | null): InboundEvent[] {
  const productId = idOf(body.id)
  if (!productId) return []
  const occurredAt = timeOf(body.updated_at)
  // A draft or an archived product can't be bought; once active again, an update says so.
  if (body.status !== undefined && body.status !== 'active') return [{ kind: 'product-deleted', productId, occurredAt }]
  const told = payloadsIn(body.variants)
  const variants = told.flatMap((variant) => readVariant(body, productId, variant, shopUrl))
  // Subscriptions may leave fields out; then nothing is known of the others.
  const isWhole = Array.isArray(body.variants) && told.length > 0 && told.length < mostVariants
  return [{ kind: 'product', productId, occurredAt, stockAt: occurredAt, variants, others: isWhole ? 'gone' : 'stay' }]
}

function readVariant(product: Payload, productId: string, variant: Payload, shopUrl: string | null): InboundVariant[] {
  const variantId = idOf(variant.id)
  if (!variantId) return []
  const options = [variant.option1, variant.option2, variant.option3].flatMap((one) => textOf(one) ?? [])
  const info = options.filter((one) => one !== 'Default Title').join(' / ')
  const tags = typeof product.tags === 'string' ? product.tags.split(',') : product.tags
  const handle = lineOf(product.handle, 512)
  const url = handle === null || shopUrl === null ? null : shopifyProductUrl(handle, shopUrl)
  const told = {
    url,
    variant_url: url && withParameter(url, 'variant', variantId),
    title: lineOf(product.title, 512),
    brand: lineOf(product.vendor, 512),
    sku: lineOf(variant.sku, 200),
    variant_info: lineOf(info, 512),
    image_url: linkOf((product.image as Payload | null | undefined)?.src),
    price: amountOf(variant.price),
    compare_at_price: amountOf(variant.compare_at_price),
  }
  const wasSaid = (name: string, said: unknown) => (said === undefined ? [] : [name])
  const sent = [
    ...(url === null ? [] : ['url', 'variant_url']),
    ...wasSaid('title', product.title),
    ...wasSaid('brand', product.vendor),
    ...wasSaid('sku', variant.sku),
    ...wasSaid('variant_info', variant.option1),
    ...wasSaid('image_url', product.image),
    ...wasSaid('price', variant.price),
    ...wasSaid('compare_at_price', variant.compare_at_price),
  ]
  const tracked = variant.inventory_management === undefined ? null : variant.inventory_management === 'shopify'
  const row = {
    variant_id: variantId,
    product_id: productId,
    sent,
    ...told,
    tags: Array.isArray(tags) ? tags.flatMap((tag) => lineOf(tag, 200) ?? []).slice(0, 250) : null,
    tracked,
    sells_when_empty: variant.inventory_policy === undefined ? null : variant.inventory_policy === 'continue',
    stock: tracked === false ? null : wholeOf(variant.inventory_quantity),
  }
  return [{ row, inventoryItemId: idOf(variant.inventory_item_id) }]
}
