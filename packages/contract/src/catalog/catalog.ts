/** The catalog: products and stock, sent by the store's server. */
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import {
  clearable,
  jsonText,
  optional,
  productKey,
  productKeyOut,
  requiredText,
  singleLine,
  text,
  webAddress,
  yesNo,
} from '../wire/fields.ts'
import { catalogCallNames, catalogNames, feedNames, productNames } from '../wire/names.ts'
import { price, wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'
import { dryRunMistakes, productMistakes, refusingWrongNames } from '../wire/wrong-names.ts'
import { forecast } from './forecasts.ts'
import { productRecord } from './products.ts'

const stock = wholeNumber(-1_000_000_000, 1_000_000_000)
const words = { ...productNames, ...catalogNames } as const

/** Only the ids are required. A field that is not sent stays as it was; null or an empty text clears it. */
const productFields = resource(words, {
  variantId: productKey,
  productId: productKey,
  url: clearable(webAddress()),
  variantUrl: clearable(webAddress()),
  title: clearable(text(512)),
  brand: clearable(text(512)),
  sku: clearable(text(200)),
  variantInfo: clearable(text(512)),
  imageUrl: clearable(webAddress()),
  price: clearable(price),
  compareAtPrice: clearable(price),
  currency: clearable(singleLine(3)),
  // A platform that does not track a variant sends null, which leaves the stock unchanged.
  stock: optional(stock),
  tags: optional(z.array(text(200)).max(250, 'may contain at most 250 tags')),
  tracked: optional(z.boolean()),
  sellsWhenEmpty: optional(z.boolean()),
})

export const catalogProduct = refusingWrongNames(productFields, productMistakes)

export type CatalogProduct = z.output<typeof catalogProduct.reader>

/** A product of the catalog in the fields of the write call; sending it back unchanged changes nothing. */
export const catalogRecord = resource(words, {
  ...productRecord.shape,
  compareAtPrice: z.number().nullable(),
  currency: z.string(),
  tags: z.array(z.string()),
  tracked: z.boolean(),
  sellsWhenEmpty: z.boolean(),
})

const mostProducts = 1000
const tooMany = `may contain at most ${mostProducts}`

/** A skipped line of a stream, counted from 1, and why. */
export const refusedLine = resource(catalogCallNames, { line: z.int(), message: z.string() })

export const importAnswer = resource(catalogCallNames, {
  products: z.int(),
  refused: z.int(),
  lines: z.array(refusedLine.wire.strict()),
})

export const recordProducts = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/catalog/products',
  auth: 'store',
  tag: 'Catalog',
  summary: 'Send products: new ones are added, known ones updated',
  fields: resource(catalogCallNames, {
    products: jsonText(z.array(catalogProduct.reader).max(mostProducts, `${tooMany} products`)),
  }),
  lines: catalogProduct,
  answer: importAnswer.wire.strict(),
})

export const productsPage = resource(catalogCallNames, {
  products: z.array(catalogRecord.wire.strict()),
  cursor: z.string().nullable(),
})

export const fetchProducts = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/catalog/products',
  auth: 'store',
  tag: 'Catalog',
  summary: 'Fetch the catalog page by page',
  fields: resource(catalogCallNames, {
    cursor: optional(requiredText(1000)),
    limit: optional(wholeNumber(1, mostProducts)),
  }),
  inQuery: ['cursor', 'limit'],
  answer: productsPage.wire.strict(),
  refusals: [[400, 'invalid-cursor']],
})

const variantReference = resource(productNames, { variantId: productKey })
const keys = optional(jsonText(z.array(productKey).max(mostProducts, `${tooMany} ids`)))

export const deletion = resource(catalogCallNames, { deleted: z.int() })

export const deleteProducts = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/catalog/products/delete',
  auth: 'store',
  tag: 'Catalog',
  act: 'products-deleted',
  summary: 'Delete products from the catalog: single variants, or all variants of a product',
  fields: resource(catalogCallNames, {
    products: optional(jsonText(z.array(variantReference.reader).max(mostProducts, `${tooMany} products`))),
    variantIds: keys,
    productIds: keys,
  }),
  answer: deletion.wire.strict(),
})

const stockLevel = resource(productNames, { variantId: productKey, stock })

export const stockAnswer = resource(catalogCallNames, {
  changed: z.int(),
  unknown: z.array(productKeyOut),
  told: z.array(forecast.wire.strict()).optional(),
})

export const recordStock = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/catalog/stock',
  auth: 'store',
  tag: 'Catalog',
  summary: 'Set the stock of variants',
  fields: refusingWrongNames(
    resource(catalogCallNames, {
      items: jsonText(z.array(stockLevel.reader).max(mostProducts, `${tooMany} items`)),
      dryRun: optional(yesNo),
    }),
    dryRunMistakes,
  ),
  answer: stockAnswer.wire.strict(),
})

const trueOrFalse = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
  error: 'must be true or false',
})

export const feedAnswer = resource(feedNames, {
  products: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  held: z.int(),
  refused: z.int(),
  lines: z.array(refusedLine.wire.strict()),
})

export const recordFeed = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/catalog/feed',
  auth: 'store',
  tag: 'Catalog',
  summary: 'Send the whole catalog as a Google Merchant feed in the body: RSS, Atom, TSV or CSV, plain or gzip',
  fields: resource(feedNames, { confirmRemovals: optional(trueOrFalse) }),
  inQuery: ['confirmRemovals'],
  // sending the same catalog again changes nothing
  reads: true,
  answer: feedAnswer.wire.strict(),
  refusals: [[400, 'invalid-feed']],
})
