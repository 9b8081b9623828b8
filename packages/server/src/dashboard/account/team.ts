/** Who works for a store, as what, and who is invited. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Sql } from '../../database/connect.ts'
import { mailBudgets, spendBudget } from '../../domain/staff/guess-budgets.ts'
import {
  findInvitation,
  invite,
  listInvitations,
  revokeInvitation,
  revokeInvitationsAbove,
} from '../../domain/staff/invitations.ts'
import { addStaffMail } from '../../domain/staff/staff-mails.ts'
import {
  changeRole,
  hasRole,
  listMembers,
  lockMember,
  type Role,
  removeMember,
  roles,
  showUser,
  type User,
} from '../../domain/staff/users.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { bindStore, bindStoreAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import { emailAddress } from './account-fields.ts'

/** Nobody makes, changes or removes somebody who may do more than themselves. */
function refuseAbove(mine: Role, theirs: Role): void {
  if (!hasRole(mine, theirs)) throw new Refusal('not-allowed', 'role', `role ${theirs} is above your own, ${mine}.`)
}

export function teamRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context

  bindStore(scope, context, { method: 'GET', path: '/team', needs: 'viewer' }, async ({ store }) => ({
    rows: await listMembers(sql, store.storeId),
  }))

  const person = z.object({ userId: z.uuid('is not a person’s id') })
  bindStoreAct(
    scope,
    context,
    { path: '/team/role', needs: 'admin', fields: person.extend({ role: z.enum(roles) }) },
    async ({ sql, store: { storeId }, role, fields }) => {
      const held = await lockMember(sql, storeId, fields.userId)
      refuseAbove(role, held.role)
      refuseAbove(role, fields.role)
      await changeRole(sql, storeId, fields.userId, fields.role)
      await revokeInvitationsAbove(sql, storeId, fields.userId, fields.role)
      return {
        answer: { role: fields.role },
        act: {
          act: 'role-changed',
          facts: { email: held.email ?? held.name, role: fields.role },
          before: { role: held.role },
          after: { role: fields.role },
        },
      }
    },
  )

  bindStoreAct(
    scope,
    context,
    { path: '/team/remove', needs: 'admin', fields: person },
    async ({ sql, store: { storeId }, role, fields }) => {
      const held = await lockMember(sql, storeId, fields.userId)
      refuseAbove(role, held.role)
      await removeMember(sql, storeId, fields.userId)
      await revokeInvitationsAbove(sql, storeId, fields.userId, null)
      const facts = { email: held.email ?? held.name }
      return { answer: { removed: true }, act: { act: 'member-removed', facts, before: { role: held.role } } }
    },
  )

  invitingRoutes(scope, context)
}

/**
 * The link is handed over by whoever invites, and mailed where there is a mail server. It answers the same for every address,
 * and opens nothing by itself (domain/staff/invitations.ts).
 */
function invitingRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql, vault, publicUrl, hasMail = false } = context

  bindStore(scope, context, { method: 'GET', path: '/team/invitations', needs: 'admin' }, async ({ store }) => ({
    rows: await listInvitations(sql, store.storeId),
  }))

  /** A store that invites many has its links, and mails no more: nobody writes to strangers through us. */
  const send = async (sql: Sql, store: Store, by: User, { email, role }: { email: string; role: Role }) => {
    const link = `${publicUrl()}/dashboard/invitation#${await invite(sql, store.storeId, by, { email, role })}`
    const isMailed =
      hasMail &&
      (await spendBudget(sql, ['invitation', 'store', String(store.storeId)], mailBudgets.store)) &&
      (await spendBudget(sql, ['invitation', 'address', email], mailBudgets.address))
    if (isMailed)
      await addStaffMail(sql, vault, email, {
        purpose: 'invitation',
        values: { link, storeName: store.name, role, inviter: showUser(by), locale: by.locale },
      })
    return { answer: { link, isMailed }, act: { act: 'member-invited', facts: { email, role } } as const }
  }

  bindStoreAct(
    scope,
    context,
    { path: '/team', needs: 'admin', fields: z.object({ email: emailAddress, role: z.enum(roles) }) },
    async ({ sql, store, role, user, fields }) => {
      refuseAbove(role, fields.role)
      // Inviting again replaces what was offered, so it takes the right to revoke that.
      const open = (await listInvitations(sql, store.storeId)).find(({ email }) => email === fields.email)
      if (open) refuseAbove(role, open.role)
      return await send(sql, store, user, fields)
    },
  )

  const invitation = z.object({ invitationId: z.uuid('is not an invitation’s id') })
  bindStoreAct(
    scope,
    context,
    { path: '/team/invitations/again', needs: 'admin', fields: invitation },
    async ({ sql, store, role, user, fields }) => {
      const held = await findInvitation(sql, store.storeId, fields.invitationId)
      refuseAbove(role, held.role)
      return await send(sql, store, user, held)
    },
  )

  bindStoreAct(
    scope,
    context,
    { path: '/team/invitations/revoke', needs: 'admin', fields: invitation },
    async ({ sql, store, role, fields }) => {
      const { email, role: offered } = await findInvitation(sql, store.storeId, fields.invitationId)
      refuseAbove(role, offered)
      await revokeInvitation(sql, store.storeId, fields.invitationId)
      return { answer: { revoked: true }, act: { act: 'invitation-revoked', facts: { email, role: offered } } }
    },
  )
}
