/** An endpoint and a function make a route: read the fields, see who asks, do it, write the answer. */
import type { Endpoint, FieldsOf } from '@heartbell/contract/endpoint'
import { Refusal, refuseFields } from '@heartbell/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Sql } from '../../database/connect.ts'
import { finishBackgroundWork } from '../../domain/lists/background-work.ts'
import { takeNote } from '../../domain/schedule/signal-background-work.ts'
import { requireSession, type Shopper } from '../../domain/shoppers/shoppers.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { AppContext } from './app-context.ts'
import { admitAnyone, admitShopperOfRequest, admitStore, chargeCall, type RawFields, rawFields } from './auth.ts'
import { answerKeyedCall, type IdempotentCaller, isKeyed } from './idempotency.ts'

/** JSON text already assembled by the database, or a record written through its resource. */
export type RouteAnswer = string | Record<string, unknown> | unknown[]

/** An object whose values are JSON text already. */
export const joinJson = (parts: Record<string, string>) =>
  `{${Object.entries(parts)
    .map(([word, json]) => `"${word}":${json}`)
    .join(',')}}`

/** What a call works with. */
export type CallContext = {
  request: FastifyRequest
  /** The caller's share of the pool, or the transaction of a call that carries a key of its own. */
  sql: Database
  /** For work that the answer doesn't wait for; begun when all the call did is committed. */
  afterwards(work: () => Promise<unknown>): void
  /** So many items are copied: a hundred count as one call more. */
  moves(items: number): void
  /** The call has cost as much as so many. */
  costs(calls: number): void
}

export type EndpointCall<E extends Endpoint> = CallContext & { fields: FieldsOf<E> }

type Lines = AsyncIterable<Uint8Array>

/** A route of the store's own server, admitted by its API key; `actOnLines` where the body may be a stream of lines. */
export function bindStore<E extends Endpoint>(
  app: FastifyInstance,
  context: AppContext,
  endpoint: E,
  act: (store: Store, call: EndpointCall<E>) => Promise<RouteAnswer>,
  actOnLines?: (
    store: Store,
    lines: Lines,
    call: { request: FastifyRequest; sql: Database; fields: () => FieldsOf<E> },
  ) => Promise<RouteAnswer>,
): void {
  route(app, context, endpoint, async (request) => {
    const store = await admitStore(context, request)
    const sql = context.pool.as({ store: store.storeId })
    if (actOnLines && isLines(request.body)) {
      const fields = () => readFields(endpoint, request.query as RawFields)
      return writeText(await actOnLines(store, request.body, { request, sql, fields }))
    }
    const caller = { store, name: 'store', sql, admit: async () => {} }
    return await perform(context, endpoint, request, caller, ({ sql, ...call }) =>
      act(store, { ...call, sql, fields: readFields(endpoint, withParams(request)) }),
    )
  })
}

/** Copying costs 5 µs, and few paths hold a field. */
function withParams(request: FastifyRequest): RawFields {
  const raw = rawFields(request)
  const params = request.params as RawFields
  for (const _ in params) return { ...raw, ...params }
  return raw
}

const isLines = (body: unknown): body is Lines =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** A route on behalf of a shopper, admitted by regid and session. */
export function bindShopper<E extends Endpoint>(
  app: FastifyInstance,
  context: AppContext,
  endpoint: E,
  act: (shopper: Shopper, call: EndpointCall<E>) => Promise<RouteAnswer>,
): void {
  route(app, context, endpoint, async (request) => {
    const raw = rawFields(request)
    const shopper = await admitShopperOfRequest(context, request, raw)
    const { store, shopperId: name } = shopper
    const sql = context.pool.as({ store: store.storeId, shopper: name })
    const caller = { store, name, sql, admit: (sql: Sql) => requireSession(sql, shopper) }
    return await perform(context, endpoint, request, caller, ({ sql, ...call }) =>
      act(shopper, { ...call, sql, fields: readFields(endpoint, raw) }),
    )
  })
}

/** A route for anybody who names the store, counted against the caller's address. No row is written here, so no key either. */
export function bindOpen<E extends Endpoint>(
  app: FastifyInstance,
  context: AppContext,
  endpoint: E,
  act: (store: Store, call: { sql: Database; fields: FieldsOf<E> }) => Promise<RouteAnswer>,
): void {
  route(app, context, endpoint, async (request) => {
    const store = await admitAnyone(context, request)
    const sql = context.pool.as({ store: store.storeId })
    return writeText(await act(store, { sql, fields: readFields(endpoint, rawFields(request)) }))
  })
}

/** An answer of so many bytes counts as one call more. */
const bytesOfCall = 64 * 1024
const itemsOfCall = 100

async function perform(
  context: AppContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: IdempotentCaller,
  act: (call: CallContext) => Promise<RouteAnswer>,
): Promise<string> {
  const later: (() => Promise<unknown>)[] = []
  const afterwards = (work: () => Promise<unknown>) => void later.push(work)
  const costs = (calls: number) => chargeCall(context, request, calls)
  const call = { request, afterwards, costs, moves: (items: number) => costs(items / itemsOfCall) }
  const text = isKeyed(endpoint, request)
    ? await answerKeyedCall(context, endpoint, request, caller, async (sql) => writeText(await act({ ...call, sql })))
    : writeText(await act({ ...call, sql: caller.sql }))
  chargeCall(context, request, text.length / bytesOfCall)
  if (takeNote()) later.push(() => finishBackgroundWork(context.pool.as('background')))
  for (const work of later) work().catch((error) => request.log.warn({ err: error }, 'left unfinished'))
  return text
}

const writeText = (answer: RouteAnswer) => (typeof answer === 'string' ? answer : JSON.stringify(answer))

function readFields<E extends Endpoint>(endpoint: E, raw: RawFields): FieldsOf<E> {
  const read = endpoint.fields.reader.safeParse(raw)
  if (!read.success) throw refuseFields(read.error)
  return read.data as FieldsOf<E>
}

const underMaintenance = () =>
  new Refusal('away', 'maintenance', 'The service is down for maintenance; try again in a minute.', 60)

function route(
  app: FastifyInstance,
  context: AppContext,
  endpoint: Endpoint,
  act: (request: FastifyRequest) => Promise<string>,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (context.maintenance.isOn()) throw underMaintenance()
    if (context.fault) await context.fault(endpoint)
    const text = await act(request)
    if (context.checkReplies) endpoint.answer.parse(JSON.parse(text))
    return reply.type('application/json; charset=utf-8').send(text)
  }
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
    app.route({ method: endpoint.method, url: path, handler })
}
