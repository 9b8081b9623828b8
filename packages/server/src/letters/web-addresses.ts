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
