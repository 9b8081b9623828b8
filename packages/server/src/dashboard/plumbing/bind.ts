/**
 * Binds a route of the dashboard's contract to a function: who calls, may they do this in that store, read the fields, answer.
 * Routes that write get the transaction in which the binder also writes their audit row.
 */
import type { DashboardRoute, Role } from '@heartbell/contract/dashboard/route'
import type { PersonRoutes, Read, Returned, StoreRoutes } from '@heartbell/contract/dashboard/routes'
import { personRoutes, storeRoutes } from '@heartbell/contract/dashboard/routes'
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Sql } from '../../database/connect.ts'
import { type AuditAct, type AuditActor, recordAccountAct, userActor } from '../../domain/audit/audit.ts'
import type { User } from '../../domain/staff/users.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { admitMember, admitUser } from './admit.ts'
import { type AuditedOptions, type Performed, perform, type Within } from './audited-route.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { readFields } from './read-fields.ts'

export const base = '/dashboard/api'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route reads and answers, for tests that go through all routes. */
    fields?: z.ZodObject
    answer?: z.ZodType
    /** Whether a route that may write is an act of the audit trail, or why not. */
    audit?: 'act' | { notAnAct: string }
  }
}

export type PersonKey = keyof PersonRoutes
export type StoreKey = keyof StoreRoutes
type Getting<Key extends string> = Extract<Key, `GET ${string}`>
type Posting<Key extends string> = Extract<Key, `POST ${string}`>

type RouteCall<R extends DashboardRoute> = { fields: Read<R>; request: FastifyRequest; reply: FastifyReply }
type Caller = { user: User; token: string; actor: AuditActor }
type MemberCaller = Caller & {
  store: Store
  role: Role
  /** For reading routes that the audit trail records, such as downloads; acts return theirs to the binder. */
  note: (sql: Sql, act: AuditAct) => Promise<void>
}

export type PersonCall<K extends PersonKey> = RouteCall<PersonRoutes[K]>
export type UserCall<K extends PersonKey> = RouteCall<PersonRoutes[K]> & Caller
export type StoreCall<K extends StoreKey> = RouteCall<StoreRoutes[K]> & MemberCaller

/** A POST that changes nothing says why it is not an act. */
type Reading<K extends string> = K extends `POST ${string}` ? { notAnAct: string } : Record<never, never>
type Answering<R extends DashboardRoute> = Promise<Returned<R> | FastifyReply>

/** For anybody. */
export function bindAnybody<K extends PersonKey>(
  scope: FastifyInstance,
  key: K,
  reading: Reading<K>,
  answer: (call: PersonCall<K>) => Answering<PersonRoutes[K]>,
): void {
  const route: DashboardRoute = personRoutes[key]
  mount(scope, key, route, auditOf(reading), (request, reply) =>
    answer({ fields: readFields(route, request), request, reply } as PersonCall<K>),
  )
}

/** Acts of somebody who is not signed in yet. They return whose act it was, because the call itself proves nothing. */
export function bindAnybodyAct<K extends Posting<PersonKey>, P = undefined>(
  scope: FastifyInstance,
  { sql }: DashboardContext,
  key: K,
  options: AuditedOptions<PersonCall<K>, P>,
  act: (call: PersonCall<K> & Within<P>) => Promise<Performed<PersonRoutes[K]> & { by: User | null }>,
): void {
  const route: DashboardRoute = personRoutes[key]
  mount(scope, key, route, { audit: 'act' }, async (request, reply) => {
    let by: User | null = null
    const call = { fields: readFields(route, request), request, reply } as PersonCall<K>
    const note = async (sql: Sql, act: AuditAct) => {
      if (by) await recordAccountAct(sql, by.userId, userActor(by, request), act)
    }
    return await perform(sql, options, call, note, async (call) => {
      const performed = await act(call)
      by = performed.by
      return performed
    })
  })
}

/** For somebody signed in, in no particular store. */
export function bindUser<K extends Getting<PersonKey>>(
  scope: FastifyInstance,
  context: DashboardContext,
  key: K,
  answer: (call: UserCall<K>) => Answering<PersonRoutes[K]>,
): void {
  const route: DashboardRoute = personRoutes[key]
  mount(scope, key, route, {}, async (request, reply) => {
    const caller = await admitUser(context, request)
    return await answer({ ...caller, fields: readFields(route, request), request, reply } as UserCall<K>)
  })
}

/** Acts on one's own account; the log of the installation and of each of the person's stores records them. */
export function bindUserAct<K extends Posting<PersonKey>, P = undefined>(
  scope: FastifyInstance,
  context: DashboardContext,
  key: K,
  options: AuditedOptions<UserCall<K>, P>,
  act: (call: UserCall<K> & Within<P>) => Promise<Performed<PersonRoutes[K]>>,
): void {
  const route: DashboardRoute = personRoutes[key]
  mount(scope, key, route, { audit: 'act' }, async (request, reply) => {
    const caller = await admitUser(context, request)
    const call = { ...caller, fields: readFields(route, request), request, reply } as UserCall<K>
    const note = (sql: Sql, act: AuditAct) => recordAccountAct(sql, caller.user.userId, caller.actor, act)
    return await perform(context.sql, options, call, note, act)
  })
}

/** For somebody whose role allows this in the store of the path. */
export function bindStore<K extends StoreKey>(
  scope: FastifyInstance,
  context: DashboardContext,
  key: K,
  { needs, ...reading }: Reading<K> & { needs: Role },
  answer: (call: StoreCall<K>) => Answering<StoreRoutes[K]>,
): void {
  const route: DashboardRoute = storeRoutes[key]
  mount(scope, inStore(key), route, auditOf(reading), async (request, reply) => {
    const member = await admitMember(context, request, needs)
    return await answer({ ...member, fields: readFields(route, request), request, reply } as StoreCall<K>)
  })
}

/** Acts in the store of the path. They use the transaction they are given: the audit row is written in it, or neither is. */
export function bindStoreAct<K extends Posting<StoreKey>, P = undefined>(
  scope: FastifyInstance,
  context: DashboardContext,
  key: K,
  { needs, ...options }: { needs: Role } & AuditedOptions<StoreCall<K>, P>,
  act: (call: StoreCall<K> & Within<P>) => Promise<Performed<StoreRoutes[K]>>,
): void {
  const route: DashboardRoute = storeRoutes[key]
  mount(scope, inStore(key), route, { audit: 'act' }, async (request, reply) => {
    const member = await admitMember(context, request, needs)
    const call = { ...member, fields: readFields(route, request), request, reply } as StoreCall<K>
    return await perform(context.sql, options as AuditedOptions<StoreCall<K>, P>, call, member.note, act)
  })
}

/** `GET /keys` as `GET /stores/:store/keys`. */
export const inStore = (key: string) => key.replace(' ', ' /stores/:store')

const auditOf = (reading: object): FastifyContextConfig =>
  'notAnAct' in reading ? { audit: { notAnAct: String(reading.notAnAct) } } : {}

/**
 * A page of another site can send a form here, but can neither set this header nor read the answer. Browsers that say where a request
 * comes from are believed as well.
 */
function refuseForeign({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (headers['x-heartbell'] !== 'dashboard' || (site !== undefined && site !== 'same-origin'))
    throw new Refusal('not-allowed', 'foreign-call', 'Only the dashboard’s own pages may do this.')
}

export function mount(
  scope: FastifyInstance,
  key: string,
  { fields, answer: schema }: DashboardRoute,
  config: FastifyContextConfig,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const [method, path] = key.split(' ') as ['GET' | 'POST', string]
  scope.route({
    method,
    url: base + path,
    config: { ...config, answer: schema, ...(fields && { fields }) },
    handler: async (request, reply) => {
      if (method === 'POST') refuseForeign(request)
      const answered = await answer(request, reply)
      if (reply.sent || answered === reply) return reply
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answered ?? { done: true }))
    },
  })
}
