/** Addresses that may stand in a letter: http and https, whole; a path only where the shop's own address is known. */

/** Null for what must not be linked to: another scheme, or a path without a shop. */
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

/** What somebody sent, if it leads to the shop itself: a path, or an address at the shop's host, with or without `www.`. */
export function shopAddress(url: string | null | undefined, shopUrl: string | null): string | null {
  const address = shopUrl ? safeAddress(url, shopUrl) : null
  if (!address) return null
  const [to, shop] = [new URL(address), new URL(shopUrl!)]
  const bare = ({ host }: URL) => host.replace(/^www\./, '')
  return bare(to) === bare(shop) && to.username === '' && to.password === '' ? address : null
}

export type LinkedProduct = {
  /** The catalog's addresses of the product, the best first. */
  catalogUrls: readonly (string | null)[]
  /** The address that was sent with the product. */
  url: string
  /** It was the store's own server that sent it. */
  urlFromStore?: boolean
}

/**
 * Where a link to a product may lead: where the catalog says, else to what was sent if that is at the shop. A store that names no
 * address of its shop is asked to trust its own server, and nobody else. Null: nowhere.
 */
export function productAddress(product: LinkedProduct, shopUrl: string | null): string | null {
  const known = product.catalogUrls.map((url) => safeAddress(url, shopUrl)).find((url) => url !== null)
  if (known) return known
  if (shopUrl) return shopAddress(product.url, shopUrl)
  return product.urlFromStore ? safeAddress(product.url) : null
}

/** Pictures of shops that resize them come in the width asked for; others as they are. Empty for what is no address. */
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
