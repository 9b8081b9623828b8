/** Binds an endpoint to a function: reads the fields, authenticates the caller, calls the function and writes the answer. */
import type { Endpoint, FieldsOf } from '@heartbell/contract/endpoint'
import { Refusal, refuseFields } from '@heartbell/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Sql } from '../../database/connect.ts'
import { finishBackgroundWork } from '../../domain/lists/background-work.ts'
import { takeBackgroundSignal } from '../../domain/schedule/signal-background-work.ts'
import { requireSession, type Shopper } from '../../domain/shoppers/shoppers.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { AppContext } from './app-context.ts'
import { admitAnyone, admitShopperOfRequest, admitStore, chargeCall, type RawFields, rawFields } from './auth.ts'
import { answerKeyedCall, type IdempotentCaller, isKeyed } from './idempotency.ts'

/** JSON text from the database, or a record written by the contract. */
export type RouteAnswer = string | Record<string, unknown> | unknown[]

/** A JSON object from values that are JSON text already. */
export const joinJson = (parts: Record<string, string>) =>
  `{${Object.entries(parts)
    .map(([word, json]) => `"${word}":${json}`)
    .join(',')}}`

/** A JSON object with one more field; both are JSON text, and the object has a field already. */
export const withField = (object: string, word: string, json: string) => `${object.slice(0, -1)},"${word}":${json}}`

/** What a call works with. */
export type CallContext = {
  request: FastifyRequest
  /** The caller's share of the pool, or the transaction of a call with an idempotency key. */
  sql: Database
  /** Runs work after the call is committed and answered. */
  afterwards(work: () => Promise<unknown>): void
  /** Counts copied items against the rate limit: a hundred are one more call. */
  moves(items: number): void
  /** Counts the call as this many more calls. */
  costs(calls: number): void
}

export type EndpointCall<E extends Endpoint> = CallContext & { fields: FieldsOf<E> }

type Lines = AsyncIterable<Uint8Array>

/** A route for the store's server, authenticated by its API key; `actOnLines` for a body that is a stream. */
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
    const store = await admitStore(context, request, endpoint)
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

/** Copying costs 5 µs, and few paths have parameters. */
function withParams(request: FastifyRequest): RawFields {
  const raw = rawFields(request)
  const params = request.params as RawFields
  for (const _ in params) return { ...raw, ...params }
  return raw
}

const isLines = (body: unknown): body is Lines =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** A route for a shopper, authenticated by regid and session. */
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

/** A public route, limited by the caller's IP address. It writes no rows, so it needs no idempotency key. */
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

/** Each 64 KiB of an answer count as one more call. */
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
  if (takeBackgroundSignal()) later.push(() => finishBackgroundWork(context.pool.as('background')))
  for (const work of later) work().catch((error) => request.log.warn({ err: error }, 'work after the answer failed'))
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
