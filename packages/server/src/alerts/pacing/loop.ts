/** A loop that sleeps until it is woken or the clock strikes, and looks again at once while there is more to do. */

export type Loop = { wake(): void; stop(): Promise<void> }

export type LoopOptions = {
  /** One look; true when there may be more at once. */
  look: (isStopped: () => boolean) => Promise<boolean>
  warn: (error: unknown) => void
  /** Milliseconds between two looks when nobody wakes it. */
  tick: number
}

export function startLoop({ look, warn, tick }: LoopOptions): Loop {
  let isWoken = false
  let isStopped = false
  let round: Promise<void> | null = null
  const work = async () => {
    while (isWoken && !isStopped) {
      isWoken = false
      isWoken = (await look(() => isStopped)) || isWoken
    }
  }
  const wake = () => {
    isWoken = true
    if (isStopped) return
    round ??= work()
      .catch((error) => {
        // A fault ends the round; the clock begins the next one.
        isWoken = false
        warn(error)
      })
      .finally(() => {
        round = null
        if (isWoken) wake()
      })
  }
  const clock = setInterval(wake, tick)
  // The caller's own set-up ends before the first look begins.
  queueMicrotask(wake)
  return {
    wake,
    stop: async () => {
      isStopped = true
      clearInterval(clock)
      await round
    },
  }
}
