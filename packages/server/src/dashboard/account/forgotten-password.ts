/** A forgotten password: requesting a link, and setting a new password with it. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import { originOf, recordAccountAct, recordFailedSignIn, userActor } from '../../domain/audit/audit.ts'
import { hashPassword } from '../../domain/secrets/passwords.ts'
import {
  countGuess,
  countNewPassword,
  mailBudgets,
  refundGuess,
  spendBudget,
} from '../../domain/staff/guess-budgets.ts'
import { readReset, resetPassword } from '../../domain/staff/password-resets.ts'
import { useCode } from '../../domain/staff/second-factor.ts'
import { addStaffMail } from '../../domain/staff/staff-mails.ts'
import { bindAnybody, bindAnybodyAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import { announce } from './account.ts'
import { admit, placeOf } from './session.ts'

export function forgottenRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql, vault, hasMail = false } = context

  bindAnybody(
    scope,
    'POST /forgot',
    { notAnAct: 'anybody may ask; what it leads to is an act when the link is used' },
    async ({ fields, request }) => {
      const { network } = placeOf(request)
      if (!(await spendBudget(sql, ['forgot', 'network', network], mailBudgets.network)))
        throw new Refusal('too-many', 'too-many-requests', 'Too many requests: try again in a few minutes.', 360)
      // Nothing here checks whether the address has an account, and the answer is the same when it has had enough mails.
      const isFree = await spendBudget(sql, ['forgot', 'address', fields.email], mailBudgets.address)
      if (hasMail && isFree)
        await addStaffMail(sql, vault, fields.email, { purpose: 'reset', values: { locale: fields.locale ?? null } })
      return { hasMail }
    },
  )

  bindAnybody(scope, 'POST /reset/look', { notAnAct: 'it reads what the link stands for' }, async ({ fields }) => {
    const { user, needsCode, removesSecondFactor } = await readReset(sql, fields.token)
    return { email: user.email, needsCode, removesSecondFactor }
  })

  bindAnybodyAct(
    scope,
    context,
    'POST /reset',
    {
      prepare: async ({ fields, request }) => {
        const { user, needsCode } = await readReset(sql, fields.token)
        const place = placeOf(request)
        await countNewPassword(sql, fields.token, place)
        if (!needsCode) return { passwordHash: await hashPassword(fields.password), usedCode: null }
        if (!fields.code) throw new Refusal('not-identified', 'needs-code', 'code of your authenticator app is needed.')
        await countGuess(sql, 'code', user.userId, place)
        const usedCode = await useCode(sql, vault, user.userId, fields.code)
        await refundGuess(sql, 'code', user.userId, place)
        return { passwordHash: await hashPassword(fields.password), usedCode }
      },
      refused: async ({ fields, request }) => {
        const reset = await readReset(sql, fields.token).catch(() => null)
        await recordFailedSignIn(sql, reset?.user.email ?? null, 'new-password', originOf(request))
      },
    },
    async ({ sql, prepared, fields, ...called }) => {
      const { user, removesSecondFactor } = await resetPassword(sql, fields.token, prepared.passwordHash)
      await announce(sql, context, user, removesSecondFactor ? 'second-factor-removed' : 'password-changed')
      if (prepared.usedCode === 'recovery-code') await announce(sql, context, user, 'recovery-code-used')
      if (removesSecondFactor)
        await recordAccountAct(sql, user.userId, userActor(user, called.request), {
          act: 'second-factor-off',
          facts: { by: 'reset' },
        })
      const { answer } = await admit(sql, context, user, 'reset', called)
      const facts = removesSecondFactor ? { removedSecondFactor: true } : {}
      return { answer, by: user, act: { act: 'password-reset', facts } }
    },
  )
}
