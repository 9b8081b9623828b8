/** Which addresses of an item become links and pictures: in another person's list nobody else's page is linked. */
import type { Wish } from '../item-facts.ts'

const read = (url: string | null | undefined) => {
  try {
    return url ? new URL(url, location.href) : undefined
  } catch {
    return undefined
  }
}

const actingPaths =
  /%[2-7]|\/(cart|basket|checkouts?|accounts?|my-account|discount|admin|wp-[\w-]+|(log|sign)-?(in|out))(\/|\.|$)/i

/** Undefined for a page that may act when it is opened: `/account/logout`. Of a query, only what names a product is kept. */
function harmless(page: URL): string | undefined {
  if (!/^\?(variant|p|product|product_id)=[\w-]+$/.test(page.search)) page.search = ''
  return actingPaths.test(page.pathname) ? undefined : page.href
}

/** Undefined: shown as text. The catalog's address comes from the shop itself; any other may be a stranger's. */
export function linkOf({ link, url }: Wish, isShared: boolean): string | undefined {
  const address = read(link || url)
  if (!address || !/^https?:$/.test(address.protocol)) return undefined
  if (link || !isShared) return address.href
  return address.origin === location.origin ? harmless(address) : undefined
}

/** Only over HTTPS, or from the page's own server. */
export function pictureOf(url: string | null | undefined): string | undefined {
  const address = read(url)
  return address?.protocol === 'https:' || address?.origin === location.origin ? address!.href : undefined
}
