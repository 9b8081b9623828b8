/** Sends an event to a server of the store, in the form of Standard Webhooks; alerts/outgoing/webhooks.ts signs it. */
import type { SafeFetch } from '../net/safe-fetch.ts'
import { type Answer, ask, type Patience, readRetryAfter } from './answers.ts'

export type SignedWebhook = { url: string; id: string; timestamp: number; signature: string; body: string }

export type WebhookAnswer = {
  ok: boolean
  status: number | null
  says: string
  /** It asked to be called less: for so many milliseconds, or a minute. */
  rest?: number
}

const usualMillis = 15_000
/** Too much for them at the moment. */
const overloaded = [429, 502, 504]

/** A redirect is a failure: the merchant enters the new address. */
export async function sendWebhook(
  fetch: SafeFetch,
  what: SignedWebhook,
  { timeoutMillis = usualMillis }: Patience = {},
): Promise<WebhookAnswer> {
  const answer = await ask(fetch, what.url, {
    method: 'POST',
    timeoutMillis,
    headers: {
      'content-type': 'application/json',
      'webhook-id': what.id,
      'webhook-timestamp': String(what.timestamp),
      'webhook-signature': what.signature,
    },
    body: what.body,
  })
  if ('reason' in answer) return { ok: false, status: null, says: answer.reason.slice(0, 500) }
  const { status, headers, text } = answer as Answer
  const says = `${status} ${text.replace(/\s+/g, ' ').trim()}`.slice(0, 500)
  if (status >= 200 && status < 300) return { ok: true, status, says }
  const asked = readRetryAfter(headers['retry-after'])
  const rest = overloaded.includes(status) ? (asked ?? 60_000) : asked
  return { ok: false, status, says, ...(rest !== undefined && { rest }) }
}
