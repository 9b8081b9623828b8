/** Amazon SES: e-mail by its API, and its reports through SNS. */
import { type IntegrationType, mailFields, patternOf, secretOf, urlOf } from './integration-type.ts'

const topicArn = (what: string, extras?: { required: true }) =>
  patternOf(
    what,
    'must be such as arn:aws:sns:us-east-1:123456789012:bounces',
    /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{1,20}:[A-Za-z0-9_.-]{1,256}$/,
    extras,
  )

export const ses: IntegrationType = {
  kind: 'ses',
  title: 'E-mail (Amazon SES)',
  what: 'Sends the store’s e-mails by the API of Amazon SES, and learns of bounces and complaints',
  hook: true,
  fields: {
    'access-key-id': patternOf(
      'The id of an access key that may call ses:SendEmail and ses:GetAccount',
      'must be 16 to 128 letters and digits',
      /^[A-Za-z0-9]{16,128}$/,
      { required: true },
    ),
    'secret-access-key': secretOf('The secret of that access key', { required: true }),
    region: patternOf(
      'The region that the sender is verified in',
      'must be such as us-east-1',
      /^[a-z]{2}(-[a-z]+)+-\d$/,
      {
        required: true,
      },
    ),
    ...mailFields,
    'configuration-set': patternOf(
      'The configuration set, where its events are published',
      'must be 1 to 64 letters, digits, _ and -',
      /^[A-Za-z0-9_-]{1,64}$/,
    ),
    'per-second': patternOf(
      'How many e-mails a second the account may send',
      'must be a whole number from 1 to 1000',
      /^([1-9]\d{0,2}|1000)$/,
      { initial: '14' },
    ),
    'topic-arn': topicArn('The SNS topic of its reports; without it none are accepted'),
    'api-url': urlOf('Another address of Amazon’s API (a VPC endpoint)'),
  },
}

/** For e-mails that leave through the SMTP of Amazon SES. */
export const sesEvents: IntegrationType = {
  kind: 'ses-events',
  title: 'Amazon SES events',
  what: 'Learns of bounces and complaints from Amazon SES, through an SNS topic',
  hook: true,
  fields: { 'topic-arn': topicArn('The SNS topic; no other is listened to', { required: true }) },
}
