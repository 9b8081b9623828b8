/** The door for platforms and providers: `POST /hooks/<kind>/<token>`, each kind with its own way of proving who it is. */
import type { FastifyInstance } from 'fastify'
import { findHook } from '../domain/integrations/hook-addresses.ts'
import { listenPostmark } from './feedback/postmark.ts'
import { listenSendgrid } from './feedback/sendgrid.ts'
import { listenSes } from './feedback/ses.ts'
import { listenTwilio } from './feedback/twilio.ts'
import { platformListeners } from './platforms/platforms.ts'
import { type HookDeps, type Listen, unknownHook } from './plumbing/incoming-hook.ts'
import { keepRawBodies, rawBody } from './plumbing/raw-body.ts'

/** By the kind of the integration. */
const listeners: Readonly<Record<string, Listen>> = {
  ...platformListeners,
  'sendgrid-events': listenSendgrid,
  'ses-events': listenSes,
  'postmark-events': listenPostmark,
  twilio: listenTwilio,
}

export function hookRoutes(scope: FastifyInstance, deps: HookDeps): void {
  keepRawBodies(scope)
  scope.post<{ Params: { kind: string; who: string } }>('/hooks/:kind/:who', async (request, reply) => {
    const { kind, who } = request.params
    const listen = Object.hasOwn(listeners, kind) ? listeners[kind] : undefined
    const hook = listen ? await findHook(deps.sql, deps.vault, kind, who) : null
    const store = hook ? await deps.stores.find(hook.pid) : null
    if (!listen || !hook || !store) throw unknownHook()
    if (!hook.enabled && !Object.hasOwn(platformListeners, kind)) throw unknownHook()
    const own = { ...deps, sql: deps.sql.as({ store: store.storeId }) }
    return (await listen({ store, hook, body: rawBody(request), request, reply, deps: own })) ?? {}
  })
}
