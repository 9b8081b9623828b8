/** Signing in and out, and a person's own account. */
import { Refusal } from '@heartbell/contract/errors'
import { isEmail } from '@heartbell/contract/fields'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { changeUser } from '../domain/accounts.ts'
import { storePrefix } from '../domain/ids.ts'
import { shortestPassword } from '../domain/passwords.ts'
import * as signing from '../domain/sign-in.ts'
import { storesOf, type User } from '../domain/users.ts'
import { bindAnybody, bindUser } from './bind.ts'
import { giveCookie, readCookie, takeCookie } from './cookie.ts'
import type { Rooms } from './rooms.ts'

const email = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine(isEmail, 'must be an e-mail address')
const newPassword = z
  .string()
  .min(shortestPassword, `must have at least ${shortestPassword} characters`)
  .max(200, 'may have at most 200 characters')

export function signInRoutes(scope: FastifyInstance, rooms: Rooms): void {
  const { sql } = rooms
  const guesses = countGuesses()
  const admit = async (user: User, request: FastifyRequest, reply: FastifyReply) => {
    const { token } = await signing.openSession(sql, user, request.headers['user-agent'] ?? '')
    giveCookie(reply, token)
    return await describe(rooms, user)
  }

  bindAnybody(
    scope,
    {
      method: 'POST',
      path: '/sign-in',
      fields: z.object({ email: z.string().max(320), password: z.string().max(200) }),
    },
    async ({ fields, request, reply }) => {
      guesses.count(request.ip)
      return await admit(await signing.signIn(sql, fields.email, fields.password), request, reply)
    },
  )

  bindAnybody(
    scope,
    { method: 'POST', path: '/follow-link', fields: z.object({ token: z.string().max(100) }) },
    async ({ fields, request, reply }) => {
      guesses.count(request.ip)
      return await admit(await signing.followLink(sql, fields.token), request, reply)
    },
  )

  bindAnybody(scope, { method: 'POST', path: '/sign-out' }, async ({ request, reply }) => {
    const token = readCookie(request)
    if (token) await signing.endSession(sql, token)
    takeCookie(reply)
  })

  bindUser(scope, rooms, { method: 'GET', path: '/me' }, ({ user }) => describe(rooms, user))

  const account = z.object({
    email: email.optional(),
    name: z.string().trim().max(100).optional(),
    locale: z.enum(['en', 'de']).optional(),
    password: newPassword.optional(),
    currentPassword: z.string().max(200).optional(),
  })
  bindUser(scope, rooms, { method: 'POST', path: '/me', fields: account }, async ({ user, token, fields }) => {
    const changed = await changeUser(sql, user, fields)
    // Whoever knew the old password is out.
    if (fields.password) await signing.revokeSessions(sql, user, null, token)
    return await describe(rooms, changed)
  })

  bindUser(scope, rooms, { method: 'GET', path: '/me/sessions' }, async ({ user, token }) => ({
    rows: await signing.listSessions(sql, user, token),
  }))
  const session = z.object({
    sessionId: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'is not a session')
      .optional(),
  })
  bindUser(
    scope,
    rooms,
    { method: 'POST', path: '/me/sessions/end', fields: session },
    async ({ user, token, fields }) => ({
      ended: await signing.revokeSessions(sql, user, fields.sessionId ?? null, token),
    }),
  )
}

async function describe({ sql, publicUrl }: Rooms, user: User) {
  const stores = await storesOf(sql, user)
  return {
    ...user,
    publicUrl: publicUrl(),
    stores: stores.map(({ storeId, ...store }) => ({ ...store, store: storePrefix(storeId) })),
  }
}

/** The lock on an account slows guesses at one password; this slows one machine that tries many accounts. */
function countGuesses(most = 30, within = 60_000) {
  let since = performance.now()
  let counts = new Map<string, number>()
  return {
    count(address: string) {
      if (performance.now() - since > within) {
        since = performance.now()
        counts = new Map()
      }
      const count = (counts.get(address) ?? 0) + 1
      counts.set(address, count)
      if (count > most)
        throw new Refusal('too-many', 'too-many-sign-ins', 'Too many attempts; try again in a minute.', 60)
    },
  }
}
