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
