/** A product as the wire tells it (spec 2.2, 2.3). */
import { z } from 'zod'
import { optional, price, productKey, productKeyOut, webAddress, wholeNumber } from '../wire/fields.ts'
import { productNames, requestNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'

/** Spec 2.3; a product the catalog does not know has empty texts and null figures (contract 7). */
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

/** Spec 2.2: how a caller names a product. */
export const productReference = resource(productNames, {
  variantId: productKey,
  productId: productKey,
  url: webAddress(),
})

/** A product to be told about, with how many are wanted and at which price; the specification knows neither, and both may be left out. */
export const requestedProduct = resource(
  { ...productNames, ...requestNames },
  {
    ...productReference.shape,
    quantity: optional(wholeNumber(1, 10_000)),
    quantityAlias: optional(wholeNumber(1, 10_000)),
    targetPrice: optional(price),
  },
)
