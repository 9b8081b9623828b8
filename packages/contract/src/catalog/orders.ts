/** Orders, sent by the store's server: a purchase ends the buyer's subscriptions for what was bought. */
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { email, jsonText, optional, productKey, requiredText, singleLine } from '../wire/fields.ts'
import { orderItemNames, orderNames } from '../wire/names.ts'
import { moment, price, wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'
import { orderItemMistakes, orderMistakes, refusingWrongNames } from '../wire/wrong-names.ts'

const orderItem = refusingWrongNames(
  resource(orderItemNames, {
    variantId: productKey,
    quantity: wholeNumber(1, 1_000_000),
    price: optional(price),
  }),
  orderItemMistakes,
)

export const orderAnswer = resource(orderNames, { recorded: z.int(), bought: z.int(), conversions: z.int() })

export const recordOrder = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/orders',
  auth: 'store',
  tag: 'Alerts',
  summary: 'Record an order: it ends the buyer’s alerts for what was bought, and counts the alerts that led to it',
  fields: refusingWrongNames(
    resource(orderNames, {
      orderId: requiredText(200),
      email: optional(email),
      phone: optional(singleLine(40)),
      items: jsonText(
        z.array(orderItem.reader).min(1, 'must contain an item').max(1000, 'may contain at most 1000 items'),
      ),
      total: optional(price),
      currency: optional(singleLine(3)),
      at: optional(moment),
    }),
    orderMistakes,
  ),
  answer: orderAnswer.wire.strict(),
})
