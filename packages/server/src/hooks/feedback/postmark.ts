/** Postmark's webhook: one record a call, and the login that the merchant put into its address. */
import { type Report, recordReports } from '../../domain/deliveries/feedback.ts'
import { isSameSecret } from '../../domain/secrets/signatures.ts'
import { badSignature, type IncomingHook } from '../plumbing/incoming-hook.ts'
import { asPayload, lineOf, type Payload, textOf, timeOf } from '../plumbing/payload.ts'
import { headerOf, readJson } from '../plumbing/raw-body.ts'

export async function handlePostmark({ store, hook, body, request, deps }: IncomingHook): Promise<void> {
  const { user, password } = hook.values
  // A connection that only sends has neither.
  if (!user || !password) throw badSignature()
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  if (!isSameSecret(headerOf(request, 'authorization') ?? '', expected)) throw badSignature()
  await recordReports(deps.sql, store, 'postmark', readRecord(asPayload(readJson(body))))
}

/** Those after which Postmark itself writes to the address no more. */
const hardBounces = ['HardBounce', 'BadEmailAddress', 'AddressChange']

function kindOf({ RecordType, Type, SuppressSending, SuppressionReason }: Payload): Report['kind'] | undefined {
  if (RecordType === 'Delivery') return 'delivered'
  if (RecordType === 'Bounce') return hardBounces.includes(textOf(Type) ?? '') ? 'bounced' : 'failed'
  if (RecordType === 'SpamComplaint') return 'complained'
  if (RecordType !== 'SubscriptionChange' || !SuppressSending) return undefined
  if (SuppressionReason === 'HardBounce') return 'bounced'
  return SuppressionReason === 'SpamComplaint' ? 'complained' : 'opted-out'
}

function readRecord(record: Payload): Report[] {
  const kind = kindOf(record)
  const address = textOf(record.Email ?? record.Recipient)
  if (!kind || !address) return []
  const messageId = textOf(record.MessageID)
  const at = timeOf(record.DeliveredAt)
  return [
    {
      reportId: [messageId, record.RecordType, textOf(record.Type), textOf(record.ChangedAt), address].join(' '),
      kind,
      medium: 'email',
      address,
      providerIds: [messageId],
      ...(at && { at }),
      detail: lineOf(record.Description ?? record.Type ?? record.SuppressionReason, 300) ?? kind,
    },
  ]
}
