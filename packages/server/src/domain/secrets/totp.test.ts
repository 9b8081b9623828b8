/** One-time codes against the vectors of RFC 6238, RFC 4226 and RFC 4648. */
import { expect, test } from 'vitest'
import { findTotpStep, stepAt, totpAddress, totpCode, writeBase32 } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('RFC 6238, appendix B: at %i s it is %s', (seconds, code) => {
  expect(totpCode(secret, stepAt(seconds * 1000), 8)).toBe(code)
})

test('RFC 4226, appendix D: the first ten counters', () => {
  const codes = Array.from({ length: 10 }, (_, counter) => totpCode(secret, counter))
  expect(codes).toEqual('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '))
})

test.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648: %s is %s', (text, written) => {
  expect(writeBase32(Buffer.from(text))).toBe(written)
})

test('a code is accepted one step early or late, and no further', () => {
  const now = 1_700_000_000_000
  const at = (steps: number) => findTotpStep(secret, totpCode(secret, stepAt(now) + steps), now)
  expect([-2, -1, 0, 1, 2].map((steps) => at(steps) !== null)).toEqual([false, true, true, true, false])
  expect(findTotpStep(secret, '12345', now)).toBeNull()
  expect(findTotpStep(secret, '', now)).toBeNull()
})

test('the address for the app names account and issuer', () => {
  expect(totpAddress(secret, 'ada@shop.example', 'Heart & bell')).toBe(
    'otpauth://totp/Heart%20%26%20bell:ada%40shop.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Heart%20%26%20bell&algorithm=SHA1&digits=6&period=30',
  )
})
