/** Collects outcomes for a moment and writes those of one store together. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../database/connect.ts'
import type { DueDelivery } from '../../domain/deliveries/deliveries.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { ClaimedDelivery, DeliveryOutcome } from './deliveries.ts'
import type { HeldDeliveries } from './held-deliveries.ts'
import type { EngineMetrics } from './metrics.ts'
import { type WrittenOutcome, writeOutcomes } from './write-outcomes.ts'

export type OutcomeOptions = {
  warn: (sentence: string, error?: unknown) => void
  metrics?: EngineMetrics | undefined
  /** For the log: the outcome of each delivery, by the ids that lead to it. */
  note?: ((storeId: number, delivery: DueDelivery, outcome: { kind: string; reason?: string }) => void) | undefined
}

export type OutcomeWriter = {
  add(claimed: ClaimedDelivery, outcome: DeliveryOutcome): void
  /** Ends when everything is written. */
  finish(): Promise<void>
}

type Batch = { store: Store; waiting: WrittenOutcome[]; writing: Promise<void> }

/** Milliseconds in which others may join: at a thousand messages a second one statement writes twenty. */
const gatherTime = 20
const mostAtOnce = 500

export function makeOutcomeWriter(sql: Database, held: HeldDeliveries, options: OutcomeOptions): OutcomeWriter {
  const batches = new Map<number, Batch>()

  function batchOf(store: Store): Batch {
    const batch = batches.get(store.storeId) ?? { store, waiting: [], writing: Promise.resolve() }
    if (!batches.has(store.storeId)) batch.writing = pause(gatherTime).then(() => drain(batch))
    batches.set(store.storeId, batch)
    batch.store = store
    return batch
  }

  async function drain(batch: Batch): Promise<void> {
    while (batch.waiting.length > 0) {
      const some = batch.waiting.splice(0, mostAtOnce)
      await writeOutcomes(sql, batch.store, some, options.warn)
      for (const { claimed } of some) held.remove(claimed)
    }
    batches.delete(batch.store.storeId)
  }

  return {
    add: (claimed, outcome) => {
      const { store, delivery } = claimed
      options.metrics?.settled(delivery.medium, outcome.kind)
      options.note?.(store.storeId, delivery, outcome)
      batchOf(store).waiting.push({ claimed, outcome })
    },
    finish: async () => {
      while (batches.size > 0) await Promise.all([...batches.values()].map(({ writing }) => writing))
    },
  }
}
