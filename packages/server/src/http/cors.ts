/** Which pages may call from a browser: the store's origins on shopper calls, nobody on Store Admin calls (contract 1.7). */
import cors from '@fastify/cors'
import { callerNames } from '@heartbell/contract/names'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readPid } from './auth.ts'
import { plainPath } from './paths.ts'
import type { Rooms } from './rooms.ts'

/** Call inside the scope of the shopper routes only: a browser must never hold an API key. */
export async function allowOrigins(app: FastifyInstance, { stores }: Rooms): Promise<void> {
  await app.register(cors, () => async (request: FastifyRequest) => {
    // The library answers every OPTIONS of the house, also where nobody may ask.
    if (!plainPath(request.url).startsWith('/api/')) return { origin: false }
    const pid = (request.query as Record<string, unknown>)[callerNames.pid]
    const store = typeof pid === 'string' ? await stores.find(readPid(pid)).catch(() => null) : null
    return {
      origin: store?.settings.origins ?? '*',
      credentials: false,
      methods: ['GET', 'POST'],
      exposedHeaders: ['x-request-id', 'retry-after'],
      maxAge: 600,
      // else it refuses an OPTIONS that is no preflight with a text of its own
      strictPreflight: false,
    }
  })
}
