/** Forgotten passwords: a link by e-mail or from the command line, and what a new password invalidates. */
import type { Sql } from '../../database/connect.ts'
import { type AccountLink, badLink, findAccountLink } from './account-links.ts'
import { setPassword } from './accounts.ts'
import { disableSecondFactor, readSecondFactor } from './second-factor.ts'
import { endAllSessions } from './sign-in.ts'
import { type User, userColumns } from './users.ts'

export async function findUserByEmail(sql: Sql, email: string): Promise<User | null> {
  const [user] = await sql<User[]>`
    select ${sql.unsafe(userColumns)}
    from users
    where email = ${email}`
  return user ?? null
}

export type PasswordReset = {
  user: User
  needsCode: boolean
  /** The operator's link also switches off the second factor that the account has. */
  removesSecondFactor: boolean
  link: AccountLink
}

/** What the link's token allows: whose password it resets, and whether a second-factor code is required. */
export async function readReset(sql: Sql, token: string): Promise<PasswordReset> {
  const link = await findAccountLink(sql, 'reset', token)
  const [user] = await sql<User[]>`
    select ${sql.unsafe(userColumns)}
    from users
    where user_id = ${link.userId}`
  if (!user) throw badLink()
  const { isOn } = await readSecondFactor(sql, user.userId)
  return {
    user,
    needsCode: isOn && !link.removesSecondFactor,
    removesSecondFactor: isOn && link.removesSecondFactor,
    link,
  }
}

/** Call it in a transaction, after the code was checked. Ends all sessions and invalidates all other links. */
export async function resetPassword(sql: Sql, token: string, passwordHash: string): Promise<PasswordReset> {
  const reset = await readReset(sql, token)
  await setPassword(sql, reset.user.userId, passwordHash)
  await endAllSessions(sql, reset.user.userId)
  if (reset.removesSecondFactor) await disableSecondFactor(sql, reset.user.userId)
  return reset
}
