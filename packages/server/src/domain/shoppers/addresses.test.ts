import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailboxOf, readAddress } from './addresses.ts'

test('an address that was read has one form: reading it again does not change it', () => {
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

test('an e-mail address is the same address in upper and lower case', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (text) => {
      expect(readAddress('email', text.toUpperCase(), 'US')).toBe(readAddress('email', text, 'US'))
    }),
  )
})

test.each([
  ['ada@example.org', 'ada@example.org'],
  ['ada+1@example.org', 'ada@example.org'],
  ['ada+1+2@example.org', 'ada@example.org'],
  ['a.da+1@example.org', 'a.da@example.org'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['a.da@googlemail.com', 'ada@gmail.com'],
  ['+1@example.org', '+1@example.org'],
])('%s leads to the mailbox %s', (address, mailbox) => {
  expect(mailboxOf({ medium: 'email', address })).toBe(mailbox)
  expect(mailboxOf({ medium: 'email', address: mailbox })).toBe(mailbox)
})

test('a phone number is its own mailbox', () => {
  expect(mailboxOf({ medium: 'sms', address: '+14155552671' })).toBe('+14155552671')
})
