/**
 * A subscription's timeline: what happened to it and why. Each line is a fact that was recorded once, with its own time and the
 * figures of that time; read again, it is the same. Only the last line, its present place, is of now.
 */
import type { Sql } from '../../database/connect.ts'
import { savedTopic } from '../rules/saved-items.ts'
import type { Store } from '../stores/stores.ts'
import { type MissingSubscription, missedLines, readMissedRounds } from './missed-rounds.ts'
import { type SentenceLanguage, sentenceOf, type TimelineStep } from './sentences.ts'
import { presentPlace, readDeliveries, readEvents, readOffers, type StoredDelivery } from './timeline-sources.ts'
import { waitingSpells } from './waiting-spells.ts'

/** `reason` and `facts` are for programs, `sentence` is for people. */
export type TimelineLine = TimelineStep & { at: Date; sentence: string }

type Line = TimelineStep & { at: Date }

/** Oldest first. The last line of a subscription that waits has its present place. Empty for an unknown subscription. */
export async function readTimeline(
  sql: Sql,
  store: Store,
  subscriptionId: string,
  { now = new Date(), language = 'en' }: { now?: Date; language?: SentenceLanguage } = {},
): Promise<TimelineLine[]> {
  const { storeId, settings } = store
  const subscription = await readSubscription(sql, storeId, subscriptionId)
  if (!subscription) return []
  const [events, deliveries, offers, place] = await Promise.all([
    readEvents(sql, storeId, subscriptionId),
    readDeliveries(sql, storeId, subscriptionId),
    readOffers(sql, storeId, subscriptionId),
    subscription.status === 'waiting' ? present(sql, storeId, subscriptionId, subscription, now) : [],
  ])
  const notifiedAt = [...offers.map(({ at }) => at), ...deliveries.flatMap(({ sentAt }) => sentAt ?? [])]
  const spells = waitingSpells(events, notifiedAt, subscription.variantId)
  const notified = new Map(deliveries.map(({ triggerId, createdAt }) => [triggerId, createdAt]))
  const rounds = await readMissedRounds(sql, storeId, subscription.topic, spells)
  // Lines of the same moment stay in this order: planned, notified, sent.
  const lines: Line[] = [
    ...deliveries.map(plannedLine),
    ...offers,
    ...missedLines(rounds, subscription, events, notified),
    ...events.flatMap((event) => [...sentBefore(event), event]),
    ...deliveries.flatMap(stagesOf),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
  const told = { timeZone: settings.timeZone, language }
  return [...lines, ...place].map((line) => ({ ...line, sentence: sentenceOf(line, told) }))
}

/** The alert about saved items stands in no line. */
const present = async (
  sql: Sql,
  storeId: number,
  subscriptionId: string,
  { topic }: Subscription,
  now: Date,
): Promise<Line[]> =>
  topic === savedTopic
    ? [{ at: now, step: 'waiting', reason: 'saved-alerts-go-on', facts: {} }]
    : await presentPlace(sql, storeId, subscriptionId, now)

type Subscription = MissingSubscription & { variantId: string; status: string }

async function readSubscription(sql: Sql, storeId: number, subscriptionId: string): Promise<Subscription | undefined> {
  const [subscription] = await sql<Subscription[]>`
    select topic, medium, variant_id, status, quantity, target_price::float8, price_when_saved::float8
    from subscriptions
    where store_id = ${storeId}
      and subscription_id = ${subscriptionId}`
  return subscription
}

const plannedLine = ({ triggerId, createdAt, cause, triggerFacts, requestId, medium }: StoredDelivery): Line => ({
  at: createdAt,
  step: 'planned',
  reason: cause,
  facts: { ...triggerFacts, triggerId, requestId, medium },
})

/** Sent, delivered, clicked. */
function stagesOf({ triggerId, medium, sent, sentAt, deliveredAt, clickedAt }: StoredDelivery): Line[] {
  const line = (at: Date | null, step: string, reason: string, facts: Record<string, unknown>) =>
    at ? [{ at, step, reason, facts: { triggerId, ...facts } }] : []
  return [
    ...line(sentAt, 'sent', 'sent', sent),
    ...line(deliveredAt, 'delivered', 'delivered', { medium }),
    ...line(clickedAt, 'clicked', 'link-followed', { medium }),
  ]
}

/** A message that came back and is sent again: when it was sent and delivered before. */
function sentBefore({ reason, facts: { triggerId, medium, sentAt, sent, deliveredAt } }: Line): Line[] {
  const dateOf = (value: unknown) => (typeof value === 'string' ? [new Date(value)] : [])
  if (reason === 'bounced')
    return dateOf(deliveredAt).map((at) => ({
      at,
      step: 'delivered',
      reason: 'delivered',
      facts: { triggerId, medium },
    }))
  if (reason !== 'redriven') return []
  return dateOf(sentAt).map((at) => ({ at, step: 'sent', reason: 'sent', facts: { triggerId, ...(sent as object) } }))
}
