/** `/demo`: the demo store "Fern & Field". Only with `--demo`. */
import { readFileSync } from 'node:fs'
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../../domain/stores/stores.ts'
import { clientVersion } from '../client-files.ts'
import { type Html, sendPage } from '../html.ts'
import { accountRoutes, demoPath, emailOf, writeIdentity } from './demo-account.ts'
import { demoActRoutes } from './demo-acts.ts'
import type { DemoVisit } from './demo-frame.ts'
import { demoMailRoutes } from './demo-mail.ts'
import { badgeOf, bagPage, homePage, priceOf, productPage, signInPage, wishlistPage } from './demo-pages.ts'
import {
  type DemoContext,
  type DemoProduct,
  demoFolder,
  picturePath,
  productPath,
  products,
  readShelves,
} from './demo-shop.ts'

const unknownPage = () => new Refusal('not-found', 'unknown-page', 'There is no such page in the demo store.')

type DemoQuery = { variant?: string; list?: string; to?: string }

/** `pid` is a function: the store may be created after its routes. */
export function demoRoutes(scope: FastifyInstance, context: DemoContext, pid: () => string): void {
  const { sql, stores } = context
  const version = clientVersion()
  const findShop = async (): Promise<Store> => {
    const store = await stores.find(pid())
    if (!store) throw unknownPage()
    return store
  }

  const show = (path: string, page: (visit: DemoVisit, query: DemoQuery, request: FastifyRequest) => Html) =>
    scope.get(path, async (request, reply) => {
      const home = new URL(context.publicUrl())
      // The catalog has the products' addresses under the other name: pictures and links would be another origin's.
      if (otherName(request.host) === home.host) return reply.redirect(home.origin + request.url, 302)
      const store = await findShop()
      const email = emailOf(request)
      const identity = email ? writeIdentity(store, email) : ''
      const places = placesOf(request)
      const shelves = await readShelves(sql, store)
      const visit = { store, version, email, identity, shelves, ...places }
      return sendPage(reply, page(visit, request.query as DemoQuery, request), places.service, identity !== '')
    })

  show('/demo', homePage)
  show('/demo/bag', bagPage)
  show('/demo/wishlist', (visit, { list }) => wishlistPage(visit, list !== undefined))
  show('/demo/sign-in', (visit, { to }) => signInPage(visit, demoPath(to)))
  show('/demo/products/:handle', (visit, { variant }, { params }) => {
    const product = visit.shelves.find(({ handle }) => handle === (params as { handle: string }).handle)
    if (!product) throw unknownPage()
    return productPage(visit, product, String(variant ?? ''))
  })
  scope.get('/demo/goods.json', async () => describeGoods(await readShelves(sql, await findShop())))
  accountRoutes(scope)
  fileRoutes(scope)
  demoMailRoutes(scope, context, findShop)
  demoActRoutes(scope, context, findShop)
}

/**
 * A shop and its Heartbell have different addresses. A computer has two names for itself, which are different origins for a
 * browser: the shop is at one, Heartbell at the other. So the demo meets what a real shop meets (CORS, storage by origin).
 */
function placesOf({ protocol, host }: FastifyRequest): { shop: string; service: string } {
  const other = otherName(host)
  // Anybody can send any `Host`, so only names of this form are written into the page.
  const shop = /^[\w.-]+(:\d+)?$/.test(host) ? `${protocol}://${host}` : ''
  return { shop, service: other ? `${protocol}://${other}` : shop }
}

const names: Record<string, string> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }

/** The same place under the computer's other name; undefined elsewhere. */
function otherName(host: string): string | undefined {
  const [, name = '', port = ''] = /^([^:]*)(:\d+)?$/.exec(host) ?? []
  return names[name] && names[name] + port
}

/** The products as the page's script needs them, by variant and by product, with today's stock and price. */
const describeGoods = (shelves: DemoProduct[]) => ({
  variants: Object.fromEntries(
    shelves.flatMap((product) =>
      product.variants.map(({ id, option, price, stock }) => [
        id,
        {
          ...{ product: product.id, title: product.title, option, price, stock },
          ...{ url: productPath(product), image: picturePath(product) },
        },
      ]),
    ),
  ),
  products: Object.fromEntries(
    shelves.map((product) => [product.id, { from: priceOf(product), badge: badgeOf(product) }]),
  ),
})

const fileTypes = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' }

function fileRoutes(scope: FastifyInstance): void {
  const send = (reply: FastifyReply, path: string) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .type(fileTypes[path.split('.').at(-1) as keyof typeof fileTypes])
      .send(readFileSync(new URL(path, demoFolder)))
  for (const file of ['storefront.css', 'storefront.js', 'shop.js', 'guide.js'])
    scope.get(`/demo/${file}`, (_, reply) => send(reply, file))
  scope.get<{ Params: { picture: string } }>('/demo/pictures/:picture', (request, reply) => {
    const { picture } = request.params
    if (!products.some(({ handle }) => `${handle}.svg` === picture)) throw unknownPage()
    return send(reply, `pictures/${picture}`)
  })
}
