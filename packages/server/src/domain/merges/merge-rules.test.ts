import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { combineItems } from '../rows/combine-items.ts'
import type { ItemRow } from '../rows/list-snapshots.ts'
import { type MergeTrace, subtractMerge } from './merge-rules.ts'

const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}T00:00:00.000Z`

const item = (more: Partial<ItemRow> = {}): ItemRow =>
  ({
    item_id: 'own',
    variant_id: '1',
    quantity: null,
    note: null,
    label: null,
    properties: null,
    title: 'shirt',
    created_at: day(1),
    updated_at: day(1),
    ...more,
  }) as ItemRow

describe('combining two items of one variant', () => {
  test('the larger quantity wins, from either side', () => {
    expect(combineItems(item({ quantity: 2 }), item({ quantity: 5 })).quantity).toBe(5)
    expect(combineItems(item({ quantity: 5 }), item({ quantity: 2, updated_at: day(2) })).quantity).toBe(5)
    expect(combineItems(item(), item({ quantity: 2 })).quantity).toBe(2)
    expect(combineItems(item(), item()).quantity).toBeNull()
  })

  test('note, label and custom fields are those of the newer edit', () => {
    const older = item({ note: 'old', label: 'hall', properties: { a: 1 }, updated_at: day(2) })
    const newer = item({ note: 'new', label: 'bath', properties: { b: 2 }, updated_at: day(3) })
    const expected = { note: 'new', label: 'bath', properties: { b: 2 }, updated_at: day(3) }
    expect(combineItems(older, newer)).toMatchObject(expected)
    expect(combineItems(newer, older)).toMatchObject(expected)
  })

  test('a field that the newer edit never set stays as in the older one; a cleared field stays cleared', () => {
    const older = item({ note: 'keep', label: 'hall', updated_at: day(2) })
    const newer = item({ note: null, label: '', updated_at: day(3) })
    expect(combineItems(older, newer)).toMatchObject({ note: 'keep', label: '' })
  })

  test('it has the earlier creation time and stays the account’s item', () => {
    const own = item({ item_id: 'own', created_at: day(5) })
    const brought = item({ item_id: 'brought', created_at: day(3), updated_at: day(9) })
    expect(combineItems(own, brought)).toMatchObject({ item_id: 'own', created_at: day(3) })
    expect(combineItems(null, brought)).toBe(brought)
  })

  test('of two edits at the same time the account’s wins', () => {
    expect(combineItems(item({ note: 'own' }), item({ note: 'brought' })).note).toBe('own')
  })
})

const rows = fc.record({
  item_id: fc.uuid(),
  variant_id: fc.constant('1'),
  quantity: fc.option(fc.integer({ min: 1, max: 9 })),
  note: fc.option(fc.constantFrom('', 'a', 'b')),
  label: fc.option(fc.constantFrom('', 'x')),
  properties: fc.option(fc.dictionary(fc.constantFrom('k', 'l', '__proto__'), fc.jsonValue(), { maxKeys: 2 })),
  created_at: fc.integer({ min: 1, max: 28 }).map(day),
  updated_at: fc.integer({ min: 1, max: 28 }).map(day),
}) as unknown as fc.Arbitrary<ItemRow>

/** Merges one after the other into one row, as the record stores them. */
function merged(own: ItemRow | null, brought: ItemRow[]): { traces: MergeTrace<ItemRow>[]; now: ItemRow | null } {
  let now = own
  const traces = brought.map((row) => {
    const trace = { before: now, brought: row }
    now = combineItems(now, row)
    return trace
  })
  return { traces, now }
}

describe('subtracting a merge', () => {
  test('merges undone in any order leave the row as if they had never happened', () => {
    const run = fc.record({
      own: fc.option(rows),
      brought: fc.array(rows, { minLength: 1, maxLength: 4 }),
      seed: fc.nat(),
    })
    fc.assert(
      fc.property(run, ({ own, brought, seed }) => {
        let { traces, now } = merged(own, brought)
        const left = [...brought]
        while (left.length > 0) {
          const at = seed % left.length
          const done = subtractMerge(combineItems, traces[at]!, traces.slice(at + 1), now)
          left.splice(at, 1)
          traces = [...traces.slice(0, at), ...done.later]
          now = done.now
          expect({ traces, now }).toEqual(merged(own, left))
        }
        expect(now).toEqual(own)
      }),
      { numRuns: 500 },
    )
  })

  test('fields that the shopper changed since keep their values, and no others', () => {
    const own = item({ quantity: 1, note: 'mine' })
    const trace = { before: own, brought: item({ quantity: 3, label: 'hall', updated_at: day(4) }) }
    const now = { ...combineItems(own, trace.brought), note: 'edited', updated_at: day(6) }
    expect(subtractMerge(combineItems, trace, [], now).now).toEqual({ ...own, note: 'edited', updated_at: day(6) })
  })

  test('an item that only the guest had stays when it was changed since', () => {
    const trace = { before: null, brought: item({ quantity: 3 }) }
    const edited = { ...trace.brought, note: 'edited', updated_at: day(6) }
    expect(subtractMerge(combineItems, trace, [], edited).now).toEqual(edited)
    expect(subtractMerge(combineItems, trace, [], trace.brought).now).toBeNull()
  })

  test('an item removed since stays removed, and one saved again since is not changed', () => {
    const trace = { before: item({ quantity: 1 }), brought: item({ quantity: 3 }) }
    expect(subtractMerge(combineItems, trace, [], null).now).toBeNull()
    const again = item({ item_id: 'again', quantity: 3 })
    expect(subtractMerge(combineItems, trace, [], again).now).toEqual(again)
  })
})
