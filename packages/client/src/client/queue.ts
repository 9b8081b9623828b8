/** Writes on their way: kept on the shelf until the service has answered, sent in order, each with a key so that none counts twice. */
import { hush } from './hush.ts'
import { newKey } from './identity.ts'
import type { Change } from './records.ts'
import type { Shelf } from './shelf.ts'
import type { Problem } from './wire.ts'

type Outcome = { done(answer: unknown): void; failed(problem: Problem): void }

export type Queue = {
  /** Those on their way, and those that what was fetched doesn't show yet. */
  changes(): Change[]
  /** Settles when the service has answered; offline, that is later. */
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

export function openQueue(shelf: Shelf, { send, isAllowed, onQueued, onRefused }: Sending): Queue {
  const waiting: Record<string, Outcome> = {}
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const changes = () => shelf.take<Change[]>('queue') ?? []
  const put = (queue: Change[]) => shelf.put('queue', queue)

  /** Read again each time: another tab may have added to it meanwhile. */
  const amend = (key: string, more: Partial<Change> | null) =>
    put(changes().flatMap((other) => (other.key !== key ? other : more ? { ...other, ...more } : [])))

  const sendAll = async () => {
    for (;;) {
      const change = changes().find(({ sent }) => !sent)
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
        // whoever listens may throw, which is not the queue's fault
        queueMicrotask(() => onRefused(change, problem as Problem))
      }
    }
  }

  /** One tab at a time; where tabs can't agree (a sandboxed frame may not lock), the keys keep a change from counting twice. */
  const pass = async () => {
    next = null
    try {
      await navigator.locks.request(shelf.prefix, sendAll)
    } catch {
      await sendAll()
    }
  }

  /** Ends with a pass begun after the call. */
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
      // whoever asks for the outcome hears of it; nobody has to
      hush(answered)
      onQueued()
      flush()
      return answered
    },
  }
}
