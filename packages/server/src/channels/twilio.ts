/** SMS by Twilio's API. */
import type { SafeFetch } from '../net/safe-fetch.ts'
import { ask, type Patience, readCheck, readJson, readOutcome } from './answers.ts'
import type { Channel, Message, Outcome } from './channel.ts'

export type TwilioOptions = Patience & {
  fetch: SafeFetch
  accountSid: string
  authToken: string
  from?: string | undefined
  messagingService?: string | undefined
  validitySeconds?: string | undefined
  /** Where it reports the status of a message. */
  statusUrl?: string | undefined
  apiUrl?: string | undefined
}

/** About the number, so that nobody writes to it again: no number, opted out, no mobile phone. */
const addressFaults = [21211, 21610, 21614]
const mostCharacters = 1600

export function openTwilio({
  fetch,
  accountSid,
  authToken,
  timeoutMillis,
  apiUrl = 'https://api.twilio.com',
  ...rest
}: TwilioOptions): Channel {
  const account = `${apiUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    async send(message) {
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
      const body = writeForm(message, rest).toString()
      const answer = await ask(fetch, `${account}/Messages.json`, { method: 'POST', headers, body, timeoutMillis })
      const told = answer.status > 0 && 'text' in answer ? readAnswer(answer.text) : {}
      if (answer.status === 201 && told.sid) return { kind: 'sent', providerId: String(told.sid) }
      return blame(
        readOutcome(answer, (text) => readAnswer(text).message ?? text),
        told.code,
      )
    },
    check: async () => readCheck(await ask(fetch, `${account}.json`, { headers: { authorization }, timeoutMillis })),
    close: () => {},
  }
}

function writeForm(
  message: Message,
  to: Pick<TwilioOptions, 'from' | 'messagingService' | 'validitySeconds' | 'statusUrl'>,
) {
  const sender: Record<string, string> = to.messagingService
    ? { MessagingServiceSid: to.messagingService }
    : { From: to.from ?? '' }
  return new URLSearchParams({
    To: message.recipient,
    ...sender,
    Body: [...message.text].slice(0, mostCharacters).join(''),
    ...(to.validitySeconds && { ValidityPeriod: to.validitySeconds }),
    ...(to.statusUrl && { StatusCallback: to.statusUrl }),
  })
}

type TwilioAnswer = { sid?: unknown; code?: number; message?: string }

const readAnswer = (text: string): TwilioAnswer => (readJson(text) ?? {}) as TwilioAnswer

const blame = (outcome: Outcome, code: number | undefined): Outcome =>
  outcome.kind === 'refused' && addressFaults.includes(code ?? 0)
    ? { ...outcome, reason: `${code} ${outcome.reason}`, addressFault: true }
    : outcome

/** `twilio://SID:TOKEN@api.twilio.com?from=+15550100`, or `service=MG…`; another host is a proxy. */
export function readTwilioUrl(text: string): Omit<TwilioOptions, 'fetch'> {
  const { username, password, host, hostname, searchParams } = new URL(text)
  const isLocal = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname)
  return {
    accountSid: decodeURIComponent(username),
    authToken: decodeURIComponent(password),
    // A plus in a query is a space.
    from: searchParams.get('from')?.replace(/^ /, '+') ?? undefined,
    messagingService: searchParams.get('service') ?? undefined,
    ...(host && { apiUrl: `${isLocal ? 'http' : 'https'}://${host}` }),
  }
}
