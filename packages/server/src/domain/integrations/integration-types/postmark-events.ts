/** Postmark's webhook: what became of e-mails that left through it. It signs nothing, so it logs in. */
import { type IntegrationType, lineOf, secretOf } from './integration-type.ts'

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
