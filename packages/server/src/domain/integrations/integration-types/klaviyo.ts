/** Klaviyo, in one of two ways: we plan who gets a message and its flow writes it, or it does both. */
import { choiceOf, type IntegrationType, patternOf, secretOf, someOf, urlOf } from './integration-type.ts'

export const klaviyo: IntegrationType = {
  kind: 'klaviyo',
  title: 'Klaviyo',
  what: 'Puts alerts into the store’s own Klaviyo flows',
  fields: {
    'api-key': secretOf('A private API key', { required: true }),
    mode: choiceOf(
      'events: we decide, Klaviyo writes; back-in-stock: Klaviyo does both; mailing-list: only forwards who joins the mailing list',
      ['events', 'back-in-stock', 'mailing-list'],
    ),
    media: someOf('Which alerts it takes over', ['email', 'sms'], { initial: 'email' }),
    catalog: patternOf(
      'Whose ids the variants have in its catalog',
      'must be such as $shopify:::$default',
      /^\S{1,100}:::\S{1,100}$/,
      {
        initial: '$custom:::$default',
      },
    ),
    'list-id': patternOf(
      'The list that shoppers join who asked for the mailing list',
      'must be the id of a list',
      /^[A-Za-z0-9]{4,20}$/,
    ),
    'api-url': urlOf('Another address of Klaviyo’s API (a proxy)'),
  },
  rule: ({ mode, 'list-id': list }) =>
    mode === 'mailing-list' && !list ? 'list-id is required where mode is mailing-list.' : null,
}
