/** Sign-in in one or two steps, and sign-out. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import { originOf, recordFailedSignIn } from '../../domain/audit/audit.ts'
import { budgets, countGuess, refundGuess, spendBudget } from '../../domain/staff/guess-budgets.ts'
import { useCode } from '../../domain/staff/second-factor.ts'
import * as signing from '../../domain/staff/sign-in.ts'
import { readTicket, writeTicket } from '../../domain/staff/sign-in-ticket.ts'
import { bindAnybody, bindAnybodyAct } from '../plumbing/bind.ts'
import { readCookie, takeCookie } from '../plumbing/cookie.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import { announce } from './account.ts'
import { admit, placeOf } from './session.ts'

export function signInRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql, vault, hasMail = false } = context

  bindAnybody(scope, 'GET /sign-in', {}, async () => ({ hasMail }))

  bindAnybodyAct(
    scope,
    context,
    'POST /sign-in',
    {
      prepare: ({ fields, request }) => signing.checkSignIn(sql, fields.email, fields.password, placeOf(request)),
      refused: ({ fields, request }) => recordFailedSignIn(sql, fields.email, 'password', originOf(request)),
    },
    async ({ sql, prepared, ...called }) => {
      if (!prepared.hasSecondFactor) return await admit(sql, context, prepared.user, 'password', called)
      return { answer: { needsCode: true, ticket: writeTicket(vault, prepared) }, by: null, act: null }
    },
  )

  bindAnybodyAct(
    scope,
    context,
    'POST /sign-in/code',
    {
      prepare: async ({ fields, request }) => {
        const user = await readTicket(sql, vault, fields.ticket)
        const place = placeOf(request)
        await countGuess(sql, 'code', user.userId, place)
        const by = await useCode(sql, vault, user.userId, fields.code)
        await refundGuess(sql, 'code', user.userId, place)
        return { user, by }
      },
      refused: async ({ fields, request }) => {
        const user = await readTicket(sql, vault, fields.ticket).catch(() => null)
        await recordFailedSignIn(sql, user?.email ?? null, 'code', originOf(request))
      },
    },
    async ({ sql, prepared: { user, by }, ...called }) => {
      if (by === 'recovery-code') await announce(sql, context, user, 'recovery-code-used')
      return await admit(sql, context, user, by, called)
    },
  )

  bindAnybodyAct(
    scope,
    context,
    'POST /follow-link',
    {
      prepare: async ({ request }) => {
        const { network } = placeOf(request)
        if (!(await spendBudget(sql, ['link', network], budgets.network)))
          throw new Refusal('too-many', 'too-many-sign-ins', 'Too many attempts: wait a minute and try again.', 60)
      },
      refused: ({ request }) => recordFailedSignIn(sql, null, 'link', originOf(request)),
    },
    async ({ sql, fields, ...called }) =>
      admit(sql, context, await signing.useSignInLink(sql, fields.token), 'link', called),
  )

  bindAnybodyAct(scope, context, 'POST /sign-out', {}, async ({ sql, request, reply }) => {
    const token = readCookie(request)
    const by = token ? await signing.findSession(sql, token) : null
    if (token) await signing.endSession(sql, token)
    takeCookie(reply)
    return { by, act: by && { act: 'signed-out' } }
  })
}
