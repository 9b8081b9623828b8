/** Consents: what was agreed to, where, and from which client. */
import { createHmac } from 'node:crypto'
import type { Sql } from '../../database/connect.ts'
import type { TokenKey } from '../secrets/tokens.ts'
import type { Store } from '../stores/stores.ts'
import type { Recipient } from './addresses.ts'

export type ConsentFacts = {
  /** The version of the text that the shopper agreed to. */
  textVersion: string
  source: string
  userAgent: string
  callerHash: Buffer
  /** The sentence about the alert that the form showed, and its language. */
  text?: string | undefined
  locale?: string | undefined
}

/** Where a shopper said yes or no: a page, a mail program, an SMS. */
export type ConsentSource = { source: string; userAgent?: string | undefined; callerHash?: Buffer | undefined }

/** Can prove later that a known network address called, without storing the address. */
export const hashCaller = (key: TokenKey, networkAddress: string) =>
  createHmac('sha256', key).update('caller\0').update(networkAddress).digest()

type Consent = { consentId: string; purpose: 'alert' | 'marketing'; granted: boolean }

export const consentColumns =
  'store_id, consent_id, medium, address, purpose, granted, text_version, source, user_agent, caller_hash'

/** The values of `consentColumns`. */
export const consentValues = (sql: Sql, { storeId }: Store, to: Recipient, what: Consent, facts: ConsentFacts) => sql`
  ${storeId}::bigint, ${what.consentId}::uuid, ${to.medium}::text, ${to.address}::text, ${what.purpose}::text,
  ${what.granted}::boolean, ${facts.textVersion}::text, ${facts.source}::text, ${facts.userAgent}::text,
  ${facts.callerHash}::bytea`

/** The source of a yes for an address that is not proven to be the caller's. */
export const unprovenSource = (source: string) => `${source}-unproven`

/** The address ended all its alerts by a link, and neither its owner nor the store has asked for one since. */
export async function refusesAlerts(sql: Sql, { storeId }: Store, { medium, address }: Recipient): Promise<boolean> {
  const [last] = await sql<{ granted: boolean }[]>`
    select granted
    from consents
    where store_id = ${storeId}
      and address = ${address}
      and medium = ${medium}
      and purpose = 'alert'
      and source not like '%-unproven'
    order by given_at desc, consent_id desc
    limit 1`
  return last !== undefined && !last.granted
}
