/** A person's own account in the dashboard: address, name, language, password. */
import { Refusal } from '@heartbell/contract/errors'
import type { Sql } from '../database/connect.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { type User, userColumns } from './users.ts'

export type AccountChanges = {
  email?: string | undefined
  name?: string | undefined
  locale?: string | undefined
  password?: string | undefined
  /** Asked for when there is a password and it, or the address, is to change. */
  currentPassword?: string | undefined
}

export async function changeUser(sql: Sql, { userId }: User, what: AccountChanges): Promise<User> {
  const [held] = await sql<{ passwordHash: string | null; email: string | null }[]>`
    select password_hash, email
    from users
    where user_id = ${userId}`
  const touchesSignIn = what.password !== undefined || (what.email !== undefined && what.email !== held?.email)
  if (touchesSignIn && held?.passwordHash && !(await isPassword(what.currentPassword ?? '', held.passwordHash)))
    throw new Refusal('not-allowed', 'wrong-password', 'currentPassword is not the password in use.')
  const passwordHash = what.password === undefined ? null : await hashPassword(what.password)
  try {
    const [user] = await sql<User[]>`
      update users
      set email = coalesce(${what.email ?? null}, email),
          name = coalesce(${what.name ?? null}, name),
          locale = coalesce(${what.locale ?? null}, locale),
          password_hash = coalesce(${passwordHash}, password_hash),
          updated_at = now()
      where user_id = ${userId}
      returning ${sql.unsafe(userColumns)}`
    return user!
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    throw new Refusal('conflict', 'email-taken', 'Somebody else signs in with this e-mail address.')
  }
}
