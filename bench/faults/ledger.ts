/** What the clients know: which writes were sent, which were acknowledged, and when so many of them were. */

/** From worst to best; what is known of a write only ever gets better. */
const unsent = 0
const unknown = 1
const acknowledged = 2

export type Ledger = {
  readonly size: number
  /** The number of a write that nobody has sent yet; null when all were. */
  take(): number | null
  acknowledge(write: number): void
  isAcknowledged(write: number): boolean
  wasSent(write: number): boolean
  readonly acknowledged: number
  readonly unknown: number
  /** Resolves when so many were acknowledged, or all that ever will be. */
  reached(count: number): Promise<void>
}

export function openLedger(size: number): Ledger {
  const known = new Uint8Array(size)
  let sent = 0
  let good = 0
  let waiting: { count: number; resolve: () => void }[] = []
  return {
    size,
    take() {
      if (sent === size) return null
      known[sent] = unknown
      return sent++
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
