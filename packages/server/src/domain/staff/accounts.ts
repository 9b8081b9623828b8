/** A person's own dashboard account: name, language, password, and the first setup. */
import { Refusal } from '@heartbell/contract/errors'
import type { Sql } from '../../database/connect.ts'
import { verifyPassword } from '../secrets/passwords.ts'
import { dropAccountLinks } from './account-links.ts'
import { emailTaken, isTaken } from './email-changes.ts'
import { forgetKnownPlaces, passwordBudget, spendBudget } from './guess-budgets.ts'
import { type User, userColumns } from './users.ts'

export async function changeProfile(
  sql: Sql,
  { userId }: User,
  { name, locale }: { name?: string | undefined; locale?: string | undefined },
): Promise<User> {
  const [user] = await sql<User[]>`
    update users
    set name = coalesce(${name ?? null}, name),
        locale = coalesce(${locale ?? null}, locale),
        updated_at = now()
    where user_id = ${userId}
    returning ${sql.unsafe(userColumns)}`
  return user!
}

async function readPasswordHash(sql: Sql, userId: string): Promise<string | null> {
  const [locked] = await sql<{ passwordHash: string | null }[]>`
    select password_hash
    from users
    where user_id = ${userId}`
  return locked?.passwordHash ?? null
}

/**
 * Protects an unlocked screen: a passer-by does not know the password. Attempts are counted, so that it cannot be guessed there
 * either.
 */
export async function checkPassword(sql: Sql, { userId }: User, password: string): Promise<void> {
  if (!(await spendBudget(sql, ['current password', userId], passwordBudget)))
    throw new Refusal('too-many', 'too-many-sign-ins', 'Too many attempts: wait a minute and try again.', 60)
  const hash = await readPasswordHash(sql, userId)
  if (hash === null) throw new Refusal('conflict', 'no-password', 'Choose a password for your account first.')
  if (!(await verifyPassword(password, hash)))
    throw new Refusal('not-allowed', 'wrong-password', 'currentPassword is not your password.')
}

/** Invalidates all links and forgets all known places, because others may know the old password. */
export async function setPassword(sql: Sql, userId: string, passwordHash: string): Promise<void> {
  await sql`
    update users
    set password_hash = ${passwordHash},
        updated_at = now()
    where user_id = ${userId}`
  // A pending change to an address that someone else requested must not be confirmed later.
  await sql`
    delete from email_changes
    where user_id = ${userId}`
  await dropAccountLinks(sql, userId)
  await forgetKnownPlaces(sql, userId)
}

export type AccountState = { hasPassword: boolean; isSetUp: boolean }

export async function readAccount(sql: Sql, { userId, email }: User): Promise<AccountState> {
  const hasPassword = (await readPasswordHash(sql, userId)) !== null
  return { hasPassword, isSetUp: hasPassword && email !== null }
}

/**
 * Sets e-mail and password together, for an account that lacks one of them. The operator may choose any address: the link of the
 * command line has proven who they are, and no one else has the account yet. Others keep their address.
 */
export async function setUpAccount(
  sql: Sql,
  user: User,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string },
): Promise<User> {
  const { isSetUp } = await readAccount(sql, user)
  if (isSetUp) throw new Refusal('conflict', 'set-up', 'This account is set up: change it under “Your account”.')
  if (!user.isOperator && email !== user.email)
    throw new Refusal('not-allowed', 'other-address', 'email is not the address of your account.')
  try {
    const [changed] = await sql<User[]>`
      update users
      set email = ${email},
          name = case when ${name} = '' then name else ${name} end,
          password_hash = ${passwordHash},
          updated_at = now()
      where user_id = ${user.userId}
      returning ${sql.unsafe(userColumns)}`
    return changed!
  } catch (error) {
    throw isTaken(error) ? emailTaken() : error
  }
}
