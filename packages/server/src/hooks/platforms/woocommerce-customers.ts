/** Customers of WooCommerce: a WordPress user with a billing and a shipping address. */
import { platformDataNames as sent } from '@heartbell/contract/names'
import type { InboundEvent } from '../../domain/inbound/inbound-events.ts'
import { asPayload, idOf, lineOf, type Payload, timeOf, wholeOf } from '../plumbing/payload.ts'
import { addressesOf, emailOf, nameOf, orderIdOf, sentOnly, sentTimeOf, spentOf } from './customer-fields.ts'

/** An order has a billing address too, and lines; a product has neither a role nor an address. */
const isCustomer = (body: Payload) =>
  body.line_items === undefined && body.status === undefined && (body.role !== undefined || body.username !== undefined)

export function readCustomer(body: Payload): InboundEvent[] {
  const [customerId, email] = [idOf(body.id), emailOf(body.email)]
  if (!customerId || !email || !isCustomer(body)) return []
  const { billing, shipping } = body
  const lastOrder = asPayload(body.last_order)
  const customer = {
    email,
    // A customer who was never modified has null here.
    at: timeOf(body.date_modified_gmt) ?? timeOf(body.date_created_gmt),
    ...sentOnly({ firstName: nameOf(body.first_name), lastName: nameOf(body.last_name) }),
    platformData: sentOnly({
      phone: billing === undefined ? undefined : lineOf(asPayload(billing).phone, 40),
      addresses:
        billing === undefined && shipping === undefined
          ? undefined
          : addressesOf([asPayload(billing), asPayload(shipping)]),
      ordersCount: wholeOf(body[sent.ordersCount]) ?? undefined,
      totalSpent: spentOf(body[sent.totalSpent]),
      lastOrderId: orderIdOf(lastOrder.id),
      updatedAt: sentTimeOf(body.date_modified_gmt),
      createdAt: sentTimeOf(body.date_created_gmt),
    }),
  }
  return [{ kind: 'customer', customerId, customer }]
}

export const readDeletion = (body: Payload): InboundEvent[] => {
  const customerId = idOf(body.id)
  return customerId ? [{ kind: 'customer-deleted', customerId }] : []
}
