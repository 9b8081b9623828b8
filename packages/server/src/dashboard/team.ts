/** Who works for a store: roles, invitations, and what they did. */
import { Refusal } from '@heartbell/contract/errors'
import { isEmail } from '@heartbell/contract/fields'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type AuditEntry, readAudit } from '../domain/audit.ts'
import { makeLink } from '../domain/sign-in.ts'
import { listMembers, mayAs, type Role, removeMember, roles, setMember } from '../domain/users.ts'
import { bindStore } from './bind.ts'
import type { Rooms } from './rooms.ts'
import { bindTable } from './tables.ts'

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
  bindStore(
    scope,
    rooms,
    { method: 'POST', path: '/team', needs: 'admin', fields: member },
    async ({ store, role, fields, note }) => {
      refuseAbove(role, fields.role)
      const held = (await listMembers(sql, store.storeId)).find(({ email }) => email === fields.email)
      if (held) refuseAbove(role, held.role)
      const user = await setMember(sql, store.storeId, fields)
      await note(sql, {
        act: held ? 'role-changed' : 'member-added',
        facts: { email: fields.email, role: fields.role },
      })
      // Somebody with a password signs in with that; a link would be a way around it.
      const needsLink = !held?.hasPassword && !(await hasPassword(user.userId))
      const link = needsLink ? `${publicUrl()}/dashboard/welcome#${await makeLink(sql, user.userId)}` : null
      return { user, link }
    },
  )

  const hasPassword = async (userId: string) => {
    const [row] = await sql`
      select
      from users
      where user_id = ${userId}
        and password_hash is not null`
    return row !== undefined
  }

  const named = z.object({ userId: z.uuid('is not a person’s id') })
  bindStore(
    scope,
    rooms,
    { method: 'POST', path: '/team/remove', needs: 'admin', fields: named },
    async ({ store, role, fields, note }) => {
      const held = (await listMembers(sql, store.storeId)).find(({ userId }) => userId === fields.userId)
      if (!held) throw new Refusal('not-found', 'unknown-member', 'userId names nobody of this store.')
      refuseAbove(role, held.role)
      const removed = await removeMember(sql, store.storeId, fields.userId)
      await note(sql, { act: 'member-removed', facts: { email: held.email } })
      return { removed }
    },
  )

  bindTable<AuditEntry, never>(
    scope,
    rooms,
    {
      path: '/audit',
      needs: 'admin',
      columns: [
        ['when', ({ happenedAt }) => happenedAt],
        ['who', ({ userName }) => userName],
        ['what', ({ act }) => act],
        ['facts', ({ facts }) => facts],
      ],
    },
    async ({ store }, { after, limit }) => {
      const before = after !== undefined && z.uuid().safeParse(after).success ? after : undefined
      const rows = await readAudit(sql, store.storeId, { before, limit })
      return { rows, next: rows.length === limit ? rows.at(-1)!.entryId : null }
    },
  )
}
