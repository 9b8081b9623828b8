/** Limits how often a network address may request messages. Each process counts for itself. */

type RateLimit = { allows(who: string, now?: number): boolean }

const mostCounted = 50_000

export function makeRateLimit(most: number, within: number): RateLimit {
  const counted = new Map<string, { count: number; until: number }>()
  return {
    allows(who, now = performance.now()) {
      const entry = counted.get(who)
      if (entry && entry.until > now) return ++entry.count <= most
      if (counted.size >= mostCounted) counted.clear()
      counted.set(who, { count: 1, until: now + within })
      return true
    },
  }
}
