/** A person's own account: set-up, name and language, password, sessions. */
import type { FastifyInstance } from 'fastify'
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
import { describeMe, placeOf } from './session.ts'

export function accountRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context

  bindUser(scope, context, 'GET /me', ({ user }) => describeMe(sql, context, user))

  bindUserAct(scope, context, 'POST /me', {}, async ({ sql, user, fields }) => {
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
    'POST /me/setup',
    {
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
    'POST /me/password',
    {
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

/** Notifies the person by mail, so that they notice a change they did not make. */
export async function announce(sql: Sql, { vault, hasMail = false }: DashboardContext, user: User, what: SecurityNote) {
  if (hasMail && user.email)
    await addStaffMail(sql, vault, user.email, { purpose: 'security', values: { what, locale: user.locale } })
}

function sessionRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context
  bindUser(scope, context, 'GET /me/sessions', async ({ user, token }) => ({
    rows: await listSessions(sql, user, token),
  }))

  bindUserAct(scope, context, 'POST /me/sessions/end', {}, async ({ sql, user, token, fields, reply }) => {
    const { sessionId, everywhere } = fields
    const ended = everywhere
      ? await endAllSessions(sql, user.userId)
      : await revokeSessions(sql, user, sessionId ?? null, token)
    if (everywhere) {
      await forgetKnownPlaces(sql, user.userId)
      takeCookie(reply)
    }
    return { answer: { ended }, act: { act: 'sessions-ended', facts: { ended } } }
  })
}
