/** The short form of the fault run about known attacks on other products (`npm run faults -- --only known-faults`), against the built server. */
import { expect, test } from 'vitest'
import { attacks, judgeFaulty, playAll } from '../bench/faults/attacks/known-faults.ts'

test('every check detects the answer of a vulnerable server', () => {
  expect(judgeFaulty().filter(({ shows }) => shows === null)).toEqual([])
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length)
})

test('none of the quick attacks succeeds', async () => {
  const quick = attacks.filter(({ isSlow }) => !isSlow)
  expect(quick.length).toBeGreaterThanOrEqual(22)
  expect((await playAll(quick)).filter(({ shows }) => shows !== null)).toEqual([])
})
