/** Addresses allowed in a message: absolute http and https; a path only when the shop's address is known. */

/** Null when it must not be linked: another scheme, or a path without a shop. */
export function safeAddress(url: string | null | undefined, shopUrl?: string | null): string | null {
  const text = url?.trim() ?? ''
  if (text === '' || text.length > 2048) return null
  const isWhole = /^https?:\/\//i.test(text)
  if (!isWhole && (!shopUrl || /^[a-z][a-z0-9+.-]*:/i.test(text))) return null
  try {
    const address = isWhole ? new URL(text) : new URL(text, shopUrl!)
    return address.protocol === 'http:' || address.protocol === 'https:' ? address.href : null
  } catch {
    return null
  }
}

/** The address, if it is at the shop: a path, or the shop's host with or without `www.`. */
function shopAddress(url: string | null | undefined, shopUrl: string | null): string | null {
  const address = shopUrl ? safeAddress(url, shopUrl) : null
  if (!address) return null
  const [to, shop] = [new URL(address), new URL(shopUrl!)]
  const bare = ({ host }: URL) => host.replace(/^www\./, '')
  return bare(to) === bare(shop) && to.username === '' && to.password === '' ? address : null
}

const actingPaths =
  /%[2-7]|\/(cart|basket|checkouts?|accounts?|my-account|discount|admin|wp-[\w-]+|(log|sign)-?(in|out))(\/|\.|$)/i

/** Null for a page that may act when it is opened: `/account/logout`. Of a query, only what names a product is kept: no `add-to-cart=1`. */
function harmless(address: string): string | null {
  const page = new URL(address)
  if (!/^\?(variant|p|product|product_id)=[\w-]+$/.test(page.search)) page.search = ''
  return actingPaths.test(page.pathname) ? null : page.href
}

type LinkedProduct = {
  /** The catalog's addresses of the product, the best first. */
  catalogUrls: readonly (string | null)[]
  /** The address that was sent with the product. */
  url: string
  /** The store's own server sent it. */
  urlFromStore?: boolean
}

/**
 * Where a link to a product may lead: the catalog's address, or the sent one if it is at the shop and does nothing there. Without a
 * shop address, only an address sent by the store's own server is trusted. Null: no link.
 */
export function productAddress(product: LinkedProduct, shopUrl: string | null): string | null {
  const known = product.catalogUrls.map((url) => safeAddress(url, shopUrl)).find((url) => url !== null)
  if (known) return known
  if (!shopUrl) return product.urlFromStore ? safeAddress(product.url) : null
  const address = shopAddress(product.url, shopUrl)
  return address && !product.urlFromStore ? harmless(address) : address
}

/** Shopify images in this width; others as they are. Empty when it is not an address. */
export function widenPicture(url: unknown, width: unknown): string {
  const address = typeof url === 'string' ? safeAddress(url) : null
  if (!address) return ''
  const pixels = Number(width)
  if (!Number.isInteger(pixels) || pixels < 1 || pixels > 5000) return address
  const picture = new URL(address)
  if (picture.hostname !== 'cdn.shopify.com' && !picture.pathname.startsWith('/cdn/shop/')) return address
  picture.searchParams.set('width', String(pixels))
  return picture.href
}
