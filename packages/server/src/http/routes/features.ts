/** Which features a store has switched on, over HTTP. */
import { features, fetchFeatures } from '@heartbell/contract/features'
import type { FastifyInstance } from 'fastify'
import type { Rooms } from '../plumbing/app-context.ts'
import { bindOpen } from '../plumbing/bind.ts'

export function featureRoutes(app: FastifyInstance, rooms: Rooms): void {
  bindOpen(app, rooms, fetchFeatures, async ({ settings }) =>
    features.write({
      wishlist: true,
      multipleLists: true,
      saveForLater: true,
      sharing: true,
      socialCount: true,
      recentlyViewed: true,
      customItems: settings.customItems,
      alerts: settings.inventory === 'managed',
      doubleOptIn: settings.doubleOptIn,
    }),
  )
}
