/** SMS by Twilio, with reports on each and on who answered STOP. */
import { type IntegrationType, patternOf, secretOf, urlOf } from './integration-type.ts'

export const twilio: IntegrationType = {
  kind: 'twilio',
  title: 'SMS (Twilio)',
  what: 'Sends the store’s SMS, learns what became of them, and listens for STOP, START and HELP',
  hook: true,
  fields: {
    'account-sid': patternOf('The account’s SID', 'must be AC and 32 characters', /^AC[0-9a-zA-Z]{32}$/, {
      required: true,
    }),
    'auth-token': secretOf('The account’s auth token', { required: true }),
    from: patternOf(
      'The number or name that SMS come from',
      'must be a phone number such as +15550100 or a sender name',
      /^(\+\d{5,15}|\d{3,8}|[A-Za-z0-9 ]{1,11})$/,
    ),
    'messaging-service': patternOf(
      'A messaging service instead of a number',
      'must be MG and 32 characters',
      /^MG[0-9a-zA-Z]{32}$/,
    ),
    'validity-seconds': patternOf(
      'How long Twilio may try to send one',
      'must be a whole number from 1 to 36000',
      /^([1-9]\d{0,3}|[12]\d{4}|3[0-5]\d{3}|36000)$/,
      {
        initial: '14400',
      },
    ),
    'help-text': patternOf('What HELP is answered with', 'must be at most 320 characters', /^[^\p{Cc}]{1,320}$/u),
    'api-url': urlOf('Another address of Twilio’s API (a region, a proxy)'),
  },
  rule: (values) =>
    values.from || values['messaging-service'] ? null : 'One of from and messaging-service is required.',
}
