/** Calls with the store's key that are acts: done in one transaction with their audit row. */
import type { Endpoint } from '@heartbell/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import { type AuditAct, type AuditActor, originOf, recordAct } from '../../domain/audit/audit.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { AppContext } from './app-context.ts'
import { keyIdOf } from './auth.ts'
import { bindStore, type EndpointCall, type RouteAnswer } from './bind.ts'

/** The answer, and what the audit row says beside the endpoint's own act; null where nothing was changed. */
export type AuditedAnswer = { answer: RouteAnswer; entry: Omit<AuditAct, 'act'> | null }

const keyActor = (request: FastifyRequest): AuditActor => {
  const keyId = keyIdOf(request)
  return { kind: 'key', id: keyId, name: `API key ${keyId}`, ...originOf(request) }
}

/** A call repeated under its `Idempotency-Key` is answered from memory and leaves no second row. */
export function bindStoreAct<E extends Endpoint>(
  app: FastifyInstance,
  context: AppContext,
  endpoint: E,
  act: (store: Store, call: EndpointCall<E>) => Promise<AuditedAnswer>,
): void {
  const name = nameOf(endpoint)
  bindStore(app, context, endpoint, (store, call) =>
    nestedTransaction(call.sql, async (sql) => {
      const { answer, entry } = await act(store, { ...call, sql })
      if (entry) await recordAct(sql, store.storeId, keyActor(call.request), { act: name, ...entry })
      return answer
    }),
  )
}

/** An act that asks somebody else's server and changes nothing here: no transaction is open while that takes its time. */
export function bindStoreProbe<E extends Endpoint>(
  app: FastifyInstance,
  context: AppContext,
  endpoint: E,
  act: (store: Store, call: EndpointCall<E>) => Promise<AuditedAnswer>,
): void {
  const name = nameOf(endpoint)
  bindStore(app, context, endpoint, async (store, call) => {
    const { answer, entry } = await act(store, call)
    if (entry) await recordAct(call.sql, store.storeId, keyActor(call.request), { act: name, ...entry })
    return answer
  })
}

function nameOf({ act, path }: Endpoint) {
  if (!act) throw new Error(`${path} is bound as an act, and the contract does not say which.`)
  return act
}
