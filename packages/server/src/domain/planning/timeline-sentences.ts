/** The steps of a subscription's timeline as text for people: one short sentence for each reason. */

export type StepFacts = Record<string, unknown>
type TimelineStep = { step: string; reason: string; facts: StepFacts }

const number = (value: unknown) => (typeof value === 'number' ? value : 0)
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

let rules: Intl.PluralRules | undefined
const endings: Record<string, string> = { one: '1st', two: '2nd', few: '3rd', other: '4th' }

function ordinal(place: number): string {
  // Made on first use: it takes 4 MB.
  rules ??= new Intl.PluralRules('en', { type: 'ordinal' })
  return `${place}${endings[rules.select(place)]?.slice(1)}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** A time in the store's zone, with the zone. */
function moment(value: unknown, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    const style = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
    format = new Intl.DateTimeFormat('en-US', { ...style, timeZoneName: 'short', timeZone })
    // There are some 600 zones.
    formats.set(timeZone, format)
  }
  const time = new Date(text(value))
  return Number.isNaN(time.getTime()) ? text(value) : format.format(time)
}

const units = (count: unknown) => `${number(count)} ${number(count) === 1 ? 'unit' : 'units'}`

/** Who of the store did it, and why. */
const byWhom = ({ by, note }: StepFacts) => `${by ? ` (${text(by)})` : ''}${note ? `: ${text(note)}` : ''}`

/** By reason; one that is missing here is shown as its own words. */
const sentences: Record<string, (facts: StepFacts, timeZone: string) => string> = {
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
  'not-reached': ({ stock, cause, planned }) =>
    typeof stock === 'number'
      ? `not reached by the restock of ${stock} (${number(planned)} notified)`
      : `not reached: ${text(cause)} (${number(planned)} notified)`,
  'wants-more-than-free': ({ quantity, free }) => `wants ${units(quantity)}, ${number(free)} free: passed over`,
  'offer-opened': ({ number: which, outOf, lapsesAt }, timeZone) =>
    `offer ${number(which)} of ${number(outOf)}, the next at ${moment(lapsesAt, timeZone)}`,
  'offer-lapsed': () => 'the offer lapsed without a purchase; keeps its place in line',
  'sold-out-again': () => 'sold out again: the offer was withdrawn; keeps its place in line',
  superseded: () => 'another restock came before the message was sent',
  'sold-out': () => 'sold out again before sending',
  restock: ({ stock }) => `restock of ${number(stock)}`,
  'price-drop': ({ priceBefore, price }) => `price fell from ${text(priceBefore)} to ${text(price)}`,
  'low-stock': ({ stock }) => `only ${units(stock)} left`,
  'tag-gone': ({ tag }) => `no longer tagged “${text(tag)}”`,
  'by-hand': () => 'triggered by hand',
  'quiet-hours': () => 'quiet hours: sent later',
  'frequency-cap': () => 'message limit reached: sent later',
  sent: ({ medium, provider }) => `by ${text(medium)}${provider ? ` over ${text(provider)}` : ''}`,
  bounced: ({ detail }) => `the message bounced${detail ? ` (${text(detail).slice(0, 200)})` : ''}`,
  'link-followed': () => 'followed the link',
  bought: ({ orderId }) => (orderId ? `order ${text(orderId)}` : 'bought'),
  'bought-untold': ({ orderId }) => `order ${text(orderId)}, without an alert`,
  'removed-by-shopper': () => 'removed by the shopper',
  unsubscribed: ({ source }) => `unsubscribed from all alerts (${text(source)})`,
  'came-back': () => 'undid the unsubscribe; keeps its place in line',
  'ended-by-store': (facts) => `ended by the store${byWhom(facts)}`,
  'address-changed': (facts) =>
    `address changed from ${text(facts.from)} to ${text(facts.to)} by the store${byWhom(facts)}; keeps its place in line`,
  'notify-requested': (facts) => `the store notifies this person out of turn${byWhom(facts)}`,
  moved: ({ variantId }) =>
    variantId ? `moved to ${text(variantId)}; keeps its place in line` : 'merged into another alert of the address',
  'joined-by-move': () => 'another alert of the address was merged into it; keeps the earlier place',
  'waited-too-long': () => 'waited longer than the store’s alert expiry',
}

/** Steps in which a message was planned and not sent. */
const unsent = new Set(['withheld', 'postponed', 'failed'])

/** `timeZone`: the store's. */
export function sentenceOf({ step, reason, facts }: TimelineStep, timeZone: string): string {
  const sentence = sentences[reason]?.(facts, timeZone) ?? reason.replaceAll('-', ' ')
  return `${unsent.has(step) ? 'not notified' : step === 'told' ? 'notified' : step}: ${sentence}`
}
