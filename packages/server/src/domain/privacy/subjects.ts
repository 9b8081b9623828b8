/** A person as a store knows them: their addresses and shopper records, found by either. */
import { Refusal } from '@heartbell/contract/errors'
import type { Sql } from '../../database/connect.ts'
import { hashAddress } from '../messages/suppressions.ts'
import { accountId } from '../secrets/tokens.ts'
import { readAddress } from '../shoppers/addresses.ts'
import { maskAddress } from '../shoppers/mask-address.ts'
import type { Store } from '../stores/stores.ts'

/** Identified by e-mail, phone, or both. */
export type SubjectQuery = { email?: string | undefined; phone?: string | undefined }

export type Subject = { addresses: string[]; shopperIds: string[] }

/** The valid addresses. */
export const readSubjectAddresses = ({ settings }: Store, { email, phone }: SubjectQuery): string[] =>
  [
    email?.trim() ? readAddress('email', email, settings.country) : null,
    phone?.trim() ? readAddress('sms', phone, settings.country) : null,
  ].filter((address) => address !== null)

/** Includes the guests they were before login, and the phone numbers and e-mails of their accounts. */
export async function findSubject(sql: Sql, store: Store, who: SubjectQuery): Promise<Subject> {
  const { storeId, tokenKey } = store
  const given = readSubjectAddresses(store, who)
  if (given.length === 0)
    throw new Refusal('bad-request', 'invalid-subject', 'An e-mail address or a phone number is required.')
  const accounts = given.filter((address) => address.includes('@')).map((address) => accountId(tokenKey, address))
  const rows = await sql<{ shopperId: string; email: string | null; phone: string | null }[]>`
    with account as (
      select shopper_id, email, phone
      from shoppers
      where store_id = ${storeId}
        and (shopper_id = any(${accounts}::uuid[]) or email = any(${given}) or phone = any(${given}))
    )
    select shopper_id, email, phone
    from account
    union
    select guest.shopper_id, guest.email, guest.phone
    from account
    join shoppers guest
      on guest.store_id = ${storeId}
      and guest.merged_into = account.shopper_id`
  return {
    addresses: [...new Set([...given, ...rows.flatMap((row) => [row.email, row.phone])])].filter((one) => one !== null),
    shopperIds: [...new Set([...accounts, ...rows.map(({ shopperId }) => shopperId)])],
  }
}

/** SQL condition: the column contains one of the addresses, ignoring case. */
export const containsAddress = (sql: Sql, column: string, addresses: string[]) => sql`exists (
  select from unnest(${addresses}::text[]) address
  where position(lower(address) in lower(${sql.unsafe(column)})) > 0
)`

/**
 * Whom an action was about, for the audit trail: a masked address, and the keyed hash that suppressions use too, so that actions
 * on one person can be found without naming them.
 */
export function maskSubject(store: Store, who: SubjectQuery): { subject: string; subjectHash: string } {
  const [address = ''] = readSubjectAddresses(store, who)
  const medium = address.includes('@') ? 'email' : 'sms'
  return {
    subject: maskAddress(address),
    subjectHash: hashAddress(store, { medium, address }).toString('hex').slice(0, 32),
  }
}
