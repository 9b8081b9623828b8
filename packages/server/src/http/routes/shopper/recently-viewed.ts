/** What a shopper looked at and what the cart holds, over HTTP. */
import { seenCallNames } from '@heartbell/contract/names'
import * as words from '@heartbell/contract/recently-viewed'
import type { FastifyInstance } from 'fastify'
import { fetchSeen, recordSeen } from '../../../domain/lists/recently-viewed.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { assemble, bindShopper } from '../../plumbing/bind.ts'

/** As many as the callers of these answers expect. */
const usualLimit = 12

export function seenRoutes(app: FastifyInstance, context: AppContext): void {
  bindShopper(app, context, words.recordSeen, async (shopper, { sql, fields: { type, products } }) => ({
    [seenCallNames.recorded]: await recordSeen(sql, shopper, type, products),
  }))

  bindShopper(app, context, words.fetchRecentlyViewed, async (shopper, { sql, fields: { limit = usualLimit } }) =>
    assemble({ [seenCallNames.recentlyViewed]: await fetchSeen(sql, shopper, 'view', limit) }),
  )

  bindShopper(app, context, words.fetchSavedCart, async (shopper, { sql, fields: { limit = usualLimit } }) =>
    assemble({ [seenCallNames.savedCart]: await fetchSeen(sql, shopper, 'cart', limit) }),
  )
}
