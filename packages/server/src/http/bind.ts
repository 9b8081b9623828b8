/** An endpoint and a function make a route: read the fields, see who asks, do it, write the answer. */
import type { Endpoint, FieldsOf } from '@heartbell/contract/endpoint'
import { Refusal, refuseFields } from '@heartbell/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Shopper } from '../domain/shoppers.ts'
import type { Store } from '../domain/stores.ts'
import { admitShopperOf, admitStore, type RawFields, rawFields } from './auth.ts'
import type { Rooms } from './rooms.ts'

/** JSON text already assembled by the database, or a record written through its resource. */
export type Answer = string | Record<string, unknown> | unknown[]

/** An object whose values are JSON text already. */
export const assemble = (parts: Record<string, string>) =>
  `{${Object.entries(parts)
    .map(([word, json]) => `"${word}":${json}`)
    .join(',')}}`

export type Call<E extends Endpoint> = { fields: FieldsOf<E>; request: FastifyRequest; rooms: Rooms }

type Lines = AsyncIterable<Uint8Array>

/** A route of the store's own server, admitted by its API key; `actOnLines` where the body may be a stream of lines. */
export function bindStore<E extends Endpoint>(
  app: FastifyInstance,
  rooms: Rooms,
  endpoint: E,
  act: (store: Store, call: Call<E>) => Promise<Answer>,
  actOnLines?: (store: Store, lines: Lines) => Promise<Answer>,
): void {
  route(app, rooms, endpoint, async (request) => {
    const store = await admitStore(rooms, request)
    if (actOnLines && isLines(request.body)) return await actOnLines(store, request.body)
    return await act(store, { fields: readFields(endpoint, rawFields(request)), request, rooms })
  })
}

const isLines = (body: unknown): body is Lines =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** A route on behalf of a shopper, admitted by regid and session. */
export function bindShopper<E extends Endpoint>(
  app: FastifyInstance,
  rooms: Rooms,
  endpoint: E,
  act: (shopper: Shopper, call: Call<E>) => Promise<Answer>,
): void {
  route(app, rooms, endpoint, async (request) => {
    const raw = rawFields(request)
    const shopper = await admitShopperOf(rooms, request, raw)
    return await act(shopper, { fields: readFields(endpoint, raw), request, rooms })
  })
}

function readFields<E extends Endpoint>(endpoint: E, raw: RawFields): FieldsOf<E> {
  const read = endpoint.fields.reader.safeParse(raw)
  if (!read.success) throw refuseFields(read.error)
  return read.data as FieldsOf<E>
}

const underMaintenance = () =>
  new Refusal('away', 'maintenance', 'The service is down for maintenance; try again in a minute.', 60)

function route(
  app: FastifyInstance,
  rooms: Rooms,
  endpoint: Endpoint,
  act: (request: FastifyRequest) => Promise<Answer>,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (rooms.maintenance.isOn()) throw underMaintenance()
    if (rooms.fault) await rooms.fault(endpoint)
    const answer = await act(request)
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
    if (rooms.checkReplies) endpoint.answer.parse(JSON.parse(text))
    return reply.type('application/json; charset=utf-8').send(text)
  }
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
    app.route({ method: endpoint.method, url: path, handler })
}
