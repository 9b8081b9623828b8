import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailOf } from './testing/waiting-people.ts'
import { assignUnits, type PlaceInLine } from './waiting-line.ts'

const standing = (quantity: number, place: number): PlaceInLine => ({
  subscriptionId: emailOf(String(place)),
  waitingSince: new Date(place),
  quantity,
  lapsesAt: null,
  isEarlier: false,
})

test('units are given in order, never more than there are, and no subscription that fits is passed over', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 })), fc.nat(20), (quantities, free) => {
      const line = quantities.map(standing)
      const { assigned, passedOver, left } = assignUnits(line, free)
      const taken = assigned.reduce((sum, { quantity }) => sum + quantity, 0)
      expect(taken + left).toBe(free)
      expect(left).toBeGreaterThanOrEqual(0)
      for (const { quantity } of passedOver) expect(quantity).toBeGreaterThan(left)
      const decided = [...assigned, ...passedOver].sort((a, b) => +a.waitingSince - +b.waitingSince)
      expect(decided).toEqual(line.slice(0, decided.length))
    }),
  )
})
