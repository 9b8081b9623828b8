/** A page of this service that shows a store's own things: its frame, its policy, its texts escaped. */
import type { FastifyReply } from 'fastify'

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text that is part of a page; what is `html` already stays. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Whatever is put in is escaped, unless it was made by this very function; lists are joined, nothing shows as nothing. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(parts.reduce((text, part, place) => text + write(values[place - 1]) + part))
}

function write(value: unknown): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(write).join('')
  if (value === null || value === undefined || value === false) return ''
  return String(value).replace(/[&<>"']/g, (mark) => marks[mark]!)
}

/** Only what comes from here may run; pictures may come from the shop. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src * data:',
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Seen by people, not by search engines, and not kept by anybody on the way. */
export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-security-policy': policy,
      'x-robots-tag': 'noindex',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'private, no-cache',
    })
    .type('text/html; charset=utf-8')
    .send(page.text)
}
