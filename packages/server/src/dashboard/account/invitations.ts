/** An opened invitation: what it offers, accepting it while signed in, or creating the account for it. */
import type { FastifyInstance } from 'fastify'
import type { Sql } from '../../database/connect.ts'
import { type AuditActor, recordAct, userActor } from '../../domain/audit/audit.ts'
import { storePrefix } from '../../domain/secrets/ids.ts'
import { hashPassword } from '../../domain/secrets/passwords.ts'
import { countNewPassword } from '../../domain/staff/guess-budgets.ts'
import {
  acceptInvitation,
  type InvitationOffer,
  joinByInvitation,
  readInvitation,
} from '../../domain/staff/invitations.ts'
import { bindAnybody, bindAnybodyAct, bindUserAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import { admit, placeOf } from './session.ts'

/** Recorded in this store only: the person's other stores do not learn for whom else they work. */
const noteAccepted = (sql: Sql, actor: AuditActor, { storeId, role, email }: InvitationOffer) =>
  recordAct(sql, storeId, actor, { act: 'member-added', facts: { email, role }, after: { role } })

export function invitationRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context

  bindAnybody(scope, 'POST /invitations/look', { notAnAct: 'it reads what the link offers' }, async ({ fields }) => {
    const { storeName, role, email } = await readInvitation(sql, fields.token)
    return { storeName, role, email }
  })

  bindUserAct(scope, context, 'POST /invitations/accept', {}, async ({ sql, user, actor, fields }) => {
    const { isNew, ...offer } = await acceptInvitation(sql, user, fields.token)
    if (isNew) await noteAccepted(sql, actor, offer)
    return { answer: { store: storePrefix(offer.storeId) }, act: null }
  })

  bindAnybodyAct(
    scope,
    context,
    'POST /invitations/join',
    {
      prepare: async ({ fields, request }) => {
        // A forged token costs no slow hash, and a genuine one only a limited number.
        await readInvitation(sql, fields.token)
        await countNewPassword(sql, fields.token, placeOf(request))
        return await hashPassword(fields.password)
      },
    },
    async ({ sql, prepared, fields, ...called }) => {
      const { token, name } = fields
      const { user, offer } = await joinByInvitation(sql, token, { name, passwordHash: prepared })
      await noteAccepted(sql, userActor(user, called.request), offer)
      return await admit(sql, context, user, 'invitation', called)
    },
  )
}
