/**
 * The links in messages: to a product, to unsubscribe, to one's alerts, to confirm, to opt out. Each consists of the store's
 * eight-character prefix and a body signed with the store's key, so that it is verified before anything is looked up. Where it
 * leads is read from the database.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { uuidBytes, uuidText } from '../secrets/ids.ts'
import type { TokenKey } from '../secrets/tokens.ts'
import type { Store } from '../stores/stores.ts'
import { type OptOut, refusablePurposes } from './opt-outs.ts'

type Keyed = Pick<Store, 'prefix' | 'tokenKey'>

/** Kinds of links, and how long their signature is: a click link must be short for SMS, and only leads to a product. */
const tagBytes = { click: 10, unsubscribe: 15, alerts: 15, confirm: 15, optOut: 15 } as const

type LinkKind = keyof typeof tagBytes

const prefixLength = 8

const tagOf = (key: TokenKey, kind: LinkKind, body: Buffer) =>
  createHmac('sha256', key).update(`link ${kind}\0`).update(body).digest().subarray(0, tagBytes[kind])

const write = ({ prefix, tokenKey }: Keyed, kind: LinkKind, body: Buffer) =>
  prefix + Buffer.concat([body, tagOf(tokenKey, kind, body)]).toString('base64url')

/** `lengths`: those that the body may have. */
function read({ prefix, tokenKey }: Keyed, kind: LinkKind, text: string, ...lengths: number[]): Buffer | null {
  if (!text.startsWith(prefix)) return null
  const sealed = text.slice(prefixLength)
  const bytes = Buffer.from(sealed, 'base64url')
  const length = bytes.length - tagBytes[kind]
  if (!lengths.includes(length) || bytes.toString('base64url') !== sealed) return null
  const body = bytes.subarray(0, length)
  return timingSafeEqual(tagOf(tokenKey, kind, body), bytes.subarray(length)) ? body : null
}

/** The store that the link names, not verified yet; null when it is no link of ours. */
export function storeOfLink(text: string): number | null {
  if (!/^[A-Za-z0-9_-]{20,200}$/.test(text)) return null
  return Buffer.from(text.slice(0, prefixLength), 'base64url').readUIntBE(0, 6)
}

/** `triggerTail`: the last eight digits of the trigger's id, enough to distinguish the few triggers of one subscription. */
export type ClickClaim = { subscriptionId: string; triggerTail: string }

export const triggerTailOf = (triggerId: string) => triggerId.slice(-8)

export const writeClick = (store: Keyed, { subscriptionId, triggerTail }: ClickClaim) =>
  write(store, 'click', Buffer.concat([uuidBytes(subscriptionId), Buffer.from(triggerTail, 'hex')]))

export function readClick(store: Keyed, text: string): ClickClaim | null {
  const body = read(store, 'click', text, 20)
  return body && { subscriptionId: uuidText(body.subarray(0, 16)), triggerTail: body.toString('hex', 16) }
}

/**
 * One subscription stands for its address and all the alerts that go there. The store may send the subscription to another address,
 * so the link names the address too, by a keyed hash: it is valid only for the address that it was sent to.
 */
export type SentTo = { subscriptionId: string; address: string }

/** `addressTag` null: written by a release whose links did not name the address. */
export type SentClaim = { subscriptionId: string; addressTag: Buffer | null }

const addressTagBytes = 8

export const addressTagOf = ({ tokenKey }: Pick<Keyed, 'tokenKey'>, address: string) =>
  createHmac('sha256', tokenKey).update('link address\0').update(address).digest().subarray(0, addressTagBytes)

const sentBytes = (store: Keyed, { subscriptionId, address }: SentTo) =>
  Buffer.concat([uuidBytes(subscriptionId), addressTagOf(store, address)])

/** `end`: where the address begins. */
const readSent = (body: Buffer, end: number): SentClaim => ({
  subscriptionId: uuidText(body.subarray(0, 16)),
  addressTag: body.length > end ? body.subarray(end) : null,
})

export const writeUnsubscribe = (store: Keyed, to: SentTo) => write(store, 'unsubscribe', sentBytes(store, to))

export function readUnsubscribe(store: Keyed, text: string): SentClaim | null {
  const body = read(store, 'unsubscribe', text, 16, 16 + addressTagBytes)
  return body && readSent(body, 16)
}

export function writeAlerts(store: Keyed, { until, ...to }: SentTo & { until: Date }): string {
  const end = Buffer.alloc(4)
  end.writeUInt32BE(Math.floor(until.getTime() / 1000))
  const sent = sentBytes(store, to)
  return write(store, 'alerts', Buffer.concat([sent.subarray(0, 16), end, sent.subarray(16)]))
}

export function readAlerts(store: Keyed, text: string): (SentClaim & { until: Date }) | null {
  const body = read(store, 'alerts', text, 20, 20 + addressTagBytes)
  return body && { ...readSent(body, 20), until: new Date(body.readUInt32BE(16) * 1000) }
}

/** All alerts of one request are confirmed together, so the link names their consent. */
export const writeConfirm = (store: Keyed, consentId: string) => write(store, 'confirm', uuidBytes(consentId))

export function readConfirm(store: Keyed, text: string): string | null {
  const body = read(store, 'confirm', text, 16)
  return body && uuidText(body)
}

/** Names the address by its hash, and its mailbox if that differs, so that it works after the message was deleted too. */
export const writeOptOut = (store: Keyed, { addressHashes, purpose }: OptOut) =>
  write(store, 'optOut', Buffer.concat([Buffer.from([refusablePurposes.indexOf(purpose)]), ...addressHashes]))

export function readOptOut(store: Keyed, text: string): OptOut | null {
  const body = read(store, 'optOut', text, 33, 65)
  const purpose = body && refusablePurposes[body[0]!]
  if (!purpose) return null
  return { addressHashes: body.length > 33 ? [body.subarray(1, 33), body.subarray(33)] : [body.subarray(1)], purpose }
}
