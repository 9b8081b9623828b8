/** Whether a page of some origin may call a store from a browser, judged against the store that the call resolves to. */
import { foreignOrigin } from '@heartbell/contract/refusals'
import type { FastifyRequest } from 'fastify'
import type { Store } from '../../domain/stores/stores.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer's `access-control-allow-origin` says; null: nothing. */
    allowedOrigin: string | null
  }
}

/** `*` or the origin itself where the store's setting allows it, else null. */
export function allowOrigin({ settings: { origins } }: Store, origin: string): string | null {
  if (origins === null) return '*'
  return origins.includes(origin) ? origin : null
}

/**
 * Notes what the answer may say to the browser. A page that the store does not allow is refused before the call acts: a simple
 * request (a form) comes without a preflight, and without a CORS header only its answer would be kept from the page.
 */
export function checkOrigin(request: FastifyRequest, store: Store, ourUrl: string): void {
  const { origin, host } = request.headers
  if (origin === undefined) return
  request.allowedOrigin = allowOrigin(store, origin)
  if (request.allowedOrigin === null && !isOurs(origin, host, ourUrl)) throw foreignOrigin(origin)
}

/** Browsers name the origin of our own pages too (shared lists, the demo), which need no permission. */
function isOurs(origin: string, host: string | undefined, ourUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || origin === new URL(ourUrl).origin
}
