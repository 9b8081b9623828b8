/** `/c/…`: from an alert to its product. Leads only where the catalog or the subscription says, never where the link says. */
import type { FastifyInstance } from 'fastify'
import { recordClick } from '../domain/clicks.ts'
import { readClick } from '../domain/links.ts'
import { safeAddress } from '../letters/web-addresses.ts'
import { type PageMeans, readLink, showLost } from './visit.ts'

export function clickRoutes(scope: FastifyInstance, means: PageMeans): void {
  scope.get('/c/:link', async (request, reply) => {
    const visit = await readLink(means, request, readClick)
    const urls = visit && (await recordClick(means.sql, visit.store, visit.claim))
    const { shopUrl = null } = visit?.store.settings ?? {}
    const address = [...(urls ?? []), shopUrl].map((url) => safeAddress(url, shopUrl)).find((url) => url !== null)
    if (!urls || !address) return showLost(request, reply)
    return reply.header('referrer-policy', 'no-referrer').redirect(address, 302)
  })
}
