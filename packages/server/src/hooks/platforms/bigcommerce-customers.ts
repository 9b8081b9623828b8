/** A customer of BigCommerce, as its API describes them: the webhooks name only an id. */
import type { InboundEvent } from '../../domain/inbound/inbound-events.ts'
import { idOf, lineOf, type Payload, timeOf } from '../plumbing/payload.ts'
import { addressesOf, emailOf, nameOf, sentOnly, sentTimeOf } from './customer-fields.ts'

/** As it is now, so it is as new as the answer; `changedAt` decides whether it is younger than an erasure. */
export function readCustomer(customer: Payload): InboundEvent[] {
  const [customerId, email] = [idOf(customer.id), emailOf(customer.email)]
  if (!customerId || !email) return []
  const described = {
    email,
    at: null,
    ...sentOnly({ firstName: nameOf(customer.first_name), lastName: nameOf(customer.last_name) }),
    platformData: sentOnly({
      phone: customer.phone === undefined ? undefined : lineOf(customer.phone, 40),
      addresses: addressesOf(customer.addresses),
      updatedAt: sentTimeOf(customer.date_modified),
      createdAt: sentTimeOf(customer.date_created),
    }),
  }
  return [{ kind: 'customer', customerId, customer: described, changedAt: timeOf(customer.date_modified) }]
}
