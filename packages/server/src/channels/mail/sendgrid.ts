/** E-mail by SendGrid's v3 API. It takes no idempotency key; a repeated message has the same Message-ID. */
import { type Answer, ask, type NoAnswer, readCheck, readJson, readOutcome } from '../answers.ts'
import type { Channel, Message, Outcome } from '../channel.ts'
import { baseOf, type MailApi, type MailSender, messageIdOf, nameOf, splitHeaders } from './mail-sender.ts'

export type SendgridOptions = MailApi & { apiKey: string }

export function openSendgrid({ fetch, apiKey, timeoutMillis, apiUrl, ...sender }: SendgridOptions): Channel {
  const base = `${baseOf(apiUrl ?? 'https://api.sendgrid.com')}/v3`
  const authorization = `Bearer ${apiKey}`
  return {
    async send(message) {
      const headers = { authorization, 'content-type': 'application/json' }
      const body = JSON.stringify(writeMail(message, sender))
      const answer = await ask(fetch, `${base}/mail/send`, { method: 'POST', headers, body, timeoutMillis })
      if (answer.status === 202) return { kind: 'sent', providerId: readId(answer as Answer) ?? message.messageId }
      return judge(answer, Date.now())
    },
    check: async () => readScopes(await ask(fetch, `${base}/scopes`, { headers: { authorization }, timeoutMillis })),
    close: () => {},
  }
}

/** Its own tracking stays off: our links count clicks themselves, and every mail has its own unsubscribe link. */
const tracking = {
  click_tracking: { enable: false, enable_text: false },
  open_tracking: { enable: false },
  subscription_tracking: { enable: false },
}

function writeMail(message: Message, sender: MailSender) {
  const { replyTo, headers } = splitHeaders(message)
  return {
    personalizations: [{ to: [{ email: message.recipient }] }],
    from: { email: sender.from, name: nameOf(message, sender) },
    ...(replyTo && { reply_to: { email: replyTo } }),
    subject: message.subject,
    // The plain text must be the first, and an empty part is refused.
    content: [
      { type: 'text/plain', value: message.text },
      ...(message.html ? [{ type: 'text/html', value: message.html }] : []),
    ],
    headers: { ...headers, 'Message-ID': messageIdOf(message, sender) },
    tracking_settings: tracking,
  }
}

function readId({ headers }: Answer): string | undefined {
  const id = headers['x-message-id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

type SendgridError = { message?: unknown; field?: unknown }

function readErrors(text: string): SendgridError[] {
  const { errors } = (readJson(text) ?? {}) as { errors?: unknown }
  return Array.isArray(errors) ? errors.filter((error) => typeof error === 'object' && error !== null) : []
}

const explain = (text: string) =>
  readErrors(text)
    .map(({ message }) => message)
    .filter((message) => typeof message === 'string')
    .join(' ') || text

/** A fault of the sender's address is for the merchant to correct; one of the recipient's is about the address. */
function judge(answer: Answer | NoAnswer, now: number): Outcome {
  const outcome = readOutcome(answer, explain)
  if (!('text' in answer)) return outcome
  const fields = readErrors(answer.text).map(({ field }) => (typeof field === 'string' ? field : ''))
  const isAbout = (pattern: RegExp) => fields.some((field) => pattern.test(field))
  if (outcome.kind === 'refused' && isAbout(/^(from|reply_to)\b/)) return { kind: 'retry', reason: outcome.reason }
  if (outcome.kind === 'refused' && isAbout(/^personalizations\.\d+\.to\b/)) return { ...outcome, addressFault: true }
  if (outcome.kind !== 'retry' || answer.status !== 429 || outcome.after !== undefined) return outcome
  const after = readReset(answer, now)
  return after === undefined ? outcome : { ...outcome, after }
}

/** A 429 names the second at which it accepts calls again; an hour at most. */
function readReset({ headers }: Answer, now: number): number | undefined {
  const reset = Number(headers['x-ratelimit-reset'] || Number.NaN)
  return Number.isFinite(reset) ? Math.min(Math.max(reset * 1000 - now, 0), 3_600_000) : undefined
}

function readScopes(answer: Answer | NoAnswer): { ok: boolean; says: string } {
  const check = readCheck(answer)
  if (!check.ok || !('text' in answer)) return check
  const { scopes } = (readJson(answer.text) ?? {}) as { scopes?: unknown }
  const maySend = Array.isArray(scopes) && scopes.includes('mail.send')
  return maySend
    ? { ok: true, says: 'The API key may send mail.' }
    : { ok: false, says: 'The API key lacks the permission Mail Send.' }
}
