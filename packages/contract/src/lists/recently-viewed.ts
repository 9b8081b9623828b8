/** What a shopper looked at and what lies in the cart, told by the page and given back (contract 4). */
import { z } from 'zod'
import { productRecord } from '../catalog/products.ts'
import { endpoint } from '../wire/endpoint.ts'
import { jsonText, optional, productKey, productKeyOut, webAddress, wholeNumber } from '../wire/fields.ts'
import { itemNames, productNames, seenCallNames, seenNames } from '../wire/names.ts'
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
  summary: 'Tell which products the shopper looked at, or what the cart holds now',
  fields: resource(seenCallNames, {
    type: z.enum(['view', 'cart']),
    products: jsonText(z.array(seen.reader).max(250, 'may hold at most 250 products')),
  }),
  answer: resource(seenCallNames, { recorded: z.int() }).wire.strict(),
})

/** A product with the words of this answer beside the usual ones. */
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
    // Orders stay with the shop's platform.
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
  summary: 'Give the products the shopper looked at, the last one first',
  fields: limited,
  answer: resource(seenCallNames, { recentlyViewed: z.array(viewed.wire.strict()) }).wire.strict(),
  reads: true,
})

export const fetchSavedCart = endpoint({
  ...shopperCall,
  path: '/api/v3/shopper/fetch-saved-cart-products',
  summary: 'Give what the shopper’s cart held when the page last told',
  fields: limited,
  answer: resource(seenCallNames, { savedCart: z.array(inCart.wire.strict()) }).wire.strict(),
  reads: true,
})

export type SeenType = 'view' | 'cart'
