import { expect, test } from 'vitest'
import { templateMillis, waitFor, withinBudget } from './time-budget.ts'

const spin = (millis: number) => {
  const { user: since } = process.cpuUsage()
  while ((process.cpuUsage().user - since) / 1000 < millis);
}

test('work that ends returns its result or throws its error', () => {
  expect(withinBudget(() => 7)).toEqual({ done: 7 })
  expect(() =>
    withinBudget(() => {
      throw new Error('of the template')
    }),
  ).toThrow('of the template')
})

test('work that never ends is stopped', () => {
  let begun = 0
  expect(
    withinBudget(() => {
      begun++
      for (;;);
    }),
  ).toBeUndefined()
  expect(begun).toBeGreaterThanOrEqual(2)
})

test('work that waits for the processor is not slow: it is given more time', () => {
  let attempts = 0
  const done = withinBudget(() => {
    // The first attempts get hardly any of the processor, as on a machine that is busy with something else.
    if (attempts++ < 2) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 * templateMillis)
    else spin(1)
    return attempts
  })
  expect(done).toEqual({ done: expect.any(Number) })
})

test('the time limit grows with the missing share of the processor, to at most a second', () => {
  expect(waitFor(50, 25)).toBe(100)
  expect(waitFor(50, 5)).toBe(500)
  expect(waitFor(50, 0)).toBe(1000)
  expect(waitFor(100, 60)).toBe(200)
})
