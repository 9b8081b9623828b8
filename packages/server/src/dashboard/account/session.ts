/** Opens a session for a person who proved who they are, and describes them to the pages. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../database/connect.ts'
import { storePrefix } from '../../domain/secrets/ids.ts'
import { newLinkToken } from '../../domain/secrets/link-tokens.ts'
import { readAccount } from '../../domain/staff/accounts.ts'
import { pendingEmail } from '../../domain/staff/email-changes.ts'
import type { SignInPlace } from '../../domain/staff/guess-budgets.ts'
import { networkOf } from '../../domain/staff/ip-networks.ts'
import { type CodeKind, readSecondFactor } from '../../domain/staff/second-factor.ts'
import { openSession } from '../../domain/staff/sign-in.ts'
import { storesOf, type User } from '../../domain/staff/users.ts'
import { giveCookie, giveDevice, readDevice } from '../plumbing/cookie.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'

export const placeOf = (request: FastifyRequest): SignInPlace => ({
  network: networkOf(request.ip),
  device: readDevice(request),
})

type Called = { request: FastifyRequest; reply: FastifyReply }

/** How a person proved who they are, for the audit trail. */
export type Proof = 'password' | CodeKind | 'link' | 'invitation' | 'reset'

/** The session's cookie is the first of the two; tests rely on it. */
export async function admit(sql: Sql, context: DashboardContext, user: User, by: Proof, { request, reply }: Called) {
  const device = readDevice(request) ?? newLinkToken()
  const place = { ...placeOf(request), device }
  const seen = { userAgent: request.headers['user-agent'] ?? '', place, address: request.ip }
  const { token } = await openSession(sql, user, seen)
  giveCookie(reply, token)
  giveDevice(reply, device)
  return {
    answer: await describeMe(sql, context, user),
    by: user,
    act: { act: 'signed-in', facts: { by } } as const,
  }
}

export async function describeMe(sql: Sql, { publicUrl, hasMail = false }: DashboardContext, user: User) {
  const stores = await storesOf(sql, user)
  const { isSetUp } = await readAccount(sql, user)
  return {
    ...user,
    publicUrl: publicUrl(),
    hasMail,
    isSetUp,
    pendingEmail: await pendingEmail(sql, user.userId),
    secondFactor: await readSecondFactor(sql, user.userId),
    stores: stores.map(({ storeId, ...store }) => ({ ...store, store: storePrefix(storeId) })),
  }
}
