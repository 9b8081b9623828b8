/** Products on the wire: the record in answers, and how callers refer to one. */
import { z } from 'zod'
import { optional, productKey, productKeyOut, webAddress, yesNo } from '../wire/fields.ts'
import { productNames, requestNames } from '../wire/names.ts'
import { price, wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'

/** A product that is not in the catalog has empty texts and null numbers. */
export const productRecord = resource(productNames, {
  brand: z.string(),
  title: z.string(),
  productId: productKeyOut,
  variantId: productKeyOut,
  sku: z.string(),
  url: z.string(),
  variantUrl: z.string(),
  imageUrl: z.string(),
  productHash: z.string(),
  stock: z.int().nullable(),
  price: z.number().nullable(),
  variantInfo: z.string(),
})

/** How a caller refers to a product. */
export const productReference = resource(productNames, {
  variantId: productKey,
  productId: productKey,
  url: webAddress(),
})

/** A product to be notified about, optionally with the wanted quantity and price. */
export const requestedProduct = resource(
  { ...productNames, ...requestNames },
  {
    ...productReference.shape,
    quantity: optional(wholeNumber(1, 10_000)),
    quantityAlias: optional(wholeNumber(1, 10_000)),
    targetPrice: optional(price),
    acceptsAny: optional(yesNo),
  },
)
