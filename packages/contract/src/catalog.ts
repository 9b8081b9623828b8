/** What the store sells: products and stock as the store tells them (contract 5). */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { jsonText, orNothing, price, productKey, singleLine, text, webAddress, wholeNumber } from './fields.ts'
import { catalogNames, productNames } from './names.ts'
import { resource } from './resource.ts'

const stock = wholeNumber(-1_000_000_000, 1_000_000_000)

/** Everything but the ids may be left out: what is not sent stays as it was. */
export const catalogProduct = resource(
  { ...productNames, ...catalogNames },
  {
    variantId: productKey,
    productId: productKey,
    url: orNothing(webAddress()),
    variantUrl: orNothing(webAddress()),
    title: orNothing(text(512)),
    brand: orNothing(text(512)),
    sku: orNothing(text(200)),
    variantInfo: orNothing(text(512)),
    imageUrl: orNothing(webAddress()),
    price: orNothing(price),
    compareAtPrice: orNothing(price),
    currency: orNothing(singleLine(3)),
    stock: orNothing(stock),
    tags: orNothing(z.array(text(200)).max(250, 'may hold at most 250 tags')),
    tracked: orNothing(z.boolean()),
    sellsWhenEmpty: orNothing(z.boolean()),
  },
)

export const recordProducts = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/catalog/products',
  door: 'store',
  tag: 'Catalog',
  summary: 'Tell the service about products: new ones are added, known ones updated',
  fields: resource(
    { products: 'products' },
    { products: jsonText(z.array(catalogProduct.reader).max(1000, 'may hold at most 1000 products')) },
  ),
  answer: z.strictObject({ products: z.int() }),
})

const stockLevel = resource(productNames, { variantId: productKey, stock })

export const recordStock = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/catalog/stock',
  door: 'store',
  tag: 'Catalog',
  summary: 'Tell the service how many units of a variant there are',
  fields: resource(
    { items: 'items' },
    { items: jsonText(z.array(stockLevel.reader).max(1000, 'may hold at most 1000 items')) },
  ),
  answer: z.strictObject({ changed: z.int(), unknown: z.array(z.union([z.number(), z.string()])) }),
})
