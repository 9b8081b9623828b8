/** Products that a theme passes in the shop's own format: rows of the cart, results of a search app. */
import type { WireRecord } from '../client/names.ts'
import type { Page } from './page.ts'

/** Shopify's cart has prices in cents. */
export const transformCartItem = (row: Page): WireRecord => ({
  epi: row.variant_id ?? row.id,
  empi: row.product_id,
  du: new URL(row.url ?? '', location.href).href.split('?')[0],
  dt: row.product_title ?? row.title,
  vi: row.variant_title ?? undefined,
  iu: row.image ?? row.featured_image?.url,
  pr: row.price / 100,
  qty: row.quantity,
})

/** Describes products for buttons that are rendered later. A search app has prices in units. */
export function mapShopifyProducts(page: Page, products: Page[]): void {
  page.SwymViewProducts ??= {}
  page.SwymProductVariants ??= {}
  for (const { id, handle, title, images_info: pictures, images, variants = [], ...more } of products) {
    const du = new URL(`${page.Shopify?.routes?.root ?? '/'}products/${handle}`, location.href).href
    const iu = more.featured_image ?? pictures?.[0]?.src ?? Object.values(images ?? {})[0]
    const about = { empi: id, du, dt: title, iu }
    const all: Page[] = variants
    for (const variant of all)
      page.SwymProductVariants[variant.id] = {
        ...about,
        epi: variant.id,
        pr: Number(variant.price),
        variants: [{ [variant.title]: variant.id }],
      }
    const known = {
      ...about,
      epi: all[0]?.id,
      pr: Number(all[0]?.price),
      variants: all.map((one) => ({ [one.title]: one.id })),
    }
    page.SwymViewProducts[id] = page.SwymViewProducts[handle] = known
  }
}
