/** One call to the service over `fetch`: a form out, JSON back, and a problem that says what went wrong. */
import type { WireRecord } from './names.ts'

/** Status 0: nobody answered. `text` is the body as it came. */
export class Problem extends Error {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly retryAfter: number

  constructor(status: number, text: string, retryAfter = 0) {
    let said: { type?: string; msg?: string } = {}
    try {
      said = JSON.parse(text)
    } catch {
      // not from us: a proxy, or nobody
    }
    super(said.msg || 'The service did not answer.')
    this.status = status
    this.type = said.type || ''
    this.text = text
    this.retryAfter = retryAfter
  }

  /** Whether the same call may well succeed later. */
  get passes(): boolean {
    return !this.status || this.status > 499 || this.status === 429
  }
}

export type Post = (path: string, fields: WireRecord, key?: string) => Promise<unknown>

/** Browsers refuse to keep alive more than 64 KiB. */
const MOST_KEPT_ALIVE = 6e4

export function openWire(base: string, pid: string, send: typeof fetch): Post {
  return async (path, fields, key) => {
    const body = new URLSearchParams()
    for (const name in fields) {
      const value = fields[name]
      if (value !== undefined) body.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    let reply: Response
    let text: string
    try {
      reply = await send(`${base}/api/${path}?pid=${encodeURIComponent(pid)}`, {
        method: 'POST',
        body,
        credentials: 'omit',
        // a write outlives the page it was made on
        ...(key && { keepalive: `${body}`.length < MOST_KEPT_ALIVE, headers: { 'idempotency-key': key } }),
      })
      text = await reply.text()
    } catch {
      throw new Problem(0, '')
    }
    if (!reply.ok) throw new Problem(reply.status, text, Number(reply.headers.get('retry-after')))
    return JSON.parse(text)
  }
}
