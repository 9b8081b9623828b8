/** SendGrid: e-mail by its API, and what became of e-mails that left through it. */
import { type IntegrationType, mailFields, patternOf, secretOf, urlOf } from './integration-type.ts'

const publicKey = (what: string, extras?: { required: true }) =>
  patternOf(what, 'must be base64 as SendGrid shows it', /^[A-Za-z0-9+/]{80,400}=*$/, extras)

export const sendgrid: IntegrationType = {
  kind: 'sendgrid',
  title: 'E-mail (SendGrid)',
  what: 'Sends the store’s e-mails by SendGrid’s API, and learns of bounces and complaints',
  hook: true,
  fields: {
    'api-key': secretOf('An API key with the permission Mail Send', { required: true }),
    ...mailFields,
    'public-key': publicKey('The verification key of the Event Webhook; without it no reports are accepted'),
    'api-url': urlOf('Another address of SendGrid’s API (https://api.eu.sendgrid.com, a proxy)'),
  },
}

/** For e-mails that leave through SendGrid’s SMTP. */
export const sendgridEvents: IntegrationType = {
  kind: 'sendgrid-events',
  title: 'SendGrid events',
  what: 'Learns of bounces and complaints from SendGrid’s signed Event Webhook',
  hook: true,
  fields: { 'public-key': publicKey('The verification key of the Event Webhook', { required: true }) },
}
