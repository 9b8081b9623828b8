/** A person's own account: setting it up, name and language, password, address, and where they are signed in. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Sql } from '../../database/connect.ts'
import { hashPassword } from '../../domain/secrets/passwords.ts'
import { changeProfile, checkPassword, setPassword, setUpAccount } from '../../domain/staff/accounts.ts'
import { countNewPassword, forgetKnownPlaces } from '../../domain/staff/guess-budgets.ts'
import { endAllSessions, listSessions, revokeSessions } from '../../domain/staff/sign-in.ts'
import { addStaffMail, type SecurityNote } from '../../domain/staff/staff-mails.ts'
import type { User } from '../../domain/staff/users.ts'
import { bindUser, bindUserAct } from '../plumbing/bind.ts'
import { takeCookie } from '../plumbing/cookie.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import { emailAddress, newPassword, personName, typedPassword } from './account-fields.ts'
import { describeMe, placeOf } from './session.ts'

export function accountRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context

  bindUser(scope, context, { method: 'GET', path: '/me' }, ({ user }) => describeMe(sql, context, user))

  const profile = z.object({ name: personName.optional(), locale: z.enum(['en', 'de']).optional() })
  bindUserAct(scope, context, { path: '/me', fields: profile }, async ({ sql, user, fields }) => {
    const changed = await changeProfile(sql, user, fields)
    const show = ({ name, locale }: User) => ({ name, locale })
    return {
      answer: await describeMe(sql, context, changed),
      act: {
        act: 'account-changed',
        facts: { changed: Object.keys(fields) },
        before: show(user),
        after: show(changed),
      },
    }
  })

  bindUserAct(
    scope,
    context,
    {
      path: '/me/setup',
      fields: z.object({ email: emailAddress, name: personName.default(''), password: newPassword }),
      prepare: async ({ user, fields, request }) => {
        await countNewPassword(sql, user.userId, placeOf(request))
        return await hashPassword(fields.password)
      },
    },
    async ({ sql, user, token, fields, prepared }) => {
      const { email, name } = fields
      const changed = await setUpAccount(sql, user, { email, name, passwordHash: prepared })
      await revokeSessions(sql, user, null, token)
      return {
        answer: await describeMe(sql, context, changed),
        act: { act: 'account-set-up', facts: { email }, before: { email: user.email }, after: { email } },
      }
    },
  )

  bindUserAct(
    scope,
    context,
    {
      path: '/me/password',
      fields: z.object({ password: newPassword, currentPassword: typedPassword }),
      prepare: async ({ user, fields }) => {
        await checkPassword(sql, user, fields.currentPassword)
        return await hashPassword(fields.password)
      },
    },
    async ({ sql, user, token, prepared }) => {
      await setPassword(sql, user.userId, prepared)
      const ended = await revokeSessions(sql, user, null, token)
      await announce(sql, context, user, 'password-changed')
      return { answer: { ended }, act: { act: 'password-changed', facts: { ended } } }
    },
  )

  sessionRoutes(scope, context)
}

/** Tells the person by mail, so that they notice what somebody else did. */
export async function announce(sql: Sql, { vault, hasMail = false }: DashboardContext, user: User, what: SecurityNote) {
  if (hasMail && user.email)
    await addStaffMail(sql, vault, user.email, { purpose: 'security', values: { what, locale: user.locale } })
}

function sessionRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context
  bindUser(scope, context, { method: 'GET', path: '/me/sessions' }, async ({ user, token }) => ({
    rows: await listSessions(sql, user, token),
  }))

  const which = z.object({
    sessionId: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'is not a session')
      .optional(),
    /** This one too. */
    everywhere: z.boolean().default(false),
  })
  bindUserAct(
    scope,
    context,
    { path: '/me/sessions/end', fields: which },
    async ({ sql, user, token, fields, reply }) => {
      const { sessionId, everywhere } = fields
      const ended = everywhere
        ? await endAllSessions(sql, user.userId)
        : await revokeSessions(sql, user, sessionId ?? null, token)
      if (everywhere) {
        await forgetKnownPlaces(sql, user.userId)
        takeCookie(reply)
      }
      return { answer: { ended }, act: { act: 'sessions-ended', facts: { ended } } }
    },
  )
}
