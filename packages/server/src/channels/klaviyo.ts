/** Klaviyo: an alert is an event of the shopper's profile, and the merchant's own flow writes the message. */
import type { SafeFetch } from '../net/safe-fetch.ts'
import { ask, type Patience, readCheck, readJson, readOutcome } from './answers.ts'
import type { Channel, Message, Outcome } from './channel.ts'

export type KlaviyoOptions = Patience & { fetch: SafeFetch; apiKey: string; apiUrl?: string | undefined }

/** The version of their API that these bodies are written for. */
const revision = '2026-07-15'

export const klaviyoLimits = { perSecond: 350, perMinute: 3500 }

/** One call of their API, with the headers that all of them take. */
export function callKlaviyo(
  { fetch, apiKey, apiUrl = 'https://a.klaviyo.com', timeoutMillis }: KlaviyoOptions,
  path: string,
  body?: object,
) {
  const headers = {
    authorization: `Klaviyo-API-Key ${apiKey}`,
    revision,
    accept: 'application/vnd.api+json',
    ...(body && { 'content-type': 'application/vnd.api+json' }),
  }
  const url = `${apiUrl.replace(/\/+$/, '')}${path}`
  const what = body ? ({ method: 'POST', body: JSON.stringify(body) } as const) : {}
  return ask(fetch, url, { headers, timeoutMillis, ...what })
}

export function openKlaviyo(options: KlaviyoOptions): Channel {
  return {
    async send(message) {
      const answer = await callKlaviyo(options, '/api/events', writeEvent(message))
      if (answer.status === 202) return { kind: 'sent', providerId: `klaviyo:${message.messageId}` }
      const outcome = readOutcome(answer, explain)
      return blamesProfile('text' in answer ? answer.text : '') ? blame(outcome) : outcome
    },
    check: async () => readCheck(await callKlaviyo(options, '/api/accounts')),
    close: () => {},
  }
}

const blame = (outcome: Outcome): Outcome => (outcome.kind === 'refused' ? { ...outcome, addressFault: true } : outcome)

/** The facts are flat, because flows for SMS can't read nested ones. Sent again, the same `unique_id` is the same event. */
function writeEvent({ messageId, recipient, medium, subject, facts = {} }: Message) {
  const { Metric = 'Back in Stock', Price, Currency, ...properties } = facts
  return {
    data: {
      type: 'event',
      attributes: {
        properties: { Subject: subject, ...properties, Price, Currency },
        unique_id: messageId,
        ...(typeof Price === 'number' && { value: Price }),
        ...(typeof Price === 'number' && Currency && { value_currency: Currency }),
        metric: { data: { type: 'metric', attributes: { name: String(Metric).slice(0, 127) } } },
        profile: profileOf(medium === 'sms' ? 'sms' : 'email', recipient),
      },
    },
  }
}

export const profileOf = (medium: 'email' | 'sms', address: string) => ({
  data: { type: 'profile', attributes: medium === 'sms' ? { phone_number: address } : { email: address } },
})

type Complaint = { detail?: string; title?: string; source?: { pointer?: string } }

const complaintsIn = (text: string): Complaint[] => {
  const { errors } = (readJson(text) ?? {}) as { errors?: Complaint[] }
  return Array.isArray(errors) ? errors.filter((one) => typeof one === 'object' && one !== null) : []
}

export const explain = (text: string) =>
  complaintsIn(text)
    .map(({ detail, title }) => detail ?? title ?? '')
    .join(' ') || text

const blamesProfile = (text: string) =>
  complaintsIn(text).some(({ source }) => /\/(email|phone_number)$/.test(source?.pointer ?? ''))
