/** Fields of a customer that platforms send in similar forms, cut to sizes that a list answer can carry. */
import { mostTagBytes } from '@heartbell/contract/customers'
import { foldEmail, isEmail, writeProductKey } from '@heartbell/contract/fields'
import { cutToBytes } from '../../domain/shoppers/customer-limits.ts'
import { amountOf, idOf, lineOf, type Payload, payloadsIn, textOf } from '../plumbing/payload.ts'

/** Undefined without a valid address: customers are found by it. */
export function emailOf(value: unknown): string | undefined {
  const address = foldEmail(textOf(value) ?? '')
  return isEmail(address) ? address : undefined
}

/** A name, with '' for one that was removed; undefined when it was not sent. */
export const nameOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : (lineOf(value, 255)?.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ') ?? '')

/** A comma list or an array. */
export function tagsOf(value: unknown): string[] | undefined {
  if (value === undefined) return undefined
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  const tags = parts.flatMap((part) => lineOf(part, 255) ?? [])
  return cutToBytes([...new Set(tags)].slice(0, 250), mostTagBytes)
}

const addressWords = [
  ...['id', 'first_name', 'last_name', 'name', 'company', 'address1', 'address2', 'address_1', 'address_2', 'city'],
  ...['province', 'province_code', 'state', 'state_or_province', 'zip', 'postcode', 'postal_code'],
  ...['country', 'country_code', 'country_name', 'phone', 'default', 'address_type'],
]

const mostAddressBytes = 4096

/** The fields that make an address, each a short text; the platform's other fields are left out. */
export function addressesOf(value: unknown): Payload[] | undefined {
  if (value === undefined) return undefined
  const addresses = payloadsIn(value).flatMap((address) => {
    const fields = addressWords.flatMap((word) => {
      const field = typeof address[word] === 'boolean' ? address[word] : lineOf(address[word], 255)
      return field === null ? [] : [[word, field] as const]
    })
    return fields.length > 0 ? [Object.fromEntries(fields)] : []
  })
  return cutToBytes(addresses.slice(0, 20), mostAddressBytes)
}

/** An amount as decimal text, as it was sent where it is text. */
export function spentOf(value: unknown): string | undefined {
  const text = textOf(value)
  if (typeof value === 'string' && text !== undefined && /^\d{1,15}(\.\d{1,6})?$/.test(text)) return text
  return amountOf(value)?.toFixed(2)
}

export const orderIdOf = (value: unknown): number | string | undefined => {
  const id = idOf(value)
  return id === undefined ? undefined : writeProductKey(id)
}

/** A time of the platform as it was sent, if it is one. */
export function sentTimeOf(value: unknown): string | undefined {
  const text = lineOf(value, 40) ?? undefined
  return text !== undefined && !Number.isNaN(Date.parse(text)) ? text : undefined
}

/** Without the fields that are undefined, which would look as if they were sent. */
export function sentOnly<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
