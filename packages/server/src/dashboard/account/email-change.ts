/** Changes a person's address: requested with the password, confirmed with a link mailed to the new address. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import type { Sql } from '../../database/connect.ts'
import { checkPassword } from '../../domain/staff/accounts.ts'
import { cancelEmailChange, confirmEmail, pendingEmail, requestEmailChange } from '../../domain/staff/email-changes.ts'
import { mailBudgets, spendBudget } from '../../domain/staff/guess-budgets.ts'
import { addStaffMail } from '../../domain/staff/staff-mails.ts'
import type { User } from '../../domain/staff/users.ts'
import { bindUserAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import { describeMe } from './session.ts'

export function emailChangeRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { vault, hasMail = false } = context

  const sendConfirmation = async (sql: Sql, user: User, email: string) => {
    if (!(await spendBudget(sql, ['confirm email', user.userId], mailBudgets.network)))
      throw new Refusal('too-many', 'too-many-requests', 'Too many mails: try again in a few minutes.', 360)
    // The answer is the same when this address has had enough mails, so that it reveals nothing.
    const isFree = await spendBudget(sql, ['confirm email', 'address', email], mailBudgets.address)
    const values = { userId: user.userId, locale: user.locale }
    if (hasMail && isFree) await addStaffMail(sql, vault, email, { purpose: 'confirm-email', values })
  }

  bindUserAct(
    scope,
    context,
    'POST /me/email',
    { prepare: ({ user, fields }) => checkPassword(context.sql, user, fields.currentPassword) },
    async ({ sql, user, fields: { email } }) => {
      if (email === user.email) throw new Refusal('conflict', 'same-email', 'email is your address already.')
      await requestEmailChange(sql, user, email)
      await sendConfirmation(sql, user, email)
      return {
        answer: await describeMe(sql, context, user),
        act: { act: 'email-change-requested', facts: { email } },
      }
    },
  )

  bindUserAct(scope, context, 'POST /me/email/again', {}, async ({ sql, user }) => {
    const email = await pendingEmail(sql, user.userId)
    if (!email) throw new Refusal('conflict', 'no-email-change', 'There is no address to confirm.')
    await sendConfirmation(sql, user, email)
    return { act: { act: 'email-change-requested', facts: { email } } }
  })

  bindUserAct(scope, context, 'POST /me/email/cancel', {}, async ({ sql, user }) => {
    await cancelEmailChange(sql, user)
    return { answer: await describeMe(sql, context, user), act: { act: 'email-change-cancelled' } }
  })

  bindUserAct(scope, context, 'POST /me/email/confirm', {}, async ({ sql, user, fields }) => {
    const { user: changed, before } = await confirmEmail(sql, user, fields.token)
    if (hasMail && before)
      await addStaffMail(sql, vault, before, {
        purpose: 'email-changed',
        values: { email: changed.email!, locale: user.locale },
      })
    return {
      answer: await describeMe(sql, context, changed),
      act: { act: 'email-changed', before: { email: before }, after: { email: changed.email } },
    }
  })
}
