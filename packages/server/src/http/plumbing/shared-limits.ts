/** The same token buckets in Redis, shared by several machines; without Redis each process counts for itself. */
import { Redis } from 'ioredis'
import { makeRateLimits, maxDebtSeconds, type RateLimits, tooManyRequests } from './limits.ts'

/**
 * Takes one token of a bucket, which refills up to two seconds' worth. Returns 0, or the milliseconds until the next token. Uses
 * the time of Redis, because the clocks of several machines differ.
 */
const takeToken = `
local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local held = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = burst
if held[1] then tokens = math.min(burst, held[1] + (now - held[2]) / 1000 * rate) end
if tokens < 1 then return math.ceil((1 - tokens) / rate * 1000) end
redis.call('HSET', KEYS[1], 'tokens', tokens - 1, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
return 0`

/** Takes `cost` more tokens out of an existing bucket, down to a debt of ARGV[4]. */
const chargeTokens = `
local rate, burst, cost, debt = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local held = redis.call('HMGET', KEYS[1], 'tokens', 'at')
if not held[1] then return 0 end
local tokens = math.min(burst, held[1] + (now - held[2]) / 1000 * rate)
tokens = math.max(tokens - cost, -debt)
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - math.min(0, tokens)) / rate * 1000) + 1000)
return 0`

type RedisWithScripts = Redis & {
  heartbellTake(key: string, rate: number, burst: number): Promise<number>
  heartbellCharge(key: string, rate: number, burst: number, cost: number, debt: number): Promise<number>
}

/** Milliseconds; after this the local buckets decide. */
const redisTimeout = 100

const keyOf = (name: string) => `heartbell:limit:${name}`
const burstOf = (perSecond: number) => Math.max(1, perSecond * 2)

export type SharedRateLimits = RateLimits & { close(): void }

export function shareRateLimits(url: string, warn: (sentence: string) => void): SharedRateLimits {
  const local = makeRateLimits()
  const redis = new Redis(url, {
    connectTimeout: 2_000,
    commandTimeout: redisTimeout,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
    scripts: {
      heartbellTake: { lua: takeToken, numberOfKeys: 1 },
      heartbellCharge: { lua: chargeTokens, numberOfKeys: 1 },
    },
  }) as RedisWithScripts
  let isAway = false
  redis.on('ready', () => {
    if (isAway) warn('Redis is available again; rate limits are shared')
    isAway = false
  })
  const noteAway = () => {
    if (!isAway) warn('Redis is not reachable; each process counts rate limits for itself until it is')
    isAway = true
  }
  redis.on('error', noteAway)
  redis.on('close', noteAway)
  const askRedis = async (name: string, perSecond: number) => {
    const wait = await redis.heartbellTake(keyOf(name), perSecond, burstOf(perSecond)).catch(() => null)
    if (wait === null) return local.take(name, perSecond)
    if (wait > 0) throw tooManyRequests(Math.max(1, Math.ceil(wait / 1000)))
  }
  return {
    take(name, perSecond) {
      if (perSecond === Number.POSITIVE_INFINITY) return
      return redis.status === 'ready' ? askRedis(name, perSecond) : local.take(name, perSecond)
    },
    charge(name, perSecond, cost) {
      if (perSecond === Number.POSITIVE_INFINITY) return
      if (redis.status !== 'ready') return local.charge(name, perSecond, cost)
      const debt = perSecond * maxDebtSeconds
      redis
        .heartbellCharge(keyOf(name), perSecond, burstOf(perSecond), cost, debt)
        .catch(() => local.charge(name, perSecond, cost))
    },
    close: () => {
      isAway = true
      redis.disconnect()
    },
  }
}
