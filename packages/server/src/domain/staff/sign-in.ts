/** Signing in: links that work once, rate-limited passwords, and sessions that can be revoked. */
import { Refusal } from '@heartbell/contract/errors'
import { foldEmail } from '@heartbell/contract/fields'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { hashLinkToken as hash, newLinkToken } from '../secrets/link-tokens.ts'
import { verifyPassword } from '../secrets/passwords.ts'
import { countGuess, refundGuess, rememberKnownPlace, type SignInPlace } from './guess-budgets.ts'
import { shortenAddress } from './ip-networks.ts'
import { findOrCreateOperator, type User, userColumns } from './users.ts'

const linkLife = "interval '1 day'"
const sessionLife = "interval '30 days'"

/** A link for the operator, from the command line. Only the newest works. */
export async function makeSignInLink(sql: Database): Promise<string> {
  const token = newLinkToken()
  await transaction(sql, async (sql) => {
    await sql`
      delete from sign_in_links
      where user_id is null
        or expires_at < now()`
    await sql`
      insert into sign_in_links (token_hash, user_id, expires_at)
      values (${hash(token)}, null, now() + ${sql.unsafe(linkLife)})`
  })
  return token
}

/** Uses the link. Links of an older release may name a person; those are no longer accepted. */
export async function useSignInLink(sql: Database, token: string): Promise<User> {
  const [link] = await sql`
    update sign_in_links
    set used_at = now()
    where token_hash = ${hash(token)}
      and user_id is null
      and used_at is null
      and expires_at > now()
    returning 1`
  if (!link)
    throw new Refusal('not-identified', 'bad-link', 'This link was used already or is too old: ask for a new one.')
  return await findOrCreateOperator(sql)
}

const wrongPassword = () =>
  new Refusal('not-identified', 'wrong-password', 'The e-mail address or the password is wrong.')

type Candidate = User & { passwordHash: string | null; hasSecondFactor: boolean }

/** `passwordHash` binds the second step to the password that was checked in the first. */
export type PasswordProof = { user: User; hasSecondFactor: boolean; passwordHash: string }

/** Counted before it is checked, and the same for an unknown address. */
export async function checkSignIn(
  sql: Sql,
  typed: string,
  password: string,
  place: SignInPlace,
): Promise<PasswordProof> {
  const email = foldEmail(typed)
  await countGuess(sql, 'password', email, place)
  const [found] = await sql<Candidate[]>`
    select ${sql.unsafe(userColumns)}, password_hash, totp_secret is not null as has_second_factor
    from users
    where email = ${email}`
  if (!(await verifyPassword(password, found?.passwordHash ?? null))) throw wrongPassword()
  const { passwordHash, hasSecondFactor, ...user } = found!
  await refundGuess(sql, 'password', email, place)
  return { user, hasSecondFactor, passwordHash: passwordHash! }
}

export type DashboardSession = { token: string }

export type SignInOrigin = { userAgent: string; place: SignInPlace; address: string }

export async function openSession(
  sql: Sql,
  { userId }: User,
  { userAgent, place, address }: SignInOrigin,
): Promise<DashboardSession> {
  const token = newLinkToken()
  await sql`
    insert into dashboard_sessions (session_hash, user_id, user_agent, network, expires_at)
    values (
      ${hash(token)}, ${userId}, ${userAgent.slice(0, 512)}, ${shortenAddress(address)}, now() + ${sql.unsafe(sessionLife)}
    )`
  await rememberKnownPlace(sql, userId, place)
  return { token }
}

/** The user of a session; null when it does not exist or has expired. `seen_at` is updated at most once a minute. */
export async function findSession(sql: Sql, token: string): Promise<User | null> {
  const [row] = await sql<(User & { isStale: boolean })[]>`
    select users.user_id, users.email, users.name, users.is_operator, users.locale,
      session.seen_at < now() - interval '1 minute' as is_stale
    from dashboard_sessions session
    join users on users.user_id = session.user_id
    where session.session_hash = ${hash(token)}
      and session.expires_at > now()`
  if (!row) return null
  const { isStale, ...user } = row
  if (isStale)
    await sql`
      update dashboard_sessions
      set seen_at = now()
      where session_hash = ${hash(token)}`.catch(() => {}) // while the database is read-only, reading still works
  return user
}

export async function endSession(sql: Sql, token: string): Promise<void> {
  await sql`
    delete from dashboard_sessions
    where session_hash = ${hash(token)}`
}

export async function endAllSessions(sql: Sql, userId: string): Promise<number> {
  const ended = await sql`
    delete from dashboard_sessions
    where user_id = ${userId}
    returning 1`
  return ended.length
}

export type SessionLine = {
  sessionId: string
  userAgent: string
  network: string
  createdAt: Date
  seenAt: Date
  isThis: boolean
}

export async function listSessions(sql: Sql, { userId }: User, token: string): Promise<SessionLine[]> {
  return await sql<SessionLine[]>`
    select encode(session_hash, 'hex') as session_id, user_agent, network, created_at, seen_at,
      session_hash = ${hash(token)} as is_this
    from dashboard_sessions
    where user_id = ${userId}
      and expires_at > now()
    order by seen_at desc`
}

/** One of the person's own sessions, or with null all except the current one. */
export async function revokeSessions(
  sql: Sql,
  { userId }: User,
  sessionId: string | null,
  token: string,
): Promise<number> {
  const gone = await sql`
    delete from dashboard_sessions
    where user_id = ${userId}
      and case
        when ${sessionId}::text is null then session_hash <> ${hash(token)}
        else session_hash = decode(${sessionId}::text, 'hex')
      end
    returning user_id`
  return gone.length
}
