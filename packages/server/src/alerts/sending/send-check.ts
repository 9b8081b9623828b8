/** The check right before sending: does this message still make sense, and is it the time for it? */
import type { DueDelivery } from '../../domain/deliveries/deliveries.ts'
import { digestObjection } from '../../domain/digests/digest-lines.ts'
import { messageObjection } from '../../domain/rules/message-objection.ts'
import { topicNamed } from '../../domain/rules/standard-topics.ts'
import type { StoreSettings } from '../../domain/settings/settings.ts'
import { isPhoneMedium } from '../../domain/shoppers/addresses.ts'
import { isSmsAllowed } from '../../domain/shoppers/sms-countries.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { knownZone, quietUntil } from '../pacing/quiet-hours.ts'

export type Verdict =
  | { kind: 'send' }
  | { kind: 'withheld'; reason: string; detail?: string }
  | { kind: 'later'; reason: string; until: Date }

/** When messages went to the address lately, and whether it is suppressed. */
export type AddressFacts = { isSuppressed: boolean; sentAt: Date[] }

/** No message about an older trigger: longer than any night, outage or day of retries. */
export const oldestNews = 7 * 24 * 3_600_000

type Rulebook = Pick<Store, 'settings' | 'topics'>

export function checkDelivery(delivery: DueDelivery, address: AddressFacts, store: Rulebook, now: Date): Verdict {
  const reason =
    whyNotHeld(delivery) ??
    whyNot(delivery, address, now) ??
    whyNotThere(delivery, store) ??
    whyNotBuyable(delivery, store) ??
    (delivery.digest ? digestObjection(delivery.digest, store) : null)
  if (reason) return { kind: 'withheld', reason }
  const { settings } = store
  return waitsForMorning(delivery, settings, now) ?? waitsForTurn(address, settings, now) ?? { kind: 'send' }
}

/** Why the subscription gets no message for this trigger (any more). */
function whyNotHeld({ subscription, trigger, offer }: DueDelivery): string | null {
  const { status, isHeld } = subscription
  if (status !== 'waiting' && status !== 'told') return status
  if (trigger.supersededAt) return 'superseded'
  if (offer?.closedBy) return `offer-${offer.closedBy}`
  return isHeld ? null : trigger.isFollowUp ? 'waits-again' : 'told-before'
}

function whyNot({ trigger, offer }: DueDelivery, { isSuppressed }: AddressFacts, now: Date): string | null {
  if (isSuppressed) return 'suppressed'
  if (offer && offer.lapsesAt <= now) return 'offer-lapsed'
  return now.getTime() - trigger.createdAt.getTime() > oldestNews ? 'too-late' : null
}

/** A country that the store sends no SMS and no WhatsApp messages to. */
const whyNotThere = ({ medium, subscription }: DueDelivery, store: Rulebook): string | null =>
  isPhoneMedium(medium) && !isSmsAllowed(store, subscription.address) ? 'sms-country' : null

/** What the topic's rule says about the variant as it is now. */
function whyNotBuyable({ subscription, variant, offer }: DueDelivery, { settings, topics }: Rulebook): string | null {
  const topic = topicNamed(topics, subscription.topic)
  const now = variant && { ...variant, isCounted: variant.tracked && !variant.sellsWhenEmpty }
  return messageObjection(topic, now, subscription, { settings, hasOffer: offer !== null })
}

/** Who wants no SMS at night wants no WhatsApp message either. */
const isQuiet = (medium: string, quiet: readonly string[]) =>
  quiet.includes(medium) || (medium === 'whatsapp' && quiet.includes('sms'))

function waitsForMorning(delivery: DueDelivery, settings: StoreSettings, now: Date): Verdict | null {
  const { quietHours, quietChannels, timeZone } = settings
  if (!quietHours || !isQuiet(delivery.medium, quietChannels)) return null
  const until = quietUntil(quietHours, knownZone(delivery.subscription.timeZone, timeZone), now)
  return until && { kind: 'later', reason: 'quiet-hours', until }
}

/** The earliest of so many messages has to be long enough ago. */
function waitsForTurn({ sentAt }: AddressFacts, { frequencyCap }: StoreSettings, now: Date): Verdict | null {
  if (!frequencyCap) return null
  const { most, within } = frequencyCap
  const counted = sentAt.filter((at) => now.getTime() - at.getTime() < within).sort((a, b) => a.getTime() - b.getTime())
  if (counted.length < most) return null
  const until = new Date(counted[counted.length - most]!.getTime() + within)
  return { kind: 'later', reason: 'frequency-cap', until }
}
