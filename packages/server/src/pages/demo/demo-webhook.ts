/** What Shopify sends when a product changes: its payload, headers and signature. */
import { createHmac, randomUUID } from 'node:crypto'
import { hookPath } from '../../domain/integrations/hook-addresses.ts'
import type { Integration } from '../../domain/integrations/integrations.ts'
import { brand, type DemoProduct, demoShop } from './demo-shop.ts'

type DemoWebhook = { url: string; headers: Record<string, string>; payload: string }

export function writeWebhook(hook: Integration, product: DemoProduct): DemoWebhook {
  const now = new Date().toISOString()
  const payload = JSON.stringify({
    id: product.id,
    title: product.title,
    handle: product.handle,
    vendor: brand,
    status: 'active',
    updated_at: now,
    variants: product.variants.map(({ id, option, price, stock }) => ({
      id,
      product_id: product.id,
      title: option,
      price: price.toFixed(2),
      inventory_item_id: id + 1_000_000,
      inventory_quantity: stock,
      inventory_policy: 'deny',
      inventory_management: 'shopify',
      updated_at: now,
    })),
  })
  return {
    url: hookPath(hook),
    payload,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Shopify-Captain-Hook',
      'x-shopify-topic': 'products/update',
      'x-shopify-shop-domain': demoShop,
      'x-shopify-api-version': '2026-07',
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-event-id': randomUUID(),
      'x-shopify-triggered-at': now,
      'x-shopify-hmac-sha256': createHmac('sha256', String(hook.values['webhook-secret']))
        .update(payload)
        .digest('base64'),
    },
  }
}
