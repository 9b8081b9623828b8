/** E-mail by Mailgun's API. It takes no idempotency key; a repeated message has the same Message-ID. */
import { type Answer, ask, type NoAnswer, readCheck, readJson, readOutcome } from '../answers.ts'
import type { Channel, Message, Outcome } from '../channel.ts'
import { baseOf, type MailApi, type MailSender, messageIdOf, writeMailbox } from './mail-sender.ts'

export type MailgunOptions = MailApi & { apiKey: string; domain: string; region?: string | undefined }

export function openMailgun({
  fetch,
  apiKey,
  domain,
  region,
  timeoutMillis,
  apiUrl,
  ...sender
}: MailgunOptions): Channel {
  const base = baseOf(apiUrl ?? `https://api.${region === 'eu' ? 'eu.' : ''}mailgun.net`)
  const authorization = `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`
  const post = (form: Record<string, string>) =>
    ask(fetch, `${base}/v3/${encodeURIComponent(domain)}/messages`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      timeoutMillis,
    })
  return {
    async send(message) {
      const answer = await post(writeForm(message, sender))
      const { id } = 'text' in answer ? readAnswer(answer.text) : {}
      if (answer.status === 200 && id) return { kind: 'sent', providerId: String(id) }
      return judge(answer)
    },
    async check() {
      const url = `${base}/v4/domains/${encodeURIComponent(domain)}`
      const answer = await ask(fetch, url, { headers: { authorization }, timeoutMillis })
      // A key that may only send may not read the domain. An empty message, which is refused, shows whether it may send.
      if (answer.status === 401 || answer.status === 403) return readRefusal(await post({}))
      return readDomain(answer)
    },
    close: () => {},
  }
}

const writeForm = (message: Message, sender: MailSender): Record<string, string> => ({
  from: writeMailbox(message, sender),
  to: message.recipient,
  subject: message.subject,
  text: message.text,
  ...(message.html && { html: message.html }),
  ...Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [`h:${name}`, value])),
  'h:Message-Id': messageIdOf(message, sender),
  'o:tracking': 'no',
})

type MailgunAnswer = { id?: unknown; message?: unknown; domain?: { state?: unknown } }

const readAnswer = (text: string): MailgunAnswer => {
  const read = readJson(text)
  return typeof read === 'object' && read !== null ? read : {}
}

const explain = (text: string) => {
  const { message } = readAnswer(text)
  return typeof message === 'string' ? message : text
}

/** A fault of the sender or the domain is for the merchant to correct; one of the recipient is about the address. */
function judge(answer: Answer | NoAnswer): Outcome {
  const outcome = readOutcome(answer, explain)
  if (outcome.kind !== 'refused') return outcome
  const { reason } = outcome
  if (/\bfrom'? parameter|reply-to|not allowed to send|\bdomain\b/i.test(reason)) return { kind: 'retry', reason }
  return /\bto'? parameter is not a valid address/i.test(reason) ? { ...outcome, addressFault: true } : outcome
}

function readRefusal(answer: Answer | NoAnswer): { ok: boolean; says: string } {
  return answer.status === 400 ? { ok: true, says: 'The API key may send mail of this domain.' } : readCheck(answer)
}

function readDomain(answer: Answer | NoAnswer): { ok: boolean; says: string } {
  const check = readCheck(answer)
  if (!check.ok || !('text' in answer)) return check
  const state = String(readAnswer(answer.text).domain?.state ?? 'unknown')
  return { ok: state === 'active', says: `The domain is ${state}.` }
}
