/** Routes of the dashboard about shoppers: lists, merges, subscriptions. */
import { z } from 'zod'
import { plainProductId } from '../wire/product-ids.ts'
import { search, table, timestamp, values } from './route.ts'

const list = {
  listId: z.string(),
  name: z.string(),
  type: z.string(),
  itemCount: z.number(),
  isArchived: z.boolean(),
  isPublic: z.boolean(),
  /** Null for a guest. */
  ownerEmail: z.string().nullable(),
  ownerName: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
}
const whichList = { listId: z.string().max(100) }

const item = z.strictObject({
  itemId: z.string(),
  variantId: z.string(),
  productId: z.string(),
  kind: z.string(),
  title: z.string(),
  variantInfo: z.string().nullable(),
  imageUrl: z.string().nullable(),
  url: z.string(),
  quantity: z.number(),
  note: z.string().nullable(),
  label: z.string().nullable(),
  savedPrice: z.number().nullable(),
  price: z.number().nullable(),
  stock: z.number().nullable(),
  createdAt: timestamp,
})

const merge = z.strictObject({
  mergeId: z.string(),
  guestId: z.string(),
  accountId: z.string(),
  accountEmail: z.string().nullable(),
  lists: z.number(),
  items: z.number(),
  alerts: z.number(),
  mergedAt: timestamp,
  undoneAt: timestamp.nullable(),
  canUndo: z.boolean(),
})
const whichMerge = z.object({ mergeId: z.uuid('is not a merge’s id') })

/** What undoing a merge gives back to the guest. */
const undo = z.strictObject({
  guestId: z.string(),
  accountId: z.string(),
  accountEmail: z.string().nullable(),
  merges: z.number(),
  lists: z.array(z.strictObject({ name: z.string(), items: z.number() })),
  alerts: z.number(),
})

export const subscriptionStatuses = [
  'unconfirmed',
  'waiting',
  'told',
  'bought',
  'left',
  'expired',
  'suppressed',
] as const

const subscription = {
  subscriptionId: z.string(),
  medium: z.string(),
  address: z.string(),
  topic: z.string(),
  variantId: z.string(),
  productId: z.string(),
  title: z.string().nullable(),
  variantInfo: z.string().nullable(),
  imageUrl: z.string().nullable(),
  url: z.string(),
  status: z.enum(subscriptionStatuses),
  quantity: z.number(),
  targetPrice: z.number().nullable(),
  locale: z.string().nullable(),
  waitingSince: timestamp,
  toldAt: timestamp.nullable(),
  createdAt: timestamp,
}

const whichSubscription = z.object({ subscriptionId: z.uuid('is not a subscription’s id') })

const consent = z.strictObject({
  purpose: z.string(),
  granted: z.boolean(),
  textVersion: z.string(),
  text: z.string().nullable(),
  source: z.string(),
  userAgent: z.string().nullable(),
  givenAt: timestamp,
})

const offer = z.strictObject({
  quantity: z.number(),
  openedAt: timestamp,
  lapsesAt: timestamp,
  number: z.number(),
  outOf: z.number(),
})

export const timelineStep = z.strictObject({
  at: timestamp,
  step: z.string(),
  reason: z.string(),
  facts: values,
  sentence: z.string(),
})

/** The language in which the reader has the dashboard. */
export const readerLanguage = z.enum(['en', 'de']).default('en')

/** Positions in line are counted up to this number. */
export const countedPositions = 10_000

export const shopperRoutes = {
  'GET /lists': table(z.strictObject(list), { q: search(320) }),
  'GET /lists/:listId': {
    fields: z.object(whichList),
    answer: z.strictObject({ ...list, note: z.string().nullable(), properties: values }),
  },
  'GET /lists/:listId/items': table(item, whichList),

  'GET /merges': table(merge, { q: search(320) }),
  'GET /merges/:mergeId': { fields: whichMerge, answer: undo },
  'POST /merges/:mergeId/undo': { fields: whichMerge, answer: undo },

  'GET /subscriptions': table(z.strictObject(subscription), {
    status: z.enum(subscriptionStatuses).optional(),
    q: search(320),
    variant: z.string().max(500).transform(plainProductId).optional(),
  }),
  'POST /subscriptions/:subscriptionId/end': {
    fields: whichSubscription,
    answer: z.strictObject({ ended: z.boolean() }),
  },
  'POST /subscriptions/:subscriptionId/notify': {
    fields: whichSubscription,
    answer: z.strictObject({ reason: z.enum(['queued', 'planned', 'told-before']) }),
  },
  'GET /subscriptions/:subscriptionId': {
    fields: whichSubscription.extend({ language: readerLanguage }),
    answer: z.strictObject({
      subscription: z.strictObject({
        ...subscription,
        /** How many wait before it, up to `countedPositions`; null when it doesn't wait. */
        before: z.number().nullable(),
        stock: z.number().nullable(),
        offer: offer.nullable(),
        consents: z.array(consent),
      }),
      timeline: z.array(timelineStep),
    }),
  },
} as const
