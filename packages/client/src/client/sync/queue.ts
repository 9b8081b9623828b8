/** Pending writes: stored until the service answers, sent in order, each with an idempotency key so that none counts twice. */

import type { Change } from '../records.ts'
import type { Problem } from './call-api.ts'
import { newKey } from './identity.ts'
import { ignoreFailure } from './ignore-failure.ts'
import type { LocalData } from './local-data.ts'

type Outcome = { done(answer: unknown): void; failed(problem: Problem): void }

export type Queue = {
  /** Changes that are not sent yet, and sent ones that the fetched lists do not contain yet. */
  changes(): Change[]
  /** Settles when the service has answered; when offline, that is later. */
  add(change: Omit<Change, 'key'>): Promise<unknown>
  amend(key: string, more: Partial<Change> | null): void
  flush(): Promise<void>
}

export type Sending = {
  send(change: Change): Promise<unknown>
  isAllowed(): boolean
  onQueued(): void
  onRefused(change: Change, problem: Problem): void
}

export function openQueue(localData: LocalData, { send, isAllowed, onQueued, onRefused }: Sending): Queue {
  const waiting: Record<string, Outcome> = {}
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | null
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const changes = () => localData.read<Change[]>('queue') ?? []
  const put = (queue: Change[]) => localData.write('queue', queue)

  /** Reads the stored queue each time: another tab may have changed it. */
  const amend = (key: string, more: Partial<Change> | null) =>
    put(changes().flatMap((other) => (other.key !== key ? other : more ? { ...other, ...more } : [])))

  const sendAll = async () => {
    for (;;) {
      const change = changes().find(({ sent, until = 0 }) => !sent && until <= Date.now())
      if (!change || !isAllowed()) return
      const { key } = change
      try {
        const answer = await send(change)
        tries = 0
        amend(key, { sent: true })
        waiting[key]?.done(answer)
      } catch (problem) {
        const { status, retryAfter } = problem as Problem
        if (!status || status > 499 || status === 429) {
          clearTimeout(timer)
          timer = setTimeout(flush, Math.max(retryAfter, Math.min(60, 2 ** tries++)) * 1e3)
          return
        }
        amend(key, null)
        waiting[key]?.failed(problem as Problem)
        // a listener may throw, which must not stop the queue
        queueMicrotask(() => onRefused(change, problem as Problem))
      }
    }
  }

  /** One tab at a time. A sandboxed frame may not lock; there the keys prevent that a change counts twice. */
  const pass = async () => {
    next = null
    try {
      await navigator.locks.request(localData.prefix, sendAll)
    } catch {
      await sendAll()
    }
  }

  /** Resolves after a pass that began after this call. */
  const flush = (): Promise<void> => {
    next ??= last = last.then(pass, pass)
    return next
  }

  return {
    changes,
    amend,
    flush,
    add: (asked) => {
      const change = { ...asked, key: newKey() }
      put([...changes(), change])
      const answered = new Promise((done, failed) => {
        waiting[change.key] = { done, failed }
      })
      // callers may ignore the result
      ignoreFailure(answered)
      onQueued()
      if (change.until) setTimeout(flush, change.until - Date.now())
      else flush()
      return answered
    },
  }
}
