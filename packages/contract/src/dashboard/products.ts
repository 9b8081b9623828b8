/** Routes of the dashboard about products: catalog, restocks, imports, and the figures of home and analytics. */
import { z } from 'zod'
import { plainProductId } from '../wire/product-ids.ts'
import { search, table, timestamp } from './route.ts'

const variantId = z.string().min(1, 'is required').max(500).transform(plainProductId)
const wholeNumber = (least: number, most: number) =>
  z.coerce.number('must be a whole number').int('must be a whole number').min(least).max(most)

const product = {
  variantId: z.string(),
  productId: z.string(),
  title: z.string().nullable(),
  variantInfo: z.string().nullable(),
  sku: z.string().nullable(),
  imageUrl: z.string().nullable(),
  url: z.string().nullable(),
  price: z.number().nullable(),
  currency: z.string().nullable(),
  tags: z.array(z.string()),
  stock: z.number().nullable(),
  stockAt: timestamp.nullable(),
  tracked: z.boolean(),
  sellsWhenEmpty: z.boolean(),
  waiting: z.number(),
  units: z.number(),
  savers: z.number(),
}

const stockMove = z.strictObject({
  move: z.number(),
  stockBefore: z.number().nullable(),
  stockAfter: z.number(),
  source: z.string(),
  occurredAt: timestamp,
})

/** Somebody whom a restock would notify. */
const forecast = z.strictObject({
  medium: z.string(),
  address: z.string(),
  topic: z.string(),
  variantId: z.string(),
  position: z.number(),
  at: timestamp,
  reason: z.string(),
})

const refusedEntries = z.array(z.strictObject({ line: z.number(), message: z.string() }))
const productFacts = z.strictObject({
  title: z.string().nullable(),
  price: z.number().nullable(),
  stock: z.number().nullable(),
})
/** The same name again resumes an import that broke off. */
const file = z.string().min(1, 'is required').max(500)

export const productRoutes = {
  'GET /products': table(z.strictObject(product), {
    show: z.enum(['all', 'wanted', 'sold-out']).default('all'),
    q: search(200),
    product: z.string().max(500).transform(plainProductId).optional(),
  }),
  'GET /product': {
    fields: z.object({ variantId }),
    answer: z.strictObject({
      product: z.strictObject({
        ...product,
        moves: z.array(stockMove),
        openOffers: z.number(),
        offeredUnits: z.number(),
        /** Who waits, by topic. */
        lines: z.array(z.strictObject({ topic: z.string(), waiting: z.number(), units: z.number() })),
      }),
    }),
  },
  'POST /products/stock': {
    fields: z.object({
      variantId,
      stock: wholeNumber(0, 2_000_000_000).optional(),
      /** Added to the present stock. */
      add: wholeNumber(1, 1_000_000).optional(),
    }),
    answer: z.strictObject({ stock: z.number(), before: z.number().nullable() }),
  },
  'POST /products/dry-run': {
    fields: z.object({ variantId, add: wholeNumber(1, 1_000_000).default(5) }),
    answer: z.strictObject({ stock: z.number(), notified: z.array(forecast) }),
  },
  'POST /products/notify': {
    fields: z.object({ variantId, topic: z.string().min(1, 'is required').max(100) }),
    answer: z.strictObject({ notified: z.literal(true) }),
  },

  'POST /imports/preview': {
    answer: z.strictObject({
      products: z.number(),
      added: z.number(),
      changed: z.number(),
      /** In the catalog and not in the file. */
      missing: z.number(),
      refused: z.number(),
      lines: refusedEntries,
      examples: z.array(
        z.strictObject({ variantId: z.string(), before: productFacts.nullable(), after: productFacts }),
      ),
    }),
  },
  'POST /imports': {
    fields: z.object({ file, confirm: z.enum(['yes', 'no']).default('no') }),
    answer: z.strictObject({
      products: z.number(),
      added: z.number(),
      changed: z.number(),
      removed: z.number(),
      /** Not in the file, and left on sale because so many removals need a confirmation. */
      held: z.number(),
      refused: z.number(),
      lines: refusedEntries,
    }),
  },
  'GET /imports/progress': {
    fields: z.object({ file }),
    answer: z.strictObject({ entries: z.number(), isFinished: z.boolean() }),
  },
} as const

const figures = {
  signedUp: z.number(),
  told: z.number(),
  clicked: z.number(),
  bought: z.number(),
  revenue: z.number(),
}
const sums = { ...figures, saved: z.number(), restocks: z.number(), waiting: z.number().nullable() }
const day = z.strictObject({ day: z.string(), ...sums })

const valued = {
  variantId: z.string(),
  productId: z.string().nullable(),
  title: z.string().nullable(),
  variantInfo: z.string().nullable(),
  sku: z.string().nullable(),
  stock: z.number().nullable(),
  currency: z.string().nullable(),
  waiting: z.number(),
  saved: z.number(),
}
const sale = z.strictObject({ units: z.number(), revenue: z.number().nullable() })

const liftGroup = z.strictObject({ people: z.number(), bought: z.number() })

const wanted = {
  variantId: z.string(),
  productId: z.string().nullable(),
  topic: z.string(),
  waiting: z.number(),
  units: z.number(),
  title: z.string().nullable(),
  variantInfo: z.string().nullable(),
  imageUrl: z.string().nullable(),
  price: z.number().nullable(),
  currency: z.string().nullable(),
  stock: z.number().nullable(),
}

const attention = z.strictObject({
  /** Failed for good within the last week, counted up to 1000. */
  deadLetters: z.number(),
  /** Tried and not accepted yet, counted up to 1000. */
  retrying: z.number(),
  senderSays: z.string().nullable(),
  failingWebhooks: z.number(),
  disabledWebhooks: z.number(),
  /** Pending erasures that a platform requested. */
  redactions: z.number(),
  catalogAt: timestamp.nullable(),
  /** A connected platform or feed should have sent the catalog by now. */
  isFed: z.boolean(),
  isStale: z.boolean(),
})

const setup = z.strictObject({
  hasCatalog: z.boolean(),
  hasSender: z.boolean(),
  hasSubscription: z.boolean(),
  hasAlert: z.boolean(),
  hasPassword: z.boolean(),
  hasWidget: z.boolean(),
})

const days = { days: z.coerce.number().int().min(1).max(366).default(30) }

export const figureRoutes = {
  'GET /home': {
    fields: z.object(days),
    answer: z.strictObject({
      /** False while figures are still being counted. */
      isCounted: z.boolean(),
      figures: z.strictObject(sums),
      before: z.strictObject(sums),
      days: z.array(day),
      wanted: z.array(z.strictObject(wanted)),
      attention,
      setup,
      currency: z.string().nullable(),
    }),
  },
  'GET /analytics': {
    fields: z.object(days),
    answer: z.strictObject({
      now: z.strictObject(sums),
      before: z.strictObject(sums),
      currency: z.string().nullable(),
      isCounted: z.boolean(),
    }),
  },
  'GET /analytics/days': table(day, days),
  'GET /analytics/topics': table(z.strictObject({ topic: z.string(), medium: z.string(), ...figures }), days),
  'GET /analytics/demand-value': table(
    z.strictObject({
      ...valued,
      price: z.number().nullable(),
      prices: z.array(z.strictObject({ price: z.number(), waiting: z.number(), saved: z.number(), units: z.number() })),
      /** With too few notified people there is none. */
      expectation: z.strictObject({ restock: z.number(), expected: sale, low: sale, high: sale }).nullable(),
    }),
    { restock: wholeNumber(1, 1_000_000).default(10) },
  ),
  'GET /analytics/conversion': {
    answer: z.strictObject({
      told: z.number(),
      bought: z.number(),
      rate: z.strictObject({ share: z.number(), low: z.number(), high: z.number() }).nullable(),
      needed: z.number(),
    }),
  },
  'GET /analytics/order-list': table(
    z.strictObject({
      ...valued,
      price: z.number().nullable(),
      week: z.string(),
      market: z.string().nullable(),
      units: z.number(),
    }),
    {},
  ),
  'GET /analytics/lift': {
    fields: z.object(days),
    answer: z.strictObject({
      topics: z.array(
        z.strictObject({
          topic: z.string(),
          holdout: z.number().nullable(),
          window: z.number(),
          notified: liftGroup,
          heldOut: liftGroup,
          running: z.number(),
          state: z.enum(['too-few', 'open', 'more', 'fewer']),
          effect: z.strictObject({ difference: z.number(), low: z.number(), high: z.number() }).nullable(),
          needed: z.number().nullable(),
        }),
      ),
    }),
  },
  'GET /analytics/demand': table(z.strictObject({ ...wanted, unmet: z.number() }), {}),
} as const
