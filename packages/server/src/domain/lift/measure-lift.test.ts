/** The interval of a difference against published values, and how often it contains an effect that is known. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leastPeople, measureLift } from './measure-lift.ts'
import { newcombe, wilson } from './newcombe.ts'
import { drawNumber } from './testing/draw-number.ts'
import { simulateCoverage } from './testing/simulate-lift.ts'

const group = (bought: number, people: number) => ({ bought, people })

// Newcombe 1998, “Interval estimation for the difference between independent proportions”, table II, method 10.
test.each([
  [group(56, 70), group(48, 80), 0.0524, 0.3339],
  [group(9, 10), group(3, 10), 0.1705, 0.809],
  [group(5, 56), group(0, 29), -0.0381, 0.1926],
  [group(0, 10), group(0, 20), -0.1611, 0.2775],
  [group(10, 10), group(0, 10), 0.6075, 1],
])('the interval of %o and %o is that of the literature', (one, other, low, high) => {
  const interval = newcombe(one, other)
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
})

const counts = fc
  .integer({ min: 1, max: 5000 })
  .chain((people) => fc.record({ people: fc.constant(people), bought: fc.nat(people) }))

test('an interval contains its difference, stays within −1 and 1, and turns around with its groups', () => {
  fc.assert(
    fc.property(counts, counts, (one, other) => {
      const { low, high } = newcombe(one, other)
      const difference = one.bought / one.people - other.bought / other.people
      expect(low).toBeLessThanOrEqual(difference)
      expect(high).toBeGreaterThanOrEqual(difference)
      expect(low).toBeGreaterThanOrEqual(-1)
      expect(high).toBeLessThanOrEqual(1)
      expect(newcombe(other, one).low).toBeCloseTo(-high, 12)
      expect(wilson(one).low).toBeGreaterThanOrEqual(0)
    }),
  )
})

describe('too few people', () => {
  test('give no figure, and say how many more have to be held out', () => {
    const measured = measureLift({ notified: group(80, 400), held: group(1, leastPeople - 12) })
    expect(measured).toEqual({ state: 'too-few', effect: null, needed: 12 })
    expect(measureLift({ notified: group(0, 0), held: group(0, 0) })).toMatchObject({
      effect: null,
      needed: leastPeople,
    })
  })

  test('of those who were notified count as well: then as many more are held out as come with them', () => {
    expect(measureLift({ notified: group(1, 40), held: group(1, 60) })).toMatchObject({ state: 'too-few', needed: 15 })
  })

  test('for a decision: as many more as make the interval leave out 0 if the shares stay', () => {
    const notified = group(240, 1900)
    const held = group(9, 100)
    const { state, effect, needed } = measureLift({ notified, held })
    expect(state).toBe('open')
    expect(effect!.low).toBeLessThan(0)
    const times = 1 + needed! / held.people
    const grown = (one: typeof held, by: number) => group(one.bought * by, one.people * by)
    expect(newcombe(grown(notified, times), grown(held, times)).low).toBeGreaterThan(0)
    expect(newcombe(grown(notified, times - 0.05), grown(held, times - 0.05)).low).toBeLessThan(0)
    expect(measureLift({ notified: group(100, 1000), held: group(10, 100) }).needed).toBeNull()
  })
})

describe('shops with a known effect', () => {
  test.each([
    { people: 1600, share: 0.1, base: 0.05, effect: 0.1 },
    { people: 1600, share: 0.1, base: 0.1, effect: 0.03 },
    { people: 1000, share: 0.5, base: 0.12, effect: -0.04 },
    { people: 1600, share: 0.1, base: 0.08, effect: 0 },
  ])('%o: the interval contains it in 93 to 97 of 100', (shop) => {
    const { measured, covered, decided } = simulateCoverage(shop, 1500, 17)
    expect(measured).toBe(1500)
    expect(covered).toBeGreaterThanOrEqual(0.93)
    expect(covered).toBeLessThanOrEqual(0.97)
    if (shop.effect === 0) expect(decided).toBeCloseTo(1 - covered, 10)
    if (shop.effect === 0.1) expect(decided).toBeGreaterThan(0.9)
  })
})

test('the draw gives every subscription a number of its own, evenly spread', () => {
  const key = Buffer.alloc(32, 7)
  const ids = Array.from({ length: 5000 }, (_, i) => `01a1e478-f05c-74c2-a130-${i.toString(16).padStart(12, '0')}`)
  const drawn = ids.map((id) => drawNumber(key, id))
  for (const share of [0.05, 0.2, 0.5]) {
    const held = drawn.filter((number) => number < share).length / drawn.length
    expect(Math.abs(held - share)).toBeLessThan(0.02)
  }
  expect(drawNumber(Buffer.alloc(32, 8), ids[0]!)).not.toBe(drawn[0])
})
