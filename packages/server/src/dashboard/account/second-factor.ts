/** Switches the second factor on and off; each step needs the password. */
import type { FastifyInstance } from 'fastify'
import { checkPassword } from '../../domain/staff/accounts.ts'
import { countGuess, refundGuess } from '../../domain/staff/guess-budgets.ts'
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
} from '../../domain/staff/second-factor.ts'
import type { User } from '../../domain/staff/users.ts'
import { bindUserAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import { announce } from './account.ts'
import { placeOf } from './session.ts'

/** The name in authenticator apps. */
const issuer = 'Heartbell'

export function secondFactorRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql: pool, vault } = context
  const withPassword = {
    prepare: ({ user, fields }: { user: User; fields: { currentPassword: string } }) =>
      checkPassword(pool, user, fields.currentPassword),
  }

  bindUserAct(scope, context, 'POST /me/second-factor/begin', withPassword, async ({ sql, user }) => ({
    answer: await beginSecondFactor(sql, vault, user, issuer),
    act: { act: 'second-factor-begun' },
  }))

  bindUserAct(
    scope,
    context,
    'POST /me/second-factor/enable',
    { prepare: ({ user, request }) => countGuess(pool, 'code', user.userId, placeOf(request)) },
    async ({ sql, user, fields, request }) => {
      const codes = await enableSecondFactor(sql, vault, user, fields.code)
      await refundGuess(sql, 'code', user.userId, placeOf(request))
      await announce(sql, context, user, 'second-factor-on')
      return { answer: { codes }, act: { act: 'second-factor-on' } }
    },
  )

  bindUserAct(scope, context, 'POST /me/second-factor/disable', withPassword, async ({ sql, user }) => {
    await disableSecondFactor(sql, user.userId)
    await announce(sql, context, user, 'second-factor-off')
    return { act: { act: 'second-factor-off' } }
  })

  bindUserAct(scope, context, 'POST /me/second-factor/codes', withPassword, async ({ sql, user }) => ({
    answer: { codes: await renewRecoveryCodes(sql, user) },
    act: { act: 'recovery-codes-renewed' },
  }))
}
