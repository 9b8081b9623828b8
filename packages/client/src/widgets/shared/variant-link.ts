/** The address of a variant. The server makes the same for mails, in `product-links.ts`. */
import { type Id, plainId } from '../../client/records.ts'

/** WooCommerce's pages are below `/product/`, or named in the query; its parameter differs from the one of the others. */
const wooPage = /\/product\/[^/]|[?&](product|p)=/

/**
 * The product's address with the variant's parameter, so that its page opens with the saved variant. A parameter that is there is
 * set to this variant. An address that names a SKU or attributes has a variant already. The ids of a product without variants are
 * the same.
 */
export function variantLink(url: string, product: { variantId: Id; productId: Id }): string {
  const id = `${plainId(product.variantId)}`
  if (!url || id === `${plainId(product.productId)}` || !/^[\w.~-]+$/.test(id)) return url
  const [page, ...fragment] = url.split('#') as [string, ...string[]]
  const there = /([?&](variant|variation_id)=)[^&]*/
  if (!there.test(page) && /[?&](sku|attribute[^=&]*)=/.test(page)) return url
  const name = wooPage.test(page) ? 'variation_id' : 'variant'
  const linked = there.test(page)
    ? page.replace(there, `$1${id}`)
    : `${page}${page.includes('?') ? '&' : '?'}${name}=${id}`
  return [linked, ...fragment].join('#')
}
