/** Subscriptions for the store's server: a list with filters, and the timeline of one. */
import { z } from 'zod'
import { withJsonSchema } from '../wire/documented.ts'
import { endpoint } from '../wire/endpoint.ts'
import { optional, productKey, productKeyOut, requiredText } from '../wire/fields.ts'
import { storeSubscriptionNames, timelineNames } from '../wire/names.ts'
import { wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'
import { peopleMistakes, refusingWrongNames } from '../wire/wrong-names.ts'
import { topicName } from './subscriptions.ts'

const tag = 'Alerts'
const media = ['email', 'sms', 'push', 'whatsapp', 'webhook'] as const
const status = z.enum(['unconfirmed', 'waiting', 'told', 'bought', 'left', 'expired', 'suppressed'])

export const storeSubscription = resource(storeSubscriptionNames, {
  subscriptionId: z.string(),
  medium: z.string(),
  address: z.string(),
  topic: z.string(),
  variantId: productKeyOut,
  productId: productKeyOut,
  title: z.string(),
  url: z.string(),
  status,
  quantity: z.int(),
  targetPrice: z.number().nullable(),
  waitingSince: z.number(),
  toldAt: z.number().nullable(),
  createdAt: z.number(),
})

export const subscriptionsPage = resource(storeSubscriptionNames, {
  subscriptions: z.array(storeSubscription.wire.strict()),
  cursor: z.string().nullable(),
})

export const browseSubscriptions = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/subscriptions',
  auth: 'store',
  tag,
  summary: 'Fetch the store’s alert subscriptions, newest first, page by page',
  fields: refusingWrongNames(
    resource(storeSubscriptionNames, {
      status: optional(status),
      topic: optional(topicName),
      variantId: optional(productKey),
      productId: optional(productKey),
      medium: optional(z.enum(media, `must be one of ${media.join(', ')}`)),
      listId: optional(requiredText(100)),
      address: optional(requiredText(254)),
      cursor: optional(requiredText(200)),
      limit: optional(wholeNumber(1, 250)),
    }),
    peopleMistakes,
  ),
  inQuery: ['status', 'topic', 'variantId', 'productId', 'medium', 'listId', 'address', 'cursor', 'limit'],
  answer: subscriptionsPage.wire.strict(),
  refusals: [
    [400, 'invalid-cursor'],
    [404, 'unknown-list'],
  ],
})

/** A path names it. */
export const subscriptionId = withJsonSchema(
  z.string().refine((text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text), {
    message: 'must be a subscription id (UUID)',
  }),
  { type: 'string', format: 'uuid' },
)

export const timelineLine = resource(timelineNames, {
  at: z.number(),
  step: z.string(),
  reason: z.string(),
  facts: z.record(z.string(), z.unknown()),
  sentence: z.string(),
})

export const timelineAnswer = resource(storeSubscriptionNames, {
  subscription: storeSubscription.wire.strict(),
  timeline: z.array(timelineLine.wire.strict()),
})

export const fetchTimeline = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/subscriptions/:id/timeline',
  auth: 'store',
  tag,
  summary: 'Fetch every step of one subscription with its reason',
  fields: resource(storeSubscriptionNames, { subscriptionId }),
  answer: timelineAnswer.wire.strict(),
  refusals: [[404, 'unknown-subscription']],
})
