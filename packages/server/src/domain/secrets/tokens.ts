/**
 * Regids and sessions: created and verified with the store's key alone, so that a visitor who saves nothing needs no row.
 * A regid is kind + shopper id + tag; a session is shopper id + epoch + tag. Both are URL-safe and never expire.
 * Each costs 7 to 10 µs, a tenth of a call, and a page makes several calls at once, so the results are memoized.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { uuidBytes, uuidText } from './ids.ts'
import { memoizePerStore } from './memoize-per-store.ts'

export type ShopperKind = 'guest' | 'account'
export type TokenKey = KeyObject

export type RegidClaim = Readonly<{ kind: ShopperKind; shopperId: string }>
export type SessionClaim = Readonly<{ shopperId: string; epoch: number }>

const kindByte = { guest: 0x67, account: 0x61 } as const
const idBytes = 16
const tagBytes = 15
const regidBytes = 1 + idBytes + tagBytes
const sessionBytes = 1 + idBytes + 4 + tagBytes

export const makeTokenKey = (secret: Buffer): TokenKey => createSecretKey(secret)

const mac = (key: TokenKey, purpose: string, body: Buffer | string) =>
  createHmac('sha256', key).update(purpose).update(body).digest()

/** The same uuid always gives the same shopper of a store, and a different one in every other store. */
export const guestId = memoizePerStore(
  (key: TokenKey, uuid: string) => uuidText(mac(key, 'guest\0', uuid).subarray(0, idBytes)),
  (uuid) => uuid,
)

export const accountId = (key: TokenKey, email: string) => uuidText(mac(key, 'account\0', email).subarray(0, idBytes))

export const writeRegid = memoizePerStore(
  (key: TokenKey, claim: RegidClaim): string => {
    const body = Buffer.concat([Buffer.from([kindByte[claim.kind]]), uuidBytes(claim.shopperId)])
    return Buffer.concat([body, mac(key, 'regid\0', body).subarray(0, tagBytes)]).toString('base64url')
  },
  ({ kind, shopperId }) => kind + shopperId,
)

export const readRegid = memoizePerStore(
  (key: TokenKey, text: string): RegidClaim | null => {
    const body = readSealed(key, 'regid\0', text, regidBytes)
    if (!body) return null
    const kind = body[0] === kindByte.account ? 'account' : body[0] === kindByte.guest ? 'guest' : null
    return kind && { kind, shopperId: uuidText(body.subarray(1, 1 + idBytes)) }
  },
  (text) => text,
)

const sessionVersion = 1

export const writeSession = memoizePerStore(
  (key: TokenKey, claim: SessionClaim): string => {
    const body = Buffer.alloc(sessionBytes - tagBytes)
    body[0] = sessionVersion
    uuidBytes(claim.shopperId).copy(body, 1)
    body.writeUInt32BE(claim.epoch, 1 + idBytes)
    return Buffer.concat([body, mac(key, 'session\0', body).subarray(0, tagBytes)]).toString('base64url')
  },
  ({ shopperId, epoch }) => `${shopperId} ${epoch}`,
)

export const readSession = memoizePerStore(
  (key: TokenKey, text: string): SessionClaim | null => {
    const body = readSealed(key, 'session\0', text, sessionBytes)
    if (!body || body[0] !== sessionVersion) return null
    return { shopperId: uuidText(body.subarray(1, 1 + idBytes)), epoch: body.readUInt32BE(1 + idBytes) }
  },
  (text) => text,
)

function readSealed(key: TokenKey, purpose: string, text: string, length: number): Buffer | null {
  if (text.length !== Math.ceil((length * 4) / 3)) return null
  const bytes = Buffer.from(text, 'base64url')
  // Decoding ignores invalid characters and spare bits; accept only the exact text that we would write.
  if (bytes.toString('base64url') !== text) return null
  const body = bytes.subarray(0, length - tagBytes)
  const tag = mac(key, purpose, body).subarray(0, tagBytes)
  return timingSafeEqual(tag, bytes.subarray(length - tagBytes)) ? body : null
}
