/** Signing in and out, and a person's own account. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { changeUser } from '../domain/accounts.ts'
import { noteFailedSignIn, originOf } from '../domain/audit.ts'
import * as signing from '../domain/sign-in.ts'
import type { User } from '../domain/users.ts'
import { emailAddress, newPassword, personName } from './account-fields.ts'
import { bindAnybodyAct, bindUser, bindUserAct } from './bind.ts'
import { readCookie, takeCookie } from './cookie.ts'
import type { Rooms } from './rooms.ts'
import { admit, describeMe } from './session.ts'

export function signInRoutes(scope: FastifyInstance, rooms: Rooms): void {
  const { sql } = rooms
  const guesses = countGuesses()

  bindAnybodyAct(
    scope,
    rooms,
    {
      path: '/sign-in',
      fields: z.object({ email: z.string().max(320), password: z.string().max(200) }),
      prepare: async ({ fields, request }) => {
        guesses.count(request.ip)
        return await signing.signIn(sql, fields.email, fields.password)
      },
      refused: ({ fields, request }) => noteFailedSignIn(sql, fields.email, originOf(request)),
    },
    ({ sql, prepared, ...called }) => admit(sql, rooms, prepared, 'password', called),
  )

  bindAnybodyAct(
    scope,
    rooms,
    {
      path: '/follow-link',
      fields: z.object({ token: z.string().max(100) }),
      prepare: async ({ request }) => guesses.count(request.ip),
      refused: ({ request }) => noteFailedSignIn(sql, null, originOf(request)),
    },
    async ({ sql, fields, ...called }) =>
      admit(sql, rooms, await signing.followLink(sql, fields.token), 'link', called),
  )

  bindAnybodyAct(scope, rooms, { path: '/sign-out' }, async ({ sql, request, reply }) => {
    const token = readCookie(request)
    const by = token ? await signing.findSession(sql, token) : null
    if (token) await signing.endSession(sql, token)
    takeCookie(reply)
    return { by, act: by && { act: 'signed-out' } }
  })

  bindUser(scope, rooms, { method: 'GET', path: '/me' }, ({ user }) => describeMe(sql, rooms, user))

  const account = z.object({
    email: emailAddress.optional(),
    name: personName.optional(),
    locale: z.enum(['en', 'de']).optional(),
    password: newPassword.optional(),
    currentPassword: z.string().max(200).optional(),
  })
  bindUserAct(scope, rooms, { path: '/me', fields: account }, async ({ sql, user, token, fields }) => {
    const changed = await changeUser(sql, user, fields)
    // Whoever knew the old password is out.
    if (fields.password) await signing.revokeSessions(sql, user, null, token)
    const show = ({ email, name, locale }: User) => ({ email, name, locale })
    return {
      answer: await describeMe(sql, rooms, changed),
      act: {
        act: 'account-changed',
        facts: { changed: Object.keys(fields).filter((word) => word !== 'currentPassword') },
        before: show(user),
        after: show(changed),
      },
    }
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
  bindUserAct(scope, rooms, { path: '/me/sessions/end', fields: session }, async ({ sql, user, token, fields }) => {
    const ended = await signing.revokeSessions(sql, user, fields.sessionId ?? null, token)
    return { answer: { ended }, act: { act: 'sessions-ended', facts: { ended } } }
  })
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
