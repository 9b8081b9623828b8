/** Why a call about one subscription is refused: the state it is in, or what a message about it would run into. */
import { Refusal } from '../wire/errors.ts'
import { storeSubscriptionNames as names } from '../wire/names.ts'

/** By the reason's name in timelines; each with the type for programs and the sentence for people. */
const objections: Record<string, readonly [type: string, says: string]> = {
  unconfirmed: ['alert-unconfirmed', 'The address has not confirmed this subscription yet.'],
  suppressed: [
    'alert-suppressed',
    'This address must not be written to: it bounced, complained, opted out or was blocked.',
  ],
  left: ['alert-ended', 'This subscription has ended: it was removed.'],
  bought: ['alert-ended', 'This subscription has ended: the product was bought.'],
  expired: ['alert-ended', 'This subscription has ended: it waited too long.'],
  told: ['alert-told', 'This person has been notified; only a subscription that waits can be moved.'],
  over: ['alert-ended', 'This subscription is over: the person was notified and has no open offer.'],
  'sold-out': ['alert-sold-out', 'The product is sold out.'],
  'product-gone': ['alert-product-gone', 'The product is not in the catalog any more.'],
  'product-unknown': [
    'alert-product-unknown',
    'The product is not in the catalog, and the address of the shop (shop-url) is not set: the message would have no link.',
  ],
  'price-up-again': ['alert-price', 'The price is not low enough for this person.'],
  'price-unknown': ['alert-price', 'The price of the product is not known.'],
  'units-offered': [
    'alert-units-offered',
    'All units are offered to people before this one, or it wants more than are free.',
  ],
  'moved-meanwhile': ['alert-moved', 'This subscription was moved to another variant at this moment; call again.'],
  'topic-disabled': ['alert-topic-off', `The ${names.topic} is switched off.`],
  'medium-off': ['alert-medium-off', `The ${names.topic} does not send messages over this ${names.medium}.`],
  'sms-country': ['alert-medium-off', 'The store sends no SMS to the country of this number.'],
}

/** A rule of a topic may object for a reason of its own; then the reason itself is the sentence. */
export function alertObjection(reason: string): Refusal {
  const [type, says] = objections[reason] ?? [
    'alert-not-due',
    `The rule of the topic objects: ${reason.replaceAll('-', ' ')}.`,
  ]
  return new Refusal('conflict', type, says)
}

export const otherProduct = (variantId: string) =>
  new Refusal(
    'conflict',
    'other-product',
    `${names.variantId} ${variantId} belongs to another product; a place in line counts for one product only.`,
  )
