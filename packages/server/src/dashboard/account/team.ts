/** Team members of a store, their roles, and invitations. */
import type { Role } from '@heartbell/contract/dashboard/route'
import type { FastifyInstance } from 'fastify'
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
  listMembers,
  lockMember,
  refuseAbove,
  removeMember,
  showUser,
  type User,
} from '../../domain/staff/users.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { bindStore, bindStoreAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'

export function teamRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context

  bindStore(scope, context, 'GET /team', { needs: 'viewer' }, async ({ store }) => ({
    rows: await listMembers(sql, store.storeId),
  }))

  bindStoreAct(
    scope,
    context,
    'POST /team/role',
    { needs: 'admin' },
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
    'POST /team/remove',
    { needs: 'admin' },
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

type Invited = { email: string; role: Role }

/**
 * The person who invites gets the link, and it is mailed where there is a mail server. The answer is the same for every address, and
 * the link alone opens no account (domain/staff/invitations.ts).
 */
function invitingRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql, vault, publicUrl, hasMail = false } = context

  bindStore(scope, context, 'GET /team/invitations', { needs: 'admin' }, async ({ store }) => ({
    rows: await listInvitations(sql, store.storeId),
  }))

  /** Beyond the mail budget of a store only the link is made, so that nobody can send mail to strangers through us. */
  const send = async (sql: Sql, store: Store, by: User, { email, role }: Invited, replacesEarlier: boolean) => {
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
    return {
      answer: { link, isMailed, replacesEarlier },
      act: { act: 'member-invited', facts: { email, role } } as const,
    }
  }

  bindStoreAct(scope, context, 'POST /team', { needs: 'admin' }, async ({ sql, store, role, user, fields }) => {
    refuseAbove(role, fields.role)
    // A new invitation replaces the open one, so it needs the right to revoke that.
    const open = (await listInvitations(sql, store.storeId)).find(({ email }) => email === fields.email)
    if (open) refuseAbove(role, open.role)
    return await send(sql, store, user, fields, open !== undefined)
  })

  bindStoreAct(
    scope,
    context,
    'POST /team/invitations/again',
    { needs: 'admin' },
    async ({ sql, store, role, user, fields }) => {
      const held = await findInvitation(sql, store.storeId, fields.invitationId)
      refuseAbove(role, held.role)
      return await send(sql, store, user, held, true)
    },
  )

  bindStoreAct(
    scope,
    context,
    'POST /team/invitations/revoke',
    { needs: 'admin' },
    async ({ sql, store, role, fields }) => {
      const { email, role: offered } = await findInvitation(sql, store.storeId, fields.invitationId)
      refuseAbove(role, offered)
      await revokeInvitation(sql, store.storeId, fields.invitationId)
      return { answer: { revoked: true }, act: { act: 'invitation-revoked', facts: { email, role: offered } } }
    },
  )
}
