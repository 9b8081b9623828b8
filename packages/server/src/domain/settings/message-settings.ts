/** Limits of messages that visitors can cause: how many and to which countries; and the store's postal address. */
import { isSupportedCountry } from 'libphonenumber-js/min'

export type Allowance = { most: number; within: number }

const unitMillis = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A number of messages within a time, such as 20/1h; null when off. */
const allowance = (initial: string) => ({
  initial,
  says: 'must be off, or a number of messages and a time of 30 days at most, such as 20/1h',
  read: (text: string): Allowance | null | undefined => {
    if (text === 'off') return null
    const [, most, count, unit] = /^(\d{1,7})\/(\d{1,6})([smhd])$/.exec(text) ?? []
    const within = Number(count) * unitMillis[unit as keyof typeof unitMillis]
    return Number(most) > 0 && within > 0 && within <= 30 * unitMillis.d ? { most: Number(most), within } : undefined
  },
})

/** Null: only the store's own country. `*`: all countries. */
const countries = {
  initial: '',
  says: 'must be two-letter country codes separated by commas, such as US,CA, or * for all, or empty for the store’s own country',
  read: (text: string): readonly string[] | '*' | null | undefined => {
    if (text === '') return null
    if (text === '*') return '*'
    const words = text.split(',').map((word) => word.trim().toUpperCase())
    return words.every((word) => isSupportedCountry(word)) ? [...new Set(words)] : undefined
  },
}

const postalAddress = {
  initial: '',
  says: 'must be an address of at most 300 characters, its lines separated by commas, or empty',
  read: (text: string): string | null | undefined => {
    if (text === '') return null
    return text.length <= 300 && !/[\u0000-\u001f\u007f<>]/.test(text) ? text : undefined
  },
}

export const messageSettings = {
  smsCountries: { word: 'sms-countries', ...countries },
  postalAddress: { word: 'postal-address', ...postalAddress },
  confirmationsPerGuest: { word: 'confirmations-per-guest', ...allowance('10/1h') },
  confirmationsPerRecipient: { word: 'confirmations-per-recipient', ...allowance('6/1d') },
  confirmationsPerNetwork: { word: 'confirmations-per-network', ...allowance('60/1h') },
  confirmationsPerStore: { word: 'confirmations-per-store', ...allowance('5000/1h') },
  smsConfirmationsPerStore: { word: 'sms-confirmations-per-store', ...allowance('500/1h') },
  listMailsPerShopper: { word: 'list-mails-per-shopper', ...allowance('20/1h') },
  listMailsPerRecipient: { word: 'list-mails-per-recipient', ...allowance('5/1d') },
  listMailsPerNetwork: { word: 'list-mails-per-network', ...allowance('60/1h') },
  listMailsPerStore: { word: 'list-mails-per-store', ...allowance('2000/1d') },
  testsPerStore: { word: 'tests-per-store', ...allowance('60/1h') },
} as const
