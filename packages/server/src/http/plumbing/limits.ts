/** How often somebody may ask: token buckets per key, per shopper and per address, each with a second's rate and two of burst. */
import { Refusal } from '@heartbell/contract/errors'

export type RateLimits = {
  /** Throws when there was one call too many; a promise where others have to be asked. */
  take(bucket: string, perSecond: number): void | Promise<void>
  /** Counts a call that was answered as `cost` calls more. It may leave the bucket in debt: the next calls wait for it. */
  charge(bucket: string, perSecond: number, cost: number): void
}

type TokenBucket = { tokens: number; at: number }

const maxBuckets = 100_000

export type LocalRateLimits = {
  take(bucket: string, perSecond: number, now?: number): void
  charge(bucket: string, perSecond: number, cost: number, now?: number): void
}

/** One call keeps its caller waiting for half a minute at most, whatever it cost. */
export const maxDebtSeconds = 30

export function makeRateLimits(): LocalRateLimits {
  const buckets = new Map<string, TokenBucket>()
  return {
    take(name, perSecond, now = performance.now()) {
      if (perSecond === Number.POSITIVE_INFINITY) return
      const burst = Math.max(1, perSecond * 2)
      const bucket = buckets.get(name)
      const tokens = bucket ? Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond) : burst
      if (tokens < 1) throw tooManyRequests(Math.max(1, Math.ceil((1 - tokens) / perSecond)))
      if (bucket) {
        bucket.tokens = tokens - 1
        bucket.at = now
        return
      }
      if (buckets.size >= maxBuckets) dropFull(buckets, now)
      buckets.set(name, { tokens: tokens - 1, at: now })
    },
    charge(name, perSecond, cost, now = performance.now()) {
      const bucket = buckets.get(name)
      if (perSecond === Number.POSITIVE_INFINITY || !bucket) return
      const tokens = Math.min(Math.max(1, perSecond * 2), bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
      bucket.tokens = Math.max(tokens - cost, -maxDebtSeconds * perSecond)
      bucket.at = now
    },
  }
}

/** A bucket untouched for a minute is full again under any rate worth setting, and says nothing any more. */
function dropFull(buckets: Map<string, TokenBucket>, now: number): void {
  for (const [name, { at }] of buckets) if (now - at > 60_000) buckets.delete(name)
  if (buckets.size >= maxBuckets) buckets.clear()
}

export const tooManyRequests = (seconds: number) =>
  new Refusal('too-many', 'too-many-requests', `Too many requests; try again in ${seconds} s.`, seconds)
