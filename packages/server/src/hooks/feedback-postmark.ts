/** Postmark's webhook: one record a call, and the login that the merchant put into its address. */
import { type Report, recordReports } from '../domain/feedback.ts'
import { isSame } from '../domain/signatures.ts'
import { badSignature, type Knock } from './knock.ts'
import { headerOf, readJson } from './raw-body.ts'

type PostmarkRecord = {
  RecordType?: string
  MessageID?: string
  ID?: number
  Type?: string
  Email?: string
  Recipient?: string
  Description?: string
  SuppressSending?: boolean
  SuppressionReason?: string
  DeliveredAt?: string
  ChangedAt?: string
}

export async function listenPostmark({ store, hook, body, request, deps }: Knock): Promise<void> {
  const { user, password } = hook.values
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  if (!isSame(headerOf(request, 'authorization') ?? '', expected)) throw badSignature()
  const record = (readJson(body) ?? {}) as PostmarkRecord
  await recordReports(deps.sql, store, 'postmark', readRecord(record))
}

/** Those after which Postmark itself writes to the address no more. */
const hardBounces = ['HardBounce', 'BadEmailAddress', 'AddressChange']

function kindOf(record: PostmarkRecord): Report['kind'] | undefined {
  const { RecordType, Type = '', SuppressSending, SuppressionReason } = record
  if (RecordType === 'Delivery') return 'delivered'
  if (RecordType === 'Bounce') return hardBounces.includes(Type) ? 'bounced' : 'failed'
  if (RecordType === 'SpamComplaint') return 'complained'
  if (RecordType !== 'SubscriptionChange' || !SuppressSending) return undefined
  if (SuppressionReason === 'HardBounce') return 'bounced'
  return SuppressionReason === 'SpamComplaint' ? 'complained' : 'opted-out'
}

function readRecord(record: PostmarkRecord): Report[] {
  const kind = kindOf(record)
  const address = record.Email ?? record.Recipient
  if (!kind || typeof address !== 'string') return []
  const at = new Date(record.DeliveredAt ?? '')
  return [
    {
      reportId: [record.MessageID, record.RecordType, record.Type, record.ChangedAt, address].join(' '),
      kind,
      medium: 'email',
      address,
      providerIds: [record.MessageID],
      ...(!Number.isNaN(at.getTime()) && { at }),
      detail: String(record.Description ?? record.Type ?? record.SuppressionReason ?? kind).slice(0, 300),
    },
  ]
}
