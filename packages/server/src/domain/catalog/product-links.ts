/** Addresses of products and variants, where a source gives only a part of them. */

/** Shopify names a product by its handle. Without the shop's address it is a path; messages resolve it against `shop-url`. */
export const shopifyProductUrl = (handle: string, shopUrl: string | null): string =>
  joinAddress(shopUrl, `/products/${encodeURIComponent(handle)}`)

export const joinAddress = (shopUrl: string | null, path: string): string =>
  `${(shopUrl ?? '').replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`

/** Adds a parameter behind the others and before the fragment. */
export function withParameter(url: string, name: string, value: string): string {
  const [page, ...fragment] = url.split('#')
  const mark = page!.includes('?') ? '&' : '?'
  return [`${page}${mark}${name}=${encodeURIComponent(value)}`, ...fragment].join('#')
}

/** WooCommerce's pages are below `/product/`, or named in the query; its parameter differs from the one of the others. */
const wooPage = "'/product/[^/]|[?&](product|p)='"

/**
 * SQL for the address of a variant whose own address is not known: the product's address with the variant's parameter. A
 * parameter that is there is set to this variant. An address that names a SKU or attributes has a variant already. The ids of a
 * product without variants are the same, and ids with other characters would need encoding.
 */
export function variantLinkSql(url: string, variantId: string, productId: string): string {
  const page = `split_part(${url}, '#', 1)`
  return `case
    when coalesce(${url}, '') = '' then ''
    when ${variantId} = ${productId} or ${variantId} !~ '^[A-Za-z0-9._~-]+$' then ${url}
    when ${page} ~ '[?&](variant|variation_id)='
      then regexp_replace(${url}, '([?&](?:variant|variation_id)=)[^&#]*', '\\1' || ${variantId})
    when ${page} ~ '[?&](sku|attribute[^=&]*)=' then ${url}
    else ${page}
      || case when position('?' in ${page}) > 0 then '&' else '?' end
      || case when ${page} ~ ${wooPage} then 'variation_id=' else 'variant=' end
      || ${variantId}
      || coalesce(substring(${url} from '#.*$'), '')
  end`
}
