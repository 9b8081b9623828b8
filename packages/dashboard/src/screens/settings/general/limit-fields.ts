/** The settings that limit requests, messages and stored data. */
import type { Section } from './setting-section.ts'

export const limits: Section = {
  title: 'Rate limits',
  about: 'Requests per second, with bursts of twice that; off removes a limit.',
  fields: [
    { word: 'rate-key', label: 'Each API key', about: 'Your own servers.' },
    { word: 'rate-shopper', label: 'Each shopper', about: 'Browsers that are identified.' },
    { word: 'rate-address', label: 'Each address', about: 'Callers that are not identified.' },
  ],
}

export const messageLimits: Section = {
  title: 'Messages that shoppers trigger',
  about: 'How many, and in what time; off removes a limit.',
  fields: [
    {
      word: 'sms-countries',
      label: 'SMS go to',
      about: 'Comma-separated countries, * for all; empty: the store’s own.',
      example: 'US,CA',
    },
    {
      word: 'confirmations-per-guest',
      label: 'Confirmations for one shopper',
      about: 'Sign-ups that ask an address to confirm.',
    },
    {
      word: 'confirmations-per-network',
      label: 'Confirmations for one network',
      about: 'All shoppers of one internet address.',
    },
    { word: 'confirmations-per-recipient', label: 'Confirmations to one address', about: 'Further ones are not sent.' },
    { word: 'confirmations-per-store', label: 'Confirmations by e-mail', about: 'Of the whole store.' },
    { word: 'sms-confirmations-per-store', label: 'Confirmations by SMS', about: 'Of the whole store.' },
    { word: 'list-mails-per-shopper', label: 'Lists sent by one shopper', about: 'By e-mail, to anybody.' },
    {
      word: 'list-mails-per-network',
      label: 'Lists sent from one network',
      about: 'All shoppers of one internet address.',
    },
    { word: 'list-mails-per-recipient', label: 'Lists sent to one address', about: 'By any sender.' },
    { word: 'list-mails-per-store', label: 'Lists sent by e-mail', about: 'Of the whole store.' },
    { word: 'tests-per-store', label: 'Tests of templates', about: 'From here and from the API.' },
  ],
}

export const quotas: Section = {
  title: 'Quotas',
  about: 'How much may be stored. Nothing stored is removed; what exceeds a quota is refused.',
  fields: [
    { word: 'max-lists', label: 'Lists of a shopper', about: 'Archived lists count.', kind: 'number' },
    { word: 'max-items', label: 'Items of a shopper', about: 'Across all lists.', kind: 'number' },
    { word: 'max-bytes', label: 'Size of a shopper’s items', about: 'With notes and custom fields.', example: '100MB' },
    { word: 'max-store-items', label: 'Items of the store', about: 'Across all shoppers.', kind: 'number' },
  ],
}
