/** HTML templates that escape their values, and the headers of a page that loads the storefront client. */
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../domain/messages/escape-html.ts'

/** Text that is HTML already, and is not escaped again. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Escapes every value, unless it is `Html` itself. Lists are joined; null, undefined and false become empty. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(parts.reduce((text, part, place) => text + write(values[place - 1]) + part))
}

function write(value: unknown): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(write).join('')
  if (value === null || value === undefined || value === false) return ''
  return escapeHtml(String(value))
}

/** Scripts only from the page's own origin and that of Heartbell (`service`); images from anywhere, because they are the shop's. */
const policy = (service: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${service}`,
    `style-src 'self' ${service}`,
    'img-src * data:',
    `connect-src 'self' ${service}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

/**
 * Not indexed by search engines, and not cached by proxies. `isPersonal`: with an identity token. *Back* would show such a page
 * from the browser's memory and sign in again, so the browser does not keep it.
 */
export function sendPage(reply: FastifyReply, page: Html, service: string, isPersonal: boolean): FastifyReply {
  return reply
    .headers({
      'content-security-policy': policy(service),
      'x-robots-tag': 'noindex',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': isPersonal ? 'no-store' : 'private, no-cache',
    })
    .type('text/html; charset=utf-8')
    .send(page.text)
}
