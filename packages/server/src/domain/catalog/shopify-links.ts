/** Addresses of Shopify products, which its messages and exports name by handle only. */

/** A path where the shop's address is not known; messages resolve it against `shop-url`. */
export const shopifyProductUrl = (handle: string, shopUrl: string | null): string =>
  `${(shopUrl ?? '').replace(/\/+$/, '')}/products/${encodeURIComponent(handle)}`
