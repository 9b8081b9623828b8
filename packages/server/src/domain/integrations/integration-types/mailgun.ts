/** Mailgun: e-mail by its API, and what became of e-mails that left through it. */
import { choiceOf, type IntegrationType, mailFields, patternOf, secretOf, urlOf } from './integration-type.ts'

export const mailgun: IntegrationType = {
  kind: 'mailgun',
  title: 'E-mail (Mailgun)',
  what: 'Sends the store’s e-mails by Mailgun’s API, and learns of bounces and complaints',
  hook: true,
  fields: {
    'api-key': secretOf('An API key or a sending key of the domain', { required: true }),
    domain: patternOf('The domain that Mailgun sends for', 'must be a domain', /^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/i, {
      required: true,
    }),
    region: choiceOf('The region of the domain', ['us', 'eu']),
    ...mailFields,
    'signing-key': secretOf('The HTTP webhook signing key; without it no reports are accepted'),
    'api-url': urlOf('Another address of Mailgun’s API (a proxy)'),
  },
}

/** For e-mails that leave through Mailgun’s SMTP. */
export const mailgunEvents: IntegrationType = {
  kind: 'mailgun-events',
  title: 'Mailgun events',
  what: 'Learns of bounces and complaints from Mailgun’s signed webhooks',
  hook: true,
  fields: { 'signing-key': secretOf('The HTTP webhook signing key', { required: true }) },
}
