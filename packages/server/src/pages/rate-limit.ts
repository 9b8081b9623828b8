/** How often somebody at one network address may ask for letters: so many within a while, counted by each process for itself. */

export type RateLimit = { allows(who: string, now?: number): boolean }

const mostCounted = 50_000

export function makeRateLimit(most: number, within: number): RateLimit {
  const counted = new Map<string, { count: number; until: number }>()
  return {
    allows(who, now = performance.now()) {
      const held = counted.get(who)
      if (held && held.until > now) return ++held.count <= most
      if (counted.size >= mostCounted) counted.clear()
      counted.set(who, { count: 1, until: now + within })
      return true
    },
  }
}
