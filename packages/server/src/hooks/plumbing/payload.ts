/** Looks into what a platform sent, believing nothing about its shape. */
import { readShopifyId } from '@heartbell/contract/product-ids'

export type Payload = Record<string, unknown>

export const asPayload = (value: unknown): Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : {}

export const payloadsIn = (value: unknown): Payload[] => (Array.isArray(value) ? value.map(asPayload) : [])

/** Text that is there; numbers as their digits. Who cuts a text in the middle of an emoji leaves half of it: that becomes �. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' && !value.includes('\0')
    ? value.trim().toWellFormed()
    : undefined
}

/** An id as text; the number of a GraphQL id of any type (`gid://shopify/Order/123`). */
export function idOf(value: unknown): string | undefined {
  const said = textOf(value)
  const text = said === undefined ? undefined : (readShopifyId(said)?.number ?? said)
  return text !== undefined && text.length <= 128 && text !== '0' ? text : undefined
}

export function wholeOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && Math.abs(number) <= 1e9 ? Math.floor(number) : null
}

export function amountOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0 && number < 1e12 ? number : null
}

/** So far a clock may run ahead of ours. Behind a word of the far future no later one would count. */
const mostAhead = 3_600_000

const asPast = (time: Date): Date | null =>
  time.getTime() > 0 && time.getTime() < Date.now() + mostAhead ? time : null

/** Null for what is no time, or none that was; one without a zone is UTC. */
export function timeOf(value: unknown): Date | null {
  const text = textOf(value)
  if (text === undefined) return null
  const isUnzoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)
  return asPast(new Date(isUnzoned ? `${text}Z` : text))
}

/** Seconds since 1970. */
export const momentOf = (value: unknown): Date | null =>
  typeof value === 'number' ? asPast(new Date(value * 1000)) : null

/** A web address that a mail may link to, at most as long as we keep. */
export function linkOf(value: unknown): string | null {
  const text = textOf(value)
  return text !== undefined && /^https?:\/\//i.test(text) && text.length <= 2048 ? text : null
}

export const lineOf = (value: unknown, most: number): string | null => {
  const text = textOf(value)
  return text === undefined ? null : [...text].slice(0, most).join('')
}
