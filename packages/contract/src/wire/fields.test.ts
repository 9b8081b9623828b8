import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refuseFields } from './errors.ts'
import * as fields from './fields.ts'
import { resource } from './resource.ts'

type Reader = { safeParse(value: unknown): { success: boolean; data?: unknown; error?: unknown } }

const accepts = (schema: Reader, value: unknown) => schema.safeParse(value).success
const read = (schema: Reader, value: unknown) => schema.safeParse(value).data

/** What a caller is told of field `f`. */
function told(schema: Parameters<typeof resource>[1][string], value: unknown): string {
  const { error } = resource({ ours: 'f' }, { ours: schema }).reader.safeParse({ f: value })
  return error ? refuseFields(error).message : 'fine'
}

const wellFormed = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0'))

describe('text', () => {
  test('contract 1: is kept as it was sent, and counted in code points', () => {
    fc.assert(
      fc.property(wellFormed, (value) => {
        expect(accepts(fields.text(10), value)).toBe([...value].length <= 10)
        if ([...value].length <= 10) expect(read(fields.text(10), value)).toBe(value)
      }),
    )
  })

  test('contract 1: holds no NUL and no half of a surrogate pair', () => {
    fc.assert(
      fc.property(wellFormed, fc.constantFrom('\0', '\ud800', '\udfff'), wellFormed, (before, bad, after) => {
        const value = `${before} ${bad} ${after}`
        for (const schema of [
          fields.text(1e6),
          fields.requiredText(1e6),
          fields.singleLine(1e6),
          fields.webAddress(1e6),
        ])
          expect(told(schema, value)).toMatch(/^f holds a NUL character or half of a surrogate pair$/)
      }),
    )
  })
})

describe('a list’s name', () => {
  test('spec 8: is 3 to 50 characters after trimming, without control characters', () => {
    fc.assert(
      fc.property(wellFormed, (value) => {
        const trimmed = value.trim()
        const length = [...trimmed].length
        const isGood = length >= 3 && length <= 50 && !/[\p{Cc}\u2028\u2029]/u.test(trimmed)
        expect(accepts(fields.listName, value)).toBe(isGood)
        if (isGood) expect(read(fields.listName, value)).toBe(trimmed)
      }),
    )
  })
})

describe('ids', () => {
  test('contract 1: a safe integer and its digits are one id', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (id) => {
        expect(read(fields.productKey, id)).toBe(String(id))
        expect(read(fields.productKey, ` ${id} `)).toBe(String(id))
        expect(fields.writeProductKey(String(id))).toBe(id)
      }),
    )
  })

  test('contract 1: whatever else goes out as it came in', () => {
    for (const id of ['007', '00', '9007199254740992', '-1', '1.5', '1e3', 'x', '１２', '0x1'])
      expect(fields.writeProductKey(read(fields.productKey, id) as string)).toBe(id)
  })

  test('contract 1: a number that is no safe whole number is refused, never rounded', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const isSafe = Number.isSafeInteger(value) && value >= 0
        expect(accepts(fields.productKey, value)).toBe(isSafe)
      }),
    )
  })
})

describe('whole numbers', () => {
  test('are read from a number or its digits, within their bounds', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 200 }), (value) => {
        const isGood = value >= 1 && value <= 100
        for (const sent of [value, String(value), ` ${value} `]) {
          expect(accepts(fields.wholeNumber(1, 100), sent)).toBe(isGood)
          if (isGood) expect(read(fields.wholeNumber(1, 100), sent)).toBe(value)
        }
      }),
    )
  })

  test.each([[''], ['1.5'], ['1e2'], ['0x10'], ['٣'], [true], [[1]], [{}], [1.5], [Number.NaN], ['9'.repeat(40)]])(
    'are not %j',
    (value) => {
      expect(told(fields.wholeNumber(1, 100), value)).toBe('f must be a whole number from 1 to 100')
    },
  )
})

describe('prices', () => {
  test('are numbers of at least 0, or decimal texts', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        expect(accepts(fields.price, value)).toBe(value >= 0 && value < 1e12)
      }),
    )
    for (const [sent, value] of [
      ['0', 0],
      ['12.50', 12.5],
      [' 3 ', 3],
    ] as const)
      expect(read(fields.price, sent)).toBe(value)
    for (const bad of ['-1', '1,5', '$5', '1e3', '', 'NaN', null, true]) expect(accepts(fields.price, bad)).toBe(false)
  })
})

describe('addresses', () => {
  test.each([
    '/p',
    'p?x=1',
    'https://shop.example/p',
    'HTTP://SHOP.EXAMPLE',
    '//cdn.example/x',
    'localhost:3000/p',
    '/a:b',
  ])('may be %s', (value) => expect(told(fields.webAddress(), value)).toBe('fine'))

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:x',
    ' vbscript:x',
    'data:text/html,x',
    'file:///etc/passwd',
    'mailto:a@b.example',
  ])('must not run code or leave the web: %s', (value) =>
    expect(told(fields.webAddress(), value)).toBe('f must be an http or https address, or a path'),
  )

  test('hold no control character that would hide their scheme', () => {
    for (const value of ['java\nscript:x', 'java\tscript:x', '\u0001javascript:x'])
      expect(told(fields.webAddress(), value)).toBe('f must not hold control characters')
  })
})

describe('absent, null and empty', () => {
  test('say the same where a field can’t be cleared', () => {
    for (const value of [undefined, null, '']) expect(read(fields.optional(fields.text(5)), value)).toBeUndefined()
    expect(told(fields.optional(fields.text(5)), 'too long')).toBe('f must be at most 5 characters')
  })

  test('contract 7: clear where it can, but for the absent one', () => {
    const schema = fields.clearable(fields.text(5))
    expect([undefined, null, '', 'x'].map((value) => read(schema, value))).toEqual([undefined, null, null, 'x'])
  })
})

test('a missing field is required, a wrong kind is said in plain words', () => {
  expect(told(fields.text(5), undefined)).toBe('f is required')
  expect(told(fields.text(5), 7)).toBe('f must be text')
  expect(told(fields.text(5), ['x'])).toBe('f must be text')
  expect(told(fields.productKey, undefined)).toBe('f is required')
  expect(told(fields.wholeNumber(1, 5), undefined)).toBe('f is required')
})
