/** What the answer of a provider's API means for a message, where it means the same everywhere. */
import { BlockedRequest, type SafeFetch, type SafeRequest, type SafeResponse } from '../net/safe-fetch.ts'
import type { Outcome } from './channel.ts'

export type Answer = { status: number; headers: SafeResponse['headers']; text: string }

/** No answer: the provider may or may not have accepted it. */
export type NoAnswer = { status: 0; reason: string; isForbidden: boolean }

/** How long a provider may take for the whole of its answer. */
export type Patience = { timeoutMillis?: number | undefined }

/** Shorter than any lease, and what a provider may need. */
const usualMillis = 20_000

export async function ask(
  fetch: SafeFetch,
  url: string,
  { timeoutMillis = usualMillis, ...request }: Omit<SafeRequest, 'timeoutMillis'> & Patience,
): Promise<Answer | NoAnswer> {
  try {
    const answer = await fetch(url, { maxBytes: 64 * 1024, ...request, timeoutMillis })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { status: 0, reason: message || code || 'no answer', isForbidden: error instanceof BlockedRequest }
  }
}

const short = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 500)

/** Seconds or a date; milliseconds from now, an hour at most, because a provider's clock may be anywhere. */
export function readRetryAfter(value: string | string[] | undefined, now = Date.now()): number | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const millis = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(millis) ? undefined : Math.min(Math.max(millis, 0), 3_600_000)
}

/**
 * 400, 413 and 422 are about the message: it is refused. Everything else is retried: 429 and 5xx after `Retry-After` if the answer
 * names it, and a revoked key (401, 403) because the merchant can correct it. `explain` finds the sentence in the answer's body.
 */
export function readOutcome(answer: Answer | NoAnswer, explain: (text: string) => string = (text) => text): Outcome {
  if (answer.status === 0) return { kind: 'retry', reason: short((answer as NoAnswer).reason) }
  const { status, headers, text } = answer as Answer
  const reason = short(`${status} ${explain(text)}`)
  const isAboutMessage = status === 400 || status === 413 || status === 422
  if (isAboutMessage) return { kind: 'refused', reason }
  const after = readRetryAfter(headers['retry-after'])
  return { kind: 'retry', reason, ...(after !== undefined && { after }) }
}

/** The answer of a test call in the provider's own words. */
export function readCheck(answer: Answer | NoAnswer): { ok: boolean; says: string } {
  if (answer.status === 0) return { ok: false, says: (answer as NoAnswer).reason }
  const { status, text } = answer as Answer
  return { ok: status >= 200 && status < 300, says: `${status} ${short(text)}`.trim() }
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
