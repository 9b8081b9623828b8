/** Twilio's webhooks: the status of an SMS or a WhatsApp message, and the replies STOP, START and HELP. */

import { isFirstReport, type Report, recordReports } from '../../domain/deliveries/feedback.ts'
import { escapeHtml } from '../../domain/messages/escape-html.ts'
import { suppress, unsuppress } from '../../domain/messages/suppressions.ts'
import { isTwilioFormSigned } from '../../domain/secrets/provider-signatures.ts'
import { readAddress } from '../../domain/shoppers/addresses.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { unsubscribeAll } from '../../domain/subscriptions/unsubscribe-all.ts'
import { badSignature, type IncomingHook } from '../plumbing/incoming-hook.ts'
import { headerOf, readForm } from '../plumbing/raw-body.ts'

export async function handleTwilio({
  store,
  hook,
  body,
  request,
  reply,
  deps,
}: IncomingHook): Promise<string | undefined> {
  const signed = readForm(body)
  const url = deps.publicUrl() + request.url
  if (!isTwilioFormSigned(hook.values['auth-token']!, url, signed, headerOf(request, 'x-twilio-signature')))
    throw badSignature()
  if (!isOfAccount(signed, hook.values) || isDivided(signed)) throw badSignature()
  const form = withoutNul(signed)
  if (form.MessageStatus !== undefined) {
    await recordReports(deps.sql, store, 'twilio', readStatus(form))
    return undefined
  }
  reply.type('text/xml; charset=utf-8')
  const { medium, number } = readNumber(form.From ?? '')
  const from = readAddress(medium, number, store.settings.country)
  if (from === null) return writeTwiml()
  const said = consentSourceOf(form)
  const reach = { medium, address: from }
  // A replayed START would undo a later STOP.
  const isNew = said === undefined || (await isFirstReport(deps.sql, store, 'twilio', `${form.MessageSid} ${said}`))
  if (said === 'stop') {
    await suppress(deps.sql, store, reach, 'opted-out')
    // `suppress` ended all alerts; this records the opt-out as a consent.
    await unsubscribeAll(deps.sql, store, reach, { source: medium })
  }
  if (said === 'start' && isNew) await unsuppress(deps.sql, store, reach, ['opted-out'])
  // With OptOutType, Twilio has already answered.
  if (said !== 'help' || form.OptOutType !== undefined) return writeTwiml()
  return writeTwiml(hook.values['help-text'] ?? helpText(store))
}

/** The auth token of an account signs the calls of all its services; only calls of the connected service are accepted. */
const isOfAccount = (form: Record<string, string>, values: Readonly<Record<string, string>>) =>
  form.AccountSid === values['account-sid'] &&
  (!values['messaging-service'] ||
    form.MessagingServiceSid === undefined ||
    form.MessagingServiceSid === values['messaging-service'])

/**
 * Twilio signs names and values without separators, so an attacker could split the text of an SMS into more fields. The
 * real sender's number is then inside the value of another field, which never happens in a genuine message.
 */
const isDivided = (form: Record<string, string>) =>
  Object.entries(form).some(([name, value]) => name !== 'Body' && /From(whatsapp:)?\+?\d/.test(value))

/** A STOP that contains a NUL counts as a STOP, and the database stores no NUL. */
const withoutNul = (form: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value.replaceAll('\0', '')]))

/** One number may serve both, with one webhook; Twilio marks WhatsApp by a prefix. */
const readNumber = (text: string): { medium: 'sms' | 'whatsapp'; number: string } =>
  /^whatsapp:/i.test(text)
    ? { medium: 'whatsapp', number: text.slice('whatsapp:'.length) }
    : { medium: 'sms', number: text }

/** Permanent: no such number, no mobile phone, opted out, not at WhatsApp. Others (a phone switched off, a filter) are temporary. */
const hardErrors = ['21211', '21610', '21614', '30005', '30006', '63003', '63024']

function readStatus({
  MessageSid = '',
  MessageStatus = '',
  To = '',
  ErrorCode = '',
}: Record<string, string>): Report[] {
  const isLost = MessageStatus === 'undelivered' || MessageStatus === 'failed'
  // Whoever read it received it, though the report of that may be lost.
  if (!isLost && MessageStatus !== 'delivered' && MessageStatus !== 'read') return []
  const { medium, number } = readNumber(To)
  const lost = ErrorCode === '21610' ? 'opted-out' : hardErrors.includes(ErrorCode) ? 'bounced' : 'failed'
  return [
    {
      reportId: `${MessageSid} ${MessageStatus}`,
      kind: isLost ? lost : 'delivered',
      medium,
      address: number,
      providerIds: [MessageSid],
      detail: `${MessageStatus} ${ErrorCode}`.trim(),
    },
  ]
}

const words: Readonly<Record<string, 'stop' | 'start' | 'help'>> = {
  ...Object.fromEntries(
    ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'].map((word) => [word, 'stop']),
  ),
  ...Object.fromEntries(['START', 'YES', 'UNSTOP'].map((word) => [word, 'start'])),
  ...Object.fromEntries(['HELP', 'INFO'].map((word) => [word, 'help'])),
}

/** `OptOutType` is Twilio's own interpretation, in the languages that the merchant configured there. */
function consentSourceOf({
  Body = '',
  OptOutType = '',
}: Record<string, string>): 'stop' | 'start' | 'help' | undefined {
  const word = (OptOutType || Body).toUpperCase().replace(/[^A-Z]/g, '')
  return Object.hasOwn(words, word) ? words[word] : undefined
}

const helpText = ({ name }: Store) =>
  `${name}: you get messages about products you asked for. Reply STOP to get none, START to get them again.`

const writeTwiml = (text?: string) => {
  const escaped = text && escapeHtml(text)
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${escaped ? `<Message>${escaped}</Message>` : ''}</Response>`
}
