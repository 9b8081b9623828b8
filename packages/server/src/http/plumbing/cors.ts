/** What browsers are told about calls from other pages: on shopper calls by the store's origins, on Store Admin calls nothing (contract 1.7). */
import { callerNames } from '@heartbell/contract/names'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../../domain/stores/stores.ts'
import type { AppContext } from './app-context.ts'
import { readPid } from './auth.ts'
import { allowOrigin } from './origins.ts'

/** Call inside the scope of the shopper routes only: a browser must never hold an API key. */
export function allowOrigins(app: FastifyInstance, context: AppContext): void {
  app.addHook('onSend', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined || request.method === 'OPTIONS') return
    // Refused before anybody looked for the store, such as a body that is no JSON.
    if (request.allowedOrigin === null && reply.statusCode >= 400 && reply.statusCode !== 403) {
      const store = await findStoreInQuery(context, request)
      if (store) request.allowedOrigin = allowOrigin(store, origin)
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
 * A preflight has no body, so one whose query names no store can't be judged: it is let pass, and the call itself, which names its
 * store, is refused with 403 and without a CORS header where the origin is not allowed.
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

/** Also where nothing is allowed: what a cache keeps for one origin is not for the next. */
function writeOrigin(reply: FastifyReply, allowed: string | null): void {
  if (allowed !== '*') reply.header('vary', 'Origin')
  if (allowed !== null) reply.header('access-control-allow-origin', allowed)
}
