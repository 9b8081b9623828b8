/** When a follow-up of a message is decided: the setting `follow-up`, of the topic or the store. */
import type { DueDelivery } from '../deliveries/deliveries.ts'
import { settingsOf } from '../rules/rules.ts'
import { topicNamed } from '../rules/standard-topics.ts'
import type { Store } from '../stores/stores.ts'

/**
 * Milliseconds after the message; null: it has none. A follow-up is not followed, a reminder is one already, and a webhook goes to the
 * store itself.
 */
export function followUpAfter(
  { settings, topics }: Store,
  { trigger, medium, subscription }: DueDelivery,
): number | null {
  if (trigger.isFollowUp || medium === 'webhook') return null
  const topic = topicNamed(topics, subscription.topic)
  return topic.rule === 'reminder' ? null : settingsOf(settings, topic).followUp
}
