/** Recently viewed products and the saved cart: the page records them, and a later page fetches them. */
import { z } from 'zod'
import { productRecord } from '../catalog/products.ts'
import { endpoint } from '../wire/endpoint.ts'
import { jsonText, optional, productKey, productKeyOut, webAddress } from '../wire/fields.ts'
import { itemNames, productNames, seenCallNames, seenNames } from '../wire/names.ts'
import { wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'

const seen = resource(itemNames, {
  variantId: productKey,
  productId: productKey,
  url: webAddress(),
  quantity: optional(wholeNumber(1, 1_000_000)),
})

const shopperCall = { method: 'POST', auth: 'shopper', tag: 'Products' } as const

export const recordSeen = endpoint({
  ...shopperCall,
  path: '/api/v3/events',
  summary: 'Record which products the shopper viewed, or what the cart now contains',
  fields: resource(seenCallNames, {
    type: z.enum(['view', 'cart']),
    products: jsonText(z.array(seen.reader).max(250, 'may contain at most 250 products')),
  }),
  answer: resource(seenCallNames, { recorded: z.int() }).wire.strict(),
})

/** A product with the additional names of this answer. */
const record = {
  ...productRecord.shape,
  shownProductId: productKeyOut,
  shownVariantId: productKeyOut,
  page: z.string(),
}

const viewed = resource(
  { ...productNames, ...seenNames },
  {
    ...record,
    viewedAt: z.int(),
    times: z.int(),
    // Orders are stored by the shop's platform only.
    orderedAt: z.null(),
    orderId: z.null(),
    orderedVariantId: z.null(),
  },
)

const inCart = resource({ ...productNames, ...seenNames }, { ...record, addedAt: z.int(), quantity: z.int() })

const limited = resource(seenCallNames, { limit: optional(wholeNumber(1, 50)) })

export const fetchRecentlyViewed = endpoint({
  ...shopperCall,
  path: '/api/v3/shopper/fetch-recently-viewed-products',
  summary: 'Fetch the products the shopper viewed, the last one first',
  fields: limited,
  answer: resource(seenCallNames, { recentlyViewed: z.array(viewed.wire.strict()) }).wire.strict(),
  reads: true,
})

export const fetchSavedCart = endpoint({
  ...shopperCall,
  path: '/api/v3/shopper/fetch-saved-cart-products',
  summary: 'Fetch the shopper’s cart as a page last recorded it',
  fields: limited,
  answer: resource(seenCallNames, { savedCart: z.array(inCart.wire.strict()) }).wire.strict(),
  reads: true,
})

export type SeenType = 'view' | 'cart'
