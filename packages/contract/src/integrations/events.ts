/** Webhook events: their types and their data (format: Standard Webhooks). */
import { z } from 'zod'
import { productKeyOut } from '../wire/fields.ts'
import { eventNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'

export const eventTypes = [
  'list.created',
  'list.updated',
  'list.deleted',
  'list.item_added',
  'list.item_removed',
  'subscription.created',
  'subscription.confirmed',
  'subscription.changed',
  'subscription.cancelled',
  'stock.restocked',
  'alert.queued',
  'alert.sent',
  'alert.delivered',
  'alert.bounced',
  'alert.clicked',
  'alert.converted',
  'import.finished',
  'privacy.redacted',
  'webhook.test',
] as const

export type EventType = (typeof eventTypes)[number]

export const eventType = z.enum(eventTypes)

const maybe = <T extends z.ZodType>(schema: T) => schema.nullable().optional()

/** Flat, with only the fields of the event; receivers fetch the rest by id. */
export const eventData = resource(eventNames, {
  listId: maybe(z.string()),
  name: maybe(z.string()),
  type: maybe(z.string()),
  itemCount: maybe(z.int()),
  ownerId: maybe(z.string()),
  variantId: maybe(productKeyOut),
  productId: maybe(productKeyOut),
  title: maybe(z.string()),
  url: maybe(z.string()),
  quantity: maybe(z.number()),
  price: maybe(z.number()),
  currency: maybe(z.string()),
  stock: maybe(z.int()),
  stockBefore: maybe(z.int()),
  subscriptionId: maybe(z.string()),
  triggerId: maybe(z.string()),
  topic: maybe(z.string()),
  medium: maybe(z.string()),
  address: maybe(z.string()),
  status: maybe(z.string()),
  reason: maybe(z.string()),
  source: maybe(z.string()),
  provider: maybe(z.string()),
  count: maybe(z.int()),
  orderId: maybe(z.string()),
  amount: maybe(z.number()),
  message: maybe(z.string()),
  truncated: maybe(z.boolean()),
})

export type EventData = Partial<Record<keyof typeof eventData.shape, string | number | boolean | null>>
