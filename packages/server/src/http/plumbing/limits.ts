/** Rate limits: token buckets for API keys, shoppers and IP addresses, each with a rate per second and two seconds of burst. */
import { Refusal } from '@heartbell/contract/errors'

export type RateLimits = {
  /** Throws above the limit; returns a promise where Redis counts. */
  take(bucket: string, perSecond: number): void | Promise<void>
  /** Counts an answered call as `cost` more calls. The bucket may go into debt, which delays the next calls. */
  charge(bucket: string, perSecond: number, cost: number): void
}

type TokenBucket = { tokens: number; at: number }

const maxBuckets = 100_000

export type LocalRateLimits = {
  take(bucket: string, perSecond: number, now?: number): void
  charge(bucket: string, perSecond: number, cost: number, now?: number): void
}

/** The cost of one call delays its caller by at most half a minute. */
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

/** A bucket unused for a minute is full again at any useful rate, so it can be dropped. */
function dropFull(buckets: Map<string, TokenBucket>, now: number): void {
  for (const [name, { at }] of buckets) if (now - at > 60_000) buckets.delete(name)
  if (buckets.size >= maxBuckets) buckets.clear()
}

export const tooManyRequests = (seconds: number) =>
  new Refusal('too-many', 'too-many-requests', `Too many requests; try again in ${seconds} s.`, seconds)
