/**
 * Identity tokens: a store's server vouches for the e-mail address of the shopper in the browser until a time. Two forms, both
 * signed with the store's identity secret: `base64url(email).expiry.hex(HMAC-SHA256)`, or a JWT with HS256.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { foldEmail, isEmail } from '@heartbell/contract/fields'

export type IdentityKey = KeyObject
export type IdentityTokenFault = 'unsigned' | 'expired' | 'not-yet' | 'too-long' | 'no-address'
export type IdentityTokenResult = { email: string } | { fault: IdentityTokenFault }

/** Tolerance for the clocks of two servers. */
const leewaySeconds = 60
/** A page is used within minutes of its rendering; a long-lived token would be a password in its source. */
const usualMillis = 60 * 60 * 1000
/** An address has at most 254 characters, a JWT a few more claims. */
const longestToken = 4096

/** The key is the text of the secret, so that JWT libraries of every language accept it as shown. */
export const makeIdentityKey = (secret: Buffer): IdentityKey => createSecretKey(secret)

/** Any of the keys may have signed it: after a rotation the previous key is still valid. */
export function readIdentityToken(
  keys: readonly IdentityKey[],
  token: string,
  nowMillis: number,
  longestMillis = usualMillis,
): IdentityTokenResult {
  const claims = token.length <= longestToken ? (readPlain(keys, token) ?? readJwt(keys, token)) : null
  if (!claims) return { fault: 'unsigned' }
  const now = nowMillis / 1000
  if (typeof claims.exp !== 'number' || now >= claims.exp + leewaySeconds) return { fault: 'expired' }
  const longest = longestMillis / 1000 + leewaySeconds
  if (claims.exp > now + longest) return { fault: 'too-long' }
  if (typeof claims.iat === 'number' && now > claims.iat + longest) return { fault: 'expired' }
  if (!isReached(claims.iat, now) || !isReached(claims.nbf, now)) return { fault: 'not-yet' }
  const email = typeof claims.email === 'string' ? foldEmail(claims.email) : ''
  return isEmail(email) ? { email } : { fault: 'no-address' }
}

const isReached = (time: unknown, now: number) =>
  time === undefined || (typeof time === 'number' && time <= now + leewaySeconds)

type IdentityClaims = { email?: unknown; exp?: unknown; iat?: unknown; nbf?: unknown }

function readPlain(keys: readonly IdentityKey[], token: string): IdentityClaims | null {
  const [, signed, address, expiry, signature] =
    /^(([A-Za-z0-9_-]+={0,2})\.(\d{1,15}))\.([0-9a-f]{64})$/i.exec(token) ?? []
  if (!signed || !isSignedBy(keys, signed, Buffer.from(signature!, 'hex'))) return null
  return { email: Buffer.from(address!, 'base64url').toString(), exp: Number(expiry) }
}

function readJwt(keys: readonly IdentityKey[], token: string): IdentityClaims | null {
  const [, signed, header, payload, signature] =
    /^(([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  if (!signed || !isSignedBy(keys, signed, Buffer.from(signature!, 'base64url'))) return null
  const { alg, crit } = readObject(header!)
  // Never trust the header's choice: one algorithm only, and no critical extensions.
  return alg === 'HS256' && crit === undefined ? readObject(payload!) : null
}

function isSignedBy(keys: readonly IdentityKey[], signed: string, signature: Buffer): boolean {
  const matches = keys.map((key) => timingSafeEqual(createHmac('sha256', key).update(signed).digest(), signature))
  return matches.includes(true)
}

function readObject(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
