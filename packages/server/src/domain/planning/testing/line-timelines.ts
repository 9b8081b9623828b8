/** The promises of timelines: a reason for everybody whom a round considered and did not notify, and lines that never change. */
import type { Database } from '../../../database/connect.ts'
import type { Store } from '../../stores/stores.ts'
import { readTimeline, type TimelineLine } from '../../timeline/timeline.ts'
import { variantOf } from './line-acts.ts'
import type { BrokenPromise } from './line-checks.ts'
import type { LineWorld } from './line-model.ts'

type Watched = { subscriptionId: string; name: string; variantId: string; triggerId: string | null }

/** Compares each timeline with what it was the last time. */
export class TimelineWatch {
  private readonly seen = new Map<string, string[]>()

  async findBroken(sql: Database, store: Store, world: LineWorld): Promise<BrokenPromise[]> {
    const broken: BrokenPromise[] = []
    for (const one of await readWatched(sql, store)) {
      const lines = (await readTimeline(sql, store, one.subscriptionId)).filter(({ reason }) => reason !== 'in-line')
      const says = this.findChanged(one, lines) ?? findDisorder(lines) ?? findUnexplained(world, one, lines)
      if (says) broken.push({ kind: 'reason', says: `${one.name} ${variantOf(one.variantId)}: ${says}` })
    }
    return broken
  }

  private findChanged({ subscriptionId }: Watched, lines: TimelineLine[]): string | null {
    const before = this.seen.get(subscriptionId) ?? []
    const now = lines.map((line) => JSON.stringify(line))
    this.seen.set(subscriptionId, now)
    const place = before.findIndex((line, place) => line !== now[place])
    return place < 0 ? null : `line ${place} was ${before[place]}, is ${now[place] ?? 'gone'}`
  }
}

/** Nothing before the person was here; nobody is notified before it is planned. */
function findDisorder(lines: TimelineLine[]): string | null {
  const first = lines[0]
  if (!first || !['subscribed', 'imported'].includes(first.reason)) return `begins with ${JSON.stringify(first)}`
  const told = lines.find(
    (line, place) =>
      (line.reason === 'offer-opened' || line.step === 'sent') &&
      !lines.slice(0, place).some(({ step, facts }) => step === 'planned' && facts.triggerId === line.facts.triggerId),
  )
  return told ? `not planned before ${JSON.stringify(told)}` : null
}

function findUnexplained(world: LineWorld, one: Watched, lines: TimelineLine[]): string | null {
  const isConsidered = world.considered.some(
    ({ row, round }) =>
      row.name === one.name &&
      row.variant === variantOf(one.variantId) &&
      row.status === 'waiting' &&
      world.lines[row.variant].round === round,
  )
  return isConsidered && !lines.some(({ facts }) => facts.triggerId === one.triggerId)
    ? `no line about the round ${one.triggerId}: ${lines.map(({ sentence }) => sentence).join(' | ')}`
    : null
}

/** With the round that its line has now. */
const readWatched = (sql: Database, { storeId }: Store) => sql<Watched[]>`
  select subscription_id, split_part(address, '@', 1) as name, variant_id,
    (
      select trigger_id
      from triggers
      where store_id = ${storeId}
        and triggers.variant_id = subscription.variant_id
        and triggers.topic = subscription.topic
        and superseded_at is null
    ) as trigger_id
  from subscriptions subscription
  where store_id = ${storeId}`
