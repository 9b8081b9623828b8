/** Who calls the dashboard: the person of the session, and their role in the store of the path. */
import type { Role } from '@heartbell/contract/dashboard/route'
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../database/connect.ts'
import { type AuditAct, type AuditActor, recordAct, userActor } from '../../domain/audit/audit.ts'
import { findSession } from '../../domain/staff/sign-in.ts'
import { hasRole, roleIn, roleNames, type User } from '../../domain/staff/users.ts'
import { readCookie } from './cookie.ts'
import type { DashboardContext } from './dashboard-context.ts'

export async function admitUser(
  context: DashboardContext,
  request: FastifyRequest,
): Promise<{ user: User; token: string; actor: AuditActor }> {
  const token = readCookie(request)
  const user = token && (await findSession(context.sql, token))
  if (!user) throw new Refusal('not-identified', 'sign-in', 'Sign in first.')
  await context.limits.take(bucketOf(user, request), callsPerSecond)
  return { user, token, actor: userActor(user, request) }
}

/** For one person in one store. A screen makes a dozen calls; bursts of twice this number are allowed. */
const callsPerSecond = 50

const bucketOf = ({ userId }: User, request: FastifyRequest) =>
  `dashboard ${userId} ${(request.params as { store?: string }).store ?? ''}`

const unknownStore = () => new Refusal('not-found', 'unknown-store', 'There is no such store.')

/** A store of which the person is no member answers like one that does not exist. */
export async function admitMember(context: DashboardContext, request: FastifyRequest, needs: Role) {
  const caller = await admitUser(context, request)
  const { store: prefix = '' } = request.params as { store?: string }
  if (!/^[A-Za-z0-9_-]{8}$/.test(prefix)) throw unknownStore()
  const storeId = Buffer.from(prefix, 'base64url').readUIntBE(0, 6)
  const role = await roleIn(context.sql, storeId, caller.user)
  const store = role && (await context.stores.findByNumber(storeId))
  if (!role || !store) throw unknownStore()
  if (!hasRole(role, needs))
    throw new Refusal('not-allowed', 'role', `This needs the role ${roleNames[needs]}; yours is ${roleNames[role]}.`)
  const note = (sql: Sql, act: AuditAct) => recordAct(sql, storeId, caller.actor, act)
  return { ...caller, store, role, note }
}
