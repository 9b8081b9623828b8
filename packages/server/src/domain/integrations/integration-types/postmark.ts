/** Postmark: e-mail by its API, and its webhook, which signs nothing and logs in instead. */
import { type IntegrationType, lineOf, mailFields, patternOf, secretOf, urlOf } from './integration-type.ts'

export const postmark: IntegrationType = {
  kind: 'postmark',
  title: 'E-mail (Postmark)',
  what: 'Sends the store’s e-mails by Postmark’s API, and learns of bounces and complaints',
  hook: true,
  fields: {
    'server-token': secretOf('The server’s API token', { required: true }),
    ...mailFields,
    'message-stream': patternOf(
      'The message stream: a transactional one',
      'must be the id of a message stream, such as outbound',
      /^[a-z][a-z0-9-]{0,29}$/,
      { initial: 'outbound' },
    ),
    user: lineOf('The name that its webhook logs in with; without it no reports are accepted', {}, 100),
    password: secretOf('The password that its webhook logs in with'),
    'api-url': urlOf('Another address of Postmark’s API (a proxy)'),
  },
  rule: ({ user, password }) => (!user === !password ? null : 'user and password are set together.'),
}

/** For e-mails that leave through Postmark’s SMTP. */
export const postmarkEvents: IntegrationType = {
  kind: 'postmark-events',
  title: 'Postmark events',
  what: 'Learns of bounces and complaints from Postmark’s webhook',
  hook: true,
  fields: {
    user: lineOf('The name it logs in with, as in the webhook’s address', { required: true }, 100),
    password: secretOf('The password it logs in with', { required: true }),
  },
}
