/** Who works for a store: roles and invitations. */
import { Refusal } from '@heartbell/contract/errors'
import { isEmail } from '@heartbell/contract/fields'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Sql } from '../database/connect.ts'
import { makeLink } from '../domain/sign-in.ts'
import { listMembers, mayAs, type Role, removeMember, roles, setMember } from '../domain/users.ts'
import { bindStore, bindStoreAct } from './bind.ts'
import type { Rooms } from './rooms.ts'

/** Nobody makes somebody who may do more than themselves. */
function refuseAbove(mine: Role, theirs: Role): void {
  if (!mayAs(mine, theirs)) throw new Refusal('not-allowed', 'role', `role ${theirs} is above your own, ${mine}.`)
}

export function teamRoutes(scope: FastifyInstance, rooms: Rooms): void {
  const { sql, publicUrl } = rooms

  bindStore(scope, rooms, { method: 'GET', path: '/team', needs: 'viewer' }, async ({ store }) => ({
    rows: await listMembers(sql, store.storeId),
  }))

  const member = z.object({
    email: z
      .string()
      .transform((text) => text.trim().toLowerCase())
      .refine(isEmail, 'must be an e-mail address'),
    name: z.string().trim().max(100).default(''),
    role: z.enum(roles),
  })
  bindStoreAct(
    scope,
    rooms,
    { path: '/team', needs: 'admin', fields: member },
    async ({ sql, store, role, fields }) => {
      refuseAbove(role, fields.role)
      const held = (await listMembers(sql, store.storeId)).find(({ email }) => email === fields.email)
      if (held) refuseAbove(role, held.role)
      const user = await setMember(sql, store.storeId, fields)
      // Somebody with a password signs in with that; a link would be a way around it.
      const needsLink = !held?.hasPassword && !(await hasPassword(sql, user.userId))
      const link = needsLink ? `${publicUrl()}/dashboard/welcome#${await makeLink(sql, user.userId)}` : null
      return {
        answer: { user, link },
        act: {
          act: held ? 'role-changed' : 'member-added',
          facts: { email: fields.email, role: fields.role },
          before: held ? { role: held.role } : null,
          after: { role: fields.role },
        },
      }
    },
  )

  const hasPassword = async (sql: Sql, userId: string) => {
    const [row] = await sql`
      select
      from users
      where user_id = ${userId}
        and password_hash is not null`
    return row !== undefined
  }

  const named = z.object({ userId: z.uuid('is not a person’s id') })
  bindStoreAct(
    scope,
    rooms,
    { path: '/team/remove', needs: 'admin', fields: named },
    async ({ sql, store, role, fields }) => {
      const held = (await listMembers(sql, store.storeId)).find(({ userId }) => userId === fields.userId)
      if (!held) throw new Refusal('not-found', 'unknown-member', 'userId names nobody of this store.')
      refuseAbove(role, held.role)
      const removed = await removeMember(sql, store.storeId, fields.userId)
      const facts = { email: held.email ?? held.name }
      return { answer: { removed }, act: { act: 'member-removed', facts, before: { role: held.role } } }
    },
  )
}
