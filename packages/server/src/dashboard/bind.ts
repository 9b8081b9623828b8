/** A call of the dashboard and a function make a route: who is it, may they do this in that store, read the fields, answer. */
import { badField, Refusal, refuseFields } from '@heartbell/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Sql } from '../database/connect.ts'
import { type Act, noteAct } from '../domain/audit.ts'
import { findSession } from '../domain/sign-in.ts'
import type { Store } from '../domain/stores.ts'
import { mayAs, type Role, roleIn, type User } from '../domain/users.ts'
import { readCookie } from './cookie.ts'
import type { Rooms } from './rooms.ts'

export const base = '/dashboard/api'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route reads, for whoever looks at the table of routes. */
    fields?: Fields
  }
}

type Method = 'GET' | 'POST'
export type Fields = z.ZodObject

export type Means<F extends Fields> = { fields: z.output<F>; request: FastifyRequest; reply: FastifyReply }
export type UserMeans<F extends Fields> = Means<F> & { user: User; token: string }
export type StoreMeans<F extends Fields> = UserMeans<F> & {
  store: Store
  role: Role
  /** Writes into the store's audit log; give it the transaction of the act. */
  note: (sql: Sql, act: Act) => Promise<void>
}

export type Spot<F extends Fields> = { method: Method; path: string; fields?: F }

/** For anybody: signing in. */
export function bindAnybody<F extends Fields>(
  scope: FastifyInstance,
  spot: Spot<F>,
  act: (means: Means<F>) => Promise<unknown>,
): void {
  route(scope, spot, (request, reply) => act({ fields: readFields(spot, request), request, reply }))
}

/** For somebody signed in, whatever stores they work for. */
export function bindUser<F extends Fields>(
  scope: FastifyInstance,
  rooms: Rooms,
  spot: Spot<F>,
  act: (means: UserMeans<F>) => Promise<unknown>,
): void {
  route(scope, spot, async (request, reply) => {
    const known = await admitUser(rooms, request)
    return await act({ ...known, fields: readFields(spot, request), request, reply })
  })
}

/** For somebody who may do this in the store of the path. A store of somebody else's answers as one that is not there. */
export function bindStore<F extends Fields>(
  scope: FastifyInstance,
  rooms: Rooms,
  { needs, ...spot }: Spot<F> & { needs: Role },
  act: (means: StoreMeans<F>) => Promise<unknown>,
): void {
  const path = `/stores/:store${spot.path}`
  route(scope, { ...spot, path }, async (request, reply) => {
    const known = await admitMember(rooms, request, needs)
    return await act({ ...known, fields: readFields(spot, request), request, reply })
  })
}

async function admitUser(rooms: Rooms, request: FastifyRequest): Promise<{ user: User; token: string }> {
  const token = readCookie(request)
  const user = token && (await findSession(rooms.sql, token))
  if (!user) throw new Refusal('not-identified', 'sign-in', 'Sign in first.')
  return { user, token }
}

const unknownStore = () => new Refusal('not-found', 'unknown-store', 'There is no such store.')

export async function admitMember(rooms: Rooms, request: FastifyRequest, needs: Role) {
  const known = await admitUser(rooms, request)
  const { store: prefix = '' } = request.params as { store?: string }
  if (!/^[A-Za-z0-9_-]{8}$/.test(prefix)) throw unknownStore()
  const storeId = Buffer.from(prefix, 'base64url').readUIntBE(0, 6)
  const role = await roleIn(rooms.sql, storeId, known.user)
  const store = role && (await openStore(rooms, storeId))
  if (!role || !store) throw unknownStore()
  if (!mayAs(role, needs)) throw new Refusal('not-allowed', 'role', `This needs the role ${needs}; yours is ${role}.`)
  const note = (sql: Sql, act: Act) => noteAct(sql, storeId, known.user, act)
  return { ...known, store, role, note }
}

async function openStore({ sql, stores }: Rooms, storeId: number): Promise<Store | null> {
  const [row] = await sql<{ pid: string }[]>`
    select pid
    from stores
    where store_id = ${storeId}`
  return row ? await stores.find(row.pid) : null
}

function readFields<F extends Fields>({ fields }: Spot<F>, request: FastifyRequest): z.output<F> {
  const { store: _, ...path } = request.params as Record<string, string>
  const given = { ...(request.query as object), ...((request.body ?? {}) as object), ...path }
  return readGiven(fields ?? (z.object({}) as unknown as F), given)
}

/** What the schema took, unless the database could not keep it. */
export function readGiven<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const read = schema.safeParse(given)
  if (!read.success) throw refuseFields(read.error)
  const unkept = findUnkept(read.data, [])
  if (unkept) throw badField(unkept, 'holds a NUL character or half of a surrogate pair')
  return read.data
}

/** Where in it a text is that the database would not keep as it is. */
function findUnkept(value: unknown, path: PropertyKey[]): PropertyKey[] | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnkept(key, path) ?? findUnkept(inner, [...path, key])
    if (found) return found
  }
  return null
}

/**
 * A page of somebody else's can send a form here, but neither set this header nor read an answer; browsers that say where a
 * call comes from are believed as well.
 */
function refuseForeign({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (headers['x-heartbell'] !== 'dashboard' || (site !== undefined && site !== 'same-origin'))
    throw new Refusal('not-allowed', 'foreign-call', 'Only the dashboard’s own pages may do this.')
}

function route<F extends Fields>(
  scope: FastifyInstance,
  { method, path, fields }: Spot<F>,
  act: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  scope.route({
    method,
    url: base + path,
    ...(fields && { config: { fields } }),
    handler: async (request, reply) => {
      if (method === 'POST') refuseForeign(request)
      const answer = await act(request, reply)
      if (reply.sent || answer === reply) return reply
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer ?? { done: true }))
    },
  })
}
