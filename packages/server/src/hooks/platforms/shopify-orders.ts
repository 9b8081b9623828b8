/** An order of Shopify: who bought which variants. */
import type { InboundEvent } from '../../domain/inbound/inbound-events.ts'
import { amountOf, asPayload, idOf, type Payload, payloadsIn, textOf, timeOf, wholeOf } from '../plumbing/payload.ts'

export function readOrder(body: Payload): InboundEvent[] {
  const orderId = idOf(body.id)
  const items = payloadsIn(body.line_items).flatMap((line) => {
    const [variantId, quantity] = [idOf(line.variant_id), wholeOf(line.quantity)]
    if (!variantId || !quantity || quantity < 1) return []
    return [{ variantId, quantity, price: amountOf(line.price) ?? undefined }]
  })
  if (!orderId || items.length === 0) return []
  const customer = asPayload(body.customer)
  const order = {
    orderId,
    email: textOf(body.email) ?? textOf(body.contact_email) ?? textOf(customer.email),
    phone: textOf(body.phone) ?? textOf(customer.phone),
    items,
    currency: textOf(body.currency),
    at: timeOf(body.created_at) ?? undefined,
  }
  return [{ kind: 'order', order }]
}
