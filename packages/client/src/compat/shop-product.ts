/** A product as the Shopify shop of this page describes it; each is fetched once. */
import { type Page, page } from './page.ts'

const asked = new Map<string, Promise<Page>>()

/** A stranger's item may have any address: only a name is taken from it, because a browser reads `\` as a slash. */
const productHandle = (url: string): string | undefined => /(?:^|\/)([\p{L}\p{N}%_.~-]+)\/?(?:[?#].*)?$/u.exec(url)?.[1]

async function ask(handle: string): Promise<Page> {
  const reply = await fetch(`${page.Shopify?.routes?.root ?? '/'}products/${handle}.js`)
  if (!reply.ok) throw new Error(`products/${handle}.js: ${reply.status}`)
  return await reply.json()
}

export async function fetchShopProduct(url: unknown): Promise<Page> {
  const handle = typeof url === 'string' ? productHandle(url) : undefined
  if (!handle) throw new Error('This is not the address of a product.')
  const answered = asked.get(handle) ?? ask(handle)
  asked.set(handle, answered)
  answered.catch(() => asked.delete(handle))
  return await answered
}
