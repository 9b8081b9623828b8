import { expect, test } from 'vitest'
import { findChanges } from './changes.ts'

test('only what differs, also inside of values; what came or went has one side', () => {
  const before = { name: 'Fern', tags: ['a'], rule: { days: 3, on: true }, gone: 1, secret: null }
  const after = { name: 'Fern', tags: ['a', 'b'], rule: { days: 5, on: true }, secret: null, isNew: false }
  expect(findChanges(before, after)).toEqual([
    { word: 'tags', before: ['a'], after: ['a', 'b'] },
    { word: 'rule.days', before: 3, after: 5 },
    { word: 'gone', before: 1, after: undefined },
    { word: 'isNew', before: undefined, after: false },
  ])
})

test('a thing that is made or removed shows all its values', () => {
  expect(findChanges(null, { role: 'admin' })).toEqual([{ word: 'role', before: undefined, after: 'admin' }])
  expect(findChanges({ role: 'admin' }, null)).toEqual([{ word: 'role', before: 'admin', after: undefined }])
  expect(findChanges(null, null)).toEqual([])
})
