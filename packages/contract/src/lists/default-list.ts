/** The older calls for shoppers with one wishlist: they use the default list, which the first call creates. */
import { z } from 'zod'
import { type Endpoint, endpoint } from '../wire/endpoint.ts'
import { email, jsonText, optional, productKey, productKeyOut, requiredText, webAddress } from '../wire/fields.ts'
import { identifyNames, identityNames, itemNames, olderCallNames, olderItemNames } from '../wire/names.ts'
import { type Names, type Resource, resource, type Shape } from '../wire/resource.ts'
import { anyItemRecord, customItemAnswerNames, customItemRecord, itemRecord } from './items.ts'

export const fetchWishlist = endpoint({
  method: 'POST',
  path: '/api/v2/provider/fetchWishlist',
  auth: 'shopper',
  tag: 'Older calls',
  summary: 'List the items of the shopper’s default list',
  fields: resource({}, {}),
  answer: z.array(anyItemRecord),
  reads: true,
})

const words = { ...identityNames, ...identifyNames, ...olderCallNames } as const

/** Either field identifies the shopper; a rule of the server checks that one is sent. */
const named = { regid: optional(requiredText(200)), email: optional(email) }

const also = {
  vendor: z.string(),
  variantUrl: z.string(),
  units: z.int().nullable(),
}

/** An item with the additional names of the older answer. */
const product = z.union([
  resource({ ...itemNames, ...olderItemNames }, { ...itemRecord.shape, ...also, shownTitle: z.string() }).wire.strict(),
  resource({ ...customItemAnswerNames, ...olderItemNames }, { ...customItemRecord.shape, ...also }).wire.strict(),
])

const saving = resource(olderCallNames, {
  variantId: productKeyOut,
  savedAt: z.int(),
  savedId: z.string(),
  savedOn: z.iso.date(),
  deviceId: z.string(),
  eventType: z.literal(4),
})

const storeCall = <S extends Shape>(
  name: string,
  summary: string,
  fields: Resource<never, S> | Resource<Names, S>,
  answer: z.ZodType,
  refusals: Endpoint['refusals'] = [],
) =>
  endpoint({
    method: 'POST',
    path: `/storeadmin/user/${name}`,
    auth: 'store',
    tag: 'Older calls',
    summary,
    fields,
    answer,
    refusals: [[401, 'sw-badregid'], ...refusals],
  })

export const readWishlist = {
  ...storeCall(
    'wishlist',
    'List the products of a shopper’s default list, and when each was saved',
    resource(words, named),
    resource(olderCallNames, { products: z.array(product), savings: z.array(saving.wire.strict()) }).wire.strict(),
  ),
  reads: true,
} as const

export const askWishlist = { ...readWishlist, method: 'GET' } as const

const oneOrMore = {
  ...named,
  variantIds: optional(jsonText(z.array(productKey).max(250, 'may contain at most 250 ids'))),
  variantId: optional(productKey),
}

/** Variants alone if they are in the catalog; otherwise one product with its page. */
const products = resource(words, {
  ...oneOrMore,
  productId: optional(productKey),
  url: optional(webAddress()),
})

export const done = resource(identityNames, { message: z.string() })

export const addToWishlist = storeCall(
  'add-wishlist',
  'Add products to a shopper’s default list, which is created if there is none',
  products,
  done.wire.strict(),
  [[400, 'unknown-product']],
)

export const removeFromWishlist = storeCall(
  'remove-wishlist',
  'Remove products from a shopper’s default list',
  resource(words, oneOrMore),
  done.wire.strict(),
)

export const subscribeInStock = storeCall(
  'subscribe-isa',
  'Subscribe a logged-in shopper’s e-mail address to back-in-stock alerts',
  products,
  done.wire.strict(),
  [
    [400, 'unknown-product'],
    [403, 'inventory-not-managed'],
  ],
)
