/** SendGrid's Event Webhook: a list of events, signed with its private key. */
import { type Report, recordReports } from '../../domain/deliveries/feedback.ts'
import { isSendgridSigned } from '../../domain/secrets/provider-signatures.ts'
import { badSignature, type IncomingHook, isRecent } from '../plumbing/incoming-hook.ts'
import { lineOf, momentOf, type Payload, payloadsIn, textOf } from '../plumbing/payload.ts'
import { headerOf, readJson } from '../plumbing/raw-body.ts'

export async function handleSendgrid({ store, hook, body, request, deps }: IncomingHook): Promise<void> {
  const signature = headerOf(request, 'x-twilio-email-event-webhook-signature') ?? ''
  const timestamp = headerOf(request, 'x-twilio-email-event-webhook-timestamp') ?? ''
  if (!/^\d{1,12}$/.test(timestamp) || !isRecent(Number(timestamp) * 1000, Date.now())) throw badSignature()
  if (!isSendgridSigned(hook.values['public-key'] ?? '', timestamp, body, signature)) throw badSignature()
  await recordReports(deps.sql, store, 'sendgrid', payloadsIn(readJson(body)).flatMap(readEvent))
}

/** Why SendGrid itself did not send. */
const dropped: readonly [RegExp, Report['kind']][] = [
  [/bounced address|invalid/i, 'bounced'],
  [/spam reporting/i, 'complained'],
  [/unsubscribed/i, 'opted-out'],
]

function kindOf({ event, type, reason }: Payload): Report['kind'] | undefined {
  if (event === 'delivered') return 'delivered'
  // A block is about us or our words, and may be over tomorrow.
  if (event === 'bounce') return type === 'blocked' ? 'failed' : 'bounced'
  if (event === 'spamreport') return 'complained'
  if (event === 'unsubscribe' || event === 'group_unsubscribe') return 'opted-out'
  if (event === 'dropped') return dropped.find(([pattern]) => pattern.test(textOf(reason) ?? ''))?.[1] ?? 'failed'
  return undefined
}

function readEvent(event: Payload): Report[] {
  const kind = kindOf(event)
  const [reportId, address, messageId] = [event.sg_event_id, event.email, event.sg_message_id].map(textOf)
  if (!kind || !reportId || !address) return []
  const at = momentOf(event.timestamp)
  return [
    {
      reportId,
      kind,
      medium: 'email',
      address,
      providerIds: [textOf(event['smtp-id']), messageId, messageId?.split('.')[0]],
      ...(at && { at }),
      detail: lineOf(event.reason ?? event.event, 300) ?? kind,
    },
  ]
}
