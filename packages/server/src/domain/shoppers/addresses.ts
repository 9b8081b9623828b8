/** Where a shopper is reached: an e-mail address or a phone number, checked and written in one way. */
import { isEmail } from '@heartbell/contract/fields'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export type Medium = 'email' | 'sms'

/** An address in its one form: an e-mail in lower case, a phone number as E.164. */
export type Recipient = { medium: Medium; address: string }

/** Also a push subscription or a webhook. */
export type AnyRecipient = { medium: string; address: string }

/** Null for what is none. */
export const readAddress = (medium: Medium, text: string, country: string): string | null =>
  medium === 'email' ? readEmail(text) : readPhone(text, country)

function readEmail(text: string): string | null {
  const address = text.trim().toLowerCase()
  return isEmail(address) ? address : null
}

/**
 * A number without its country's prefix is one of `country`. It must have the shape of a number there; whether it was ever
 * given out is not asked, because countries open new ranges more often than we are updated.
 */
function readPhone(text: string, country: string): string | null {
  const phone = parsePhoneNumberFromString(text.trim(), { defaultCountry: country as CountryCode, extract: false })
  return phone?.isPossible() && !phone.ext ? phone.number : null
}
