/** Whether somebody who was notified gets one more message. */
import { messageObjection } from '../rules/message-objection.ts'
import type { Topic, VariantNow } from '../rules/rule.ts'
import { settingsOf } from '../rules/rules.ts'
import type { SubscriptionState } from '../rules/subscription-states.ts'
import type { Store } from '../stores/stores.ts'

/** Somebody who was notified, as they are now. */
type FollowedPerson = {
  status: SubscriptionState
  variantId: string
  medium: string
  quantity: number
  waitingSince: Date
  targetPrice: number | null
  priceWhenSaved: number | null
  toldTriggerId: string | null
  /** The first message, by its trigger. */
  triggerId: string
  triggerVariantId: string
  sentAt: Date
  /** Null when it is deleted; `failed` when it bounced. */
  messageStatus: string | null
  hasOpenOffer: boolean
}

/** A message whose follow-up is decided. */
export type FollowedMessage = FollowedPerson & {
  subscriptionId: string
  topicName: string
  pacing: 'offers' | 'everyone'
  /** The round still runs: no other restock followed, and it was no message out of turn. */
  isLive: boolean
  offerRatio: number | null
  minStock: number | null
}

type FollowedTopic = { topic: Topic; variant: VariantNow | null }

/** The reason why there is none, or null. Where units are offered one by one, there must also be a free one. */
export function whyNoFollowUp(
  person: FollowedMessage,
  { topic, variant }: FollowedTopic,
  { settings }: Pick<Store, 'settings'>,
): string | null {
  if (person.status !== 'waiting' && person.status !== 'told') return person.status
  if (person.messageStatus !== 'sent') return 'not-arrived'
  if (person.variantId !== person.triggerVariantId) return 'moved-since'
  if (person.waitingSince > person.sentAt) return 'asked-again'
  if (person.toldTriggerId !== person.triggerId) return 'notified-again'
  if (!topic.channels.includes(person.medium)) return 'medium-off'
  if (settingsOf(settings, topic).followUp === null) return 'follow-up-off'
  return messageObjection(topic, variant, person, { settings, hasOffer: person.hasOpenOffer })
}
