/** Alerts asked for, seen and left by the shopper in a browser (contract 4). */
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { optional, productKey, productKeyOut, wholeNumber } from '../wire/fields.ts'
import { subscriptionCallNames, subscriptionNames } from '../wire/names.ts'
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

/** Stands for what a guest's browser must not show to whoever sits before it. */
export const masked = 'XXXXXX'

/** What becomes of a subscription, in words a shopper may read; one that was left is not shown. */
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
})

export const fetchSubscriptions = endpoint({
  method: 'POST',
  path: '/api/v3/subscriptions/fetch-subs',
  auth: 'shopper',
  tag: 'Alerts',
  summary: 'The alerts this shopper asked for, newest first, with the place in line',
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
  summary: 'Leave the alerts about a variant that this shopper asked for',
  fields: resource(subscriptionCallNames, { topic: topicName, variantId: productKey, medium: optional(medium) }),
  answer: resource(subscriptionCallNames, { removed: z.int() }).wire.strict(),
})
