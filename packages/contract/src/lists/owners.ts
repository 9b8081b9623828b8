/** The owner of a list in answers: null for guests, an object after login. */
import { z } from 'zod'
import { mediumNames, ownerNames, platformDataNames, preferencesNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'

const medium = resource(mediumNames, {
  signedUpAt: z.int(),
  acceptsMarketing: z.boolean(),
  source: z.string(),
})

const preferences = resource(preferencesNames, { mediums: z.record(z.string(), medium.wire.strict()) })

const platformData = resource(platformDataNames, {
  tags: z.array(z.string()),
  addresses: z.array(z.unknown()),
  ordersCount: z.int(),
  state: z.string().nullable(),
  acceptsMarketing: z.boolean(),
  updatedAt: z.string().nullable(),
  createdAt: z.string().nullable(),
  totalSpent: z.string(),
  lastOrderId: z.union([z.number(), z.string()]).nullable(),
})

export const ownerRecord = resource(ownerNames, {
  email: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  userId: z.string(),
  storePid: z.string(),
  phone: z.string().nullable(),
  lastLogin: z.iso.datetime().nullable(),
  createdAt: z.int(),
  updatedAt: z.int(),
  storeMarketing: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  userType: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  acceptsMarketing: z.boolean(),
  externalTags: z.array(z.string()),
  preferences: preferences.wire.strict(),
  platformData: platformData.wire.strict(),
})
