/** SendGrid's Event Webhook: what became of e-mails that left through it. */
import { type IntegrationType, patternOf } from './integration-type.ts'

export const sendgridEvents: IntegrationType = {
  kind: 'sendgrid-events',
  title: 'SendGrid events',
  what: 'Learns of bounces and complaints from SendGrid’s signed Event Webhook',
  hook: true,
  fields: {
    'public-key': patternOf(
      'The verification key of the Event Webhook',
      'must be base64 as SendGrid shows it',
      /^[A-Za-z0-9+/]{80,400}=*$/,
      {
        required: true,
      },
    ),
  },
}
