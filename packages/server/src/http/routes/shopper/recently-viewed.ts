/** Routes of recently viewed products and the saved cart. */
import { seenCallNames } from '@heartbell/contract/names'
import * as words from '@heartbell/contract/recently-viewed'
import type { FastifyInstance } from 'fastify'
import { fetchRecentProducts, recordRecentProducts } from '../../../domain/lists/recently-viewed.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindShopper, joinJson } from '../../plumbing/bind.ts'

/** The number that callers of these routes expect. */
const defaultLimit = 12

export function recentlyViewedRoutes(app: FastifyInstance, context: AppContext): void {
  bindShopper(app, context, words.recordSeen, async (shopper, { sql, fields: { type, products } }) => ({
    [seenCallNames.recorded]: await recordRecentProducts(sql, shopper, type, products),
  }))

  bindShopper(app, context, words.fetchRecentlyViewed, async (shopper, { sql, fields: { limit = defaultLimit } }) =>
    joinJson({ [seenCallNames.recentlyViewed]: await fetchRecentProducts(sql, shopper, 'view', limit) }),
  )

  bindShopper(app, context, words.fetchSavedCart, async (shopper, { sql, fields: { limit = defaultLimit } }) =>
    joinJson({ [seenCallNames.savedCart]: await fetchRecentProducts(sql, shopper, 'cart', limit) }),
  )
}
