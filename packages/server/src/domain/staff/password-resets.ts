/** A forgotten password: a link by mail or from the command line, and what choosing a new one ends. */
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

export type Reset = { user: User; needsCode: boolean; link: AccountLink }

/** For whoever holds the link: whose password it is, and whether a code of the second factor is asked as well. */
export async function readReset(sql: Sql, token: string): Promise<Reset> {
  const link = await findAccountLink(sql, 'reset', token)
  const [user] = await sql<User[]>`
    select ${sql.unsafe(userColumns)}
    from users
    where user_id = ${link.userId}`
  if (!user) throw badLink()
  const { isOn } = await readSecondFactor(sql, user.userId)
  return { user, needsCode: isOn && !link.removesSecondFactor, link }
}

/** Inside a transaction; the code was asked before. Every session ends, and every other link. */
export async function resetPassword(sql: Sql, token: string, passwordHash: string): Promise<Reset> {
  const reset = await readReset(sql, token)
  await setPassword(sql, reset.user.userId, passwordHash)
  await endAllSessions(sql, reset.user.userId)
  if (reset.link.removesSecondFactor) await disableSecondFactor(sql, reset.user.userId)
  return reset
}
