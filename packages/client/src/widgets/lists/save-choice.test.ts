import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planSteps, type Step } from './save-choice.ts'

const lists = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))

/** Where the product is after the steps; a copy or move from a list that does not hold it fails. */
function carryOut(held: string[], steps: Step[]): string[] {
  const now = new Set(held)
  for (const { from, to, move } of steps) {
    if (from && !now.has(from)) throw new Error(`${from} does not hold it`)
    if (to) now.add(to)
    if (from && (!to || move)) now.delete(from)
  }
  return [...now].sort()
}

test('after the steps the product is in the chosen lists and in no other', () => {
  fc.assert(
    fc.property(lists, lists, (held, wanted) => {
      expect(carryOut(held, planSteps(held, wanted))).toEqual([...wanted].sort())
    }),
  )
})

test('a saved product is never saved anew, which would lose its price when saved', () => {
  fc.assert(
    fc.property(lists, lists, (held, wanted) => {
      fc.pre(held.length > 0)
      expect(planSteps(held, wanted).filter(({ from, to }) => to && !from)).toEqual([])
    }),
  )
})

test('one list for another is one move', () => {
  expect(planSteps(['a'], ['b'])).toEqual([{ from: 'a', to: 'b', move: true }])
  expect(planSteps(['a'], ['a', 'b'])).toEqual([{ from: 'a', to: 'b' }])
  expect(planSteps(['a', 'b'], ['b'])).toEqual([{ from: 'a' }])
  expect(planSteps([], ['a'])).toEqual([{ to: 'a' }])
})
