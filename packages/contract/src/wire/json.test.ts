import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson, TooDeep } from './json.ts'

describe('parseJson', () => {
  test('gives the same result as JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!/\d{16}/.test(text))
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('keeps every digit of a whole number that a double would round', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (number) => {
        const safe = Number.isSafeInteger(Number(number))
        expect(parseJson(`{"a":[${number}]}`)).toEqual({ a: [safe ? Number(number) : String(number)] })
      }),
    )
  })

  test('leaves texts unchanged, with any digits, quotes and backslashes', () => {
    const tricky = fc.string({
      unit: fc.constantFrom('"', '\\\\', '1234567890123456789', ':', ',', '{', '-', 'e', ' '),
    })
    fc.assert(
      fc.property(fc.array(tricky), tricky, (texts, key) => {
        const value = { [`k${key}`]: texts, n: 1 }
        expect(parseJson(JSON.stringify(value))).toEqual(value)
      }),
    )
  })

  test('fractions and exponents stay numbers', () => {
    for (const text of ['1234567890123456.5', '1e22', '-0', '0.12345678901234567', '12345678901234567e1'])
      expect(parseJson(`[${text}]`)).toEqual([Number(text)])
  })

  test('throws like JSON.parse, and for too deep nesting', () => {
    for (const text of ['', '{', '1234567890123456789x', '[01234567890123456]'])
      expect(() => parseJson(text)).toThrow(SyntaxError)
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(() => parseJson(nested(64))).not.toThrow()
    expect(() => parseJson(nested(65))).toThrow(TooDeep)
    expect(() => parseJson(nested(400_000))).toThrow(TooDeep)
  })
})
