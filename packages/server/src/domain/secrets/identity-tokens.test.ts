import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeIdentityKey, readIdentityToken } from './identity-tokens.ts'

const now = Date.UTC(2026, 4, 1, 12)
const seconds = now / 1000
const secret = 'the secret as the store was shown it'
const keyOf = (text: string) => makeIdentityKey(Buffer.from(text))
const key = keyOf(secret)

const sign = (text: string, by = secret) => createHmac('sha256', by).update(text).digest()
const base64 = (text: string) => Buffer.from(text).toString('base64url')

function plain(email: string, expiry: number | string = seconds + 600, by = secret): string {
  const signed = `${base64(email)}.${expiry}`
  return `${signed}.${sign(signed, by).toString('hex')}`
}

function jwt(claims: unknown, header: unknown = { alg: 'HS256', typ: 'JWT' }, by = secret): string {
  const signed = `${base64(JSON.stringify(header))}.${base64(JSON.stringify(claims))}`
  return `${signed}.${sign(signed, by).toString('base64url')}`
}

const read = (token: string, at = now, keys = [key]) => readIdentityToken(keys, token, at)
const ana = { email: 'ana@shop.example' }
const unsigned = { fault: 'unsigned' }
const soon = seconds + 600

describe('a token that the store signed', () => {
  // proves C7.jwt, C7.hmac
  test('is the address, trimmed and in lower case, in either form', () => {
    expect(read(plain('ana@shop.example'))).toEqual(ana)
    expect(read(plain(' Ana@Shop.Example '))).toEqual(ana)
    expect(read(jwt({ email: 'ANA@shop.example', exp: soon, iat: seconds, nbf: seconds, sub: '7' }))).toEqual(ana)
  })

  test('may be written as other languages write it', () => {
    const padded = `${Buffer.from('ana@shop.example').toString('base64').replaceAll('+', '-')}.${soon}`
    expect(read(`${padded}.${sign(padded).toString('hex').toUpperCase()}`)).toEqual(ana)
    expect(read(jwt({ email: 'ana@shop.example', exp: soon }, { typ: 'jwt', kid: '1', alg: 'HS256' }))).toEqual(ana)
  })

  test('is valid with the secret before the last rotation, and with no older one', () => {
    const keys = [keyOf('new'), keyOf('before')]
    expect(read(plain('ana@shop.example', soon, 'new'), now, keys)).toEqual(ana)
    expect(read(plain('ana@shop.example', soon, 'before'), now, keys)).toEqual(ana)
    expect(read(plain('ana@shop.example', soon, 'long ago'), now, keys)).toEqual(unsigned)
  })
})

describe('times', () => {
  // proves C8.1.leeway
  test('a token ends a minute after its expiry, for clocks that differ', () => {
    for (const token of [plain('ana@shop.example', soon), jwt({ ...ana, exp: soon })]) {
      expect(read(token, (soon + 59) * 1000)).toEqual(ana)
      expect(read(token, (soon + 60) * 1000)).toEqual({ fault: 'expired' })
    }
  })

  test('a token that would live longer than an hour is refused, and so is one without an end', () => {
    const hour = 60 * 60
    expect(read(plain('ana@shop.example', seconds + hour))).toEqual(ana)
    expect(read(plain('ana@shop.example', seconds + hour + 60))).toEqual(ana)
    expect(read(plain('ana@shop.example', seconds + hour + 61))).toEqual({ fault: 'too-long' })
    expect(read(jwt({ ...ana, exp: seconds + hour + 61 }))).toEqual({ fault: 'too-long' })
    expect(read(plain('ana@shop.example', now))).toEqual({ fault: 'too-long' })
    expect(read(jwt(ana))).toEqual({ fault: 'expired' })
    // issued longer ago than the store allows, whatever its end says
    expect(read(jwt({ ...ana, exp: soon, iat: seconds - 3600 - 61 }))).toEqual({ fault: 'expired' })
    expect(read(jwt({ ...ana, exp: soon, iat: seconds - 3600 }))).toEqual(ana)
    expect(readIdentityToken([key], plain('ana@shop.example', soon), now, 300_000)).toEqual({ fault: 'too-long' })
    expect(read(jwt({ ...ana, exp: String(soon) }))).toEqual({ fault: 'expired' })
    expect(read(jwt({ ...ana, exp: null }))).toEqual({ fault: 'expired' })
  })

  test('iat and nbf are checked if present', () => {
    expect(read(jwt({ ...ana, exp: soon, nbf: seconds + 60 }))).toEqual(ana)
    expect(read(jwt({ ...ana, exp: soon, nbf: seconds + 61 }))).toEqual({ fault: 'not-yet' })
    expect(read(jwt({ ...ana, exp: soon, iat: seconds + 61 }))).toEqual({ fault: 'not-yet' })
    for (const iat of ['today', String(seconds), null, [seconds], true])
      expect(read(jwt({ ...ana, exp: soon, iat }))).toEqual({ fault: 'not-yet' })
  })
})

describe('what is refused', () => {
  test('every algorithm but HS256, whatever the signature', () => {
    const claims = { ...ana, exp: soon }
    for (const alg of ['none', 'None', 'hs256', 'HS512', 'RS256', 'ES256', '', null, 0, ['HS256']])
      expect(read(jwt(claims, { alg }))).toEqual(unsigned)
    expect(read(jwt(claims, { alg: 'HS256', crit: ['b64'], b64: false }))).toEqual(unsigned)
    const bare = `${base64('{"alg":"none"}')}.${base64(JSON.stringify(claims))}`
    for (const signature of ['', '.', `.${'A'.repeat(43)}`]) expect(read(bare + signature)).toEqual(unsigned)
  })

  test('a signed JWT whose parts are not JSON or not objects', () => {
    const signedParts = (header: string, claims: string) => {
      const signed = `${base64(header)}.${base64(claims)}`
      return `${signed}.${sign(signed).toString('base64url')}`
    }
    const claims = JSON.stringify({ ...ana, exp: soon })
    expect(read(signedParts('{"alg":"HS256"}', claims))).toEqual(ana)
    for (const header of ['{"alg":', 'null', '"HS256"']) expect(read(signedParts(header, claims))).toEqual(unsigned)
    for (const part of ['{"email":', 'null', '7'])
      expect(read(signedParts('{"alg":"HS256"}', part))).toEqual({ fault: 'expired' })
  })

  test('anything before or after what was signed', () => {
    for (const token of [plain('ana@shop.example'), jwt({ ...ana, exp: soon })])
      for (const more of ['!', '.', 'a.', '.a', ' ', '\n', '\0', 'A'])
        for (const wrong of [more + token, token + more]) expect(read(wrong)).toEqual(unsigned)
  })

  test('a signed token of more than 4096 characters', () => {
    const ofLength = (length: number) => {
      const bare = JSON.stringify({ ...ana, exp: soon, note: '' })
      return jwt({ ...ana, exp: soon, note: 'x'.repeat(length - bare.length) })
    }
    const [longest, longer] = [ofLength(3011), ofLength(3012)]
    expect([longest.length, longer.length]).toEqual([4096, 4097])
    expect(read(longest)).toEqual(ana)
    expect(read(longer)).toEqual(unsigned)
  })

  test('another store’s secret', () => {
    expect(read(plain('ana@shop.example', soon, 'another'))).toEqual(unsigned)
    expect(read(jwt({ ...ana, exp: soon }, undefined, 'another'))).toEqual(unsigned)
  })

  test('a signed text that is not an address', () => {
    for (const email of [
      '',
      'ana',
      'ana@',
      '@shop.example',
      'a b@shop.example',
      'ana@shop.example\0',
      7,
      null,
      ['a@b.c'],
    ])
      expect(read(jwt({ email, exp: soon }))).toEqual({ fault: 'no-address' })
    expect(read(jwt('ana@shop.example'))).toEqual({ fault: 'expired' })
  })

  test('any text at all', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => 'fault' in read(text)))
    fc.assert(
      fc.property(fc.base64String(), fc.base64String(), fc.string(), (a, b, c) => 'fault' in read(`${a}.${b}.${c}`)),
    )
    expect(read('a'.repeat(100_000))).toEqual(unsigned)
  })
})

const address = fc.emailAddress().filter((text) => text.length < 200)
const lifetime = fc.integer({ min: 1, max: 60 * 60 })

test('what is signed is read back, and one changed character is not', () => {
  const token = fc
    .tuple(address, lifetime, fc.boolean())
    .map(([email, life, asJwt]) => (asJwt ? jwt({ email, exp: seconds + life }) : plain(email, seconds + life)))
  const alphabet = 'ABCdef012-_.'
  fc.assert(
    fc.property(token, fc.nat(), fc.nat(alphabet.length - 1), (good, place, letter) => {
      expect(Object.keys(read(good))).toEqual(['email'])
      const at = place % good.length
      const changed = good.slice(0, at) + alphabet[letter] + good.slice(at + 1)
      // Hex says the same in either case, and the last character of a base64 signature has bits to spare.
      const same = changed.toLowerCase() === good.toLowerCase() || at === good.length - 1
      if (!same) expect(read(changed)).toHaveProperty('fault')
    }),
  )
})
