/** One subscription in the hands of the store's server: read it whole, end it, move it, change its address, notify its person now. */
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { optional, productKey, requiredText, singleLine, yesNo } from '../wire/fields.ts'
import { consentNames, openOfferNames, storeSubscriptionNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'
import { storeSubscription, subscriptionId, timelineLine } from './store-subscriptions.ts'

const tag = 'Alerts'

/** Why the store does it; for the timeline and the audit trail. */
const note = optional(singleLine(500))

export const openOffer = resource(openOfferNames, {
  quantity: z.int(),
  openedAt: z.number(),
  lapsesAt: z.number(),
})

export const consentRecord = resource(consentNames, {
  purpose: z.string(),
  granted: z.boolean(),
  textVersion: z.string(),
  text: z.string().nullable(),
  source: z.string(),
  givenAt: z.number(),
})

export const personAnswer = resource(storeSubscriptionNames, {
  subscription: storeSubscription.wire.strict(),
  position: z.int().nullable(),
  offer: openOffer.wire.strict().nullable(),
  consents: z.array(consentRecord.wire.strict()),
  timeline: z.array(timelineLine.wire.strict()),
})

export const fetchSubscription = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/subscriptions/:id',
  auth: 'store',
  tag,
  summary: 'Fetch one subscription with its place in line, its offer, its consents and its timeline',
  fields: resource(storeSubscriptionNames, { subscriptionId }),
  answer: personAnswer.wire.strict(),
  refusals: [[404, 'unknown-subscription']],
})

export const changedAnswer = resource(storeSubscriptionNames, {
  changed: z.int(),
  subscription: storeSubscription.wire.strict(),
})

export const endSubscription = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/subscriptions/:id/end',
  auth: 'store',
  tag,
  act: 'alert-ended',
  summary: 'End a subscription: nothing more is sent, and its units pass to the next in line',
  fields: resource(storeSubscriptionNames, { subscriptionId, note }),
  answer: changedAnswer.wire.strict(),
  refusals: [[404, 'unknown-subscription']],
})

export const moveSubscription = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/subscriptions/:id/move',
  auth: 'store',
  tag,
  act: 'alert-moved',
  summary: 'Move a subscription to another variant of its product; it keeps its place in line',
  fields: resource(storeSubscriptionNames, { subscriptionId, variantId: productKey, note }),
  answer: changedAnswer.wire.strict(),
  refusals: [
    [400, 'unknown-product'],
    [404, 'unknown-subscription'],
    [409, 'other-product'],
    [409, 'alert-ended'],
    [409, 'alert-told'],
    [409, 'alert-suppressed'],
  ],
})

export const addressAnswer = resource(storeSubscriptionNames, { changed: z.int(), confirms: z.boolean() })

export const changeAddress = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/subscriptions/:id/address',
  auth: 'store',
  tag,
  act: 'alert-address-changed',
  summary: 'Send a subscription, or all of its person, to another address; the place in line stays',
  fields: resource(storeSubscriptionNames, {
    subscriptionId,
    address: requiredText(254),
    medium: optional(z.enum(['email', 'sms'], 'must be email or sms')),
    all: optional(yesNo),
    note,
  }),
  answer: addressAnswer.wire.strict(),
  refusals: [
    [400, 'invalid-mediumvalue'],
    [404, 'unknown-subscription'],
    [409, 'alert-ended'],
  ],
})

export const notifyAnswer = resource(storeSubscriptionNames, {
  changed: z.int(),
  reason: z.string(),
  subscription: storeSubscription.wire.strict(),
})

export const notifySubscription = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/subscriptions/:id/notify',
  auth: 'store',
  tag,
  act: 'alert-notified',
  summary: 'Notify one person now, out of turn, with the checks of every message',
  fields: resource(storeSubscriptionNames, { subscriptionId, note }),
  answer: notifyAnswer.wire.strict(),
  refusals: [
    [404, 'unknown-subscription'],
    [409, 'alert-unconfirmed'],
    [409, 'alert-suppressed'],
    [409, 'alert-ended'],
    [409, 'alert-sold-out'],
    [409, 'alert-product-gone'],
    [409, 'alert-product-unknown'],
    [409, 'alert-price'],
    [409, 'alert-units-offered'],
    [409, 'alert-moved'],
    [409, 'alert-topic-off'],
    [409, 'alert-medium-off'],
  ],
})
