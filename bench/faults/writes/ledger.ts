/** What the clients know: which writes were sent, which were acknowledged, and when a given number was reached. */

/** In ascending order; the state of a write only increases. */
const unsent = 0
const unknown = 1
const acknowledged = 2

/** Writes of one call: all of them are done or none. */
export type Call = { number: number; first: number; length: number }

export type Ledger = {
  readonly size: number
  /** The call with this write. */
  callOf(write: number): Call
  /** The next unsent writes, for one call; null when all were sent. */
  take(): Call | null
  acknowledge(write: number): void
  isAcknowledged(write: number): boolean
  wasSent(write: number): boolean
  readonly acknowledged: number
  readonly unknown: number
  /** Resolves when so many are acknowledged, or when no more can be. */
  reached(count: number): Promise<void>
}

/** Calls alternate between one write and `pair - 1` writes. */
export function openLedger(size: number, pair = 2): Ledger {
  const callOf = (write: number): Call => {
    const number = Math.floor(write / pair) * 2
    if (write % pair === 0) return { number, first: write, length: 1 }
    const first = write - (write % pair) + 1
    return { number: number + 1, first, length: Math.min(pair - 1, size - first) }
  }
  const known = new Uint8Array(size)
  let sent = 0
  let good = 0
  let waiting: { count: number; resolve: () => void }[] = []
  return {
    size,
    callOf,
    take() {
      if (sent === size) return null
      const call = callOf(sent)
      sent += call.length
      known.fill(unknown, call.first, sent)
      return call
    },
    acknowledge(write) {
      if (known[write] === acknowledged) return
      known[write] = acknowledged
      good++
      const due = waiting.filter(({ count }) => count <= good)
      if (due.length > 0) waiting = waiting.filter(({ count }) => count > good)
      for (const { resolve } of due) resolve()
    },
    isAcknowledged: (write) => known[write] === acknowledged,
    wasSent: (write) => known[write] !== undefined && known[write] !== unsent,
    get acknowledged() {
      return good
    },
    get unknown() {
      return sent - good
    },
    reached: (count) =>
      good >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
  }
}
