/** `Idempotency-Key` on any write: who owns the key, what the request hash covers, and doing the call once. */
import { createHash } from 'node:crypto'
import type { Endpoint } from '@heartbell/contract/endpoint'
import { type JsonSchema, jsonSchemaOf } from '@heartbell/contract/json-schema'
import { callerNames, identityNames, webhookNames } from '@heartbell/contract/names'
import { badIdempotencyKey } from '@heartbell/contract/refusals'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../database/connect.ts'
import { answerOnce, deleteOldAnswers, type IdempotentWork } from '../../domain/stores/idempotency.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { AppContext } from './app-context.ts'
import { rawFields } from './auth.ts'

/** Keys belong to the caller: the store with its API key, or one of its shoppers. */
export type IdempotentCaller = { store: Store; name: string; sql: Database; admit: IdempotentWork['admit'] }

/** Only writes use the key. */
export const isKeyed = ({ reads, method }: Endpoint, { headers }: FastifyRequest) =>
  headers['idempotency-key'] !== undefined && !reads && method !== 'GET'

/** Returns the answer as JSON text. */
export async function answerKeyedCall(
  context: AppContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  { store, name, sql, admit }: IdempotentCaller,
  act: (sql: Database) => Promise<string>,
): Promise<string> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) throw badIdempotencyKey()
  if (Math.random() < 0.01) deleteSomeOldAnswers(context, request, store)
  return await answerOnce(
    sql,
    store,
    {
      caller: name,
      key,
      requestHash: hashRequest(endpoint, request),
      vault: answersSecret(endpoint) ? context.vault : undefined,
    },
    { admit, act },
  )
}

const secretWords: ReadonlySet<string> = new Set([identityNames.regid, identityNames.sessionId, webhookNames.secret])
const known = new WeakMap<Endpoint, boolean>()

/** Whether the answer contains a secret: read from its schema, so that no endpoint is forgotten. */
export function answersSecret(endpoint: Endpoint): boolean {
  const before = known.get(endpoint)
  if (before !== undefined) return before
  const found = namesSecret(jsonSchemaOf(endpoint.answer))
  known.set(endpoint, found)
  return found
}

function namesSecret(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { properties = {} } = schema as JsonSchema
  if (Object.keys(properties).some((word) => secretWords.has(word))) return true
  return Object.values(schema).some(namesSecret)
}

function deleteSomeOldAnswers({ pool }: AppContext, { log }: FastifyRequest, store: Store): void {
  deleteOldAnswers(pool.as('background'), store).catch((error) =>
    log.warn({ err: error }, 'old idempotent answers were not deleted'),
  )
}

/** Not part of the hash: the caller is part of the key already, and a shopper may repeat the call with another session. */
const callerFields: ReadonlySet<string> = new Set([callerNames.pid, identityNames.regid, identityNames.sessionId])

function hashRequest({ path, auth }: Endpoint, request: FastifyRequest): Buffer {
  // In calls of the store, the regid is the subject, not the caller.
  const isWhoAsks = (name: string) => auth === 'shopper' && callerFields.has(name)
  const fields = Object.entries(rawFields(request)).filter(([name]) => !isWhoAsks(name))
  fields.sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([path, fields]))
    .digest()
}
