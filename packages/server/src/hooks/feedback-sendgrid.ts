/** SendGrid's Event Webhook: a list of events, signed with its private key. */
import { type Report, recordReports } from '../domain/feedback.ts'
import { isSendgridSigned } from '../domain/provider-signatures.ts'
import { badSignature, type Knock } from './knock.ts'
import { headerOf, readJson } from './raw-body.ts'

type SendgridEvent = {
  event?: string
  email?: string
  timestamp?: number
  sg_event_id?: string
  sg_message_id?: string
  'smtp-id'?: string
  reason?: string
  type?: string
}

export async function listenSendgrid({ store, hook, body, request, deps }: Knock): Promise<void> {
  const signature = headerOf(request, 'x-twilio-email-event-webhook-signature') ?? ''
  const timestamp = headerOf(request, 'x-twilio-email-event-webhook-timestamp') ?? ''
  if (!isSendgridSigned(hook.values['public-key']!, timestamp, body, signature)) throw badSignature()
  const events = readJson(body)
  const reports = (Array.isArray(events) ? (events as SendgridEvent[]) : []).flatMap(readEvent)
  await recordReports(deps.sql, store, 'sendgrid', reports)
}

/** Why SendGrid itself did not send. */
const dropped: readonly [RegExp, Report['kind']][] = [
  [/bounced address|invalid/i, 'bounced'],
  [/spam reporting/i, 'complained'],
  [/unsubscribed/i, 'opted-out'],
]

function kindOf({ event, type, reason = '' }: SendgridEvent): Report['kind'] | undefined {
  if (event === 'delivered') return 'delivered'
  // A block is about us or our words, and may be over tomorrow.
  if (event === 'bounce') return type === 'blocked' ? 'failed' : 'bounced'
  if (event === 'spamreport') return 'complained'
  if (event === 'unsubscribe' || event === 'group_unsubscribe') return 'opted-out'
  if (event === 'dropped') return dropped.find(([pattern]) => pattern.test(reason))?.[1] ?? 'failed'
  return undefined
}

function readEvent(event: SendgridEvent): Report[] {
  const kind = kindOf(event)
  if (!kind || typeof event.sg_event_id !== 'string' || typeof event.email !== 'string') return []
  return [
    {
      reportId: event.sg_event_id,
      kind,
      medium: 'email',
      address: event.email,
      providerIds: [event['smtp-id'], event.sg_message_id, event.sg_message_id?.split('.')[0]],
      ...(typeof event.timestamp === 'number' && { at: new Date(event.timestamp * 1000) }),
      detail: String(event.reason ?? event.event).slice(0, 300),
    },
  ]
}
