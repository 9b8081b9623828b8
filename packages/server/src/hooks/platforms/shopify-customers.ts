/**
 * Customers of Shopify. Since its version 2025-01 a customer's message has no tags, consents or purchases: they come in messages
 * of their own, which name the customer by id only.
 */
import { platformDataNames as sent } from '@heartbell/contract/names'
import type { InboundEvent } from '../../domain/inbound/inbound-events.ts'
import type { MarketingChoice } from '../../domain/shoppers/customers.ts'
import { asPayload, idOf, type Payload, textOf, timeOf, wholeOf } from '../plumbing/payload.ts'
import { addressesOf, emailOf, nameOf, orderIdOf, sentOnly, sentTimeOf, spentOf, tagsOf } from './customer-fields.ts'

export function readCustomer(body: Payload): InboundEvent[] {
  const [customerId, email] = [idOf(body.id), emailOf(body.email)]
  // An address that Shopify did not verify may belong to somebody else. A webhook with `include_fields` may leave the field out.
  const isVerified = body.verified_email === undefined || body.verified_email === true
  if (!customerId || !email || !isVerified) return []
  const choices = choicesOf(body)
  const accepts = choices.email?.acceptsMarketing ?? yesOrNo(body.accepts_marketing)
  const tags = tagsOf(body.tags)
  const customer = {
    email,
    at: timeOf(body.updated_at),
    ...sentOnly({
      firstName: nameOf(body.first_name),
      lastName: nameOf(body.last_name),
      tags,
      acceptsMarketing: accepts,
    }),
    preferences: choices,
    platformData: sentOnly({
      phone: body.phone === null ? null : textOf(body.phone)?.slice(0, 40),
      tags,
      addresses: addressesOf(body.addresses),
      ordersCount: wholeOf(body[sent.ordersCount]) ?? undefined,
      state: textOf(body.state)?.slice(0, 40),
      acceptsMarketing: accepts,
      updatedAt: sentTimeOf(body.updated_at),
      createdAt: sentTimeOf(body.created_at),
      totalSpent: spentOf(body[sent.totalSpent]),
      lastOrderId: orderIdOf(body[sent.lastOrderId]),
    }),
  }
  return [{ kind: 'customer', customerId, customer }]
}

const yesOrNo = (value: unknown) => (typeof value === 'boolean' ? value : undefined)

function choicesOf(body: Payload): Record<string, MarketingChoice> {
  const [email, sms] = [choiceOf(body.email_marketing_consent), choiceOf(body.sms_marketing_consent)]
  return { ...(email && { email }), ...(sms && { sms }) }
}

function choiceOf(value: unknown): MarketingChoice | null {
  const { state, consent_updated_at } = asPayload(value)
  if (typeof state !== 'string') return null
  const at = timeOf(consent_updated_at) ?? new Date()
  return { signedUpAt: at.getTime(), acceptsMarketing: state.toLowerCase() === 'subscribed', source: 'shopify' }
}

export const readDeletion = (body: Payload): InboundEvent[] => {
  const customerId = idOf(body.id)
  return customerId ? [{ kind: 'customer-deleted', customerId }] : []
}

export function readPurchases(body: Payload): InboundEvent[] {
  const [customerId, at] = [idOf(body.customerId), timeOf(body.occurredAt)]
  if (!customerId || !at) return []
  const platformData = sentOnly({
    ordersCount: wholeOf(body.numberOfOrders) ?? undefined,
    totalSpent: spentOf(asPayload(body.amountSpent).amount),
    lastOrderId: orderIdOf(body.lastOrderId),
  })
  return [{ kind: 'customer-part', customerId, part: { purchases: { at, platformData } } }]
}

export const readTags =
  (change: 'added' | 'removed') =>
  (body: Payload): InboundEvent[] => {
    const [customerId, tags] = [idOf(body.customerId), tagsOf(body.tags)]
    return customerId && tags?.length ? [{ kind: 'customer-part', customerId, part: { tags: { [change]: tags } } }] : []
  }

/** E-mail: `customer_id` and `email_marketing_consent`. SMS: `id` and `sms_marketing_consent`. */
export function readConsent(body: Payload): InboundEvent[] {
  const customerId = idOf(body.customer_id) ?? idOf(body.id)
  const choices = choicesOf(body)
  return customerId && Object.keys(choices).length > 0 ? [{ kind: 'customer-part', customerId, part: { choices } }] : []
}
