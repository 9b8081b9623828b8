/**
 * Names that callers send by mistake for a field that may be left out: unknown fields are ignored, so the call would succeed and
 * lose what was meant. Such a call is refused with the right name.
 */
import { identifyNames, itemNames, subscribeNames } from './names.ts'
import { refuseOtherNames } from './other-names.ts'
import type { Names, Resource, Shape } from './resource.ts'

/** By our name of the field that is meant. */
type Mistakes<S extends Shape> = { readonly [K in keyof S]?: readonly string[] }

/** The same fields; reading them refuses the mistakes. */
export function refusingWrongNames<N extends Names, S extends Shape>(
  fields: Resource<N, S>,
  mistakes: Mistakes<S>,
): Resource<N, S> {
  const pairs = Object.entries<readonly string[] | undefined>(mistakes).flatMap(([ours, wrong = []]) =>
    wrong.map((name) => [name, fields.names[ours]!] as const),
  )
  return { ...fields, reader: refuseOtherNames(fields.reader, fields.wire, Object.fromEntries(pairs)) }
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
  total: [
    ...['total_price', 'totalprice', 'order_total', 'grand_total', 'subtotal', 'subtotal_price', 'amount', 'value'],
    ...['revenue', 'price', itemNames.price],
  ],
  currency: ['currency_code', 'currencycode'],
  at: ['created_at', 'createdat', 'date', 'ordered_at'],
} as const

/** Without the price of one unit, a line brings no revenue. */
export const orderItemMistakes = {
  price: [
    ...['price', 'unit_price', 'unitprice', 'unitPrice', 'item_price', 'sale_price', 'final_price', 'amount', 'value'],
    ...['line_price', 'line_total', 'total', 'subtotal'],
  ],
} as const

/** A missed `dryrun` would send messages to people. */
export const dryRunMistakes = { dryRun: ['dry_run', 'dryRun', 'dry-run'] } as const

export const emailMistakes = { email: ['email', 'user_email'] } as const

export const webhookMistakes = { types: ['events', 'event_types', 'topics'], enabled: ['active'] } as const

/** A cursor that is not read would start again at the oldest event. */
export const cursorMistakes = { after: ['cursor', 'next', 'since', 'page'] } as const

/** A filter that is not read would find everybody. */
export const peopleMistakes = {
  address: ['email', 'phone', 'address', identifyNames.email],
  variantId: ['variant', 'variantid', 'variant_id'],
  productId: ['product', 'productid', 'product_id'],
  listId: ['list', 'listid', 'list_id'],
  topic: ['topics'],
} as const
