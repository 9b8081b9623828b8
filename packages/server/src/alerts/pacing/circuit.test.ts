/** Failures and rate limits of a provider, on a fake clock. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeCircuit } from './circuit.ts'
import { makeRateWindow } from './rate-window.ts'

test('failures in a row open it, one trial at a time goes through, and an answer closes it', () => {
  const circuit = makeCircuit({ failures: 3, first: 100, longest: 300 })
  for (const now of [0, 1]) circuit.failed(now)
  expect(circuit.room(0, 2)).toBe(Number.POSITIVE_INFINITY)
  circuit.failed(2)
  expect([circuit.openUntil(), circuit.room(0, 101), circuit.room(0, 102), circuit.room(1, 102)]).toEqual([
    102, 0, 1, 0,
  ])
  // Calls that started before it opened do not count.
  circuit.failed(50)
  expect(circuit.openUntil()).toBe(102)
  circuit.failed(110)
  expect(circuit.openUntil()).toBe(310)
  circuit.failed(320)
  circuit.failed(700)
  expect(circuit.openUntil()).toBe(1000)
  circuit.answered()
  expect(circuit.room(5, 701)).toBe(Number.POSITIVE_INFINITY)
})

test('a provider that names a wait is paused that long after three busy answers in a row', () => {
  const circuit = makeCircuit()
  circuit.failed(0, 5000)
  circuit.failed(0, 5000)
  expect(circuit.openUntil()).toBeNull()
  circuit.failed(10, 5000)
  expect(circuit.openUntil()).toBe(5010)
})

test('a shorter wait named later does not shorten the pause', () => {
  const circuit = makeCircuit()
  for (let nth = 0; nth < 3; nth++) circuit.failed(0, 5000)
  circuit.failed(10, 20)
  expect(circuit.openUntil()).toBe(5000)
})

test('busy counts in a row: a failure of another kind begins it anew', () => {
  const circuit = makeCircuit()
  for (const after of [5000, 5000, undefined, 5000, 5000]) circuit.failed(0, after)
  expect(circuit.openUntil()).toBeNull()
  circuit.failed(0, 5000)
  expect(circuit.openUntil()).toBe(5000)
})

test('a trial at time zero counts, and its failure doubles the pause', () => {
  const circuit = makeCircuit({ failures: 1, first: 100, longest: 300 })
  circuit.failed(0)
  circuit.failed(100)
  expect(circuit.openUntil()).toBe(300)
})

test('a provider without a limit never waits, and a limit below one means no limit', () => {
  for (const limits of [undefined, {}, { perSecond: 0 }, { perMinute: 0.5 }]) {
    const rate = makeRateWindow(limits)
    for (let nth = 0; nth < 1000; nth++) rate.take(0)
    expect(rate.wait(0)).toBe(0)
  }
  const minute = makeRateWindow({ perMinute: 1 })
  minute.take(0)
  expect([minute.wait(1000), minute.wait(60_000)]).toEqual([59_000, 0])
})

test('no second and no minute exceeds its limit', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 50, maxLength: 300 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 40 }),
      gaps,
      (perSecond, perMinute, waits) => {
        const rate = makeRateWindow({ perSecond, perMinute })
        const times: number[] = []
        let now = 0
        for (const wait of waits) {
          now += wait
          now += rate.wait(now)
          expect(rate.wait(now)).toBe(0)
          rate.take(now)
          times.push(now)
        }
        for (const at of times) {
          expect(times.filter((time) => time >= at && time < at + 1000).length).toBeLessThanOrEqual(perSecond)
          expect(times.filter((time) => time >= at && time < at + 60_000).length).toBeLessThanOrEqual(perMinute)
        }
      },
    ),
  )
})
