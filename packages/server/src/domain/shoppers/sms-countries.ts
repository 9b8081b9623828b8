/** Countries that a store sends SMS and WhatsApp messages to: its own, unless set otherwise. Numbers abroad may cost many times as much. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Store } from '../stores/stores.ts'

/** `number` as E.164. Where several countries share a range, one allowed country is enough. */
export function isSmsAllowed({ settings }: Pick<Store, 'settings'>, number: string): boolean {
  const allowed = settings.smsCountries ?? [settings.country]
  if (allowed === '*') return true
  const phone = parsePhoneNumberFromString(number)
  // The provider refuses what is not a number.
  if (!phone) return true
  const countries = phone.country ? [phone.country] : phone.getPossibleCountries()
  return countries.some((country) => allowed.includes(country))
}
