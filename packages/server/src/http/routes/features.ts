/** Routes of the features that a store has enabled. */
import { features, fetchFeatures } from '@heartbell/contract/features'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../plumbing/app-context.ts'
import { bindOpen } from '../plumbing/bind.ts'

export function featureRoutes(app: FastifyInstance, context: AppContext): void {
  bindOpen(app, context, fetchFeatures, async ({ settings }) =>
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
