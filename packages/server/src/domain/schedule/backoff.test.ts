import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoff, backoffSince } from './backoff.ts'

test('delays grow, are spread, and stay within half an hour', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, random) => {
        const delay = backoff(attempts, {}, random)
        expect(delay).toBeGreaterThanOrEqual(2_500)
        expect(delay).toBeLessThanOrEqual(30 * 60_000)
        expect(backoff(attempts + 1, {}, random)).toBeGreaterThanOrEqual(delay)
        expect(backoff(attempts, {}, 1)).toBeGreaterThanOrEqual(2 * backoff(attempts, {}, 0) - 1)
      },
    ),
  )
})

test('each wait is about as long as all before it, half an hour at most', () => {
  const tried = new Date(1_000_000)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 86_400_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (millis, random) => {
        const delay = backoffSince(tried, new Date(1_000_000 + millis), {}, random)
        const whole = Math.min(Math.max(5000, millis), 1_800_000)
        expect(delay).toBeGreaterThanOrEqual(Math.floor(whole / 2))
        expect(delay).toBeLessThanOrEqual(whole)
      },
    ),
  )
  expect(backoffSince(null, tried, {}, 1)).toBe(5000)
})
