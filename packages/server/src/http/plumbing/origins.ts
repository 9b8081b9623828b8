/** Checks whether a page of some origin may call a store from a browser. */
import { foreignOrigin } from '@heartbell/contract/refusals'
import type { FastifyRequest } from 'fastify'
import type { Store } from '../../domain/stores/stores.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The value of `access-control-allow-origin`; null: no header. */
    allowedOrigin: string | null
  }
}

/** `*` or the origin if the store's setting allows it, otherwise null. */
export function allowOrigin({ settings: { origins } }: Store, origin: string): string | null {
  if (origins === null) return '*'
  return origins.includes(origin) ? origin : null
}

/**
 * Sets the allowed origin of the request. A page that the store does not allow is refused before the call acts: a simple request
 * (a form) has no preflight, and a missing CORS header would only hide its answer.
 */
export function checkOrigin(request: FastifyRequest, store: Store, ourUrl: string): void {
  const { origin, host } = request.headers
  if (origin === undefined) return
  request.allowedOrigin = allowOrigin(store, origin)
  if (request.allowedOrigin === null && !isOurs(origin, host, ourUrl)) throw foreignOrigin(origin)
}

/** Browsers also send the origin of our own pages (shared lists, the demo), which need no permission. */
function isOurs(origin: string, host: string | undefined, ourUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || origin === new URL(ourUrl).origin
}
