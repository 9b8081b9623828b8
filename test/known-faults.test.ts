/** The short form of the fault run about what went wrong elsewhere (`npm run faults -- --only known-faults`), against the built server. */
import { expect, test } from 'vitest'
import { attacks, judgeFaulty, playAll } from '../bench/faults/attacks/known-faults.ts'

test('every judge finds the fault in what a server that has it would give', () => {
  expect(judgeFaulty().filter(({ shows }) => shows === null)).toEqual([])
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length)
})

test('none of the quick ones happens here', async () => {
  const quick = attacks.filter(({ isSlow }) => !isSlow)
  expect(quick.length).toBeGreaterThanOrEqual(22)
  expect((await playAll(quick)).filter(({ shows }) => shows !== null)).toEqual([])
}, 180_000)
