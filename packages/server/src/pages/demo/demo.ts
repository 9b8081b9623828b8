/** `/demo`: the demo store "Fern & Field". Only with `--demo`. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Refusal } from '@heartbell/contract/errors'
import { isEmail } from '@heartbell/contract/fields'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readStocks } from '../../domain/catalog/stock.ts'
import { findIntegration } from '../../domain/integrations/integrations.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { clientVersion } from '../client-files.ts'
import { type Html, sendPage } from '../html.ts'
import { demoMailRoutes } from './demo-mail.ts'
import { bagPage, type DemoVisit, homePage, productPage, signInPage, wishlistPage } from './demo-pages.ts'
import { type DemoContext, demoFolder, products, writeRestock } from './demo-shop.ts'

const COOKIE = 'fern_and_field'
const HOUR = 3600

const unknownPage = () => new Refusal('not-found', 'unknown-page', 'There is no such page in the demo store.')

/** `pid` is a function: the store may be created after its routes. */
export function demoRoutes(scope: FastifyInstance, context: DemoContext, pid: () => string): void {
  const { sql, stores } = context
  const version = clientVersion()
  const findShop = async (): Promise<Store> => {
    const store = await stores.find(pid())
    if (!store) throw unknownPage()
    return store
  }

  const show = (path: string, page: (visit: DemoVisit, request: FastifyRequest) => Html) =>
    scope.get(path, async (request, reply) => {
      const store = await findShop()
      const email = emailOf(request)
      const identity = email ? writeIdentity(store, email) : ''
      return sendPage(reply, page({ store, version, email, identity, stocks: await readStocks(sql, store) }, request))
    })

  show('/demo', homePage)
  show('/demo/bag', bagPage)
  show('/demo/wishlist', wishlistPage)
  show('/demo/sign-in', signInPage)
  show('/demo/products/:handle', (visit, request) => {
    const { handle } = request.params as { handle: string }
    const product = products.find((one) => one.handle === handle)
    if (!product) throw unknownPage()
    return productPage(visit, product, String((request.query as { variant?: string }).variant ?? ''))
  })

  fileRoutes(scope)
  demoMailRoutes(scope, context, findShop)

  scope.post('/demo/sign-in', (request, reply) => {
    const { email } = (request.body ?? {}) as { email?: unknown }
    const address = typeof email === 'string' && isEmail(email.trim()) ? email.trim() : ''
    return setCookie(reply, address, address ? HOUR * 24 : 0).redirect(address ? '/demo' : '/demo/sign-in', 303)
  })
  scope.post('/demo/sign-out', (_, reply) => setCookie(reply, '', 0).redirect('/demo', 303))

  scope.post('/demo/restock', async (request) => {
    const { variant } = (request.body ?? {}) as { variant?: unknown }
    const store = await findShop()
    const hook = await findIntegration(sql, context.vault, store.storeId, 'shopify')
    const variantId = typeof variant === 'number' || typeof variant === 'string' ? `${variant}` : ''
    const webhook = hook && writeRestock(hook, variantId, await readStocks(sql, store), 5)
    if (!webhook) throw new Refusal('not-found', 'unknown-variant', 'The store sells no such variant.')
    // Sent as a platform would: through the same route, with the same signature.
    const { statusCode, payload } = await scope.inject({ method: 'POST', ...webhook })
    return { answered: statusCode, payload }
  })
}

const pictureTypes = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' }

function fileRoutes(scope: FastifyInstance): void {
  const send = (reply: FastifyReply, path: string) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .type(pictureTypes[path.split('.').at(-1) as keyof typeof pictureTypes])
      .send(readFileSync(new URL(path, demoFolder)))
  const goods = Object.fromEntries(
    products.flatMap(({ id: product, handle, title, variants }) =>
      variants.map(({ id, option, price }) => [
        id,
        { product, title, option, price, url: `/demo/products/${handle}`, image: `/demo/pictures/${handle}.svg` },
      ]),
    ),
  )
  scope.get('/demo/goods.json', () => goods)
  scope.get('/demo/storefront.css', (_, reply) => send(reply, 'storefront.css'))
  scope.get('/demo/storefront.js', (_, reply) => send(reply, 'storefront.js'))
  scope.get<{ Params: { picture: string } }>('/demo/pictures/:picture', (request, reply) => {
    const { picture } = request.params
    if (!products.some(({ handle }) => `${handle}.svg` === picture)) throw unknownPage()
    return send(reply, `pictures/${picture}`)
  })
}

const setCookie = (reply: FastifyReply, email: string, seconds: number) =>
  reply.header(
    'set-cookie',
    `${COOKIE}=${encodeURIComponent(email)}; Path=/demo; Max-Age=${seconds}; HttpOnly; SameSite=Lax`,
  )

function emailOf({ headers }: FastifyRequest): string {
  const [, value = ''] = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(headers.cookie ?? '') ?? []
  try {
    const email = decodeURIComponent(value)
    return isEmail(email) ? email : ''
  } catch {
    return ''
  }
}

/** The identity token that a store's own server renders for a signed-in shopper. */
function writeIdentity({ identityKeys }: Store, email: string): string {
  const claims = `${Buffer.from(email).toString('base64url')}.${Math.floor(Date.now() / 1000) + HOUR}`
  return `${claims}.${createHmac('sha256', identityKeys[0]!).update(claims).digest('hex')}`
}
