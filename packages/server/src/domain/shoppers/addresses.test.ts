import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAddress } from './addresses.ts'

test('an address read is its own one form', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress(), fc.stringMatching(/^\+?[0-9 ()-]{4,20}$/))
  fc.assert(
    fc.property(fc.constantFrom('email' as const, 'sms' as const), anything, (medium, text) => {
      const read = readAddress(medium, text, 'US')
      if (read === null) return
      expect(readAddress(medium, ` ${read} `, 'DE')).toBe(read)
      expect(read).toMatch(medium === 'email' ? /^[^\s@]+@[^\s@]+$/ : /^\+[1-9]\d{4,17}$/)
    }),
    { numRuns: 500 },
  )
})

test('an e-mail address in any case is one address', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (text) => {
      expect(readAddress('email', text.toUpperCase(), 'US')).toBe(readAddress('email', text, 'US'))
    }),
  )
})
