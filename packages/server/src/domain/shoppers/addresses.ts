/** Addresses of shoppers: e-mail addresses and phone numbers, validated and normalized. */
import { foldEmail, isEmail } from '@heartbell/contract/fields'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export type Medium = 'email' | 'sms' | 'whatsapp'

/** Messages to a phone number. */
export const isPhoneMedium = (medium: string) => medium === 'sms' || medium === 'whatsapp'

/** Normalized: an e-mail address in lower case, a phone number as E.164. */
export type Recipient = { medium: Medium; address: string }

/** Also a push subscription or a webhook. */
export type AnyRecipient = { medium: string; address: string }

/** Null when it is not valid. */
export const readAddress = (medium: Medium, text: string, country: string): string | null =>
  medium === 'email' ? readEmail(text) : readPhone(text, country)

function readEmail(text: string): string | null {
  const address = foldEmail(text)
  return isEmail(address) ? address : null
}

/**
 * A number without a country code is one of `country`. Only its length is checked, and not its range: countries open new ranges
 * more often than this library is updated.
 */
function readPhone(text: string, country: string): string | null {
  const phone = parsePhoneNumberFromString(text.trim(), { defaultCountry: country as CountryCode, extract: false })
  return phone?.isPossible() && !phone.ext ? phone.number : null
}

const gmail = ['gmail.com', 'googlemail.com']

/**
 * The mailbox that an e-mail address leads to at most providers: `+tag` removed, and at Gmail the dots. Only for limits and refusals of
 * messages that somebody else requests: at some providers these are addresses of different people, so nothing is stored or sent by it.
 */
export function mailboxOf({ medium, address }: AnyRecipient): string {
  if (medium !== 'email') return address
  const at = address.lastIndexOf('@')
  const [name, host] = [address.slice(0, at), address.slice(at + 1)]
  const untagged = name.replace(/(?<=.)\+.*$/s, '')
  return gmail.includes(host) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${host}`
}
