/** One store's turn at sending: takes what is due, asks the rule again, hands over what goes, and writes down what became of it. */
import type { Message, Outcome } from '../../channels/channel.ts'
import type { Database } from '../../database/connect.ts'
import { safeText } from '../../database/safe-text.ts'
import { claimDeliveries } from '../../domain/deliveries/claim-deliveries.ts'
import type { DueDelivery } from '../../domain/deliveries/deliveries.ts'
import { findStillDue } from '../../domain/deliveries/leases.ts'
import type { Unsent } from '../../domain/deliveries/settle-deliveries.ts'
import { suppress } from '../../domain/messages/suppressions.ts'
import { findDueWork, finishWakes } from '../../domain/schedule/due-stores.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { CircuitOptions } from '../pacing/circuit.ts'
import { retryDelay, type Waits } from '../pacing/retry-delay.ts'
import type { Medium, Provider, Providers } from '../providers/providers.ts'
import { judgeDeliveries } from './check-deliveries.ts'
import { makeHands } from './held-deliveries.ts'
import type { EngineMetrics } from './metrics.ts'
import { makeSettler } from './outcome-writer.ts'
import { makeSendQueue, type Parcel } from './send-queue.ts'

export type Composed = Message & { template: string; values: Record<string, unknown> }

export type SendingOptions = {
  providers: Pick<Providers, 'find'>
  compose: (store: Store, delivery: DueDelivery) => Promise<Composed>
  warn: (sentence: string, error?: unknown) => void
  metrics?: EngineMetrics | undefined
  /** For the log: what became of each, by the ids that lead to it. */
  note?: ((storeId: number, delivery: DueDelivery, outcome: { kind: string; reason?: string }) => void) | undefined
  lease: number
  /** Between the tries of what failed. */
  waits?: Waits | undefined
  circuit?: CircuitOptions | undefined
  /** There is room again where there was none. */
  onRoom: () => void
}

export type Sending = {
  /** True when the store has more that is due. */
  serve(store: Store): Promise<boolean>
  /** Keeps what is in hand. */
  keep(): Promise<boolean>
  /** Gives back what has not begun, and ends when the rest is done and written down. */
  stop(): Promise<void>
}

/** A store without a way to reach anybody gets one some day. */
const noProviderWait = 15 * 60_000

/** Each taking leaves a wake at the end of its lease; a long queue would gather thousands. */
const manyWakes = 50

type Lane = { hasMore?: boolean; isFull?: boolean; after?: number }

export function makeSending(sql: Database, options: SendingOptions): Sending {
  const { providers, compose, warn, metrics, note, lease } = options
  const hands = makeHands(sql, lease, warn)
  const settler = makeSettler(sql, warn)
  const queue = makeSendQueue({ ...options, send: sendOne, ask, giveBack })
  metrics?.watchCircuits(queue.circuits)

  async function serve(store: Store): Promise<boolean> {
    const work = await findDueWork(sql, store.storeId)
    if (!work) return false
    const lanes: Lane[] = []
    for (const medium of work.media) lanes.push(await serveMedium(store, medium as Medium))
    const hasMore = lanes.some((lane) => lane.hasMore)
    const isFull = lanes.some((lane) => lane.isFull)
    // Whoever finds room again looks for wakes, so one stays until there is nothing left to take.
    if (hasMore || isFull) {
      if (work.wakeIds.length > manyWakes) await finishWakes(sql, store.storeId, work.wakeIds.slice(1), [])
      return hasMore
    }
    const again = lanes.flatMap(({ after }) => after ?? [])
    await finishWakes(sql, store.storeId, work.wakeIds, again)
    return false
  }

  async function serveMedium(store: Store, medium: Medium): Promise<Lane> {
    const provider = await providers.find(store, medium)
    const room = provider ? queue.room(store.storeId, provider) : { most: 200 }
    if ('after' in room) return { after: room.after }
    if (room.most === 0) return { isFull: true }
    const askedAt = performance.now()
    const { deliveries, mayHaveMore } = await claimDeliveries(sql, store.storeId, medium, { most: room.most, lease })
    hands.take(store.storeId, deliveries)
    metrics?.claimed(deliveries)
    const parcels = await judgeParcels(store, provider, deliveries, askedAt)
    queue.add(parcels)
    return { hasMore: mayHaveMore }
  }

  async function judgeParcels(
    store: Store,
    provider: Provider | null,
    deliveries: DueDelivery[],
    askedAt: number,
  ): Promise<Parcel[]> {
    const verdicts = await judgeDeliveries(sql, store, deliveries, lease).catch((error) => {
      hands.giveBack(store.storeId, deliveries)
      throw error
    })
    return deliveries.flatMap((delivery, place) => {
      const verdict = verdicts[place]!
      if (verdict.kind !== 'send') return settleUnsent(store, delivery, verdict)
      if (!provider) return settleUnsent(store, delivery, noProvider(delivery))
      if (provider.takesOver) return settleUnsent(store, delivery, { kind: 'withheld', reason: 'provider-tells' })
      return [{ store, provider, delivery, askedAt }]
    })
  }

  async function sendOne({ store, provider, delivery }: Parcel) {
    let message: Composed
    try {
      message = await compose(store, delivery)
    } catch (error) {
      // A template that can't be rendered is nobody's fault but its author's, who may try again when it is mended.
      warn(`an alert could not be put into words (store ${store.storeId})`, error)
      settleUnsent(store, delivery, { kind: 'failed', reason: 'not-composed', detail: plain(error) })
      return { isAnswered: true }
    }
    // What a channel did not foresee may be gone tomorrow.
    const outcome = await provider.channel
      .send(message)
      .catch((error): Outcome => ({ kind: 'retry', reason: plain(error) }))
    settle(store, provider, delivery, message, outcome)
    return { isAnswered: outcome.kind !== 'retry', after: outcome.kind === 'retry' ? outcome.after : undefined }
  }

  function settle(store: Store, { name }: Provider, delivery: DueDelivery, message: Composed, outcome: Outcome): void {
    if (outcome.kind === 'sent') {
      const { providerId } = outcome
      const { template, values } = message
      metrics?.settled(delivery.medium, 'sent')
      note?.(store.storeId, delivery, { kind: 'sent' })
      settler.sent(store, { ...delivery, provider: name, providerId, template, values }, () =>
        hands.done(store.storeId, delivery),
      )
    } else if (outcome.kind === 'refused') {
      const fate: Fate = { kind: 'failed', reason: 'refused', detail: plain(outcome.reason) }
      settleUnsent(store, delivery, fate, outcome.addressFault && (() => suppressAddress(store, delivery)))
    } else {
      const after = outcome.after ?? retryDelay(delivery.triedAt, delivery.claimedAt, Math.random(), options.waits)
      settleUnsent(store, delivery, { kind: 'retry', reason: 'not-taken', detail: plain(outcome.reason), after })
    }
  }

  /** There is nobody there: whatever else this address waits for ends with it. */
  function suppressAddress(store: Store, { medium, subscription }: DueDelivery): void {
    suppress(sql, store, { medium, address: subscription.address }, 'refused').catch((error) =>
      warn('an address that was refused could not be suppressed', error),
    )
  }

  function settleUnsent(store: Store, delivery: DueDelivery, what: Fate, then?: () => void): [] {
    metrics?.settled(delivery.medium, what.kind)
    note?.(store.storeId, delivery, what)
    const { subscriptionId, triggerId, channel, attempts } = delivery
    const unsent = { subscriptionId, triggerId, channel, attempts, ...what } as Unsent
    settler.unsent(store, unsent, () => {
      hands.done(store.storeId, delivery)
      then?.()
    })
    return []
  }

  async function ask(parcels: Parcel[]): Promise<Set<Parcel>> {
    const still = await findStillDue(
      sql,
      parcels[0]!.store.storeId,
      parcels.map(({ delivery }) => delivery),
    )
    return new Set(parcels.filter(({ delivery }) => still.has(delivery)))
  }

  function giveBack(parcels: Parcel[]): void {
    const stores = new Set(parcels.map(({ store }) => store.storeId))
    for (const storeId of stores) {
      const some = parcels.filter(({ store }) => store.storeId === storeId)
      hands.giveBack(
        storeId,
        some.map(({ delivery }) => delivery),
      )
    }
  }

  return {
    serve,
    keep: async () => {
      await hands.keep()
      return false
    },
    stop: async () => {
      await queue.stop()
      await settler.finish()
      await hands.finish()
    },
  }
}

type Fate = { reason: string; detail?: string } & (
  | { kind: 'retry'; after: number }
  | { kind: 'later'; until: Date }
  | { kind: 'withheld' | 'failed' }
)

const noProvider = ({ claimedAt }: DueDelivery): Fate => ({
  kind: 'later',
  reason: 'no-provider',
  until: new Date(claimedAt.getTime() + noProviderWait),
})

/** Kept with the delivery for people to read. */
const plain = (error: unknown) => safeText(String((error as Error)?.message ?? error), 500)
