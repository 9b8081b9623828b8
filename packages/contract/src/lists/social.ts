/** How many shoppers saved a product: open calls for product pages (one) and collection pages (a batch). */
import { z } from 'zod'
import { documentedAs } from '../wire/documented.ts'
import { type Endpoint, endpoint } from '../wire/endpoint.ts'
import { jsonText, productKey, productKeyOut } from '../wire/fields.ts'
import { socialNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'

const count = resource(socialNames, { productId: productKeyOut, count: z.int().min(0) })

export const writeCount = count.write

const several = z.array(productKey).min(1, 'must contain a product id').max(250, 'may contain at most 250 product ids')

/** A JSON array, or ids separated by commas, which is shorter in a query. */
const productKeys = documentedAs(
  z
    .unknown()
    .transform((value) => (typeof value === 'string' && !value.trim().startsWith('[') ? splitAtCommas(value) : value))
    .pipe(jsonText(several) as never),
  several,
) as unknown as z.ZodType<string[]>

const splitAtCommas = (text: string) => text.split(',').filter((part) => part.trim() !== '')

const common = { auth: 'open', tag: 'Products', reads: true } as const

export const socialCount = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v3/product/wishlist/social-count',
  summary: 'Count the shoppers who saved a product',
  fields: resource(socialNames, { productId: productKey }),
  answer: resource(socialNames, { data: count.wire.strict() }).wire.strict(),
})

export const socialCounts = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v3/product/wishlist/social-count-batch',
  summary: 'Count the shoppers who saved each of these products',
  fields: resource(socialNames, { productIds: productKeys }),
  answer: resource(socialNames, { data: z.array(count.wire.strict()) }).wire.strict(),
})

const byGet = <E extends Endpoint>(endpoint: E): E => ({ ...endpoint, method: 'GET' })

export const askSocialCount = byGet(socialCount)
export const askSocialCounts = byGet(socialCounts)
