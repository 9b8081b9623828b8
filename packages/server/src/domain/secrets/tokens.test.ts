import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accountId,
  guestId,
  makeTokenKey,
  readRegid,
  readSession,
  type ShopperKind,
  type TokenKey,
  writeRegid,
  writeSession,
} from './tokens.ts'

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => makeTokenKey(Buffer.from(bytes)))
const key = makeTokenKey(Buffer.alloc(32, 7))
const other = makeTokenKey(Buffer.alloc(32, 8))
const ids = fc.uuid()
const kinds = fc.constantFrom<ShopperKind>('guest', 'account')
const epochs = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Both kinds of token of one shopper, with their readers. */
const tokens = (of: TokenKey, shopperId: string) =>
  [
    [writeRegid(of, { kind: 'guest', shopperId }), readRegid],
    [writeRegid(of, { kind: 'account', shopperId }), readRegid],
    [writeSession(of, { shopperId, epoch: 3 }), readSession],
  ] as const

describe('shoppers', () => {
  test('the same uuid or e-mail always gives the same shopper', () => {
    fc.assert(
      fc.property(keys, fc.string(), (key, text) => {
        expect(guestId(key, text)).toBe(guestId(key, text))
        expect(accountId(key, text)).toBe(accountId(key, text))
      }),
    )
  })

  // proves C2.unguessable
  test('another uuid, another e-mail and another store give another', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 2 }), ([one, two]) => {
        const all = [key, other].flatMap((of) =>
          [one!, two!].flatMap((text) => [guestId(of, text), accountId(of, text)]),
        )
        expect(new Set(all).size).toBe(8)
      }),
    )
  })

  test('stay who they are: what one version gave, every later one gives and reads', () => {
    const [guest, account] = ['e72e48ff-4f14-b6b7-7c11-8b5f838ee9f8', 'cef3538c-e356-1368-4d10-f42ebcddc35a']
    expect(guestId(key, '3f8e1c1e-6c5c-4b57-8c11-3c1a8f6f6f01')).toBe(guest)
    expect(accountId(key, 'ana@shop.example')).toBe(account)
    expect(tokens(key, guest).map(([token]) => token)).toEqual([
      'Z-cuSP9PFLa3fBGLX4OO6fi1I7nYtB98IMhWQpgtgI0',
      'YecuSP9PFLa3fBGLX4OO6fhnUsbcpApGdoeBxsMXvCU',
      'AecuSP9PFLa3fBGLX4OO6fgAAAADu5ra3sbroZQJL1IcXo0Q',
    ])
  })
})

describe('tokens', () => {
  test('contain what was put into them', () => {
    fc.assert(
      fc.property(keys, kinds, ids, epochs, (key, kind, shopperId, epoch) => {
        expect(readRegid(key, writeRegid(key, { kind, shopperId }))).toEqual({ kind, shopperId })
        expect(readSession(key, writeSession(key, { shopperId, epoch }))).toEqual({ shopperId, epoch })
      }),
    )
  })

  test('each contains its own shopper, kind and epoch, independent of other tokens', () => {
    fc.assert(
      fc.property(ids, fc.uniqueArray(epochs, { minLength: 2 }), (shopperId, epochs) => {
        for (const kind of ['guest', 'account'] as const)
          expect(readRegid(key, writeRegid(key, { kind, shopperId }))).toEqual({ kind, shopperId })
        for (const epoch of epochs)
          expect(readSession(key, writeSession(key, { shopperId, epoch }))).toEqual({ shopperId, epoch })
      }),
    )
  })

  test('need no URL encoding, once or twice', () => {
    fc.assert(
      fc.property(keys, ids, (key, shopperId) => {
        for (const [token] of tokens(key, shopperId)) {
          expect(token).toMatch(/^[A-Za-z0-9_-]+$/)
          expect(encodeURIComponent(encodeURIComponent(token))).toBe(token)
        }
      }),
    )
  })

  test('of another store are invalid', () => {
    fc.assert(
      fc.property(keys, keys, ids, (one, two, shopperId) => {
        fc.pre(!one.equals(two))
        for (const [token, read] of tokens(one, shopperId)) expect(read(two, token)).toBeNull()
      }),
    )
  })

  // proves C2.unguessable
  test('with any one character changed are invalid', () => {
    fc.assert(
      fc.property(ids, fc.nat(), fc.constantFrom(...alphabet), (shopperId, at, letter) => {
        for (const [token, read] of tokens(key, shopperId)) {
          const place = at % token.length
          fc.pre(token[place] !== letter)
          expect(read(key, token.slice(0, place) + letter + token.slice(place + 1))).toBeNull()
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('cut, extended or padded are invalid: each has one encoding', () => {
    fc.assert(
      fc.property(ids, fc.string({ minLength: 1, maxLength: 4 }), (shopperId, more) => {
        for (const [token, read] of tokens(key, shopperId)) {
          for (const wrong of [token.slice(1), token.slice(0, -1), token + more, more + token, `${token}=`])
            expect(read(key, wrong)).toBeNull()
        }
      }),
    )
  })

  test('with another last character are invalid, also if it only changes unused bits', () => {
    for (const [token, read] of tokens(key, '01010101-0101-0101-0101-010101010101'))
      for (const letter of alphabet.replace(token.at(-1)!, ''))
        expect(read(key, token.slice(0, -1) + letter)).toBeNull()
  })

  test('a regid is not a session and a session not a regid', () => {
    fc.assert(
      fc.property(ids, (shopperId) => {
        expect(readSession(key, writeRegid(key, { kind: 'guest', shopperId }))).toBeNull()
        expect(readRegid(key, writeSession(key, { shopperId, epoch: 0 }))).toBeNull()
      }),
    )
  })

  test('any other text is invalid, and never throws', () => {
    const odd = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.base64String(), fc.constant('A'.repeat(43)))
    fc.assert(
      fc.property(odd, (text) => {
        expect(readRegid(key, text)).toBeNull()
        expect(readSession(key, text)).toBeNull()
      }),
      { numRuns: 1000 },
    )
  })

  test('a tag made for one purpose is not valid for another', () => {
    const body = Buffer.concat([Buffer.from([0x67]), Buffer.alloc(16, 1)])
    const sealed = (purpose: string) =>
      Buffer.concat([body, createHmac('sha256', key).update(purpose).update(body).digest().subarray(0, 15)])
    expect(readRegid(key, sealed('regid\0').toString('base64url'))).not.toBeNull()
    expect(readRegid(key, sealed('session\0').toString('base64url'))).toBeNull()
  })

  test('an unknown kind is refused even with a valid tag', () => {
    const body = Buffer.concat([Buffer.from([0x7a]), Buffer.alloc(16, 1)])
    const tag = createHmac('sha256', key).update('regid\0').update(body).digest().subarray(0, 15)
    expect(readRegid(key, Buffer.concat([body, tag]).toString('base64url'))).toBeNull()
  })

  test('a session of an unknown version is refused even with a valid tag', () => {
    const ofVersion = (version: number) => {
      const body = Buffer.concat([Buffer.from([version]), Buffer.alloc(16, 1), Buffer.from([0, 0, 0, 3])])
      const tag = createHmac('sha256', key).update('session\0').update(body).digest().subarray(0, 15)
      return Buffer.concat([body, tag]).toString('base64url')
    }
    expect(readSession(key, ofVersion(1))).toEqual({ shopperId: '01010101-0101-0101-0101-010101010101', epoch: 3 })
    for (const version of [0, 2, 255]) expect(readSession(key, ofVersion(version))).toBeNull()
  })
})
