/** Rounds that considered a subscription and did not notify it, each with the reason and the figures of that moment. */
import type { Sql } from '../../database/connect.ts'
import type { TimelineStep } from './sentences.ts'
import { type RecordedStep, type WaitingSpell, wishAt } from './waiting-spells.ts'

/** What decides why it was not notified. */
export type MissingSubscription = {
  topic: string
  medium: string
  quantity: number
  targetPrice: number | null
  priceWhenSaved: number | null
}

type MissedRound = {
  triggerId: string
  cause: string
  pacing: 'offers' | 'everyone'
  triggerFacts: Record<string, unknown>
  createdAt: Date
  supersededAt: Date | null
  planned: number
  spellFrom: Date
  spellTo: Date | null
  /** The first note of the round in that time. */
  notedAt: Date | null
  reason: string | null
  facts: Record<string, unknown> | null
}

const mostMissed = 50

/** The newest rounds of the lines it stood in. */
export async function readMissedRounds(
  sql: Sql,
  storeId: number,
  topic: string,
  spells: WaitingSpell[],
): Promise<MissedRound[]> {
  if (spells.length === 0) return []
  return await sql<MissedRound[]>`
    select trigger.trigger_id, trigger.cause, trigger.pacing, trigger.facts as trigger_facts, trigger.created_at,
      trigger.superseded_at, trigger.planned, spell.spell_from, spell.spell_to, note.noted_at, note.reason, note.facts
    from unnest(
      ${spells.map(({ variantId }) => variantId)}::text[], ${spells.map(({ from }) => from.toISOString())}::timestamptz[],
      ${spells.map(({ to }) => to?.toISOString() ?? null)}::timestamptz[]
    ) as spell (variant_id, spell_from, spell_to)
    join triggers trigger on trigger.store_id = ${storeId}
      and trigger.variant_id = spell.variant_id
      and trigger.topic = ${topic}
      -- a message to one person considers nobody else
      and trigger.for_subscription_id is null
      and trigger.created_at < coalesce(spell.spell_to, 'infinity')
      and coalesce(trigger.superseded_at, 'infinity') > spell.spell_from
    left join lateral (
      select noted_at, reason, facts
      from round_notes
      where round_notes.store_id = ${storeId}
        and round_notes.trigger_id = trigger.trigger_id
        and noted_at > spell.spell_from
        and noted_at < coalesce(spell.spell_to, 'infinity')
      order by noted_at
      limit 1
    ) note on true
    order by trigger.created_at desc, spell.spell_from desc
    limit ${mostMissed}`
}

const never = new Date(8_640_000_000_000_000)

type MissedLine = TimelineStep & { at: Date }

/**
 * Up to two lines for a round: when it passed the subscription, and when it ended after it had notified more people. Of several
 * times in the line the first counts: the reason is given once. `notified`: when a round notified it; lines before that stay.
 */
export function missedLines(
  rounds: MissedRound[],
  subscription: MissingSubscription,
  events: RecordedStep[],
  notified: ReadonlyMap<string, Date>,
): MissedLine[] {
  const given = new Set<string>()
  return rounds.toReversed().flatMap((round) => {
    const { triggerId, notedAt, supersededAt } = round
    const isNotified = (at: Date) => (notified.get(triggerId) ?? never) <= at
    const about = { ...round.triggerFacts, triggerId, cause: round.cause }
    const lines: MissedLine[] = []
    if (notedAt && !isNotified(notedAt) && !given.has(triggerId)) {
      given.add(triggerId)
      const reason = reasonOf(round, subscription, events)
      const facts = { ...about, ...figuresOf(round, reason, subscription, events) }
      if (!isRecorded(round, reason, events)) lines.push({ at: notedAt, step: 'waiting', reason, facts })
    }
    const isEnd = supersededAt && supersededAt > round.spellFrom && supersededAt <= (round.spellTo ?? supersededAt)
    const plannedBefore = notedAt ? Number(round.facts?.planned ?? 0) : -1
    if (isEnd && !isNotified(supersededAt) && !heldUntil(supersededAt, events) && round.planned > plannedBefore) {
      const facts = { ...about, planned: round.planned }
      lines.push({ at: supersededAt, step: 'waiting', reason: 'round-ended', facts })
    }
    return lines
  })
}

/** Planning has recorded it for this subscription alone. */
const isRecorded = ({ triggerId, notedAt }: MissedRound, reason: string, events: RecordedStep[]) =>
  events.some((event) => event.reason === reason && event.facts.triggerId === triggerId && event.at <= notedAt!)

/** Until when it was held out at that time; null: it was not. */
function heldUntil(at: Date, events: RecordedStep[]): string | null {
  const held = events.find(
    (event) => event.reason === 'held-out' && event.at <= at && typeof event.facts.until === 'string',
  )
  const until = held?.facts.until as string | undefined
  return until && new Date(until) > at ? until : null
}

function reasonOf(round: MissedRound, subscription: MissingSubscription, events: RecordedStep[]): string {
  const { reason, facts, pacing, createdAt, spellFrom, cause } = round
  if (reason !== 'all-served' && reason !== 'units-gone') return reason!
  if (heldUntil(round.notedAt!, events)) return 'held-out'
  if (Array.isArray(facts?.channels) && !facts.channels.includes(subscription.medium)) return 'channel-off'
  if (cause === 'price-drop' && !isLowEnough(round, subscription, events)) return 'price-not-low-enough'
  const wanted = wishAt('quantity', round.notedAt!, events, subscription.quantity) ?? 1
  if (pacing === 'offers' && typeof facts?.free === 'number' && facts.free > 0 && wanted > facts.free)
    return 'wants-more-than-free'
  if (pacing === 'everyone' && spellFrom > createdAt) return 'asked-after'
  return 'not-reached'
}

function isLowEnough(
  { facts, notedAt }: MissedRound,
  subscription: MissingSubscription,
  events: RecordedStep[],
): boolean {
  const price = facts?.price
  if (typeof price !== 'number') return true
  const target = wishAt('targetPrice', notedAt!, events, subscription.targetPrice)
  if (target !== null) return price <= target
  return subscription.priceWhenSaved === null || price < subscription.priceWhenSaved
}

/** The figures that the reason is about. */
function figuresOf(
  { facts, notedAt }: MissedRound,
  reason: string,
  subscription: MissingSubscription,
  events: RecordedStep[],
): Record<string, unknown> {
  const { planned, free, units, ordered, reached, price } = facts ?? {}
  if (reason === 'wants-more-than-free')
    return { planned, free, quantity: wishAt('quantity', notedAt!, events, subscription.quantity) }
  if (reason === 'price-not-low-enough') {
    const target = wishAt('targetPrice', notedAt!, events, subscription.targetPrice)
    return { planned, price, wanted: target ?? subscription.priceWhenSaved }
  }
  if (reason === 'held-out') return { until: heldUntil(notedAt!, events) }
  if (reason === 'channel-off') return { planned, medium: subscription.medium }
  const known = { planned, units, free, ordered, reached: reached ?? undefined }
  return reason === 'not-reached'
    ? Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
    : { planned }
}
