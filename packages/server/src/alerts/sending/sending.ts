/** One worker's sending, from top to bottom: claim what is due → check it → queue it → send it → write the outcome. */
import type { Database } from '../../database/connect.ts'
import type { BackgroundLoop } from '../../domain/schedule/background-loop.ts'
import { findDueWork, finishScheduledWork } from '../../domain/schedule/due-work.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { CircuitOptions } from '../pacing/circuit.ts'
import type { ProviderMedium } from '../providers/providers.ts'
import { type Claim, type ClaimOptions, claimAndCheck } from './claim-and-check.ts'
import { makeHeldDeliveries } from './held-deliveries.ts'
import { makeOutcomeWriter, type OutcomeOptions } from './outcome-writer.ts'
import type { SendOneOptions } from './send-one.ts'
import { makeSendQueue } from './send-queue.ts'
import { makeSenders } from './senders.ts'

export type SendingOptions = ClaimOptions & SendOneOptions & OutcomeOptions & { circuit?: CircuitOptions | undefined }

export type Sending = {
  /** One store's turn; true when it has more that is due. */
  serve(store: Store): Promise<boolean>
  renewLeases(): Promise<false>
  /** Releases what has not begun, and ends when the rest is sent and written. */
  stop(): Promise<void>
}

/** `claiming` is woken when a store whose lane was full has room again. */
export function makeSending(sql: Database, options: SendingOptions, claiming: Pick<BackgroundLoop, 'wake'>): Sending {
  const queue = makeSendQueue(options.circuit)
  const held = makeHeldDeliveries(sql, options)
  const outcomes = makeOutcomeWriter(sql, held, options)
  const worker = { queue, held, outcomes }
  const senders = makeSenders(worker, options, claiming)
  options.metrics?.watchCircuits(queue.circuits)
  return {
    serve: async (store) => {
      const work = await findDueWork(sql, store.storeId)
      if (!work) return false
      const claims: Claim[] = []
      for (const medium of work.media as ProviderMedium[]) {
        const claim = await claimAndCheck(sql, worker, options, { store, medium })
        for (const filled of queue.add(claim.ready)) senders.dispatch(filled)
        claims.push(claim)
      }
      // A store that is not done keeps one row of scheduled work, which leads back to it.
      const isDone = claims.every(({ hasMore, isFull }) => !hasMore && !isFull)
      const again = claims.flatMap(({ after }) => after ?? [])
      if (isDone) await finishScheduledWork(sql, store.storeId, work.workIds, again)
      else await finishScheduledWork(sql, store.storeId, work.workIds.slice(1))
      return claims.some(({ hasMore }) => hasMore)
    },
    renewLeases: async () => {
      await held.renewLeases()
      return false
    },
    stop: async () => {
      await senders.stop()
      await outcomes.finish()
      await held.finish()
    },
  }
}
