/** What the form says when the service does not accept an alert. */
import type { Problem } from '../../../client/sync/call-api.ts'
import { tryAgain } from '../../shared/button.ts'
import { language } from '../../shared/row.ts'
import { t } from '../../shared/texts.ts'
import type { Refused } from '../offers.ts'

const isMail = (medium = 'email') => medium === 'email'

export const wrongAddress = (medium: string | undefined): string =>
  isMail(medium)
    ? t('wrong', 'Please check this address.')
    : t('wrongNumber', 'Please check this number and its country code.')

export function complaintAbout({ status, type, retryAfter, message }: Problem, medium: string | undefined): Refused {
  if (status === 429) return { text: t('often', 'That was too often. Please try again {0}.', inTime(retryAfter)) }
  if (type === 'unknown-product') return { text: t('unknown', 'The shop does not offer alerts for this product yet.') }
  if (type === 'invalid-mediumvalue') return { text: countryText(message) ?? wrongAddress(medium), isAddress: true }
  // something of the page, such as the product's address: nothing that a shopper could correct
  if (status === 400) console.error(`Heartbell: ${message}`)
  return { text: tryAgain() }
}

/** A correct number of a country that the store does not write to; the message ends with those that it does. */
function countryText(message: string): string | undefined {
  const [, countries] = /sends SMS to: ([A-Z]{2}(?:, [A-Z]{2})*)$/.exec(message) ?? []
  if (!countries) return
  const names = new Intl.DisplayNames(language(), { type: 'region' })
  const list = new Intl.ListFormat(language()).format(countries.split(', ').map((country) => names.of(country)!))
  return t('countries', 'This shop writes only to numbers of: {0}.', list)
}

/** “in 10 minutes”, “in 2 hours” in the page's language. */
function inTime(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const show = new Intl.RelativeTimeFormat(language())
  return minutes < 120 ? show.format(minutes, 'minute') : show.format(Math.ceil(minutes / 60), 'hour')
}
