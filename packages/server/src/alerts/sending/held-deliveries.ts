/** What this worker has taken: kept while it is being sent, given back when it is not going to be. */
import type { Database } from '../../database/connect.ts'
import type { DueDelivery } from '../../domain/deliveries/deliveries.ts'
import { releaseDeliveries, renewLeases } from '../../domain/deliveries/leases.ts'

export type Hands = {
  take(storeId: number, deliveries: DueDelivery[]): void
  /** It is written down what became of it. */
  done(storeId: number, delivery: DueDelivery): void
  giveBack(storeId: number, deliveries: DueDelivery[]): void
  keep(): Promise<void>
  /** Ends when all that was given back is. */
  finish(): Promise<void>
}

export function makeHands(sql: Database, lease: number, warn: (sentence: string, error?: unknown) => void): Hands {
  const held = new Map<number, Set<DueDelivery>>()
  const givingBack = new Set<Promise<void>>()
  const done = (storeId: number, delivery: DueDelivery) => {
    const some = held.get(storeId)
    some?.delete(delivery)
    if (some?.size === 0) held.delete(storeId)
  }
  return {
    take: (storeId, deliveries) => {
      if (deliveries.length === 0) return
      const some = held.get(storeId) ?? new Set()
      held.set(storeId, some)
      for (const delivery of deliveries) some.add(delivery)
    },
    done,
    giveBack: (storeId, deliveries) => {
      if (deliveries.length === 0) return
      for (const delivery of deliveries) done(storeId, delivery)
      const given = releaseDeliveries(sql, storeId, deliveries)
        // Their leases end by themselves.
        .catch((error) => warn('alerts that were taken could not be given back', error))
        .finally(() => givingBack.delete(given))
      givingBack.add(given)
    },
    keep: async () => {
      for (const [storeId, some] of held) await renewLeases(sql, storeId, [...some], lease)
    },
    finish: async () => void (await Promise.all(givingBack)),
  }
}
