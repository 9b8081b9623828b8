/** The demo store's products: the catalog in the folder `demo`, and the stock and price of each now. */
import { readFileSync } from 'node:fs'
import { listPageMarks } from '@heartbell/contract/names'
import type { Database } from '../../database/connect.ts'
import { packageFolder } from '../../database/package-folder.ts'
import { recordProducts } from '../../domain/catalog/catalog.ts'
import { findVariantSummaries } from '../../domain/catalog/preview-variants.ts'
import { readStocks } from '../../domain/catalog/stock.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import type { Store, StoreCache } from '../../domain/stores/stores.ts'

export type DemoContext = { sql: Database; vault: Vault; stores: StoreCache; publicUrl: () => string }

export type DemoVariant = { id: number; option: string; price: number; stock: number }
export type DemoProduct = { id: number; handle: string; title: string; text: string; variants: DemoVariant[] }

/** Published with the server, so that `--demo` works wherever it is installed. */
export const demoFolder = new URL('demo/', packageFolder)

const catalog: { currency: string; brand: string; products: DemoProduct[] } = JSON.parse(
  readFileSync(new URL('catalog.json', demoFolder), 'utf8'),
)

export const { currency, brand, products } = catalog

/** The shop's domain, as if it were at Shopify. */
export const demoShop = 'fern-and-field.myshopify.com'

export const productPath = ({ handle }: DemoProduct) => `/demo/products/${handle}`
export const picturePath = ({ handle }: DemoProduct) => `/demo/pictures/${handle}.svg`

/** The shop's address; a platform's products are below it. */
export const homePage = (shop: string) => `${shop}/demo`

/** The shop's own page for shared lists. */
export const sharePage = (shop: string) => `${shop}/demo/wishlist?list=${listPageMarks.listId}`

/** Records the catalog; stock and price only the first time, so that a restart does not restock and no price rises. */
export async function fillDemo(sql: Database, store: Store, url: string): Promise<void> {
  const isNew = (await readStocks(sql, store)).size === 0
  const rows = products.flatMap((product) =>
    product.variants.map(({ id: variantId, option, price, stock }) => ({
      variantId: String(variantId),
      productId: String(product.id),
      url: url + productPath(product),
      variantUrl: `${url}${productPath(product)}?variant=${variantId}`,
      imageUrl: url + picturePath(product),
      title: product.title,
      variantInfo: option,
      brand,
      currency,
      ...(isNew && { price, stock }),
    })),
  )
  await recordProducts(sql, store, rows as never, 'api')
}

/** What the store sells now: the catalog with the stock and the prices that the service knows. */
export async function readShelves(sql: Database, { storeId }: Pick<Store, 'storeId'>): Promise<DemoProduct[]> {
  const ids = products.flatMap(({ variants }) => variants.map(({ id }) => String(id)))
  const known = await findVariantSummaries(sql, storeId, ids)
  return products.map((product) => ({
    ...product,
    variants: product.variants.map((variant) => {
      const { price, stock } = known.get(String(variant.id)) ?? {}
      return { ...variant, price: price ?? variant.price, stock: stock ?? 0 }
    }),
  }))
}
