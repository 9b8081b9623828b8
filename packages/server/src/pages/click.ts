/** `/c/…`: from an alert to its product. Redirects to the catalog’s address or to the shop, never to an address from outside. */
import type { FastifyInstance } from 'fastify'
import { recordClick } from '../domain/deliveries/clicks.ts'
import { readClick } from '../domain/shoppers/links.ts'
import { productAddress, safeAddress } from '../letters/rendering/web-addresses.ts'
import { type PageContext, readLink, showUnknownLink } from './visit.ts'

/** The place of the product in a message about several. */
const itemOf = (query: unknown) => {
  const text = (query as { item?: unknown }).item
  return typeof text === 'string' && /^\d{1,4}$/.test(text) ? Number(text) : null
}

export function clickRoutes(scope: FastifyInstance, context: PageContext): void {
  scope.get('/c/:link', async (request, reply) => {
    const visit = await readLink(context, request, readClick)
    const product = visit && (await recordClick(context.sql, visit.store, visit.claim, itemOf(request.query)))
    if (!product) return showUnknownLink(request, reply)
    const { shopUrl } = visit.store.settings
    const address = productAddress(product, shopUrl) ?? safeAddress(shopUrl)
    if (!address) return showUnknownLink(request, reply)
    return reply.header('referrer-policy', 'no-referrer').redirect(address, 302)
  })
}
