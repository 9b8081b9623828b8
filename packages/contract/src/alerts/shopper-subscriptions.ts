/** Alert subscriptions that a shopper creates, lists and removes in a browser. */
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { optional, productKey, productKeyOut } from '../wire/fields.ts'
import { subscriptionAdditionNames, subscriptionCallNames, subscriptionNames } from '../wire/names.ts'
import { wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'
import { medium, subscribe, subscriptionAnswer, topicName } from './subscriptions.ts'

export const subscribeShopper = endpoint({
  method: 'POST',
  path: '/api/v3/subscriptions/create',
  auth: 'shopper',
  tag: 'Alerts',
  summary: 'Subscribe an e-mail address or a phone number to alerts about products, from a browser',
  fields: subscribe.fields,
  answer: subscriptionAnswer.wire.strict(),
  refusals: [[403, 'inventory-not-managed']],
})

/** Replaces an address in a guest's browser, which another person may use later. */
export const masked = 'XXXXXX'

/** The states that a shopper sees; a removed subscription is not listed. */
const status = z.enum(['unconfirmed', 'waiting', 'told', 'bought', 'expired', 'suppressed'])

const shownSubscription = resource(subscriptionNames, {
  medium: z.string(),
  address: z.string(),
  topic: z.string(),
  variantId: productKeyOut,
  productId: productKeyOut,
  url: z.string(),
  title: z.string(),
  imageUrl: z.string(),
  price: z.number().nullable(),
  createdAt: z.number(),
  createdBy: z.string().nullable(),
  updatedBy: z.string().nullable(),
  status,
  position: z.int().min(1).nullable(),
  additions: resource(subscriptionAdditionNames, {
    targetPrice: z.number().nullable(),
    anyVariant: z.boolean(),
  }).wire.strict(),
})

export const fetchSubscriptions = endpoint({
  method: 'POST',
  path: '/api/v3/subscriptions/fetch-subs',
  auth: 'shopper',
  tag: 'Alerts',
  summary: 'Fetch this shopper’s alert subscriptions, newest first, with the place in line',
  reads: true,
  fields: resource(subscriptionCallNames, {
    topic: optional(topicName),
    medium: optional(medium),
    limit: optional(wholeNumber(1, 100)),
    offset: optional(wholeNumber(0, 1_000_000)),
  }),
  answer: resource(subscriptionCallNames, {
    limit: z.int(),
    offset: z.int(),
    total: z.int(),
    subscriptions: z.array(shownSubscription.wire.strict()),
  }).wire.strict(),
})

export const removeSubscriptions = endpoint({
  method: 'POST',
  path: '/api/v3/subscriptions/remove',
  auth: 'shopper',
  tag: 'Alerts',
  summary: 'Remove this shopper’s alert subscriptions for a variant',
  fields: resource(subscriptionCallNames, { topic: topicName, variantId: productKey, medium: optional(medium) }),
  answer: resource(subscriptionCallNames, { removed: z.int() }).wire.strict(),
})
