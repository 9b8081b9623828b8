/** What the steps of a subscription are called, for people: one short sentence for each reason. */

type Facts = Record<string, unknown>
export type Step = { step: string; reason: string; facts: Facts }

const number = (value: unknown) => (typeof value === 'number' ? value : 0)
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

let rules: Intl.PluralRules | undefined
const endings: Record<string, string> = { one: '1st', two: '2nd', few: '3rd', other: '4th' }

function ordinal(place: number): string {
  // made late: the tables of languages take 4 MB
  rules ??= new Intl.PluralRules('en', { type: 'ordinal' })
  return `${place}${endings[rules.select(place)]?.slice(1)}`
}

const units = (count: unknown) => `${number(count)} ${number(count) === 1 ? 'unit' : 'units'}`

/** By reason; what is not here is told by the reason's own words. */
const sentences: Record<string, (facts: Facts) => string> = {
  subscribed: ({ source }) => `asked to be told (${text(source)})`,
  'subscribed-again': ({ source }) => `asked again after the last alert had ended (${text(source)})`,
  imported: ({ since }) =>
    since ? `brought from another service, waiting since ${text(since).slice(0, 10)}` : 'brought from another service',
  'details-changed': () => 'changed what was asked for',
  confirmed: () => 'confirmed; the place in line is kept',
  'saved-item': () => 'asked for this topic and saved this product',
  'goes-on-for-another': () => 'left by one who asked, goes on for another',
  'in-line': ({ position, lastRestock }) =>
    `${ordinal(number(position))}${typeof lastRestock === 'number' ? `, last restock ${lastRestock}` : ''}`,
  'not-reached': ({ stock, cause, planned }) =>
    typeof stock === 'number'
      ? `not reached by the restock of ${stock} (${number(planned)} told)`
      : `not reached: ${text(cause)} (${number(planned)} told)`,
  'wants-more-than-free': ({ quantity, free }) => `wants ${units(quantity)}, ${number(free)} free: the next one tries`,
  'offer-opened': ({ number: which, outOf, lapsesAt }) =>
    `offer ${number(which)} of ${number(outOf)}, held until ${text(lapsesAt).slice(0, 16).replace('T', ' ')}`,
  'offer-lapsed': () => 'the offer lapsed unbought; the place in line is kept',
  'sold-out-again': () => 'sold out again: the offer was taken back, the place in line is kept',
  superseded: () => 'another restock came before the message went',
  'sold-out': () => 'sold out again before sending',
  restock: ({ stock }) => `restock of ${number(stock)}`,
  'price-drop': ({ priceBefore, price }) => `price fell from ${text(priceBefore)} to ${text(price)}`,
  'low-stock': ({ stock }) => `only ${units(stock)} left`,
  'tag-gone': ({ tag }) => `no longer tagged “${text(tag)}”`,
  'by-hand': () => 'told by hand',
  'quiet-hours': () => 'quiet hours: later',
  'frequency-cap': () => 'enough messages for now: later',
  sent: ({ medium, provider }) => `by ${text(medium)}${provider ? ` over ${text(provider)}` : ''}`,
  bounced: ({ detail }) => `the message came back${detail ? ` (${text(detail).slice(0, 200)})` : ''}`,
  'link-followed': () => 'followed the link',
  bought: ({ orderId }) => (orderId ? `order ${text(orderId)}` : 'bought'),
  'bought-untold': ({ orderId }) => `order ${text(orderId)}, without having been told`,
  'removed-by-shopper': () => 'left by the shopper',
  unsubscribed: ({ source }) => `unsubscribed from everything (${text(source)})`,
  'came-back': () => 'took the unsubscribing back, place kept',
  moved: ({ variantId }) =>
    variantId ? `moved to ${text(variantId)}, place kept` : 'moved to another of their alerts',
  'joined-by-move': () => 'joined by another of their alerts, the earlier place holds',
  'waited-too-long': () => 'waited longer than the store keeps alerts',
}

/** Steps in which something was to be told and was not. */
const untold = new Set(['withheld', 'postponed', 'failed'])

export function sentenceOf({ step, reason, facts }: Step): string {
  const said = sentences[reason]?.(facts) ?? reason.replaceAll('-', ' ')
  return `${untold.has(step) ? 'not told' : step}: ${said}`
}
