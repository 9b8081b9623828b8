/** A Google Merchant feed at an address of the merchant's, read again and again. */
import { choiceOf, type IntegrationType, patternOf, urlOf } from './integration-type.ts'

export const googleFeed: IntegrationType = {
  kind: 'google-feed',
  title: 'Google Merchant feed',
  what: 'Reads the catalog from a feed (RSS, Atom, TSV or CSV) at an address, as often as said',
  fields: {
    url: urlOf('Where the feed lies', { required: true }),
    'every-minutes': patternOf(
      'How often it is read',
      'must be a whole number of minutes from 5 to 10080',
      /^([5-9]|[1-9]\d{1,3}|10080)$/,
      { initial: '60' },
    ),
    'confirm-removals': choiceOf('Whether more than 30 % of the catalog may go at once without asking', ['no', 'yes']),
  },
}
