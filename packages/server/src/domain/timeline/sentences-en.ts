/** The steps of a timeline in English: one short sentence for each reason. */
import { counted, number, type SentenceTable, type StepFacts, text } from './sentence-parts.ts'

let rules: Intl.PluralRules | undefined
const endings: Record<string, string> = { one: '1st', two: '2nd', few: '3rd', other: '4th' }

function ordinal(place: number): string {
  // Made on first use: it takes 4 MB.
  rules ??= new Intl.PluralRules('en', { type: 'ordinal' })
  return `${place}${endings[rules.select(place)]?.slice(1)}`
}

const units = (count: unknown) => `${number(count)} ${number(count) === 1 ? 'unit' : 'units'}`
const event = ({ stock, cause }: Record<string, unknown>) =>
  typeof stock === 'number' ? `the restock of ${stock}` : text(cause).replaceAll('-', ' ')

/** Who of the store did it, and why. */
const byWhom = ({ by, note }: StepFacts) => `${by ? ` (${text(by)})` : ''}${note ? `: ${text(note)}` : ''}`

export const steps: Record<string, string> = {
  told: 'notified',
  unsent: 'not notified',
  'no-follow-up': 'no follow-up',
}

export const sentences: SentenceTable = {
  subscribed: ({ source }) => `subscribed (${text(source)})`,
  'subscribed-again': ({ source }) => `subscribed again after the alert had ended (${text(source)})`,
  imported: ({ since }) =>
    since
      ? `imported from another service, waiting since ${text(since).slice(0, 10)}`
      : 'imported from another service',
  'details-changed': () => 'details changed',
  confirmed: () => 'confirmed; keeps its place in line',
  'saved-item': () => 'subscribed to this topic and saved this product',
  'goes-on-for-another': () => 'removed by one shopper, continues for another',
  'in-line': ({ position, lastRestock }) =>
    `${ordinal(number(position))}${typeof lastRestock === 'number' ? `, last restock ${lastRestock}` : ''}`,
  'not-reached': (facts, moment) =>
    `not reached by ${event(facts)}: ${number(facts.planned)} notified${facts.reached ? `, the last of them waiting since ${moment(facts.reached)}` : ''}`,
  'round-ended': (facts) => `${event(facts)} is over, ${number(facts.planned)} notified: not reached`,
  'channel-off': (facts) => `not notified of ${event(facts)}: the topic does not use ${text(facts.medium)}`,
  'price-not-low-enough': ({ price, wanted }) => `the price of ${text(price)} is not low enough (${text(wanted)})`,
  'asked-after': (facts) => `signed up after ${event(facts)}: waits for the next`,
  'held-out': ({ until, share }, moment) =>
    `held out${typeof share === 'number' ? ` with a random ${Number((share * 100).toFixed(1))} %` : ''} to measure the effect of the message; notified at ${moment(until)}, and keeps the place in line`,
  'topic-disabled': () => 'the topic is switched off',
  'product-gone': () => 'the product is no longer sold',
  'wants-more-than-free': ({ quantity, free }) => `wants ${units(quantity)}, ${number(free)} free: passed over`,
  'offer-opened': ({ number: which, outOf, lapsesAt }, moment) =>
    `offer ${number(which)} of ${number(outOf)}, the next at ${moment(lapsesAt)}`,
  'offer-opened-again': ({ quantity, lapsesAt }, moment) =>
    `there are units again: offer of ${units(quantity)} opened again, the next at ${moment(lapsesAt)}`,
  'offer-lapsed': () => 'the offer lapsed without a purchase; keeps its place in line',
  'sold-out-again': () => 'sold out again: the offer was withdrawn; keeps its place in line',
  superseded: () => 'another restock came before the message was sent',
  'sold-out': () => 'sold out again before sending',
  restock: ({ stock }) => `restock of ${number(stock)}`,
  'price-drop': ({ priceBefore, price }) => `price fell from ${text(priceBefore)} to ${text(price)}`,
  'low-stock': ({ stock }) => `only ${units(stock)} left`,
  'tag-gone': ({ tag }) => `no longer tagged “${text(tag)}”`,
  'saved-items': ({ products, backinstock, pricedrop, lowstock }) =>
    `${number(products)} saved ${number(products) === 1 ? 'product' : 'products'} changed: ${counted([
      [backinstock, 'back in stock'],
      [pricedrop, 'cheaper'],
      [lowstock, 'nearly sold out'],
    ])}`,
  'saved-alerts-on': () => 'the store sends alerts about saved items without asking',
  'saved-alerts-go-on': () => 'alerts about saved items are on',
  'saved-alerts-off': () => 'the store sends no alerts about saved items',
  'not-saved': () => 'no longer saved, or no longer wanted',
  'nothing-new': () => 'nothing is new any more',
  'enough-again': () => 'there is enough stock again',
  'by-hand': () => 'triggered by hand',
  'follow-up': ({ sentAt }, moment) => `one more message: notified on ${moment(sentAt)}, not bought since`,
  left: () => 'the alert was ended',
  expired: () => 'the alert has expired',
  unconfirmed: () => 'the address is not confirmed',
  'not-arrived': () => 'the first message did not arrive',
  'moved-since': () => 'waits for another variant by now',
  'asked-again': () => 'asked again meanwhile',
  'notified-again': () => 'was notified again meanwhile',
  'waits-again': () => 'stands in line for the next restock',
  'others-wait': () => 'the units belong to others in line',
  'units-offered': () => 'the units are offered to others',
  'medium-off': ({ medium }) => `the topic does not use ${text(medium)}`,
  'follow-up-off': () => 'follow-ups are switched off',
  'followed-before': () => 'there was one already',
  'price-up-again': () => 'the price rose again',
  'quiet-hours': () => 'quiet hours: sent later',
  'frequency-cap': () => 'message limit reached: sent later',
  sent: ({ medium, provider }) => `by ${text(medium)}${provider ? ` over ${text(provider)}` : ''}`,
  redriven: () => 'will be sent again',
  delivered: () => 'confirmed by the provider',
  bounced: ({ detail }) => `the message bounced${detail ? ` (${text(detail).slice(0, 200)})` : ''}`,
  'link-followed': () => 'followed the link',
  bought: ({ orderId }) => (orderId ? `order ${text(orderId)}` : 'bought'),
  'bought-untold': ({ orderId }) => `order ${text(orderId)}, without an alert`,
  'removed-by-shopper': () => 'removed by the shopper',
  unsubscribed: ({ source }) => `unsubscribed from all alerts (${text(source)})`,
  'price-changed': ({ targetPrice }) =>
    targetPrice === null
      ? 'changed by the shopper: any lower price'
      : `changed by the shopper: at ${text(targetPrice)} or less`,
  'came-back': () => 'undid the unsubscribe; keeps its place in line',
  'ended-by-store': (facts) => `ended by the store${byWhom(facts)}`,
  'address-changed': (facts) =>
    `address changed from ${text(facts.from)} to ${text(facts.to)} by the store${byWhom(facts)}; keeps its place in line`,
  'notify-requested': (facts) => `the store notifies this person out of turn${byWhom(facts)}`,
  'address-allowed-again': () => 'the address may be written to again; keeps its place in line',
  moved: ({ variantId }) =>
    variantId ? `moved to ${text(variantId)}; keeps its place in line` : 'merged into another alert of the address',
  'joined-by-move': () => 'another alert of the address was merged into it; keeps the earlier place',
  'waited-too-long': () => 'waited longer than the store’s alert expiry',
  suppressed: () => 'the address must not be written to',
  'told-before': () => 'was notified before',
  'too-late': () => 'the message would have come too late',
  'given-up': () => 'given up after a day',
}
