/** The number of parts of an SMS. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countSegments, fitName, simplify } from './sms.ts'

test('160 letters are one part, 161 are two of 153', () => {
  expect(countSegments('a'.repeat(160))).toEqual({ alphabet: 'gsm', units: 160, segments: 1, left: 0 })
  expect(countSegments('a'.repeat(161))).toEqual({ alphabet: 'gsm', units: 161, segments: 2, left: 145 })
  expect(countSegments('a'.repeat(307)).segments).toBe(3)
  expect(countSegments('')).toEqual({ alphabet: 'gsm', units: 0, segments: 0, left: 160 })
})

test('brackets and the euro take two places', () => {
  expect(countSegments('€[]{}~|^\\')).toMatchObject({ alphabet: 'gsm', units: 18 })
})

test('one character outside the alphabet makes every part shorter', () => {
  expect(countSegments('ê'.repeat(70))).toMatchObject({ alphabet: 'unicode', segments: 1, left: 0 })
  expect(countSegments('ê'.repeat(71))).toMatchObject({ alphabet: 'unicode', segments: 2 })
  expect(countSegments('😀'.repeat(36))).toMatchObject({ alphabet: 'unicode', units: 72, segments: 2 })
})

test('typographic characters become plain ones', () => {
  expect(simplify('it’s “here” – now…')).toBe('it\'s "here" - now...')
})

test('a name is cut only where that saves a part, and never below sixteen letters', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 0, max: 200 }), (name, around) => {
      const write = (some: string) => `${'x'.repeat(around)} ${some}`
      const fitted = fitName(write, name)
      const whole = simplify(write(name))
      if (fitted === whole) return
      expect(countSegments(fitted).segments).toBeLessThan(countSegments(whole).segments)
      expect(fitted.length).toBeGreaterThanOrEqual(around + 1)
    }),
  )
})
