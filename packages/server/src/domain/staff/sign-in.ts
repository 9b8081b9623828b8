/** Signing in: links that work once, passwords that can't be guessed at leisure, and sessions that can be ended. */
import { Refusal } from '@heartbell/contract/errors'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { hashLinkToken as hash, newLinkToken } from '../secrets/link-tokens.ts'
import { verifyPassword } from '../secrets/passwords.ts'
import { countGuess, forgive, type Place, rememberPlace } from './guess-budgets.ts'
import { shortenAddress } from './ip-networks.ts'
import { openOperator, type User, userColumns } from './users.ts'

const linkLife = "interval '1 day'"
const sessionLife = "interval '30 days'"

/** A link for whoever holds the command line. Only the newest works. */
export async function makeLink(sql: Database): Promise<string> {
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

/** Uses the link up. A link of the release before may name a person; those links are not followed any more. */
export async function followLink(sql: Database, token: string): Promise<User> {
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
  return await openOperator(sql)
}

const wrongPassword = () =>
  new Refusal('not-identified', 'wrong-password', 'The e-mail address or the password is wrong.')

type Candidate = User & { passwordHash: string | null; hasSecondFactor: boolean }

/** `passwordHash` ties the second step to the password that the first one proved. */
export type Proven = { user: User; hasSecondFactor: boolean; passwordHash: string }

/** Counted before it is judged, and alike for an address that nobody has. */
export async function checkSignIn(sql: Sql, typed: string, password: string, place: Place): Promise<Proven> {
  const email = typed.trim().toLowerCase()
  await countGuess(sql, 'password', email, place)
  const [found] = await sql<Candidate[]>`
    select ${sql.unsafe(userColumns)}, password_hash, totp_secret is not null as has_second_factor
    from users
    where email = ${email}`
  if (!(await verifyPassword(password, found?.passwordHash ?? null))) throw wrongPassword()
  const { passwordHash, hasSecondFactor, ...user } = found!
  await forgive(sql, 'password', email, place)
  return { user, hasSecondFactor, passwordHash: passwordHash! }
}

export type Session = { token: string }

export type Seen = { userAgent: string; place: Place; address: string }

export async function openSession(sql: Sql, { userId }: User, { userAgent, place, address }: Seen): Promise<Session> {
  const token = newLinkToken()
  await sql`
    insert into dashboard_sessions (session_hash, user_id, user_agent, network, expires_at)
    values (
      ${hash(token)}, ${userId}, ${userAgent.slice(0, 512)}, ${shortenAddress(address)}, now() + ${sql.unsafe(sessionLife)}
    )`
  await rememberPlace(sql, userId, place)
  return { token }
}

/** Whose session this is; null for none, an ended or an old one. Seen is noted once a minute at most. */
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
      where session_hash = ${hash(token)}`.catch(() => {}) // where nothing can be written for now, looking goes on
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

/** One of a person's own sessions, or with null all but the one in use. */
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
