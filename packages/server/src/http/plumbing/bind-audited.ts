/** Binds Store Admin calls that are audited: the call and its audit row are one transaction. */
import type { Endpoint } from '@heartbell/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import { type AuditAct, type AuditActor, originOf, recordAct } from '../../domain/audit/audit.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { AppContext } from './app-context.ts'
import { keyIdOf } from './auth.ts'
import { bindStore, type EndpointCall, type RouteAnswer } from './bind.ts'

/** The answer, and the audit row without the act's name; null if nothing changed. */
export type AuditedAnswer = { answer: RouteAnswer; entry: Omit<AuditAct, 'act'> | null }

const keyActor = (request: FastifyRequest): AuditActor => {
  const keyId = keyIdOf(request)
  return { kind: 'key', id: keyId, name: `API key ${keyId}`, ...originOf(request) }
}

/** A call repeated with its `Idempotency-Key` gets the stored answer and writes no second row. */
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

/** A call that tests an external server and changes nothing here: no transaction is open while it waits. */
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
  if (!act) throw new Error(`${path} is bound as an audited act, but the contract does not name the act.`)
  return act
}
