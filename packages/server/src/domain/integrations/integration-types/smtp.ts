/** The store's own mail server. */
import { type IntegrationType, lineOf, mailFields, patternOf, secretOf } from './integration-type.ts'

export const smtp: IntegrationType = {
  kind: 'smtp',
  title: 'E-mail (SMTP)',
  what: 'Sends the store’s e-mails through its own mail server',
  fields: {
    host: patternOf('The mail server', 'must be a host name', /^[A-Za-z0-9.-]{1,253}$/, { required: true }),
    port: patternOf(
      'Its port: 465 begins encrypted, 587 becomes so',
      'must be 25, 465, 587, 2465, 2525 or 2587',
      /^(25|465|587|2465|2525|2587)$/,
      {
        initial: '587',
      },
    ),
    user: lineOf('The name to log in with'),
    password: secretOf('The password; with ses-region the secret key of an access key, whose id is the user'),
    'ses-region': patternOf(
      'Amazon SES: the region for which the password is made',
      'must be such as us-east-1',
      /^[a-z]{2}(-[a-z]+)+-\d$/,
    ),
    ...mailFields,
  },
}
