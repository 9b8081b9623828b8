/** Which features a store has switched on, over HTTP. */
import { features, fetchFeatures } from '@heartbell/contract/features'
import type { FastifyInstance } from 'fastify'
import { bindOpen } from './bind.ts'
import type { Rooms } from './rooms.ts'

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
