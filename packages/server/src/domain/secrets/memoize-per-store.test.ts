import { expect, test } from 'vitest'
import { memoizePerStore } from './memoize-per-store.ts'

function countingHalves() {
  const asked: string[] = []
  const half = memoizePerStore(
    (_owner: object, number: number) => {
      asked.push(String(number))
      return number % 2 === 0 ? number / 2 : null
    },
    (number) => String(number),
  )
  return { half, asked }
}

test('computes a result once for each object', () => {
  const { half, asked } = countingHalves()
  const [one, other] = [{}, {}]
  expect([half(one, 8), half(one, 8), half(other, 8), half(one, 4)]).toEqual([4, 4, 4, 2])
  expect(asked).toEqual(['8', '8', '4'])
})

test('computes again if there was no result', () => {
  const { half, asked } = countingHalves()
  const owner = {}
  expect([half(owner, 3), half(owner, 3)]).toEqual([null, null])
  expect(asked).toEqual(['3', '3'])
})

test('clears the results instead of growing without limit', () => {
  const { half, asked } = countingHalves()
  const owner = {}
  for (let number = 2; number <= 40_002; number += 2) half(owner, number)
  asked.length = 0
  half(owner, 2)
  half(owner, 40_002)
  expect(asked).toEqual(['2'])
})
