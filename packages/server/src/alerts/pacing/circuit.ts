/** Circuit breaker of a provider: after failures it is left alone for a while, then tried with a single message. */

export type CircuitOptions = {
  /** Failures one after the other until it opens. */
  failures?: number
  /** Milliseconds until the first trial; each further one waits twice as long, up to `longest`. */
  first?: number
  longest?: number
}

export type Circuit = {
  /** How many may be on their way now, `running` of them being so already. */
  room(running: number, now: number): number
  /** The provider answered, be it with a no. */
  answered(): void
  /** It was away, or busy and said for how long. */
  failed(now: number, after?: number): void
  /** When it may be tried again; null while it is closed. */
  openUntil(): number | null
}

/** So many answers in a row that ask for a later attempt: the limit concerns every message. A single one may be chance. */
const busyInARow = 3

export function makeCircuit({ failures = 10, first = 2_000, longest = 60_000 }: CircuitOptions = {}): Circuit {
  let failed = 0
  let busy = 0
  let until: number | null = null
  let wait = first
  const open = (now: number, millis: number) => {
    until = Math.max(until ?? 0, now + millis)
  }
  return {
    room: (running, now) => {
      if (until === null) return Number.POSITIVE_INFINITY
      return until <= now && running === 0 ? 1 : 0
    },
    answered: () => {
      failed = 0
      busy = 0
      until = null
      wait = first
    },
    failed: (now, after) => {
      failed++
      busy = after === undefined ? 0 : busy + 1
      if (after !== undefined && busy >= busyInARow) return open(now, after)
      const isTrial = until !== null && until <= now
      if (!isTrial && (failed < failures || until !== null)) return
      open(now, after ?? wait)
      wait = Math.min(wait * 2, longest)
    },
    openUntil: () => until,
  }
}
