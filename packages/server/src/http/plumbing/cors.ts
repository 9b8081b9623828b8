/** CORS headers: shopper calls by the store's allowed origins, Store Admin calls never. */
import { callerNames } from '@heartbell/contract/names'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../../domain/stores/stores.ts'
import type { AppContext } from './app-context.ts'
import { readPid } from './auth.ts'
import { addVary } from './compression.ts'
import { allowOrigin } from './origins.ts'

/** Only for the scope of shopper routes: a browser must never have an API key. */
export function allowOrigins(app: FastifyInstance, context: AppContext): void {
  app.addHook('onSend', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined || request.method === 'OPTIONS') return
    // Refused before the store was looked up, for example because the body is not JSON.
    if (request.allowedOrigin === null && reply.statusCode >= 400 && reply.statusCode !== 403) {
      const store = await findStoreInQuery(context, request)
      // Of an unknown store every page may read the refusal, which has no data: otherwise a wrong pid looks like a problem of CORS.
      request.allowedOrigin = store ? allowOrigin(store, origin) : reply.statusCode === 404 ? '*' : null
    }
    writeOrigin(reply, request.allowedOrigin)
    if (request.allowedOrigin !== null) reply.header('access-control-expose-headers', 'x-request-id, retry-after')
  })

  app.options('/api/*', async (request, reply) => {
    const { origin, 'access-control-request-method': asked } = request.headers
    if (origin === undefined || asked === undefined) return reply.callNotFound()
    const allowed = await checkPreflight(context, request, origin)
    writeOrigin(reply, allowed)
    if (allowed === null) return reply.code(204).send()
    const wanted = request.headers['access-control-request-headers']
    reply.headers({ 'access-control-allow-methods': 'GET, POST', 'access-control-max-age': '600' })
    if (wanted !== undefined) reply.header('access-control-allow-headers', wanted)
    return reply.code(204).send()
  })
}

/**
 * A preflight has no body. If its query names no store either, it is allowed; the call itself names its store and is refused with
 * 403 and without a CORS header if the origin is not allowed.
 */
async function checkPreflight(context: AppContext, request: FastifyRequest, origin: string): Promise<string | null> {
  if ((request.query as Record<string, unknown>)[callerNames.pid] === undefined) return '*'
  const store = await findStoreInQuery(context, request)
  return store ? allowOrigin(store, origin) : null
}

async function findStoreInQuery({ stores }: AppContext, request: FastifyRequest): Promise<Store | null> {
  const pid = (request.query as Record<string, unknown>)[callerNames.pid]
  return typeof pid === 'string' ? await stores.find(readPid(pid)).catch(() => null) : null
}

/** `vary` also without an allowed origin: a cached answer for one origin must not be used for another. */
function writeOrigin(reply: FastifyReply, allowed: string | null): void {
  if (allowed !== '*') addVary(reply, 'Origin')
  if (allowed !== null) reply.header('access-control-allow-origin', allowed)
}
