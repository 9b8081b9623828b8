/** Writes on their way: kept on the shelf until the service has answered, sent in order, each with a key so that none counts twice. */
import { newKey } from './identity.ts'
import type { Change } from './records.ts'
import type { Shelf } from './shelf.ts'
import type { Problem } from './wire.ts'

type Outcome = { done(answer: unknown): void; failed(problem: Problem): void }

export type Queue = {
  changes(): Change[]
  /** Settles when the service has answered; offline, that is later. */
  add(change: Omit<Change, 'key'>): Promise<unknown>
  /** Kept changed while it waits: which list it went to. */
  amend(change: Change): void
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
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const changes = () => shelf.take<Change[]>('queue') ?? []
  const put = (queue: Change[]) => shelf.put('queue', queue)

  const sendAll = async () => {
    for (;;) {
      const change = changes()[0]
      if (!change || !isAllowed()) return
      const { key } = change
      const outcome = waiting[key]
      let settle: () => void
      try {
        const answer = await send(change)
        settle = () => outcome?.done(answer)
        tries = 0
      } catch (thrown) {
        const problem = thrown as Problem
        if (problem.passes) {
          clearTimeout(timer)
          const pause = Math.max(problem.retryAfter, Math.min(60, 2 ** tries++)) * 1e3
          timer = setTimeout(flush, pause)
          return
        }
        settle = () => {
          outcome?.failed(problem)
          onRefused(change, problem)
        }
      }
      // another tab may have added to it meanwhile
      put(changes().filter((other) => other.key !== key))
      delete waiting[key]
      settle()
    }
  }

  /** One tab at a time; where tabs can't agree, the keys keep a change from counting twice. Ends with a pass begun after the call. */
  const flush = (): Promise<void> => {
    if (running) {
      next ??= running.then(() => {
        next = null
        return flush()
      })
      return next
    }
    running = locked(shelf.prefix, sendAll).finally(() => {
      running = null
    })
    return running
  }

  return {
    changes,
    add: (asked) => {
      const change = { ...asked, key: newKey() }
      put([...changes(), change])
      const answered = new Promise((done, failed) => {
        waiting[change.key] = { done, failed }
      })
      // whoever asks for the outcome hears of it; nobody has to
      answered.catch(() => {})
      onQueued()
      flush()
      return answered
    },
    amend: (change) => put(changes().map((other) => (other.key === change.key ? change : other))),
    flush,
  }
}

const locked = async (name: string, work: () => Promise<void>): Promise<void> => {
  const locks = globalThis.navigator?.locks
  return locks ? await locks.request(name, work) : await work()
}
