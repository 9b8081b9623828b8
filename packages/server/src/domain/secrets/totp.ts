/** One-time codes of authenticator apps, which change every 30 seconds (RFC 6238, RFC 4226). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const stepSeconds = 30
const digits = 6
/** RFC 4226 recommends 160 bits. */
const secretBytes = 20

export const newTotpSecret = () => randomBytes(secretBytes)

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base 32 (RFC 4648) without padding, as people type it into an app. */
export function writeBase32(bytes: Buffer): string {
  let text = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    bits += 8
    while (bits >= 5) {
      text += alphabet[(buffer >>> (bits - 5)) & 31]
      bits -= 5
    }
    buffer &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(buffer << (5 - bits)) & 31] : text
}

export const stepAt = (millis: number) => Math.floor(millis / 1000 / stepSeconds)

export function totpCode(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 15
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** length
  return String(number).padStart(length, '0')
}

/** The step of a code: the current one, or one before or after, because clocks differ. Null for a wrong code. */
export function findTotpStep(secret: Buffer, code: string, now: number): number | null {
  const given = Buffer.from(code)
  let found: number | null = null
  for (const step of [stepAt(now) - 1, stepAt(now), stepAt(now) + 1]) {
    const wanted = Buffer.from(totpCode(secret, step))
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) found = step
  }
  return found
}

/** The URL that an app reads from a QR code. */
export function totpAddress(secret: Buffer, account: string, issuer: string): string {
  const name = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${name}?secret=${writeBase32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
}
