/** Per-provider rates, exact over any stretch of the window: the time of the last so many, and no more than that is kept. */

export type Limits = { perSecond?: number | undefined; perMinute?: number | undefined }

export type RateWindow = {
  /** Milliseconds until one more may go; 0 for now. */
  wait(now: number): number
  take(now: number): void
}

export function makeRateWindow({ perSecond, perMinute }: Limits = {}): RateWindow {
  const windows = [makeWindow(perSecond, 1000), makeWindow(perMinute, 60_000)].filter((one) => one !== null)
  return {
    wait: (now) => windows.reduce((longest, { wait }) => Math.max(longest, wait(now)), 0),
    take: (now) => {
      for (const { take } of windows) take(now)
    },
  }
}

function makeWindow(most: number | undefined, length: number): RateWindow | null {
  if (most === undefined || !(most >= 1)) return null
  const size = Math.floor(most)
  const times = new Float64Array(size).fill(Number.NEGATIVE_INFINITY)
  let next = 0
  return {
    wait: (now) => Math.max(0, times[next]! + length - now),
    take: (now) => {
      times[next] = now
      next = (next + 1) % size
    },
  }
}
