/** SMS by Twilio's API. */
import type { SafeFetch } from '../net/safe-fetch.ts'
import { type Answer, ask, type NoAnswer, type Patience, readCheck, readJson, readOutcome } from './answers.ts'
import type { Channel, Message, Outcome } from './channel.ts'

export type TwilioAccount = Patience & {
  fetch: SafeFetch
  accountSid: string
  authToken: string
  from?: string | undefined
  messagingService?: string | undefined
  /** Where it reports the status of a message. */
  statusUrl?: string | undefined
  apiUrl?: string | undefined
}

export type TwilioOptions = TwilioAccount & { validitySeconds?: string | undefined }

/** Codes by what they are about; what is wrong with the template or the sender is for the merchant to correct. */
type FaultCodes = { address: readonly number[]; template?: readonly number[]; sender?: readonly number[] }

/** About the number, so that nobody writes to it again: no number, opted out, no mobile phone. */
const smsFaults: FaultCodes = { address: [21211, 21610, 21614] }
const mostCharacters = 1600

export function openTwilio({ validitySeconds, ...account }: TwilioOptions): Channel {
  const { create, check } = openTwilioAccount(account)
  return {
    send: (message) => create(writeForm(message, { ...account, validitySeconds })),
    check,
    close: () => {},
  }
}

/** Creates messages of any kind. */
export function openTwilioAccount(
  { fetch, accountSid, authToken, timeoutMillis, apiUrl = 'https://api.twilio.com' }: TwilioAccount,
  faults: FaultCodes = smsFaults,
) {
  const account = `${apiUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    async create(form: URLSearchParams): Promise<Outcome> {
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
      const request = { method: 'POST', headers, body: form.toString(), timeoutMillis } as const
      const answer = await ask(fetch, `${account}/Messages.json`, request)
      const told = 'text' in answer ? readAnswer(answer.text) : {}
      if (answer.status === 201 && told.sid) return { kind: 'sent', providerId: String(told.sid) }
      return judge(answer, told.code ?? 0, faults)
    },
    check: async () => readCheck(await ask(fetch, `${account}.json`, { headers: { authorization }, timeoutMillis })),
  }
}

export const senderOf = ({ from, messagingService }: TwilioAccount, prefix = ''): Record<string, string> =>
  messagingService ? { MessagingServiceSid: messagingService } : { From: `${prefix}${from ?? ''}` }

function writeForm(message: Message, to: TwilioOptions) {
  return new URLSearchParams({
    To: message.recipient,
    ...senderOf(to),
    Body: [...message.text].slice(0, mostCharacters).join(''),
    ...(to.validitySeconds && { ValidityPeriod: to.validitySeconds }),
    ...(to.statusUrl && { StatusCallback: to.statusUrl }),
  })
}

type TwilioAnswer = { sid?: unknown; code?: number; message?: string }

const readAnswer = (text: string): TwilioAnswer => (readJson(text) ?? {}) as TwilioAnswer

function judge(answer: Answer | NoAnswer, code: number, { address, template, sender }: FaultCodes): Outcome {
  const outcome = readOutcome(answer, (text) => readAnswer(text).message ?? text)
  if (outcome.kind !== 'refused') return outcome
  const reason = `${code} ${outcome.reason}`
  if (template?.includes(code)) return { kind: 'retry', reason, onlyThis: true }
  if (sender?.includes(code)) return { kind: 'retry', reason }
  return address.includes(code) ? { ...outcome, reason, addressFault: true } : outcome
}

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
