/** Amazon SES reports through SNS on e-mails sent through it. */
import { type IntegrationType, patternOf } from './integration-type.ts'

export const sesEvents: IntegrationType = {
  kind: 'ses-events',
  title: 'Amazon SES events',
  what: 'Learns of bounces and complaints from Amazon SES, through an SNS topic',
  hook: true,
  fields: {
    'topic-arn': patternOf(
      'The SNS topic; no other is listened to',
      'must be such as arn:aws:sns:us-east-1:123456789012:bounces',
      /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{1,20}:[A-Za-z0-9_.-]{1,256}$/,
      {
        required: true,
      },
    ),
  },
}
