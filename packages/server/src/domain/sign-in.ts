/** Signing in: links that work once, passwords that can't be guessed at leisure, and sessions that can be ended. */
import { Refusal } from '@heartbell/contract/errors'
import { type Database, type Sql, transaction } from '../database/connect.ts'
import { hashToken as hash, newToken } from './link-tokens.ts'
import { isPassword } from './passwords.ts'
import { openOperator, type User, userColumns } from './users.ts'

const linkLife = "interval '1 day'"
const sessionLife = "interval '30 days'"

/** A link for whoever holds the command line. Only the newest works. */
export async function makeLink(sql: Database): Promise<string> {
  const token = newToken()
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

const freeGuesses = 5

const wrongPassword = () =>
  new Refusal('not-identified', 'wrong-password', 'The e-mail address or the password is wrong.')
const locked = (seconds: number) =>
  new Refusal('too-many', 'locked-out', `Too many wrong passwords: try again in ${seconds} seconds.`, seconds)

type Candidate = User & { passwordHash: string | null; lockedFor: number }

/** After five wrong ones each further guess waits twice as long, up to an hour. Unknown addresses answer like known ones. */
export async function signIn(sql: Sql, email: string, password: string): Promise<User> {
  const [user] = await sql<Candidate[]>`
    select ${sql.unsafe(userColumns)}, password_hash,
      greatest(0, ceil(extract(epoch from locked_until - now())))::integer as locked_for
    from users
    where email = ${email.trim().toLowerCase()}`
  if (user && user.lockedFor > 0) throw locked(user.lockedFor)
  if (!(await isPassword(password, user?.passwordHash ?? null))) {
    if (user) await countFailure(sql, user.userId)
    throw wrongPassword()
  }
  await sql`
    update users
    set failed_sign_ins = 0,
        locked_until = null
    where user_id = ${user!.userId}
      and failed_sign_ins > 0`
  const { passwordHash: _, lockedFor: __, ...known } = user!
  return known
}

async function countFailure(sql: Sql, userId: string): Promise<void> {
  await sql`
    update users
    set failed_sign_ins = failed_sign_ins + 1,
        locked_until = case
          when failed_sign_ins + 1 >= ${freeGuesses}
          then now() + least(interval '1 hour', interval '30 seconds' * 2 ^ least(failed_sign_ins + 1 - ${freeGuesses}, 10))
        end
    where user_id = ${userId}`
}

export type Session = { token: string }

export async function openSession(sql: Sql, { userId }: User, userAgent: string): Promise<Session> {
  const token = newToken()
  await sql`
    insert into dashboard_sessions (session_hash, user_id, user_agent, expires_at)
    values (${hash(token)}, ${userId}, ${userAgent.slice(0, 512)}, now() + ${sql.unsafe(sessionLife)})`
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

export type SessionLine = { sessionId: string; userAgent: string; createdAt: Date; seenAt: Date; isThis: boolean }

export async function listSessions(sql: Sql, { userId }: User, token: string): Promise<SessionLine[]> {
  return await sql<SessionLine[]>`
    select encode(session_hash, 'hex') as session_id, user_agent, created_at, seen_at,
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
