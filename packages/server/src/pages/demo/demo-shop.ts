/** The demo store's products: the catalog in the folder `demo`, the stock of each, and the webhook of a platform that restocks. */
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Database } from '../../database/connect.ts'
import { packageFolder } from '../../database/package-folder.ts'
import { recordProducts } from '../../domain/catalog/catalog.ts'
import { readStocks } from '../../domain/catalog/stock.ts'
import { hookPath } from '../../domain/integrations/hook-addresses.ts'
import type { Integration } from '../../domain/integrations/integrations.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import type { Store, StoreCache } from '../../domain/stores/stores.ts'

export type DemoContext = { sql: Database; vault: Vault; stores: StoreCache; publicUrl: () => string }

type DemoVariant = { id: number; option: string; price: number; stock: number }
export type DemoProduct = { id: number; handle: string; title: string; text: string; variants: DemoVariant[] }

/** Published with the server, so that `--demo` works wherever it is installed. */
export const demoFolder = new URL('demo/', packageFolder)

const catalog: { currency: string; brand: string; products: DemoProduct[] } = JSON.parse(
  readFileSync(new URL('catalog.json', demoFolder), 'utf8'),
)

export const { currency, products } = catalog

/** The shop's domain, as if it were at Shopify. */
export const demoShop = 'fern-and-field.myshopify.com'

/** Records the catalog; the stock only the first time, so that a restart does not restock. */
export async function fillDemo(sql: Database, store: Store, url: string): Promise<void> {
  const isNew = (await readStocks(sql, store)).size === 0
  const rows = products.flatMap(({ id, handle, title, variants }) =>
    variants.map(({ id: variantId, option, price, stock }) => ({
      variantId: String(variantId),
      productId: String(id),
      url: `${url}/demo/products/${handle}`,
      variantUrl: `${url}/demo/products/${handle}?variant=${variantId}`,
      imageUrl: `${url}/demo/pictures/${handle}.svg`,
      title,
      variantInfo: option,
      brand: catalog.brand,
      price,
      currency,
      ...(isNew && { stock }),
    })),
  )
  await recordProducts(sql, store, rows as never, 'api')
}

type DemoWebhook = { url: string; headers: Record<string, string>; payload: string }

/** What Shopify sends when units of this variant arrive: its payload, headers and signature. */
export function writeRestock(
  hook: Integration,
  variantId: string,
  stocks: Map<string, number>,
  units: number,
): DemoWebhook | null {
  const product = products.find(({ variants }) => variants.some(({ id }) => String(id) === variantId))
  if (!product) return null
  const now = new Date().toISOString()
  const payload = JSON.stringify({
    id: product.id,
    title: product.title,
    handle: product.handle,
    vendor: catalog.brand,
    status: 'active',
    updated_at: now,
    variants: product.variants.map(({ id, option, price }) => ({
      id,
      product_id: product.id,
      title: option,
      price: price.toFixed(2),
      inventory_item_id: id + 1_000_000,
      inventory_quantity: (stocks.get(String(id)) ?? 0) + (String(id) === variantId ? units : 0),
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
