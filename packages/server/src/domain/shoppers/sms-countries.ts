/** To which countries a store sends SMS: its own, unless it says otherwise. Numbers abroad may cost many times as much. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Store } from '../stores/stores.ts'

/** `number` as E.164. Where several countries share a range, one that is allowed is enough. */
export function isSmsAllowed({ settings }: Pick<Store, 'settings'>, number: string): boolean {
  const allowed = settings.smsCountries ?? [settings.country]
  if (allowed === '*') return true
  const phone = parsePhoneNumberFromString(number)
  // What is no number is the provider's to refuse.
  if (!phone) return true
  const countries = phone.country ? [phone.country] : phone.getPossibleCountries()
  return countries.some((country) => allowed.includes(country))
}
