import { expect, test } from 'vitest'
import { makeFreshness } from './stale-while-counting.ts'

const deferred = () => {
  let done: () => void = () => {}
  const promise = new Promise<void>((resolve) => {
    done = resolve
  })
  return { promise, done }
}

test('concurrent readers share one count, and an old count is repeated', async () => {
  let now = 0
  let counts = 0
  const fresh = makeFreshness(() => now)
  const count = async () => void counts++
  expect(await Promise.all([fresh('a', count), fresh('a', count)])).toEqual([true, true])
  expect(counts).toBe(1)
  now = 999
  await fresh('a', count)
  expect(counts).toBe(1)
  await fresh('b', count)
  expect(counts).toBe(2)
  now = 1001
  await fresh('a', count)
  expect(counts).toBe(3)
})

test('a slow count is repeated less often, and readers do not wait for it', async () => {
  let now = 0
  let counts = 0
  const fresh = makeFreshness(() => now)
  const slow = deferred()
  const count = async () => {
    counts++
    await slow.promise
  }
  expect(await fresh('a', count)).toBe(false)
  now = 3000
  slow.done()
  await slow.promise
  expect(await fresh('a', count)).toBe(true)
  now = 3000 + 59_000
  await fresh('a', count)
  expect(counts).toBe(1)
  now = 3000 + 61_000
  await fresh('a', count)
  expect(counts).toBe(2)
})

test('a failed count is an error for its readers, and is tried again', async () => {
  const fresh = makeFreshness()
  const failing = () => Promise.reject(new Error('no database'))
  await expect(fresh('a', failing)).rejects.toThrow('no database')
  expect(await fresh('a', async () => {})).toBe(true)
})
