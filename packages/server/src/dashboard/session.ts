/** Opening a session for somebody who has proven who they are, and what the pages are told about them. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../database/connect.ts'
import { storePrefix } from '../domain/ids.ts'
import { openSession } from '../domain/sign-in.ts'
import { storesOf, type User } from '../domain/users.ts'
import { giveCookie } from './cookie.ts'
import type { Rooms } from './rooms.ts'

type Called = { request: FastifyRequest; reply: FastifyReply }

/** How somebody proved who they are, for the audit trail. */
export type Proof = 'password' | 'link' | 'invitation'

export async function admit(sql: Sql, rooms: Rooms, user: User, by: Proof, { request, reply }: Called) {
  const { token } = await openSession(sql, user, request.headers['user-agent'] ?? '')
  giveCookie(reply, token)
  return {
    answer: await describeMe(sql, rooms, user),
    by: user,
    act: { act: 'signed-in', facts: { by } } as const,
  }
}

export async function describeMe(sql: Sql, { publicUrl }: Rooms, user: User) {
  const stores = await storesOf(sql, user)
  return {
    ...user,
    publicUrl: publicUrl(),
    stores: stores.map(({ storeId, ...store }) => ({ ...store, store: storePrefix(storeId) })),
  }
}
