/** Mailgun's webhooks: one event a call. Only a time and a token are signed, so each token counts once. */
import { isFirstReport, type Report, recordReports } from '../../domain/deliveries/feedback.ts'
import { isMailgunSigned } from '../../domain/secrets/provider-signatures.ts'
import { badSignature, type IncomingHook, isRecent } from '../plumbing/incoming-hook.ts'
import { asPayload, lineOf, momentOf, type Payload, textOf } from '../plumbing/payload.ts'
import { readJson } from '../plumbing/raw-body.ts'

export async function handleMailgun({ store, hook, body, deps }: IncomingHook): Promise<void> {
  const told = asPayload(readJson(body))
  const { timestamp, token, signature } = readSignature(told)
  if (!/^\d{1,12}$/.test(timestamp) || !/^[\x21-\x7e]{16,200}$/.test(token)) throw badSignature()
  if (!isRecent(Number(timestamp) * 1000, Date.now())) throw badSignature()
  if (!isMailgunSigned(hook.values['signing-key'] ?? '', timestamp, token, signature)) throw badSignature()
  const reports = readEvent(asPayload(told['event-data']), token)
  // The token of an event without effect must not serve for another one.
  if (reports.length === 0) await isFirstReport(deps.sql, store, 'mailgun', token)
  await recordReports(deps.sql, store, 'mailgun', reports)
}

function readSignature(told: Payload): { timestamp: string; token: string; signature: string } {
  const { timestamp, token, signature } = asPayload(told.signature)
  return { timestamp: textOf(timestamp) ?? '', token: textOf(token) ?? '', signature: textOf(signature) ?? '' }
}

/** Why a message failed for good, where it is about the address or the person. */
const failures: Readonly<Record<string, Report['kind']>> = {
  bounce: 'bounced',
  'suppress-bounce': 'bounced',
  'suppress-complaint': 'complained',
  'suppress-unsubscribe': 'opted-out',
}

function kindOf({ event, severity, reason, ...rest }: Payload): Report['kind'] | undefined {
  if (event === 'delivered') return 'delivered'
  if (event === 'complained') return 'complained'
  if (event === 'unsubscribed') return 'opted-out'
  if (event === 'rejected') return 'failed'
  // After a temporary failure Mailgun tries again by itself.
  if (event !== 'failed' || severity !== 'permanent') return undefined
  const isSoft = asPayload(rest['delivery-status'])['bounce-type'] === 'soft'
  const word = textOf(reason) ?? ''
  const kind = Object.hasOwn(failures, word) ? failures[word]! : 'failed'
  return isSoft && kind === 'bounced' ? 'failed' : kind
}

function readEvent(event: Payload, token: string): Report[] {
  const kind = kindOf(event)
  const address = textOf(event.recipient)
  if (!kind || !address) return []
  const messageId = textOf(asPayload(asPayload(event.message).headers)['message-id'])
  const status = asPayload(event['delivery-status'])
  const at = momentOf(event.timestamp)
  return [
    {
      reportId: token,
      kind,
      medium: 'email',
      address,
      // We store the id with its brackets, as Mailgun answers it; an event names it without.
      providerIds: [messageId && `<${messageId.replace(/^<|>$/g, '')}>`, messageId],
      ...(at && { at }),
      detail: lineOf(status.description || status.message || event.reason || event.event, 300) ?? kind,
    },
  ]
}
