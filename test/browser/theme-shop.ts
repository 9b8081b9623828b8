/** Pages in the style of existing themes (theme-fixtures/), in a shop that has a cart. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page, Route } from 'playwright-core'
import { type Shop, script, sizes, type Visitor, whoIs } from './shop.ts'

const lax = "default-src 'self' 'unsafe-inline'; img-src 'self' data:"

/** The address of a page whose HTML is a file; `attributes` are on our script tag. */
export function themeUrl(shop: Shop, name: string, attributes = 'data-compat data-currency="EUR"'): string {
  const html = readFileSync(new URL(`theme-fixtures/${name}.html`, import.meta.url), 'utf8')
  return shop.theme(name, html.replace('<!-- heartbell -->', `${sizes()}${script(shop, attributes)}`), lax)
}

const describe = (
  id: number,
  title: string,
  variants: Record<string, [id: number, cents: number, available: boolean]>,
) => ({
  id,
  title,
  variants: Object.entries(variants).map(([name, [id, price, available]]) => ({ id, title: name, price, available })),
})

/** Products as a Shopify shop describes them, by handle; prices are in cents. */
const products: Record<string, object> = {
  notebook: describe(8001, 'Notebook', { Lined: [80011, 1250, true], Plain: [80012, 1250, false] }),
  pen: describe(8002, 'Pen', { 'Default Title': [80021, 300, true] }),
  lamp: describe(8003, 'Lamp', { Brass: [80031, 4900, false], Steel: [80032, 4500, true] }),
  paper: describe(8005, 'Paper', { A4: [80051, 900, true], A5: [80052, 700, false] }),
}

export type Shopper = Visitor & { cart: { id: number; quantity: number }[] }

/** A visitor of a Shopify shop: its cart answers as Shopify's does. */
export async function shopper(shop: Shop): Promise<Shopper> {
  const visitor = await shop.visitor()
  const cart: Shopper['cart'] = []
  const rows = (of: Shopper['cart']) =>
    of.map(({ id, quantity }) => ({ key: `${id}`, id, variant_id: id, quantity, title: `Row ${id}` }))
  const answer = (route: Route, body: object) => route.fulfill({ json: body })
  await visitor.context.route('**/cart.js', (route) => answer(route, { items: rows(cart) }))
  await visitor.context.route('**/cart/add.js', (route) => {
    const { items } = route.request().postDataJSON() as { items: { id: unknown; quantity: number }[] }
    const added = items.map(({ id, quantity }) => ({ id: Number(id), quantity }))
    cart.push(...added)
    return answer(route, { items: rows(added) })
  })
  await visitor.context.route('**/products/*.js', (route) => {
    const product = products[/([^/]+)\.js$/.exec(route.request().url())![1]!]
    return product ? answer(route, product) : route.fulfill({ status: 404, json: {} })
  })
  return { ...visitor, cart }
}

/** What the store's server renders for a signed-in shopper. */
export function identityOf(shop: Shop, email: string): string {
  const said = `${Buffer.from(email).toString('base64url')}.${Math.floor(Date.now() / 1000) + 600}`
  return `${said}.${createHmac('sha256', shop.store.identitySecret).update(said).digest('hex')}`
}

/** The alert subscriptions that the service has for the visitor. */
export async function storedAlerts(shop: Shop, page: Page): Promise<Record<string, unknown>[]> {
  const who = await whoIs(page)
  return who ? (await shop.shop('subscriptions/fetch-subs', who)).body.subscriptions : []
}
