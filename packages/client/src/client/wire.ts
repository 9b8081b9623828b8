/** One call to the service over `fetch`: a form out, JSON back, and a problem that says what went wrong. */
import type { WireRecord } from './names.ts'

/** Status 0: nobody answered. `text` is the body as it came; `retryAfter` is in seconds. */
export type Problem = Error & { status: number; type: string; text: string; retryAfter: number }

export type Post = (path: string, fields: WireRecord, key?: string) => Promise<unknown>

/** Browsers refuse to keep alive more than 64 KiB. */
const MOST_KEPT_ALIVE = 6e4

export const openWire =
  (base: string, pid: string, send: typeof fetch): Post =>
  async (path, fields, key) => {
    const body = new URLSearchParams()
    for (const name in fields) {
      const value = fields[name]
      if (value !== undefined) body.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    let [status, retryAfter, text] = [0, 0, '']
    let said: { type?: string; msg?: string } = {}
    try {
      const reply = await send(`${base}/api/v3/${path}?pid=${encodeURIComponent(pid)}`, {
        method: 'POST',
        body,
        credentials: 'omit',
        // a write outlives the page it was made on
        ...(key && { keepalive: `${body}`.length < MOST_KEPT_ALIVE, headers: { 'idempotency-key': key } }),
      })
      text = await reply.text()
      status = reply.status
      retryAfter = Number(reply.headers.get('retry-after'))
      said = JSON.parse(text)
    } catch {
      // nobody answered, or somebody who is not the service: a proxy, a sign-in page
    }
    if (status === 200) return said
    const { type = '', msg = 'No answer.' } = said
    throw Object.assign(new Error(msg), { status, type, text, retryAfter })
  }
