/** Figures that are counted again while somebody looks at them: at most a twentieth of the time, and no screen waits long. */

export type Freshness = (key: string, count: () => Promise<unknown>) => Promise<boolean>

type CachedCount = { running: Promise<void> | null; until: number }

/** Milliseconds: enough for a shop of usual size, and not noticeable. */
const patience = 600
const least = 1_000

/** True when the figures are fresh; false while the count is still running. */
export function makeFreshness(now = () => performance.now()): Freshness {
  const cache = new Map<string, CachedCount>()
  const start = (key: string, count: () => Promise<unknown>): Promise<void> => {
    const begun = now()
    const running = count().then(
      () => void cache.set(key, { running: null, until: now() + Math.max(least, (now() - begun) * 20) }),
      (error) => {
        cache.delete(key)
        throw error
      },
    )
    cache.set(key, { running, until: 0 })
    return running
  }
  return async (key, count) => {
    const held = cache.get(key)
    if (held && !held.running && held.until > now()) return true
    const running = held?.running ?? start(key, count)
    let late: NodeJS.Timeout | undefined
    const tooLong = new Promise<false>((resolve) => {
      late = setTimeout(resolve, patience, false)
    })
    // A count that fails after the answer was sent is retried by the next request.
    running.catch(() => {})
    return await Promise.race([running.then(() => true), tooLong]).finally(() => clearTimeout(late))
  }
}
