/** Amazon SES reports through SNS: notifications signed with a certificate from Amazon's own address. */
import { Refusal } from '@heartbell/contract/errors'
import { type Report, recordReports } from '../../domain/deliveries/feedback.ts'
import { isAmazonUrl, isSnsCertUrl, isSnsSigned, type SnsMessage } from '../../domain/secrets/provider-signatures.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'
import { badSignature, type IncomingHook, isRecent } from '../plumbing/incoming-hook.ts'
import { asPayload, lineOf, payloadsIn, textOf } from '../plumbing/payload.ts'
import { readJson } from '../plumbing/raw-body.ts'

export async function handleSes({ store, hook, body, deps }: IncomingHook): Promise<void> {
  const note = readNote(body)
  if (!note || note.TopicArn !== hook.values['topic-arn'] || !isSnsCertUrl(note.SigningCertURL)) throw badSignature()
  if (!isRecent(readTime(note.Timestamp), Date.now())) throw badSignature()
  if (!isSnsSigned(note, await fetchCertificate(deps.fetch, note.SigningCertURL))) throw badSignature()
  if (note.Type === 'SubscriptionConfirmation') return await confirmTopic(deps.fetch, note)
  if (note.Type !== 'Notification') return
  await recordReports(deps.sql, store, 'ses', readMessage(note))
}

/** Only the form that Amazon writes: the signed text has no other mark between a value and the next name than the end of a line. */
const readTime = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !text.includes('\n') ? Date.parse(text) : Number.NaN

const texts = [
  'MessageId',
  'TopicArn',
  'Message',
  'Timestamp',
  'SignatureVersion',
  'Signature',
  'SigningCertURL',
  'Type',
]

function readNote(body: Buffer): SnsMessage | null {
  const note = readJson(body) as Record<string, unknown> | null | undefined
  if (typeof note !== 'object' || note === null) return null
  const isText = (value: unknown) => typeof value === 'string' && !value.includes('\0') && value.isWellFormed()
  return texts.every((name) => isText(note[name])) ? (note as SnsMessage) : null
}

const certificates = new Map<string, string>()

/** Amazon renews it once a year and gives it another name then. */
async function fetchCertificate(fetch: SafeFetch, url: string): Promise<string> {
  const known = certificates.get(url)
  if (known !== undefined) return known
  const answer = await fetch(url, { timeoutMillis: 3_000, maxBytes: 32 * 1024 }).catch(() => null)
  const text = await answer?.text().catch(() => '')
  if (answer?.status !== 200 || !text) throw away('The certificate of this message can’t be fetched right now.')
  if (certificates.size >= 100) certificates.clear()
  certificates.set(url, text)
  return text
}

const away = (says: string) => new Refusal('away', 'certificate-away', says, 30)

/** Done before we answer: where it fails, Amazon asks again. */
async function confirmTopic(fetch: SafeFetch, { SubscribeURL: url, TopicArn }: SnsMessage): Promise<void> {
  if (typeof url !== 'string' || !isAmazonUrl(url)) throw badSignature()
  const query = new URL(url).searchParams
  if (query.get('Action') !== 'ConfirmSubscription' || query.get('TopicArn') !== TopicArn) throw badSignature()
  const answer = await fetch(url, { timeoutMillis: 5_000 }).catch(() => null)
  await answer?.dump().catch(() => {})
  if (answer?.status !== 200) throw away('The subscription can’t be confirmed right now.')
}

function readMessage({ MessageId, Message }: SnsMessage): Report[] {
  const told = asPayload(readJson(Buffer.from(Message)))
  const [type, mail] = [told.notificationType ?? told.eventType, asPayload(told.mail)]
  const providerIds = [textOf(asPayload(mail.commonHeaders).messageId), textOf(mail.messageId)]
  const report = (kind: Report['kind'], given: unknown, detail: string): Report => {
    const address = textOf(given)
    return { reportId: `${MessageId} ${address ?? ''}`, kind, medium: 'email', address, providerIds, detail }
  }
  if (type === 'Bounce') {
    const { bounceType, bouncedRecipients } = asPayload(told.bounce)
    const kind = bounceType === 'Permanent' ? 'bounced' : 'failed'
    return payloadsIn(bouncedRecipients).map(({ emailAddress, diagnosticCode }) =>
      report(kind, emailAddress, lineOf(diagnosticCode, 300) ?? 'bounced'),
    )
  }
  if (type === 'Complaint')
    return payloadsIn(asPayload(told.complaint).complainedRecipients).map(({ emailAddress }) =>
      report('complained', emailAddress, 'complained'),
    )
  if (type !== 'Delivery') return []
  const { recipients } = asPayload(told.delivery)
  return (Array.isArray(recipients) ? recipients : []).map((address) => report('delivered', address, 'delivered'))
}
