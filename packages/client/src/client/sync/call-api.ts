/** One call to the service over `fetch`: sends a form, returns JSON, or throws a problem. */
import type { WireRecord } from '../names.ts'

/** Status 0: no answer. `text` is the raw body; `retryAfter` is in seconds. */
export type Problem = Error & { status: number; type: string; text: string; retryAfter: number }

export type Post = (path: string, fields: WireRecord, key?: string) => Promise<unknown>

/** Browsers refuse `keepalive` for more than 64 KiB. */
const MOST_KEPT_ALIVE = 6e4

export const openApi =
  (base: string, pid: string, send: typeof fetch): Post =>
  async (path, fields, key) => {
    const body = new URLSearchParams()
    for (const name in fields) {
      const value = fields[name]
      if (value !== undefined) body.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    let status = 0
    let retryAfter = 0
    let text = ''
    let answer: { type?: string; msg?: string } = {}
    try {
      const reply = await send(`${base}/api/v3/${path}?pid=${encodeURIComponent(pid)}`, {
        method: 'POST',
        body,
        credentials: 'omit',
        // a write continues after the page is closed
        ...(key && { keepalive: `${body}`.length < MOST_KEPT_ALIVE, headers: { 'idempotency-key': key } }),
      })
      text = await reply.text()
      status = reply.status
      retryAfter = +reply.headers.get('retry-after')!
      answer = JSON.parse(text)
    } catch {
      // No answer, or one that is not from the service: a proxy, a sign-in page, the shop itself at a wrong address. These say
      // nothing about the change, which must not be lost.
      if (status < 400 || status === 404 || status === 405) status = 0
    }
    if (status === 200) return answer
    const { type = '', msg = 'No answer.' } = answer
    throw Object.assign(new Error(msg), { status, type, text, retryAfter })
  }
