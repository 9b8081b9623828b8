/** The rule, asked again just before sending: does this message still make sense, and is it the time for it? */
import type { DueDelivery } from '../domain/deliveries.ts'
import type { Settings } from '../domain/settings.ts'
import { knownZone, quietUntil } from './quiet-hours.ts'

export type Verdict =
  | { kind: 'send' }
  | { kind: 'withheld'; reason: string; detail?: string }
  | { kind: 'later'; reason: string; until: Date }

/** What the address has heard of us lately, and whether it must not be written to. */
export type AddressFacts = { isSuppressed: boolean; sentAt: Date[] }

type Rules = Pick<Settings, 'minStock' | 'quietHours' | 'quietChannels' | 'timeZone' | 'frequencyCap'>

/** Older news than this is none: longer than any night, outage or day of trying. */
export const oldestNews = 7 * 24 * 3_600_000

export function judge(delivery: DueDelivery, address: AddressFacts, settings: Rules, now: Date): Verdict {
  const reason = whyNotHeld(delivery) ?? whyNot(delivery, address, settings, now)
  if (reason) return { kind: 'withheld', reason }
  return waitsForMorning(delivery, settings, now) ?? waitsForTurn(address, settings, now) ?? { kind: 'send' }
}

/** The subscription is not to be told under this trigger (any more). */
function whyNotHeld({ subscription, trigger, offer }: DueDelivery): string | null {
  const { status, isHeld } = subscription
  if (status !== 'waiting' && status !== 'told') return status
  if (trigger.supersededAt) return 'superseded'
  if (offer?.closedBy) return `offer-${offer.closedBy}`
  return isHeld ? null : 'told-before'
}

function whyNot(delivery: DueDelivery, address: AddressFacts, settings: Rules, now: Date): string | null {
  const { trigger, offer, topic } = delivery
  if (address.isSuppressed) return 'suppressed'
  if (topic?.enabled === false) return 'topic-disabled'
  if (offer && offer.lapsesAt <= now) return 'offer-lapsed'
  if (now.getTime() - trigger.createdAt.getTime() > oldestNews) return 'too-late'
  return whyNotBuyable(delivery, settings)
}

/** Topics every store has; any other without a row is told by hand, and whoever does so knows why. */
const builtIn: Readonly<Record<string, string>> = { backinstock: 'back-in-stock', comingsoon: 'coming-soon' }

function whyNotBuyable({ subscription, variant, topic, offer }: DueDelivery, { minStock }: Rules): string | null {
  const rule = topic?.rule ?? builtIn[subscription.topic]
  if (variant?.isDeleted) return 'product-gone'
  if (rule === 'back-in-stock') {
    if (!variant || variant.sellsWhenEmpty) return null
    if (!variant.tracked) return 'not-tracked'
    // An open offer holds units that are there: only when there is nothing at all was it opened for nothing.
    return (variant.stock ?? 0) < (offer ? 1 : minStock) ? 'sold-out' : null
  }
  if (rule === 'low-stock') return variant?.tracked && variant.stock === 0 ? 'sold-out' : null
  if (rule !== 'price-drop' || !variant) return null
  const { targetPrice, priceWhenSaved } = subscription
  if (variant.price === null) return 'price-unknown'
  if (targetPrice !== null) return variant.price <= targetPrice ? null : 'price-up-again'
  return priceWhenSaved === null || variant.price < priceWhenSaved ? null : 'price-up-again'
}

function waitsForMorning(delivery: DueDelivery, settings: Rules, now: Date): Verdict | null {
  const { quietHours, quietChannels, timeZone } = settings
  if (!quietHours || !quietChannels.includes(delivery.medium)) return null
  const until = quietUntil(quietHours, knownZone(delivery.subscription.timeZone, timeZone), now)
  return until && { kind: 'later', reason: 'quiet-hours', until }
}

/** The earliest of so many messages has to be long enough ago. */
function waitsForTurn({ sentAt }: AddressFacts, { frequencyCap }: Rules, now: Date): Verdict | null {
  if (!frequencyCap) return null
  const { most, within } = frequencyCap
  const counted = sentAt.filter((at) => now.getTime() - at.getTime() < within).sort((a, b) => a.getTime() - b.getTime())
  if (counted.length < most) return null
  const until = new Date(counted[counted.length - most]!.getTime() + within)
  return { kind: 'later', reason: 'frequency-cap', until }
}
