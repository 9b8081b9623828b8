/**
 * Names that callers send by mistake for a field that may be left out: unknown fields are ignored, so the call would succeed and
 * lose what was meant. Such a call is refused with the right name, but only where the right field is missing.
 */
import { z } from 'zod'
import { documentedAs } from './documented.ts'
import { itemNames, subscribeNames } from './names.ts'
import type { Names, Ours, Resource, Shape } from './resource.ts'

/** By our name of the field that is meant. */
type Mistakes<S extends Shape> = { readonly [K in keyof S]?: readonly string[] }

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== ''

/** The same fields; reading them refuses the mistakes. */
export function refusingWrongNames<N extends Names, S extends Shape>(
  fields: Resource<N, S>,
  mistakes: Mistakes<S>,
): Resource<N, S> {
  const pairs = Object.entries<readonly string[] | undefined>(mistakes).flatMap(([ours, wrong = []]) =>
    wrong.map((name) => [name, fields.names[ours]!] as const),
  )
  const checked = z.unknown().superRefine((value, context) => {
    if (typeof value !== 'object' || value === null) return
    const record = value as Record<string, unknown>
    for (const [wrong, right] of pairs)
      if (isPresent(record[wrong]) && record[right] === undefined)
        context.addIssue({ code: 'custom', path: [wrong], message: `is not a field of this call: send ${right}` })
  })
  const reader = documentedAs(checked.pipe(fields.reader), fields.wire) as z.ZodType<Ours<S>>
  return { ...fields, reader }
}

export const productMistakes = {
  url: ['url', 'link', 'permalink', 'product_url', 'producturl'],
  variantUrl: ['variant_url', 'varianturl'],
  title: ['title', 'name', 'product_title'],
  brand: ['vendor', 'brand'],
  variantInfo: ['variant_title', 'variant_info', 'variantinfo'],
  imageUrl: ['image', 'image_url', 'imageurl', 'image_link', 'img'],
  price: ['price', 'sale_price'],
  compareAtPrice: ['compare_at_price', 'compareatprice', 'compare_price'],
  currency: ['currency_code', 'currencycode'],
  stock: [
    'stock',
    'quantity',
    itemNames.quantity,
    'inventory',
    'inventory_quantity',
    'stock_quantity',
    'inventory_level',
  ],
  sellsWhenEmpty: ['inventory_policy', 'continue_selling', 'continueSelling', 'backorders'],
} as const

export const orderMistakes = {
  email: ['email', 'user_email', 'customer_email', subscribeNames.address],
  phone: ['phone_number', 'phonenumber', 'mobile', 'tel'],
  total: ['total_price', 'amount'],
  currency: ['currency_code', 'currencycode'],
  at: ['created_at', 'createdat', 'date', 'ordered_at'],
} as const

export const orderItemMistakes = { price: ['price'] } as const

/** A missed `dryrun` would send messages to people. */
export const dryRunMistakes = { dryRun: ['dry_run', 'dryRun', 'dry-run'] } as const

export const emailMistakes = { email: ['email', 'user_email'] } as const

export const webhookMistakes = { types: ['events', 'event_types', 'topics'], enabled: ['active'] } as const
