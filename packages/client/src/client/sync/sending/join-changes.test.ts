import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyChange, type Change, type List } from '../../records.ts'
import { nextBatch } from './batches.ts'
import { joinChanges } from './join-changes.ts'

const id = fc.integer({ min: 1, max: 4 })
const product = (variantId: number, title: string) => ({
  variantId,
  productId: 1,
  url: 'https://shop.example/p',
  title,
})
const change = fc.oneof(
  fc.tuple(id, fc.string()).map(([one, title]) => ({ add: [product(one, title)] })),
  fc.tuple(id, fc.string()).map(([one, note]) => ({ update: [{ variantId: one, note }] })),
  id.map((one) => ({ remove: [{ variantId: one }] })),
)
const start: List[] = [
  { listId: 'a', name: 'A', type: 'wl', count: 2, isPublic: false, items: [product(1, 'one'), product(2, 'two')] },
]
const known = (lists: List[]) => lists[0]!.items.map(({ variantId, title }) => `${variantId} ${title}`).sort()

test('a joined call has the same result as its changes one by one', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
      const one = changes.reduce((lists, more) => applyChange(lists, { key: '', list: 'a', ...more } as Change), start)
      const joined = applyChange(start, { key: '', list: 'a', ...joinChanges(changes) } as Change)
      expect(known(joined)).toEqual(known(one))
    }),
  )
})

test('each item is in one part of the call', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
      const { add, update, remove } = joinChanges(changes)
      const ids = [...add, ...update, ...remove].map(({ variantId }) => variantId)
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})

test('two quick edits of a note are one', () => {
  const edits = ['a', 'ab'].map((note) => ({ update: [{ variantId: 1, note }] }))
  expect(joinChanges(edits)).toEqual({ add: [], update: [{ variantId: 1, note: 'ab' }], remove: [] })
})

const queued = (key: string, more: Partial<Change>): Change => ({ key, list: 'a', ...more })
const due = { now: 1000, firstList: 'a' }

test('changes of one list go together, those of another list later', () => {
  const changes = [queued('1', { add: [] }), queued('2', { list: 'b' }), queued('3', { list: 'wl' })]
  expect(nextBatch(changes, due).map(({ key }) => key)).toEqual(['1', '3'])
})

test('a call that was tried is repeated with the same changes, without later ones', () => {
  const changes = [queued('1', { call: 'x' }), queued('2', { call: 'x' }), queued('3', {})]
  expect(nextBatch(changes, due).map(({ key }) => key)).toEqual(['1', '2'])
})

test('a removal waits until it cannot be undone, the page ends, or the item changes again', () => {
  const held = queued('1', { remove: [{ variantId: 1 }], until: 5000 })
  expect(nextBatch([held], due)).toEqual([])
  expect(nextBatch([held], { ...due, now: Number.POSITIVE_INFINITY })).toEqual([held])
  const again = queued('2', { list: 'wl', add: [product(1, 'one')] })
  expect(nextBatch([held, again], due)).toEqual([held, again])
  expect(nextBatch([held, queued('3', { add: [product(2, 'two')] })], due).map(({ key }) => key)).toEqual(['3'])
})

test('a move is a call of its own, after the changes before it; of several moves of one item the last counts', () => {
  const due = { now: 0, firstList: 'a' }
  const all: Change[] = [
    { key: '1', list: 'a', update: [{ variantId: 1, note: 'x' }] },
    { key: '2', list: 'a', update: [{ variantId: 1, before: 3 }] },
    { key: '3', list: 'a', update: [{ variantId: '1', after: 4 }] },
    { key: '4', list: 'a', update: [{ variantId: 2, before: 3 }] },
    { key: '5', list: 'a', remove: [{ variantId: 1 }] },
  ]
  const keys = (from: number) => nextBatch(all.slice(from), due).map(({ key }) => key)
  expect([keys(0), keys(1), keys(3), keys(4)]).toEqual([['1'], ['2', '3'], ['4'], ['5']])
})
