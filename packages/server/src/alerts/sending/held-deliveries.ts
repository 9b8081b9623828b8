/** The deliveries that this worker has claimed: their leases are renewed until the outcome is written, or they are released. */
import type { Database } from '../../database/connect.ts'
import type { DueDelivery } from '../../domain/deliveries/deliveries.ts'
import { findStillDue, releaseDeliveries, renewLeases } from '../../domain/deliveries/leases.ts'
import type { ClaimedDelivery, QueuedDelivery } from './deliveries.ts'

export type HeldDeliveries = {
  add(claimed: ClaimedDelivery[]): void
  renewLeases(): Promise<void>
  /** Which of a store's deliveries are still to be sent. None when the database does not answer: what is unknown is not sent. */
  findStillDue(storeId: number, queued: QueuedDelivery[]): Promise<Set<QueuedDelivery>>
  /** Returns them to the database untried, for any worker. */
  release(claimed: ClaimedDelivery[]): void
  /** The outcome is written. */
  remove(claimed: ClaimedDelivery): void
  /** Ends when all releases are written. */
  finish(): Promise<void>
}

type HeldOptions = { lease: number; warn: (sentence: string, error?: unknown) => void }

export function makeHeldDeliveries(sql: Database, { lease, warn }: HeldOptions): HeldDeliveries {
  const held = new Map<number, Set<DueDelivery>>()
  const releasing = new Set<Promise<void>>()
  const remove = ({ store, delivery }: ClaimedDelivery) => {
    const deliveries = held.get(store.storeId)
    deliveries?.delete(delivery)
    if (deliveries?.size === 0) held.delete(store.storeId)
  }
  return {
    add: (claimed) => {
      for (const { store, delivery } of claimed) {
        const deliveries = held.get(store.storeId) ?? new Set()
        held.set(store.storeId, deliveries.add(delivery))
      }
    },
    renewLeases: async () => {
      for (const [storeId, deliveries] of held) await renewLeases(sql, storeId, [...deliveries], lease)
    },
    findStillDue: async (storeId, queued) => {
      const deliveries = queued.map(({ delivery }) => delivery)
      const stillDue = await findStillDue(sql, storeId, deliveries).catch(() => new Set<DueDelivery>())
      return new Set(queued.filter(({ delivery }) => stillDue.has(delivery)))
    },
    release: (claimed) => {
      for (const one of claimed) remove(one)
      for (const [storeId, deliveries] of groupByStore(claimed)) {
        const released = releaseDeliveries(sql, storeId, deliveries)
          // Without this their leases expire.
          .catch((error) => warn('claimed alerts could not be released', error))
          .finally(() => releasing.delete(released))
        releasing.add(released)
      }
    },
    remove,
    finish: async () => void (await Promise.all(releasing)),
  }
}

function groupByStore(claimed: ClaimedDelivery[]): Map<number, DueDelivery[]> {
  const groups = new Map<number, DueDelivery[]>()
  for (const { store, delivery } of claimed) {
    const group = groups.get(store.storeId)
    if (group) group.push(delivery)
    else groups.set(store.storeId, [delivery])
  }
  return groups
}
