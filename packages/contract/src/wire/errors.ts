/** Refusals and their HTTP statuses; HTTP answers and the API's documentation are made from this table. */
import { z } from 'zod'
import { errorNames } from './names.ts'
import { resource } from './resource.ts'

/** Why a call is refused, each with its HTTP status. Clients of the original API do not know 405, 409, 413 and 415. */
export const reasons = {
  'bad-request': 400,
  'not-identified': 401,
  'not-allowed': 403,
  'not-found': 404,
  'wrong-method': 405,
  conflict: 409,
  'too-large': 413,
  'wrong-media': 415,
  'too-many': 429,
  broken: 500,
  away: 503,
} as const

export type Reason = keyof typeof reasons

/** Thrown where a rule refuses a call. Any other exception is a bug of ours and answers 500. */
export class Refusal extends Error {
  readonly reason: Reason
  /** Kebab-case, read by programs; never changes. */
  readonly type: string
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | undefined

  constructor(reason: Reason, type: string, message: string, retryAfter?: number) {
    super(message)
    this.name = 'Refusal'
    this.reason = reason
    this.type = type
    this.retryAfter = retryAfter
  }
}

/** `msg` and `message` contain the same sentence because callers read one or the other. */
export const errorBody = resource(errorNames, {
  error: z.literal(true),
  type: z.string(),
  msg: z.string(),
  message: z.string(),
  requestId: z.string(),
})

/** One wrong field, by its name on the wire: `a[0].empi is required`. */
export function badField(path: PropertyKey[], says: string): Refusal {
  const root = String(path[0] ?? 'body')
  const name = fieldPath(path.length > 0 ? path : [root])
  return new Refusal('bad-request', `invalid-${root.toLowerCase().replace(/^_+/, '')}`, `${name} ${says}`)
}

/** The first issue of a schema as a refusal. Messages of schemas are written to follow the field's name. */
export function refuseFields(error: z.ZodError): Refusal {
  const issue = firstIssue(error.issues[0]!)
  return badField(issue.path, issue.says)
}

type Complaint = { path: PropertyKey[]; says: string }

function firstIssue(issue: z.core.$ZodIssue): Complaint {
  const path = [...issue.path]
  if (issue.code === 'invalid_union' && issue.errors[0]?.[0]) {
    const inner = firstIssue(issue.errors[0][0])
    return { path: [...path, ...inner.path], says: inner.says }
  }
  if (issue.code === 'invalid_type') {
    const missing = issue.message.endsWith('received undefined')
    return { path, says: missing ? 'is required' : `must be ${expected[issue.expected] ?? issue.expected}` }
  }
  if (issue.code === 'invalid_value') return { path, says: `must be one of: ${issue.values.join(', ')}` }
  return { path, says: issue.message }
}

const expected: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
}

function fieldPath(path: PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    const key = String(part).slice(0, 80)
    return text ? `${text}.${key}` : key
  }, '')
}
