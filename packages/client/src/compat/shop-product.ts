/** A product as the Shopify shop of this page describes it; each is fetched once. */
import { type Page, page } from './page.ts'

const asked: Record<string, Promise<Page>> = {}

export function fetchShopProduct(url: unknown): Promise<Page> {
  const handle = /([^/?#]+)\/?(?:[?#].*)?$/.exec(`${url}`)?.[1] ?? ''
  asked[handle] ??= fetch(`${page.Shopify?.routes?.root ?? '/'}products/${handle}.js`).then(async (reply) => {
    if (!reply.ok) throw new Error(`products/${handle}.js: ${reply.status}`)
    return await reply.json()
  })
  asked[handle].catch(() => delete asked[handle])
  return asked[handle]
}
