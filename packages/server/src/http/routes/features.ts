/** Routes of the features that a store has enabled. */
import { features, fetchFeatures } from '@heartbell/contract/features'
import type { FastifyInstance } from 'fastify'
import type { Topic } from '../../domain/rules/rule.ts'
import { topicNamed } from '../../domain/rules/standard-topics.ts'
import type { AppContext } from '../plumbing/app-context.ts'
import { bindOpen } from '../plumbing/bind.ts'

export function featureRoutes(app: FastifyInstance, context: AppContext): void {
  bindOpen(app, context, fetchFeatures, async ({ settings, topics }) =>
    features.write({
      wishlist: true,
      multipleLists: true,
      saveForLater: true,
      sharing: true,
      socialCount: true,
      recentlyViewed: true,
      customItems: settings.customItems,
      alerts: settings.inventory === 'managed',
      priceDrop: settings.inventory === 'managed' && isPriceDropSent(topics),
      anyVariantAlerts: settings.inventory === 'managed',
      doubleOptIn: settings.doubleOptIn,
    }),
  )
}

/** A store may disable the topic, or have set it up for another purpose before it was a standard one. */
function isPriceDropSent(topics: readonly Topic[]): boolean {
  const { rule, enabled } = topicNamed(topics, 'pricedrop')
  return rule === 'price-drop' && enabled
}
