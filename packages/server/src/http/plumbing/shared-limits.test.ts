/** Limits shared by several processes, with a real Redis, and without it when it is down. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { freePort, haveRedis, startRedis } from '../testing/redis.ts'
import { type SharedRateLimits, shareRateLimits } from './shared-limits.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const warnings: string[] = []

function share(url: string): SharedRateLimits {
  const limits = shareRateLimits(url, (sentence) => warnings.push(sentence))
  open.push(() => limits.close())
  return limits
}

/** So slow that no test can wait for the next token: a burst of three is all there is. */
const slow = 0.001

/** How many of `times` calls, each to the next of these, were let through. */
async function countTaken(sides: SharedRateLimits[], name: string, perSecond: number, times: number): Promise<number> {
  let taken = 0
  for (let n = 0; n < times; n++) {
    try {
      await sides[n % sides.length]!.take(name, perSecond)
      taken++
    } catch (error) {
      expect(error).toMatchObject({ type: 'too-many-requests', retryAfter: expect.any(Number) })
    }
  }
  return taken
}

const isShared = (limits: SharedRateLimits, name: string) =>
  vi.waitFor(() => expect(limits.take(name, 1000)).toBeInstanceOf(Promise), { timeout: 30_000 })

describe.skipIf(!haveRedis())('with Redis (apt-get install redis-server, if this is skipped)', () => {
  test('two processes share a count, and each name has its own', async () => {
    const redis = await startRedis(await freePort())
    open.push(redis.stop)
    const sides = [share(redis.url), share(redis.url)]
    for (const side of sides) await isShared(side, 'warm')
    expect(await countTaken(sides, 'one', slow, 6)).toBe(1)
    expect(await countTaken(sides, 'two', 1.5, 10)).toBe(3)
    expect(await countTaken(sides, 'three', Number.POSITIVE_INFINITY, 50)).toBe(50)
  })

  test('tokens are refilled', async () => {
    const redis = await startRedis(await freePort())
    open.push(redis.stop)
    const limits = share(redis.url)
    await isShared(limits, 'warm')
    expect(await countTaken([limits], 'quick', 20, 200)).toBeLessThan(100)
    await vi.waitFor(() => limits.take('quick', 20), { interval: 5, timeout: 30_000 })
  })

  test('when Redis dies each counts for itself, and together again when it is back', async () => {
    const port = await freePort()
    const first = await startRedis(port)
    const sides = [share(first.url), share(first.url)]
    for (const side of sides) await isShared(side, 'warm')
    await first.stop()
    await vi.waitFor(() => expect(sides.map((side) => side.take('gone', 1000))).toEqual([undefined, undefined]), {
      timeout: 30_000,
    })
    expect(await countTaken(sides, 'apart', slow, 6)).toBe(2)
    const second = await startRedis(port)
    open.push(second.stop)
    for (const side of sides) await isShared(side, 'warm')
    expect(await countTaken(sides, 'together', slow, 6)).toBe(1)
    expect(warnings.join()).toContain('Redis is available again')
  })
})

test('a Redis that was never reachable refuses and delays no call', async () => {
  const limits = share(`redis://127.0.0.1:${await freePort()}`)
  expect(await countTaken([limits], 'alone', slow, 3)).toBe(1)
  await vi.waitFor(() => expect(warnings.join()).toContain('each process counts rate limits for itself'), {
    timeout: 30_000,
  })
})
