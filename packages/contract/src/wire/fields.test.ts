import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refuseFields } from './errors.ts'
import * as fields from './fields.ts'
import { price, wholeNumber } from './numbers.ts'
import { resource } from './resource.ts'

type Reader = { safeParse(value: unknown): { success: boolean; data?: unknown; error?: unknown } }

const accepts = (schema: Reader, value: unknown) => schema.safeParse(value).success
const read = (schema: Reader, value: unknown) => schema.safeParse(value).data

/** The message for field `f`, or 'fine'. */
function messageFor(schema: Parameters<typeof resource>[1][string], value: unknown): string {
  const { error } = resource({ ours: 'f' }, { ours: schema }).reader.safeParse({ f: value })
  return error ? refuseFields(error).message : 'fine'
}

const wellFormed = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0'))

describe('text', () => {
  test('is unchanged, and counted in code points', () => {
    fc.assert(
      fc.property(wellFormed, (value) => {
        expect(accepts(fields.text(10), value)).toBe([...value].length <= 10)
        if ([...value].length <= 10) expect(read(fields.text(10), value)).toBe(value)
      }),
    )
  })

  test('may not contain NUL or an unpaired surrogate', () => {
    fc.assert(
      fc.property(wellFormed, fc.constantFrom('\0', '\ud800', '\udfff'), wellFormed, (before, bad, after) => {
        const value = `${before} ${bad} ${after}`
        for (const schema of [
          fields.text(1e6),
          fields.requiredText(1e6),
          fields.singleLine(1e6),
          fields.webAddress(1e6),
        ])
          expect(messageFor(schema, value)).toMatch(/^f contains a NUL character or an unpaired surrogate$/)
      }),
    )
  })
})

describe('a list’s name', () => {
  test('is 3 to 50 characters after trimming, without control characters', () => {
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
  test('a safe integer and its digits are the same id', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (id) => {
        expect(read(fields.productKey, id)).toBe(String(id))
        expect(read(fields.productKey, ` ${id} `)).toBe(String(id))
        expect(fields.writeProductKey(String(id))).toBe(id)
      }),
    )
  })

  test('any other id is returned as it was sent', () => {
    for (const id of ['007', '00', '9007199254740992', '-1', '1.5', '1e3', 'x', '１２', '0x1'])
      expect(fields.writeProductKey(read(fields.productKey, id) as string)).toBe(id)
  })

  test('a number that is not a safe integer is refused, never rounded', () => {
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
          expect(accepts(wholeNumber(1, 100), sent)).toBe(isGood)
          if (isGood) expect(read(wholeNumber(1, 100), sent)).toBe(value)
        }
      }),
    )
  })

  test.each([[''], ['1.5'], ['1e2'], ['0x10'], ['٣'], [true], [[1]], [{}], [1.5], [Number.NaN], ['9'.repeat(40)]])(
    'are not %j',
    (value) => {
      expect(messageFor(wholeNumber(1, 100), value)).toBe('f must be a whole number from 1 to 100')
    },
  )
})

describe('prices', () => {
  test('are numbers of at least 0, or decimal texts', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        expect(accepts(price, value)).toBe(value >= 0 && value < 1e12)
      }),
    )
    for (const [sent, value] of [
      ['0', 0],
      ['12.50', 12.5],
      [' 3 ', 3],
    ] as const)
      expect(read(price, sent)).toBe(value)
    for (const bad of ['-1', '1,5', '$5', '1e3', '', 'NaN', null, true]) expect(accepts(price, bad)).toBe(false)
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
  ])('may be %s', (value) => expect(messageFor(fields.webAddress(), value)).toBe('fine'))

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:x',
    ' vbscript:x',
    'data:text/html,x',
    'file:///etc/passwd',
    'mailto:a@b.example',
  ])('must not have a scheme that runs code or opens another program: %s', (value) =>
    expect(messageFor(fields.webAddress(), value)).toBe('f must be an http or https address, or a path'),
  )

  test('may not contain a control character that hides their scheme', () => {
    for (const value of ['java\nscript:x', 'java\tscript:x', '\u0001javascript:x'])
      expect(messageFor(fields.webAddress(), value)).toBe('f must not contain control characters')
  })
})

describe('absent, null and empty', () => {
  test('mean the same for a field that cannot be cleared', () => {
    for (const value of [undefined, null, '']) expect(read(fields.optional(fields.text(5)), value)).toBeUndefined()
    expect(messageFor(fields.optional(fields.text(5)), 'too long')).toBe('f must be at most 5 characters')
  })

  test('null and empty clear a clearable field; absent leaves it unchanged', () => {
    const schema = fields.clearable(fields.text(5))
    expect([undefined, null, '', 'x'].map((value) => read(schema, value))).toEqual([undefined, null, null, 'x'])
  })
})

test('a missing field is required, and a wrong type gets a plain message', () => {
  expect(messageFor(fields.text(5), undefined)).toBe('f is required')
  expect(messageFor(fields.text(5), 7)).toBe('f must be text')
  expect(messageFor(fields.text(5), ['x'])).toBe('f must be text')
  expect(messageFor(fields.productKey, undefined)).toBe('f is required')
  expect(messageFor(wholeNumber(1, 5), undefined)).toBe('f is required')
})
