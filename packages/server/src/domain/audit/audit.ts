/** The audit trail: who did what, from where, with what was before and after; written in the transaction of the act. */
import type { ActName } from '@heartbell/contract/acts'
import type { Sql } from '../../database/connect.ts'
import { newId } from '../secrets/ids.ts'
import { showUser, type User } from '../staff/users.ts'

type Facts = Record<string, unknown>

/** `facts` name what was acted on; `before` and `after` hold the values that changed. Secrets stand in none of them. */
export type Act = { act: ActName; facts?: Facts; before?: Facts | null; after?: Facts | null }

export type ActorKind = 'user' | 'key' | 'command' | 'hook' | 'system'

export type Actor = {
  kind: ActorKind
  /** A user's id, an API key's id, or the kind of an integration. */
  id: string | null
  /** As it is shown; it stays when the person is gone. */
  name: string
  /** The network address the call came from. */
  address?: string | null
  /** The caller's user agent; for a command the account and host it ran on. */
  agent?: string | null
}

/** What a request says about where it comes from. */
export type Origin = { ip: string; headers: { 'user-agent'?: string | undefined } }

const longestAgent = 512

export const originOf = ({ ip, headers }: Origin) => ({
  address: ip,
  agent: headers['user-agent']?.slice(0, longestAgent) ?? null,
})

export const userActor = (user: User, request: Origin): Actor => ({
  kind: 'user',
  id: user.userId,
  name: showUser(user),
  ...originOf(request),
})

const columns = (sql: Sql, actor: Actor, { act, facts = {}, before, after }: Act) => {
  const json = (value: Facts | null | undefined) => (value ? sql.json(value as never) : null)
  return sql`
    ${actor.kind === 'user' ? actor.id : null}::uuid, ${actor.kind}::text, ${actor.id}::text, ${actor.name}::text,
    ${actor.address ?? null}::text, ${actor.agent ?? null}::text, ${act}::text, ${sql.json(facts as never)}::jsonb,
    ${json(before)}::jsonb, ${json(after)}::jsonb`
}

const columnNames = `user_id, actor_kind, actor_id, user_name, actor_address, actor_agent, act, facts, facts_before,
  facts_after`

/** An act in one store. */
export async function noteAct(sql: Sql, storeId: number, actor: Actor, act: Act): Promise<void> {
  await sql`
    insert into audit_log (store_id, entry_id, ${sql.unsafe(columnNames)})
    values (${storeId}, ${newId()}, ${columns(sql, actor, act)})`
}

/** An act that belongs to no store, or outlives the one it is about. */
export async function noteInstallationAct(sql: Sql, actor: Actor, act: Act, pid: string | null = null): Promise<void> {
  await sql`
    insert into installation_log (entry_id, pid, ${sql.unsafe(columnNames)})
    values (${newId()}, ${pid}, ${columns(sql, actor, act)})`
}

/** What somebody did with their own account, such as signing in: each store they work for sees it too. */
export async function noteAccountAct(sql: Sql, userId: string, actor: Actor, act: Act): Promise<void> {
  await noteInstallationAct(sql, actor, act)
  await sql`
    -- every store: a person may work for several
    insert into audit_log (store_id, entry_id, ${sql.unsafe(columnNames)})
    select members.store_id, gen_random_uuid(), ${columns(sql, actor, act)}
    from members
    where members.user_id = ${userId}`
}

const mostFailures = { ofOneAddress: 20, ofAll: 1000 }

/**
 * A sign-in that failed. What was typed is kept only where it is the address of an account: people type passwords into the
 * wrong field. Only so many rows an hour, so that guessing does not fill the table.
 */
export async function noteFailedSignIn(
  sql: Sql,
  email: string | null,
  from: Pick<Actor, 'address' | 'agent'>,
): Promise<void> {
  const [{ ofOneAddress, ofAll } = mostFailures] = await sql<(typeof mostFailures)[]>`
    select count(*) filter (where actor_address is not distinct from ${from.address ?? null})::integer as of_one_address,
      count(*)::integer as of_all
    from (
      select actor_address
      from installation_log
      where act = 'sign-in-failed'
        and happened_at > now() - interval '1 hour'
      limit ${mostFailures.ofAll}
    ) recent`
  if (ofOneAddress >= mostFailures.ofOneAddress || ofAll >= mostFailures.ofAll) return
  const actor: Actor = { kind: 'user', id: null, name: 'Unknown', ...from }
  const [account] = await sql<{ userId: string; email: string }[]>`
    select user_id, email
    from users
    where email = ${email?.trim().toLowerCase() ?? null}`
  if (account)
    await noteAccountAct(sql, account.userId, actor, { act: 'sign-in-failed', facts: { email: account.email } })
  else await noteInstallationAct(sql, actor, { act: 'sign-in-failed' })
}

/** Takes personal data out of old entries: those that name one of these, or with null all that are about shoppers. */
export async function forgetInAudit(sql: Sql, storeId: number, named: string[] | null): Promise<void> {
  const holds = (column: string) => sql`exists (
    select from unnest(${named ?? []}::text[]) address
    where position(lower(address) in lower(coalesce(${sql.unsafe(column)}::text, ''))) > 0
  )`
  await sql`
    update audit_log
    set facts = '{"erased": true}',
        facts_before = null,
        facts_after = null
    where store_id = ${storeId}
      and ${
        named
          ? sql`(${holds('facts')} or ${holds('facts_before')} or ${holds('facts_after')})`
          : sql`act in ('shopper-exported', 'shopper-looked-up', 'test-sent', 'merge-undone') and facts <> '{}'`
      }`
}
