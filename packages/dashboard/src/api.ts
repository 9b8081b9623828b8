/** The dashboard's calls: one way to ask, one way to do, and what went wrong as a sentence. */

export class ApiError extends Error {
  readonly status: number
  readonly type: string
  /** Milliseconds after which asking again makes sense. */
  readonly retryAfter: number | undefined
  constructor(status: number, type: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.type = type
    this.retryAfter = retryAfter
  }
}

const base = '/dashboard/api'

export type Params = Record<string, string | number | boolean | null | undefined>

/** Nothing for what is not set, so that an address says only what matters. */
export function writeQuery(params: Params): string {
  const pairs = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

export const ask = <T>(path: string, params: Params = {}): Promise<T> => call<T>(path + writeQuery(params))

export const act = <T>(path: string, fields: object = {}): Promise<T> =>
  call<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-heartbell': 'dashboard' },
    body: JSON.stringify(fields),
  })

/** A file as it is. */
export const send = <T>(path: string, file: Blob): Promise<T> =>
  call<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-heartbell': 'dashboard' },
    body: file,
  })

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const reply = await fetch(base + path, init).catch(() => {
    throw new ApiError(0, 'away', 'The service can’t be reached.')
  })
  const body = await reply.json().catch(() => ({}))
  if (!reply.ok)
    throw new ApiError(
      reply.status,
      body.type ?? 'unknown',
      body.msg ?? `The service answered ${reply.status}.`,
      Number(reply.headers.get('retry-after')) * 1000 || undefined,
    )
  return body as T
}

/** Where the whole table comes as a file. */
export const csvAddress = (path: string, params: Params = {}) => `${base}${path}.csv${writeQuery(params)}`
