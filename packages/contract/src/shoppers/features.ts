/** The features that a store has enabled, for pages that ask before they render. */
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { featureNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'

export const features = resource(featureNames, {
  wishlist: z.boolean(),
  multipleLists: z.boolean(),
  saveForLater: z.boolean(),
  sharing: z.boolean(),
  socialCount: z.boolean(),
  recentlyViewed: z.boolean(),
  customItems: z.boolean(),
  alerts: z.boolean(),
  priceDrop: z.boolean(),
  anyVariantAlerts: z.boolean(),
  doubleOptIn: z.boolean(),
})

export const fetchFeatures = endpoint({
  method: 'POST',
  path: '/api/v3/config/metafields/enabled-features',
  auth: 'open',
  tag: 'Products',
  summary: 'Fetch which features the store has enabled',
  fields: resource({}, {}),
  answer: features.wire.strict(),
  reads: true,
})
