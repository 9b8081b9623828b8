/** A call of the dashboard and a function make a route: who is it, may they do this in that store, read the fields, answer. */
import { badField, Refusal, refuseFields } from '@heartbell/contract/errors'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Sql } from '../../database/connect.ts'
import { type AuditAct, type AuditActor, recordAccountAct, recordAct, userActor } from '../../domain/audit/audit.ts'
import { findSession } from '../../domain/staff/sign-in.ts'
import { hasRole, type Role, roleIn, type User } from '../../domain/staff/users.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { type Doing, type Done, perform, type Within } from './audited-route.ts'
import { readCookie } from './cookie.ts'
import type { DashboardContext } from './dashboard-context.ts'

export const base = '/dashboard/api'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route reads, for whoever looks at the table of routes. */
    fields?: Fields
    /** How a route that may change something is accounted for: as an act, or why it is none. */
    audit?: 'act' | { notAnAct: string }
  }
}

export type Fields = z.ZodObject

export type DashboardCall<F extends Fields> = { fields: z.output<F>; request: FastifyRequest; reply: FastifyReply }
export type UserCall<F extends Fields> = DashboardCall<F> & { user: User; token: string; actor: AuditActor }
export type StoreCall<F extends Fields> = UserCall<F> & {
  store: Store
  role: Role
  /** For reading routes that are worth an entry, such as downloads; acts return theirs to the binder. */
  note: (sql: Sql, act: AuditAct) => Promise<void>
}

type Place<F extends Fields> = { path: string; fields?: F }
/** A route that changes nothing; one that is a POST all the same says why it is not an act. */
export type Spot<F extends Fields> = Place<F> & ({ method: 'GET' } | { method: 'POST'; notAnAct: string })

/** For anybody. */
export function bindAnybody<F extends Fields>(
  scope: FastifyInstance,
  spot: Spot<F>,
  answer: (call: DashboardCall<F>) => Promise<unknown>,
): void {
  route(scope, spot, (request, reply) => answer({ fields: readFields(spot, request), request, reply }))
}

/** Acts of somebody who is not signed in yet. They say whose act it was, because the call itself proves nothing. */
export function bindAnybodyAct<F extends Fields, P = undefined>(
  scope: FastifyInstance,
  { sql }: DashboardContext,
  spot: Place<F> & Doing<DashboardCall<F>, P>,
  act: (call: DashboardCall<F> & Within<P>) => Promise<Done & { by: User | null }>,
): void {
  routeAct(scope, spot, async (request, reply) => {
    let by: User | null = null
    const call = { fields: readFields(spot, request), request, reply }
    const note = async (sql: Sql, act: AuditAct) => {
      if (by) await recordAccountAct(sql, by.userId, userActor(by, request), act)
    }
    return await perform(sql, spot, call, note, async (call) => {
      const done = await act(call)
      by = done.by
      return done
    })
  })
}

/** For somebody signed in, whatever stores they work for. */
export function bindUser<F extends Fields>(
  scope: FastifyInstance,
  context: DashboardContext,
  spot: Spot<F>,
  answer: (call: UserCall<F>) => Promise<unknown>,
): void {
  route(scope, spot, async (request, reply) => {
    const known = await admitUser(context, request)
    return await answer({ ...known, fields: readFields(spot, request), request, reply })
  })
}

/** Acts on one's own account; the installation's log and each of the person's stores keep them. */
export function bindUserAct<F extends Fields, P = undefined>(
  scope: FastifyInstance,
  context: DashboardContext,
  spot: Place<F> & Doing<UserCall<F>, P>,
  act: (call: UserCall<F> & Within<P>) => Promise<Done>,
): void {
  routeAct(scope, spot, async (request, reply) => {
    const known = await admitUser(context, request)
    const call = { ...known, fields: readFields(spot, request), request, reply }
    const note = (sql: Sql, act: AuditAct) => recordAccountAct(sql, known.user.userId, known.actor, act)
    return await perform(context.sql, spot, call, note, act)
  })
}

/** For somebody who may do this in the store of the path. A store of somebody else's answers as one that is not there. */
export function bindStore<F extends Fields>(
  scope: FastifyInstance,
  context: DashboardContext,
  { needs, ...spot }: Spot<F> & { needs: Role },
  answer: (call: StoreCall<F>) => Promise<unknown>,
): void {
  route(scope, { ...spot, path: inStore(spot.path) }, async (request, reply) => {
    const known = await admitMember(context, request, needs)
    return await answer({ ...known, fields: readFields(spot, request), request, reply })
  })
}

/** Acts in the store of the path. They use the handle they are given: the audit row stands or falls with them. */
export function bindStoreAct<F extends Fields, P = undefined>(
  scope: FastifyInstance,
  context: DashboardContext,
  spot: Place<F> & { needs: Role } & Doing<StoreCall<F>, P>,
  act: (call: StoreCall<F> & Within<P>) => Promise<Done>,
): void {
  routeAct(scope, { ...spot, path: inStore(spot.path) }, async (request, reply) => {
    const known = await admitMember(context, request, spot.needs)
    const call = { ...known, fields: readFields(spot, request), request, reply }
    return await perform(context.sql, spot, call, known.note, act)
  })
}

const inStore = (path: string) => `/stores/:store${path}`

async function admitUser(
  context: DashboardContext,
  request: FastifyRequest,
): Promise<{ user: User; token: string; actor: AuditActor }> {
  const token = readCookie(request)
  const user = token && (await findSession(context.sql, token))
  if (!user) throw new Refusal('not-identified', 'sign-in', 'Sign in first.')
  await context.limits.take(bucketOf(user, request), callsPerSecond)
  return { user, token, actor: userActor(user, request) }
}

/** Of one person in one store; a screen makes a dozen calls, and twice this at a burst is fine. */
const callsPerSecond = 50

const bucketOf = ({ userId }: User, request: FastifyRequest) =>
  `dashboard ${userId} ${(request.params as { store?: string }).store ?? ''}`

const unknownStore = () => new Refusal('not-found', 'unknown-store', 'There is no such store.')

export async function admitMember(context: DashboardContext, request: FastifyRequest, needs: Role) {
  const known = await admitUser(context, request)
  const { store: prefix = '' } = request.params as { store?: string }
  if (!/^[A-Za-z0-9_-]{8}$/.test(prefix)) throw unknownStore()
  const storeId = Buffer.from(prefix, 'base64url').readUIntBE(0, 6)
  const role = await roleIn(context.sql, storeId, known.user)
  const store = role && (await openStore(context, storeId))
  if (!role || !store) throw unknownStore()
  if (!hasRole(role, needs)) throw new Refusal('not-allowed', 'role', `This needs the role ${needs}; yours is ${role}.`)
  const note = (sql: Sql, act: AuditAct) => recordAct(sql, storeId, known.actor, act)
  return { ...known, store, role, note }
}

async function openStore({ sql, stores }: DashboardContext, storeId: number): Promise<Store | null> {
  const [row] = await sql<{ pid: string }[]>`
    select pid
    from stores
    where store_id = ${storeId}`
  return row ? await stores.find(row.pid) : null
}

function readFields<F extends Fields>({ fields }: Place<F>, request: FastifyRequest): z.output<F> {
  const { store: _, ...path } = request.params as Record<string, string>
  const given = { ...(request.query as object), ...((request.body ?? {}) as object), ...path }
  return readGiven(fields ?? (z.object({}) as unknown as F), given)
}

/** What the schema took, unless the database could not keep it. */
export function readGiven<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const read = schema.safeParse(given)
  if (!read.success) throw refuseFields(read.error)
  const unkept = findUnkept(read.data, [])
  if (unkept) throw badField(unkept, 'contains a NUL character or an unpaired surrogate')
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

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function route<F extends Fields>(scope: FastifyInstance, spot: Spot<F>, answer: Handler): void {
  const audit = spot.method === 'POST' ? { notAnAct: spot.notAnAct } : undefined
  mount(scope, spot.method, spot, { ...(audit && { audit }) }, answer)
}

const routeAct = <F extends Fields>(scope: FastifyInstance, place: Place<F>, act: Handler) =>
  mount(scope, 'POST', place, { audit: 'act' }, act)

function mount<F extends Fields>(
  scope: FastifyInstance,
  method: 'GET' | 'POST',
  { path, fields }: Place<F>,
  config: FastifyContextConfig,
  answer: Handler,
): void {
  scope.route({
    method,
    url: base + path,
    config: { ...config, ...(fields && { fields }) },
    handler: async (request, reply) => {
      if (method === 'POST') refuseForeign(request)
      const answered = await answer(request, reply)
      if (reply.sent || answered === reply) return reply
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answered ?? { done: true }))
    },
  })
}
