/** The loop of all background work: looks when it is woken and when its tick is over, and again at once while there is more to do. */
import type { Database } from '../../database/connect.ts'
import { listen } from '../../database/listen.ts'

export type BackgroundLoop = {
  /** Looks now, or once more after the look that is under way. */
  wake(): void
  /** Starts no further look, and ends when the one under way has ended. */
  stop(): Promise<void>
}

/** One look at the work; true when there may be more at once. A long one asks `isStopped` now and then. */
export type BackgroundLook = (isStopped: () => boolean) => Promise<boolean>

export type LoopOptions = {
  look: BackgroundLook
  /** A look failed; the next tick tries again. */
  warn: (error: unknown) => void
  /** Milliseconds between two looks when nothing wakes it. */
  tick: number
  /** The process may end while it waits. */
  unref?: boolean
}

export function startLoop({ look, warn, tick, unref = false }: LoopOptions): BackgroundLoop {
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
        isWoken = false
        if (!isStopped) warn(error)
      })
      .finally(() => {
        round = null
        if (isWoken) wake()
      })
  }
  const timer = setInterval(wake, tick)
  if (unref) timer.unref()
  // The caller's own set-up ends before the first look begins.
  queueMicrotask(wake)
  return {
    wake,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await round
    },
  }
}

/** The database's notices on `channel` wake the loop too, until it is stopped. */
export async function wakeOnNotices(sql: Database, channel: string, loop: BackgroundLoop): Promise<BackgroundLoop> {
  const listening = await listen(sql, channel, loop.wake, loop.wake)
  return {
    wake: loop.wake,
    stop: async () => {
      await Promise.allSettled([listening.unlisten(), loop.stop()])
    },
  }
}
