/** Changing the own e-mail address: it takes effect when the link sent to the new address is opened. */
import { Refusal } from '@heartbell/contract/errors'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { badLink, dropAccountLinks, findAccountLink, makeAccountLink } from './account-links.ts'
import { type User, userColumns } from './users.ts'

/** Does not say whether another account has the address: only its owner may learn that. */
export async function requestEmailChange(sql: Sql, { userId }: User, email: string): Promise<void> {
  await dropAccountLinks(sql, userId)
  await sql`
    insert into email_changes (user_id, email)
    values (${userId}, ${email})
    on conflict (user_id) do update
    set email = excluded.email,
        created_at = now()`
}

export async function cancelEmailChange(sql: Sql, { userId }: User): Promise<void> {
  await dropAccountLinks(sql, userId)
  await sql`
    delete from email_changes
    where user_id = ${userId}`
}

export async function pendingEmail(sql: Sql, userId: string): Promise<string | null> {
  const [row] = await sql<{ email: string }[]>`
    select email
    from email_changes
    where user_id = ${userId}`
  return row?.email ?? null
}

/** Null when the change was cancelled or is about another address now. */
export async function makeConfirmation(sql: Database, userId: string, email: string): Promise<string | null> {
  if ((await pendingEmail(sql, userId)) !== email) return null
  return await makeAccountLink(sql, { userId, purpose: 'email', email })
}

/** Everyone who requested this address, for the command line of an installation that sends no e-mail. */
export async function findEmailChanges(sql: Sql, email: string): Promise<Pick<User, 'userId' | 'email' | 'name'>[]> {
  return await sql<Pick<User, 'userId' | 'email' | 'name'>[]>`
    select users.user_id, users.email, name
    from email_changes
    join users on users.user_id = email_changes.user_id
    where email_changes.email = ${email}
    order by email_changes.created_at`
}

/** Only by the signed-in person: opening someone else's link by mistake must not give them this address. */
export async function confirmEmail(
  sql: Database,
  user: User,
  token: string,
): Promise<{ user: User; before: string | null }> {
  try {
    return await transaction(sql, async (sql) => {
      const { userId, email } = await findAccountLink(sql, 'email', token)
      if (userId !== user.userId) throw badLink()
      const [changed] = await sql<User[]>`
        update users
        set email = ${email},
            updated_at = now()
        where user_id = ${userId}
        returning ${sql.unsafe(userColumns)}`
      await cancelEmailChange(sql, user)
      return { user: changed!, before: user.email }
    })
  } catch (error) {
    throw isTaken(error) ? emailTaken() : error
  }
}

export const isTaken = (error: unknown) => (error as { code?: string }).code === '23505'

export const emailTaken = () =>
  new Refusal('conflict', 'email-taken', 'Another account signs in with this e-mail address.')
