/** How a call with callbacks answers: by a promise and by `onSuccess` or `onError`, with an error in the shape of a failed XHR. */
import type { Problem } from '../client/sync/call-api.ts'

// biome-ignore lint/suspicious/noExplicitAny: callers pass and receive untyped records
export type Anything = any
/** Older scripts pass a boolean or nothing where a function is possible. */
export type Then = ((...answered: Anything[]) => void) | boolean | null | undefined

/** The members of a failed XMLHttpRequest that scripts read. */
export const asXhr = ({ status = 0, text = '', type, message, retryAfter }: Partial<Problem>) => ({
  status,
  statusText: type || message || '',
  responseText: text,
  response: text,
  description: message,
  readyState: 4,
  getResponseHeader: (name: string) => (/^retry-after$/i.test(name) && retryAfter ? `${retryAfter}` : null),
})

export const run = (then: Then, ...answered: unknown[]) => {
  if (typeof then === 'function') then(...answered)
}

/** Resolves to undefined after a failure. An error that `ok` throws is the caller's own, so it does not reach `err`. */
export async function answer<T>(asked: Promise<T>, ok?: Then, err?: Then, ...more: unknown[]): Promise<T | undefined> {
  let answered: T
  try {
    answered = await asked
  } catch (problem) {
    run(err, asXhr(problem as Problem))
    return
  }
  run(ok, answered, ...more)
  return answered
}

/** `(…values, onSuccess, onError)`, with any number of values. */
export function splitArguments(args: unknown[]): [values: Anything[], ok: Then, err: Then] {
  const [ok, err] = args.filter((arg) => typeof arg === 'function') as Then[]
  return [args.filter((arg) => typeof arg !== 'function'), ok, err]
}
