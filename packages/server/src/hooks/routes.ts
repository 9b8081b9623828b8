/** Webhooks of platforms and providers: `POST /hooks/<kind>/<token>`, each kind with its own signature. */
import type { FastifyInstance } from 'fastify'
import { findHook } from '../domain/integrations/hook-addresses.ts'
import { handleMailgun } from './feedback/mailgun.ts'
import { handlePostmark } from './feedback/postmark.ts'
import { handleSendgrid } from './feedback/sendgrid.ts'
import { handleSes } from './feedback/ses.ts'
import { handleTwilio } from './feedback/twilio.ts'
import { platformHandlers } from './platforms/platforms.ts'
import { type HookDeps, type HookHandler, unknownHook } from './plumbing/incoming-hook.ts'
import { acceptRawBodies, rawBody } from './plumbing/raw-body.ts'

/** By the kind of the integration. */
const handlers: Readonly<Record<string, HookHandler>> = {
  ...platformHandlers,
  sendgrid: handleSendgrid,
  'sendgrid-events': handleSendgrid,
  ses: handleSes,
  'ses-events': handleSes,
  postmark: handlePostmark,
  'postmark-events': handlePostmark,
  mailgun: handleMailgun,
  'mailgun-events': handleMailgun,
  twilio: handleTwilio,
  whatsapp: handleTwilio,
}

export function hookRoutes(scope: FastifyInstance, deps: HookDeps): void {
  acceptRawBodies(scope)
  scope.post<{ Params: { kind: string; who: string } }>('/hooks/:kind/:who', async (request, reply) => {
    const { kind, who } = request.params
    const handle = Object.hasOwn(handlers, kind) ? handlers[kind] : undefined
    const hook = handle ? await findHook(deps.sql, deps.vault, kind, who) : null
    const store = hook ? await deps.stores.find(hook.pid) : null
    if (!handle || !hook || !store) throw unknownHook()
    if (!hook.enabled && !Object.hasOwn(platformHandlers, kind)) throw unknownHook()
    const own = { ...deps, sql: deps.sql.as({ store: store.storeId }) }
    return (await handle({ store, hook, body: rawBody(request), request, reply, deps: own })) ?? {}
  })
}
