/** The last steps of sending: sends what waits in a provider's queue and passes the outcome to the writer. */
import { setTimeout as pause } from 'node:timers/promises'
import type { BackgroundLoop } from '../../domain/schedule/background-loop.ts'
import type { Worker } from './claim-and-check.ts'
import type { QueuedDelivery } from './deliveries.ts'
import {
  endPause,
  endRecheck,
  endSend,
  hasRoomAgain,
  nextStep,
  type ProviderAnswer,
  type ProviderQueue,
  type RecheckStep,
  type Step,
} from './provider-queue.ts'
import { type SendOneOptions, sendOne } from './send-one.ts'

export type Senders = {
  /** Begins all that can begin now for this provider. What ends makes way for more. */
  dispatch(queue: ProviderQueue): void
  /** Releases what has not begun, and ends when the rest has ended. */
  stop(): Promise<void>
}

/** `claiming` is woken when a store whose lane was full has room again. */
export function makeSenders(worker: Worker, options: SendOneOptions, claiming: Pick<BackgroundLoop, 'wake'>): Senders {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()

  function dispatch(queue: ProviderQueue): void {
    while (!stopping.signal.aborted) {
      const step = nextStep(queue, performance.now())
      if (!step) break
      const task = run(queue, step)
        .catch((error) => options.warn('a step of sending failed', error))
        .finally(() => {
          running.delete(task)
          dispatch(queue)
        })
      running.add(task)
    }
    worker.queue.tidy(queue)
  }

  async function run(queue: ProviderQueue, step: Step): Promise<void> {
    if (step.kind === 'send') await send(worker, options, queue, step.queued)
    else if (step.kind === 'recheck') await recheck(worker, queue, step)
    else if (step.kind === 'pause') await awaitRate(queue, step.millis, stopping.signal)
    else worker.held.release(step.queued)
    if ('storeId' in step && hasRoomAgain(queue, step.storeId)) claiming.wake()
  }

  return {
    dispatch,
    stop: async () => {
      stopping.abort()
      worker.held.release(worker.queue.takeAll())
      await Promise.all(running)
      // Rechecks that were under way have put theirs back.
      worker.held.release(worker.queue.takeAll())
    },
  }
}

async function send({ outcomes }: Worker, options: SendOneOptions, queue: ProviderQueue, queued: QueuedDelivery) {
  let answer: ProviderAnswer = { isAnswered: false }
  try {
    const sent = await sendOne(options, queued)
    answer = sent.answer
    outcomes.add(queued, sent.outcome)
  } finally {
    endSend(queue, answer, performance.now())
  }
}

async function recheck({ held }: Worker, queue: ProviderQueue, step: RecheckStep): Promise<void> {
  const stillDue = await held.findStillDue(step.storeId, step.queued)
  endRecheck(queue, step, stillDue, performance.now())
  // Claimed again they get the outcome that says why they are not sent.
  held.release(step.queued.filter((queued) => !stillDue.has(queued)))
}

async function awaitRate(queue: ProviderQueue, millis: number, signal: AbortSignal): Promise<void> {
  await pause(millis, undefined, { signal, ref: false }).catch(() => {})
  endPause(queue)
}
